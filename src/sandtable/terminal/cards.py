"""Cards and chits at the terminal: the hand under the board, `cards` for everything that lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sandtable.kernel.scene import Board, Card, Chit, Cup, Scene

CHITS_LIMIT = 16
SOFT_HYPHEN = "\u00ad"
"""Where a long word may be divided; here nothing is."""


def show_piles(console: Console, scene: Scene, board: Board) -> None:
    """Every pile with its cards, and what each card can be played for now."""
    offered = {button.choice for button in scene.buttons}
    for pile in board.piles:
        lying = [card for card in scene.cards if card.pile == pile.id]
        console.print(f"{pile.name}: {sum(card.count for card in lying)}", style="bold")
        for card in lying:
            if card.id:
                _show_card(console, card, offered)


def _show_card(console: Console, card: Card, offered: set[str]) -> None:
    console.print(Text.assemble(f"  {card_words(card)}", (f"  {' '.join(card.text)}", "dim")))
    for use in card.uses:
        mark = "*" if use.choice in offered else " "
        console.print(Text.assemble(f"    {mark} {use.choice:<20} ", (use.label, "dim")))


def card_words(card: Card) -> str:
    """A card in a line: its name, what is printed on it, its title and its condition."""
    figures = " ".join(part for part in (card.value, *card.symbols) if part)
    status = f" ({', '.join(card.status)})" if card.status else ""
    title = card.title.replace(SOFT_HYPHEN, "")
    return f"{card.id} {f'[{figures}] ' if figures else ''}{title}{status}".rstrip()


def show_hand(console: Console, scene: Scene, board: Board) -> None:
    """The cards that the viewer may see in a hand, in one line; `cards` tells more."""
    for pile in board.piles:
        held = [card for card in scene.cards if card.pile == pile.id]
        if pile.kind == "hand" and held:
            known = [card_words(card) for card in held if card.id]
            hidden = sum(card.count for card in held if not card.id)
            words = [*known, *([f"{hidden} face down"] if hidden else [])]
            console.print(f"{pile.name}: {', '.join(words)}", no_wrap=True, overflow="ellipsis")


def show_cups(console: Console, scene: Scene) -> None:
    """For each cup, what is left in it and what was drawn, in that order."""
    for cup in scene.cups:
        console.print(_cup_words(cup), no_wrap=True, overflow="ellipsis")


def _cup_words(cup: Cup) -> str:
    parts = [f"{cup.name}: {_chits(cup.left) or 'empty'}"]
    if cup.drawn:
        parts.append(f"drawn {_chits(cup.drawn)}")
    return "; ".join((*parts, *cup.limits))


def _chits(chits: Sequence[Chit]) -> str:
    words = [f"{chit.count} {chit.name}" if chit.count > 1 else chit.name for chit in chits[:CHITS_LIMIT]]
    more = [f"{len(chits) - CHITS_LIMIT} more"] if len(chits) > CHITS_LIMIT else []
    return ", ".join((*words, *more))
