"""What a player may ask: how far headquarters reach."""

from __future__ import annotations

from sandtable.boards import within
from sandtable.games.dark_sands.drawing.viewpoint import unit_names
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.answers import tints_by_side
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer
from sandtable.kernel.words import phrase


def ranges(state: Sands) -> list[int]:
    """11.0: by side the hexes in the range of a headquarters that is not out of supply."""
    printed, found = state.printed, [0, 0]
    for unit in ones(printed.hqs & ~state.oos):
        if state.place[unit] >= 0:
            reached = within(printed.board, 1 << state.place[unit], printed.board.all, printed.units[unit].range)
            found[printed.owners[unit]] |= reached
    return found


def show_ranges(state: Sands) -> Answer:
    here = sum(1 << unit for unit in ones(state.printed.hqs & ~state.oos) if state.place[unit] >= 0)
    if not here:
        return Answer(text=phrase("No headquarters in supply is on the map"), rule="11.0")
    words = "In range of {hqs}"
    text = phrase(words, hqs=unit_names(state, here))
    return Answer(text=text, cells=tints_by_side(ranges(state)), rule="11.0")


QUESTIONS = {
    "ranges": Question(
        "The hexes in range of headquarters, by side", (), ranges, show_ranges, use="overlay", title="HQ ranges"
    ),
}
