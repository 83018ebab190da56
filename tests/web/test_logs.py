"""What stands in the log after an internal error: where it happened, and nothing that anybody sent."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PASSWORD = "desert fox 1941"
FAILING = """
import asyncio, io, sys
from pathlib import Path

from sandtable.web.logs import write_logs
from tests.web.serving import site


class Stream(io.StringIO):
    def isatty(self) -> bool:
        return sys.argv[2] == "watched"


async def fail() -> None:
    async with site(Path(sys.argv[1])) as open_site, open_site.visitor() as visitor:
        open_site.house.people._fits = lambda hashed, password: 1 // 0
        answer = await visitor.tell("/login", {"name": "Erwin", "password": sys.argv[3]})
        assert answer.status_code == 500, answer.text


stream = Stream()
write_logs("info", stream)
asyncio.run(fail())
print(stream.getvalue())
"""


@pytest.mark.parametrize("how", ["stored", "watched"])
def test_a_traceback_holds_no_password(tmp_path: Path, how: str) -> None:
    """The password is a variable of several functions between the request and the error."""
    command = [sys.executable, "-c", FAILING, str(tmp_path), how, PASSWORD]
    log = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "ZeroDivisionError" in log
    assert "_prove" in log
    assert PASSWORD not in log
    assert "fox" not in log
    if how == "stored":
        assert json.loads(log.splitlines()[0])["event"] == "broken"
