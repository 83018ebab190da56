"""The seat a player sits in, the protocol's answers, and the registry."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import CHANCE, OVER, SPECTATOR, Game, Malformed, Player, Seat
from sandtable.kernel.choices import Choice, count, pack, pick
from sandtable.kernel.clauses import read_clauses, read_matrix, untested, write_matrix
from sandtable.kernel.secrecy import probes
from sandtable.kernel.tables import DataError
from tests.kernel.playing import done_rarely, positions, random_match
from tinygame.game import TinySkirmish

tiny = sandtable.game("tiny-skirmish")
READERS = (SPECTATOR, 0, 1)


class Chooser:
    """A player that looks at nothing but its seat, and once in a while thinks about what might be."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, seat: Seat) -> Choice:
        imagined = seat.resample(self.rng)
        assert tiny.options(imagined) == seat.options()
        assert tiny.view(imagined, seat.side) == seat.view()
        options = seat.options()
        return pick(options, self.rng.randrange(count(options)))


def test_players_play_a_match_from_their_seats() -> None:
    players: list[Player] = [Chooser(Random(1)), Chooser(Random(2))]
    match = random_match(tiny, 3)
    while (side := match.actor()) != OVER:
        seat = Seat(tiny, match.state, side)
        choice = players[side].choose(seat)
        assert seat.explain(choice) is None
        match.play(side, [seat.write(choice)])
    assert match.result is not None


OPEN = [
    (name, info.id) for name in sandtable.game_ids() for info in sandtable.game(name).scenarios if not info.secrets
]


@pytest.mark.parametrize(("name", "scenario"), OPEN)
def test_where_nobody_hides_anything_a_resample_is_a_copy(name: str, scenario: str) -> None:
    """Every view there holds the whole state: a scenario that is said to have no secrets must have none."""
    game = sandtable.game(name)
    seen = positions(game, Random(4), done_rarely, scenario=scenario)
    for state in seen[:: -(-len(seen) // 40)]:
        key = game.key(state)
        for side in READERS:
            imagined = Seat(game, state, side).resample(Random(1))
            assert imagined is not state
            assert game.key(imagined) == key
            assert game.key(game.resample(game.view(state, side), Random(1), state.printed)) == key


def test_where_something_is_hidden_a_resample_is_made_from_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.state_type, "copy", lambda state: pytest.fail("the state was copied"))
    state = tiny.start()
    for side in READERS:
        assert tiny.view(Seat(tiny, state, side).resample(Random(1)), side) == tiny.view(state, side)


def test_a_seat_gets_no_answer_while_another_decides() -> None:
    for state in positions(tiny, Random(1)):
        actor = tiny.actor(state)
        for side in READERS:
            seat = Seat(tiny, state, side)
            decides = side == actor and actor != CHANCE
            assert seat.decides() is decides
            assert bool(seat.options()) is decides
            assert bool(seat.rule()) is decides
            if actor >= 0 and not decides:
                assert str(seat.prompt()) == f"The game is waiting for {tiny.sides[actor]}"


def test_explain_is_silent_exactly_for_legal_choices() -> None:
    clauses = {clause.paragraph for clause in read_clauses(tiny.folder).values()}
    for state in positions(tiny, Random(2)):
        legal = set(tiny.legal(state))
        for side in READERS:
            for choice in {*probes(tiny, state.printed, 20), *legal}:
                why = tiny.explain(state, side, choice)
                mine = side == tiny.actor(state) != CHANCE
                assert (why is None) == (mine and choice in legal)
                assert why is None or (why.rule in clauses and str(why.sentence))


def test_the_registry_finds_installed_games() -> None:
    assert "tiny-skirmish" in sandtable.game_ids()
    assert sandtable.game_ids() == sorted(sandtable.game_ids())
    assert isinstance(tiny, Game)
    assert sandtable.game("tiny-skirmish") is tiny


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Malformed, match="there is no game 'chess'") as refusal:
        sandtable.game("chess")
    assert "tiny-skirmish" in str(refusal.value.hint)


