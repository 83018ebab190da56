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


LONG_HEADS = """
import asyncio, io, sys
from pathlib import Path

from sandtable.web.logs import write_logs
from tests.web.serving import listening, site


async def send(data: Path) -> None:
    async with site(data) as open_site, listening(open_site) as address:
        host, port = address.removeprefix("http://").split(":")
        for head in (b"GET / HTTP/1.1\\r\\nX: " + b"x" * 20_000 + b"\\r\\n\\r\\n", b"GET /" + b"x" * 20_000, b"?"):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(head)
            print((await reader.read()).split()[1].decode())
            writer.close()


stream = io.StringIO()
write_logs("info", stream)
asyncio.run(send(Path(sys.argv[1])))
print(stream.getvalue())
"""


def test_a_head_that_we_refuse_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LONG_HEADS, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.split("\n")
    assert told[:3] == ["431", "431", "400"]
    lines = [json.loads(line) for line in told[3:] if line]
    assert [(line["event"], line["status"]) for line in lines] == [
        ("refused", 431),
        ("refused", 431),
        ("refused", 400),
    ]


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
