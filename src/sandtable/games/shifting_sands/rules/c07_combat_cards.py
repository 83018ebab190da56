"""7.6, 11.25: combat cards: when they can be played, what they do, who keeps them."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def playable_combat_cards(state: Theatre, side: int) -> int:
    """11.25: the cards in hand or in front of a side that it may play into the battle now, flank step excluded."""
    raise NotImplementedError


def flank_cards(state: Theatre, side: int) -> int:
    """X30, A55: the cards that may be shown in the flank step."""
    raise NotImplementedError


def ask_attacker(state: Theatre, frame: Frame) -> None:
    """11.25: a step of the battle."""
    raise NotImplementedError


def ask_defender(state: Theatre, frame: Frame) -> None:
    """11.25: a step of the battle."""
    raise NotImplementedError


def put_away(state: Theatre, frame: Frame) -> None:
    """7.611, 7.613, 11.282: a step of the battle: the winner keeps cards, all others are discarded or removed."""
    raise NotImplementedError
