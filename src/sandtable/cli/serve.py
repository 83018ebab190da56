"""`sandtable serve`: the table in the browser."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import friendly, output
from sandtable.web.settings import DEFAULT_PORT, Settings


def default_data() -> Path:
    """The user's own directory for program data."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "sandtable"


@friendly
def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port; 0 for any free one.")
    ] = DEFAULT_PORT,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Where games are stored. Default: your user data directory."),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url", metavar="URL", help="The address at which others reach this server, for invitations."
        ),
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the browser once the server is ready.")
    ] = False,
    metrics_token: Annotated[
        str,
        typer.Option(
            "--metrics-token",
            envvar="SANDTABLE_METRICS_TOKEN",
            metavar="TOKEN",
            help="Answer /metrics for requests with this bearer token; better set in the environment than here.",
        ),
    ] = "",
    test_games: Annotated[bool, typer.Option("--test-games", hidden=True)] = False,
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "info",
) -> None:
    """Open the table in the browser, for you here and for others by link.

    Stop it with Ctrl+C; when the server is started again, every game continues where it was.
    """
    from sandtable.web.logs import write_logs
    from sandtable.web.server import run

    settings = Settings(host, port, public_url, test_games, metrics_token)

    def ready(address: str) -> None:
        output().print(f"Sandtable is at {address} (Ctrl+C stops it)")
        if open_browser:
            webbrowser.open(address)

    write_logs(log_level)
    run(settings, data or default_data(), ready)
