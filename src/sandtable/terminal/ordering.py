"""Standing orders at the terminal: `orders`, `order NAME TERM=VALUE`, `call-off N`."""

from __future__ import annotations

from rich.text import Text

from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.orders import StandingOrder, described
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import quoted, say, shortened
from sandtable.terminal.table import TerminalTable


def orders(table: TerminalTable, rest: str) -> None:
    """List the orders that were left, then those that can be."""
    seat, left = _seat(table)
    game = table.session.game
    for number, one in enumerate(left, 1):
        table.console.print(Text.assemble((f"{number:>3} ", "bold"), described(game, seat, one)))
    if not left:
        table.console.print("You have left no orders: you are asked every time.")
    table.console.print("You can leave:")
    for name, kind in game.orders.items():
        table.console.print(Text.assemble((f"  order {name}", "bold"), f": {kind.description}"))
        for term in kind.terms:
            values = quoted([value for value, _ in term.values(seat)], limit=20) or "nothing now"
            table.console.print(f"      {term.name}={values}")


def order(table: TerminalTable, rest: str) -> None:
    """Leave one more order: its name, then its terms."""
    seat, left = _seat(table)
    name, *terms = rest.split() or [""]
    if not name:
        raise Malformed("'order' needs the name of an order", "'orders' lists those you can leave")
    filled = dict(_term(term) for term in terms)
    table.session.leave_orders(seat.side, [*left, StandingOrder(name, filled)])
    orders(table, "")


def _term(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Malformed(say("'{text}' is no term of an order", text=shortened(text)), "for example: hex=G25")
    return name, value


def call_off(table: TerminalTable, rest: str) -> None:
    seat, left = _seat(table)
    number = whole_number(rest)
    if number is None or not 1 <= number <= len(left):
        wrong = say("there is no order with the number '{text}'", text=shortened(rest))
        raise Malformed(wrong, "'orders' lists them with their numbers")
    table.session.leave_orders(seat.side, [one for n, one in enumerate(left, 1) if n != number])
    orders(table, "")


def _seat(table: TerminalTable) -> tuple[Seat, list[StandingOrder]]:
    """The seat of whoever is at the terminal, and the orders left there."""
    side = table.session.viewer()
    if not table.session.game.orders:
        raise Malformed("this game has no standing orders")
    if side == SPECTATOR:
        raise Malformed("only a player can leave orders")
    return Seat(table.session.game, table.state, side), table.session.orders.get(side, [])
