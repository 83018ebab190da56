"""The random player, and players by name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import sandtable
from sandtable.kernel.choices import Verb, contains, pack
from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import LEVELS, PlayerInfo
from sandtable.kernel.seat import Seat
from sandtable.players.random import RandomPlayer
from sandtable.players.registry import best_player, newcomers_player, player_for, player_info, player_names
from tinygame.game import TinySkirmish

VERBS = (Verb("hex", "hex"), Verb("unit", "unit"), Verb("stop", closes=True), Verb("done", closes=True))
HEX, UNIT, STOP, DONE = range(4)


def drawn(options: list[tuple[int, int]], times: int = 4000, rarely: int = 20) -> Counter[int]:
    chooser = RandomPlayer(Random(5), VERBS, rarely)
    return Counter(chooser.pick(options) for _ in range(times))


def test_every_choice_comes_up_equally_often() -> None:
    counted = drawn([(HEX, 0b1011), (UNIT, 0b1)])
    assert set(counted) == {pack(HEX, 0), pack(HEX, 1), pack(HEX, 3), pack(UNIT, 0)}
    assert all(850 < number < 1150 for number in counted.values())


def test_closing_verbs_come_up_one_time_in_twenty() -> None:
    counted = drawn([(HEX, 0b11), (STOP, 1), (DONE, 1)])
    assert 130 < counted[pack(STOP)] + counted[pack(DONE)] < 280
    assert counted[pack(STOP)]
    assert counted[pack(DONE)]


def test_closing_verbs_alone_are_chosen_freely() -> None:
    assert set(drawn([(STOP, 1), (DONE, 1)], 50)) == {pack(STOP), pack(DONE)}
    assert set(drawn([(DONE, 1)], 3)) == {pack(DONE)}


def test_without_rarity_closing_verbs_are_like_the_others() -> None:
    assert 1800 < drawn([(HEX, 1), (DONE, 1)], rarely=0)[pack(DONE)] < 2200


def test_it_plays_legally_from_a_seat() -> None:
    game = sandtable.game("tiny-skirmish")
    state = game.start()
    chooser = player_for(game, "random", Random(2))
    side = game.actor(state)
    assert contains(game.options(state), chooser.choose(Seat(game, state, side)))


def test_the_same_seed_makes_the_same_choices() -> None:
    options = [(HEX, (1 << 60) - 1), (DONE, 1)]
    first, second = (RandomPlayer(Random(9), VERBS) for _ in range(2))
    assert [first.pick(options) for _ in range(30)] == [second.pick(options) for _ in range(30)]


def test_a_game_brings_its_own_players() -> None:
    class WithRecruit(TinySkirmish):
        players = {"recruit": lambda rng: RandomPlayer(rng, TinySkirmish.verbs)}

    game = WithRecruit()
    assert player_names(game) == ["random", "uniform", "recruit"]
    assert best_player(game) == "recruit"
    assert isinstance(player_for(game, "recruit", Random(1)), RandomPlayer)


def test_newcomers_are_offered_the_strongest_player_for_beginners() -> None:
    class WithLevels(TinySkirmish):
        players = dict.fromkeys(("child", "cadet", "general"), lambda rng: RandomPlayer(rng, TinySkirmish.verbs))
        player_words = {
            "child": PlayerInfo("Child", "beginner", "Plays."),
            "cadet": PlayerInfo("Cadet", "beginner", "Plays a little better."),
            "general": PlayerInfo("General", "intermediate", "Plays well."),
        }

    game = WithLevels()
    assert newcomers_player(game) == "cadet"
    assert best_player(game) == "general"
    assert player_info(game, "general").title == "General"


@pytest.mark.parametrize("game_id", ["afrika-korps", "rommel-in-the-desert", "tiny-skirmish"])
def test_every_player_has_a_title_and_a_level(game_id: str) -> None:
    game = sandtable.game(game_id)
    for name in player_names(game):
        info = player_info(game, name)
        assert info.title
        assert info.level in LEVELS
        assert info.sentence.endswith(".") or name not in game.player_words


def test_an_unknown_player_is_refused_with_the_known_names() -> None:
    with pytest.raises(Malformed) as refused:
        player_for(sandtable.game("tiny-skirmish"), "rommel", Random(1))
    assert "'rommel'" in str(refused.value)
    assert "random" in str(refused.value.hint)
