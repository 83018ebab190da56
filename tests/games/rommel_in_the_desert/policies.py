"""A way to play Rommel in the Desert at random: in search of the enemy."""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.verbs import ASSAULT, DONE, EXIT, FIGHT, HEX, PASS, REAL, STOP, TO
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.players.random import RandomPlayer

OFTEN, HALF = 0.85, 0.5
SLIDING = ("step", "destination", "deploy-to", "march-to")
"""Decisions about a way, on which a side goes towards the enemy."""


class ContactSeeking:
    """Lays cards, moves towards the enemy and into his hexes, fights what may be fought; otherwise as it comes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.player = RandomPlayer(rng, GAME.verbs)

    def __call__(self, state: Position, options: Options) -> Choice:
        offered, kind = dict(options), GAME.kind_names[state.frames[-1][0]]
        if kind == "lay" and REAL in offered and self.rng.random() < OFTEN:
            return pack(REAL, self.any_of(offered[REAL]))
        if kind in SLIDING and self.rng.random() < OFTEN:
            return self.advance(state, offered, options)
        if kind == "name-battles" and self.rng.random() < OFTEN:
            verb = ASSAULT if ASSAULT in offered and self.rng.random() < HALF else FIGHT
            if verb in offered:
                return pack(verb, self.any_of(offered[verb]))
        if kind in ("spend", "refuse-battle", "choose-retreat") and self.rng.random() < HALF:
            return pack(DONE)
        return self.player.pick([option for option in options if option[0] != PASS] or options)

    def any_of(self, mask: int) -> int:
        return self.rng.choice(list(ones(mask)))

    def advance(self, state: Position, offered: dict[int, int], options: Options) -> Choice:
        """Into an enemy hex, or nearer to one; stop when nothing leads nearer."""
        if EXIT in offered and self.rng.random() < HALF:
            return pack(EXIT)
        verb = HEX if HEX in offered else TO
        enemy = state.held[1 - GAME.actor(state)]
        if verb not in offered or not enemy:
            return self.player.pick(options)
        if offered[verb] & enemy:
            return pack(verb, self.any_of(offered[verb] & enemy))
        best = min(ones(offered[verb]), key=lambda place: (nearness(state, place, enemy), self.rng.random()))
        if STOP in offered:  # only a unit on its way may stop
            here = state.place[STEP.unit(state.frames[-1])]
            if nearness(state, best, enemy) >= nearness(state, here, enemy):
                return pack(STOP)
        return pack(verb, best)


def nearness(state: Position, place: int, enemy: int) -> int:
    """The distance to the next enemy hex."""
    return min(state.printed.board.distance(place, other) for other in ones(enemy))
