"""Attacks drawn at random from a position, to compare the game with the model on."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.games.dark_sands.models import board, positions
from tests.games.dark_sands.models.combat import (
    Ids,
    assault_allowed,
    contributor_choices,
    defenders_in,
    may_attack,
)
from tests.games.dark_sands.models.position import Counter, Position


@dataclass(frozen=True)
class Attack:
    """One attack as both players have settled it, before the die."""

    attackers: Ids
    hex: str
    attack_contributors: Ids
    defence_contributors: Ids
    table: str
    supports_attack: int
    supports_defence: int
    minus_one: bool


def attackable(position: Position) -> dict[str, Ids]:
    """Every hex that can be attacked, with all who could attack it."""
    found: dict[str, set[str]] = {}
    for counter in position.counters:
        for hex_ in board.neighbours(counter.hex):
            if may_attack(position, counter.id, hex_):
                found.setdefault(hex_, set()).add(counter.id)
    return {hex_: frozenset(units) for hex_, units in found.items()}


def random_attack(rng: Random, position: Position) -> Attack | None:
    """An attack on one of the hexes, often by all who can; none if nobody is adjacent to anybody."""
    targets = attackable(position)
    if not targets:
        return None
    hex_ = rng.choice(sorted(targets))
    able = sorted(targets[hex_])
    attackers = frozenset(able if rng.random() < 0.5 else rng.sample(able, rng.randint(1, len(able))))
    side = board.side_of(board.counter_named(position, able[0]))
    defenders = defenders_in(position, hex_, board.enemy_of(side))
    hitting = _one_of(rng, contributor_choices(position, attackers))
    assault = assault_allowed(position, attackers, hitting) and rng.random() < 0.5
    return Attack(
        attackers,
        hex_,
        hitting,
        _one_of(rng, contributor_choices(position, defenders)),
        "assault" if assault else "mobile",
        rng.choice((0, 0, 1, 2, 3)),
        rng.choice((0, 0, 1, 2, 3)),
        rng.random() < 0.3,
    )


def random_siege(rng: Random) -> Position:
    """A position around one hex that is attacked from many sides, often by whole divisions and by panzers.

    The strewn positions rarely come to high odds, to the Assault table or to panzers against infantry.
    """
    turn = rng.choice((*range(1, 18), 14, 15, 16, 17))
    side = rng.choice((board.AXIS, board.ALLIED, board.ALLIED))
    centre = rng.choice(_hot_land())
    around = sorted(filter(board.passable, board.neighbours(centre)))
    counters: list[Counter] = []
    for hex_ in rng.sample(around, rng.randint(1, min(4, len(around)))):
        _pile(rng, counters, hex_, _formation(rng, side), rng.randint(2, 5))
    enemies = _formation(rng, board.enemy_of(side))
    _pile(rng, counters, centre, enemies, rng.choice((1, 1, 2, 3, 5)))
    boxes = {owner: positions._boxes(rng, counters, owner) for owner in (board.AXIS, board.ALLIED)}
    control = positions._control(rng, counters)
    return Position(turn, tuple(counters), boxes, control, "1546", False, rng.choice(("unbuilt", "built")))


def _hot_land() -> list[str]:
    near = {other for hex_ in positions.HOT_SPOTS for other in (hex_, *board.neighbours(hex_))}
    return sorted(filter(board.passable, near))


def _formation(rng: Random, side: str) -> list[str]:
    """The counters of a side in a mixed order, those of one division before the others."""
    ours = [id_ for id_, versions in board.printed_counters().items() if versions[0].side == side]
    rng.shuffle(ours)
    division = board.printed_counters()[rng.choice(ours)][0].formation
    return sorted(ours, key=lambda id_: not division or board.printed_counters()[id_][0].formation != division)


def _pile(rng: Random, counters: list[Counter], hex_: str, wanted: list[str], number: int) -> None:
    """Put the first that fit into a hex; each of them in some state."""
    for id_ in wanted:
        version = rng.randrange(len(board.printed_counters()[id_]))
        two_steps = board.printed_counters()[id_][version].steps == 2
        newcomer = Counter(
            id_,
            hex_,
            reduced=two_steps and rng.random() < 0.2,
            oos=rng.random() < 0.1,
            disorganised=rng.random() < 0.1 and not id_.startswith("Garrison"),
            version=version,
        )
        full = sum(counter.hex == hex_ for counter in counters) == number
        used = id_ in {counter.id for counter in counters}
        if not full and not used and positions._may_stand(counters, newcomer, hex_):
            counters.append(newcomer)


def _one_of(rng: Random, choices: set[Ids]) -> Ids:
    return rng.choice(sorted(choices, key=sorted))
