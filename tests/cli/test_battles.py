"""Battles at the terminal: a line under the prompt, and everything on request."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

POSITION = """turn 20 axis
phase: combat
M30: 21/5
M31: 22Gds
M28: AxisSupply1
W3: Bologna AxisSupply3
J62: 4I/11 AlliedSupply4
"""


def test_a_battle_is_planned_at_the_terminal(run: Run, tmp_path: Path) -> None:
    """What is still to do, the odds when somebody joins, the chances and the supply it takes."""
    place = tmp_path / "battle.txt"
    place.write_text(POSITION, encoding="utf-8")
    words = ("play", "afrika-korps", "--position", str(place), "--players", "person,person", "--seed", "3")
    typed = "done\nbattles\nattack:22Gds\nwith:21/5\nbattles\nquit\nno\n"
    told = run(*words, typed=typed).stdout
    assert "Must be attacked: 22Gds  (8.4)" in told
    assert "Battle 1: 21/5 > 22Gds; 3-1; DE 33 %" in told
    assert "Axis attack: 21/5" in told
    assert "Attack factors: 7  (7.3)" in told
    assert "DE: the defenders are eliminated; die 1" in told
    assert "Could supply 21/5: AxisSupply1  (14.2)" in told
