"""Standing orders at the terminal."""

from __future__ import annotations

from random import Random

from sandtable.kernel.chance import RandomChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.match import Match
from sandtable.kernel.orders import StandingOrder
from sandtable.terminal.session import PERSON, Session
from tests.cli.conftest import Run
from tests.cli.test_play import GAME, PLAY, typed


def test_orders_are_listed_left_and_called_off(run: Run) -> None:
    lines = ("orders", "order ask-at hex=NE", "order hold", "call-off 1", "quit", "no")
    told = run(*PLAY, typed=typed(*lines)).stdout
    assert "You have left no orders" in told
    assert "order ask-at: An attack there is left to you" in told
    assert "hex=C, N, NE, SE, S, SW, NW" in told
    assert "card=nothing now" in told
    assert "  2 Hold" in told
    assert told.rstrip().count("  1 Hold") == 1


def test_what_is_wrong_with_an_order_is_said(run: Run) -> None:
    lines = (
        "order",
        "order retreat",
        "order ask-at",
        "order ask-at hex",
        "order ask-at hex=Z",
        "call-off 3",
        "quit",
    )
    told = run(*PLAY, typed=typed(*lines)).stdout
    for words in (
        "No: 'order' needs the name of an order",
        "No: there is no standing order 'retreat'",
        "No: 'ask-at' needs its term 'hex'",
        "No: 'hex' is no term of an order",
        "No: 'ask-at': hex cannot be 'Z'",
        "No: there is no order with the number '3'",
    ):
        assert words in told
    assert (
        "No: this game has no standing orders" in run("play", "afrika-korps", typed=typed("orders", "quit")).stdout
    )


def test_whoever_has_ordered_to_hold_is_not_asked() -> None:
    answered = 0
    for seed in range(12):
        rng = Random(seed)
        session = Session(Match.start(GAME, chance=RandomChance(rng)), (PERSON, PERSON), rng)
        session.leave_orders(1, [StandingOrder("hold")])
        while session.match.actor() != OVER:
            state = session.match.state
            assert (session.match.actor(), GAME.kind_names[state.frames[-1][0]]) != (1, "ambush")
            legal = [GAME.write(state, choice) for choice in GAME.legal(state)]
            session.play(rng.choice([text for text in legal if text != "done"] or legal))
        answered += sum(getattr(record, "text", "") == "no-ambush" for record in session.match.records)
    assert answered