@pytest.mark.parametrize(
    ("scenario", "options", "reason", "hint"),
    [
        ("war", {}, "Tiny Skirmish has no scenario 'war'", "choose one of skirmish, patrol, duel"),
        ("", {"colour": "red"}, "there is no option 'colour'", "the options are ties"),
        ("", {"ties": "never"}, "option ties cannot be 'never'", "choose one of red, dice"),
    ],
)
def test_scenarios_and_options_are_checked(scenario: str, options: dict[str, str], reason: str, hint: str) -> None:
    with pytest.raises(Malformed) as refusal:
        tiny.start(scenario, options)
    assert (str(refusal.value), str(refusal.value.hint)) == (reason, hint)


def test_options_not_given_take_their_defaults() -> None:
    assert tiny.options_of("patrol", None) == {"ties": "red"}
    assert tiny.start("patrol").last_turn == 2
    assert tiny.start(options={"ties": "dice"}).dice_for_ties == 1


def test_outcomes_are_written_and_read() -> None:
    text = "hand red: 1a\nS: red/scout\nN: blue/scout\nphase: draw"
    state = tiny.read_position(text, tiny.load_data())
    for outcome, weight in enumerate(tiny.chance(state)):
        if weight:
            assert tiny.read(state, tiny.write(state, outcome)) == outcome
    for wrong in ("1a", "9z", "", "0"):
        with pytest.raises(Malformed, match="not a possible outcome"):
            tiny.read(state, wrong)


def test_data_may_be_overridden_and_wrong_data_are_named(tmp_path: Path) -> None:
    text = (tiny.folder / "data" / "cards.csv").read_text(encoding="utf-8")
    (tmp_path / "cards.csv").write_text(text.replace("4c,4", "4c,9"), encoding="utf-8")
    state = tiny.start(data=tmp_path)
    assert state.printed.values[11] == 9
    assert tiny.data_fingerprint(state.printed) != tiny.data_fingerprint(tiny.load_data())
    assert tiny.vocabulary(state.printed) is not tiny.vocabulary(tiny.load_data())
    wrong = tmp_path / "wrong"
    wrong.mkdir()
    (wrong / "cards.csv").write_text(text.replace("4c,4", "4c,many"), encoding="utf-8")
    with pytest.raises(DataError, match=r"cards\.csv, line 13, field value"):
        tiny.start(data=wrong)


def test_two_kinds_of_one_name_are_refused() -> None:
    class Doubled(TinySkirmish):
        kinds = (*tiny.kinds, tiny.kinds[0])

    numbers = [kind.number for kind in tiny.kinds]
    try:
        with pytest.raises(ValueError, match="two kinds of frame have one name"):
            Doubled()
    finally:
        for kind, number in zip(tiny.kinds, numbers, strict=True):
            kind.number = number


def test_a_game_must_bring_everything() -> None:
    class Half(Game[Any]):
        kinds = ()

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


def test_clauses_and_their_matrix(tmp_path: Path) -> None:
    rows = "id,paragraph,kind,statement\n1.1,1,rule,Do.\n1.2,1,advice,Try.\n1.3,1,example,See.\n"
    (tmp_path / "rules.csv").write_text(rows, encoding="utf-8")
    assert read_matrix(tmp_path) == {}
    assert [clause.id for clause in untested(tmp_path)] == ["1.1", "1.3"]
    write_matrix(tmp_path, {"1.3": ["b"], "1.1": []})
    assert list(read_matrix(tmp_path)) == ["1.1", "1.3"]
    assert [clause.id for clause in untested(tmp_path)] == ["1.1"]
    assert tiny.verbs[0].noun == "hex"
    assert pack(0, 3) == tiny.read(tiny.start(), "to:SE")
