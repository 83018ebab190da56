"""Logs on standard error: one JSON object per line, or short lines for somebody watching.

No log line holds a path, a query, a body or a cookie: links and sessions are secrets. For the same reason no
traceback shows the values of variables: a password may be one of them.
"""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import Processor

BEFORE: list[Processor] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
NOISY = ("uvicorn.error", "uvicorn.access", "websockets", "asyncio")


TOLD_BY_US = ("ASGI callable returned without completing handshake", "Invalid HTTP request received")
"""What uvicorn says of sockets and requests that we refuse: it takes the first for an internal error."""


class NotOfRefusals(logging.Filter):
    """A refusal is one line, and that line is ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(TOLD_BY_US)


def write_logs(level: str, stream: TextIO | None = None) -> None:
    """Send our logs, and those of our libraries, there; a terminal gets short lines, anything else JSON."""
    target = stream or sys.stderr
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=BEFORE,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_ending(target.isatty())],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(NotOfRefusals())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *BEFORE,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _ending(watched: bool) -> list[Processor]:
    if watched:
        tracebacks = structlog.dev.RichTracebackFormatter(show_locals=False)
        return [structlog.dev.ConsoleRenderer(exception_formatter=tracebacks)]
    lines = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return [structlog.processors.ExceptionRenderer(lines), structlog.processors.JSONRenderer()]
