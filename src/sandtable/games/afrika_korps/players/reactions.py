"""The recruit's answers to everything but movement and the division of combat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.afrika_korps.players.country import march_lengths
from sandtable.games.afrika_korps.players.odds import worth
from sandtable.games.afrika_korps.players.survey import threat_of
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.rules.c06_end_of_movement import REDUCE_STACK, SACRIFICE
from sandtable.games.afrika_korps.rules.c07_combat import CHOOSE_BATTLE
from sandtable.games.afrika_korps.rules.c07_retreat import RETREAT_STEP
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_declaration import FORM_BATTLE, SUPPORT
from sandtable.games.afrika_korps.rules.c09_automatic_victory import NAME_SUPPLY, VICTORY
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.games.afrika_korps.rules.c12_arrivals import ARRIVALS, LAND_SUPPLY, MAKE_ROOM, PORT
from sandtable.games.afrika_korps.rules.c15_capture import is_capture, lone_supply
from sandtable.games.afrika_korps.rules.c15_supply_won import MOVE_WON_SUPPLY
from sandtable.games.afrika_korps.rules.c16_advance import ADVANCE
from sandtable.games.afrika_korps.rules.c21_substitutes import FORM_SUBSTITUTE, SUBSTITUTION
from sandtable.games.afrika_korps.rules.c22_rommel import RESCUE
from sandtable.games.afrika_korps.state import Position, combat_units_at, hexes_of
from sandtable.games.afrika_korps.verbs import (
    ATTACK,
    BATTLE,
    BREAK,
    CAPTURE,
    DECLINE,
    DESTROY,
    DONE,
    EMBARK,
    FORM,
    HEX,
    LOSE,
    PERMIT,
    STOP,
    SUPPLY,
    TARGET,
    UNIT,
    WITH,
)
from sandtable.kernel.bits import first, nth, ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.kernel.flow import Kind
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Verbs

PREFERENCE = (CAPTURE, WITH, TARGET, UNIT, HEX, PERMIT, LOSE, BATTLE)
"""Where nothing better is known: the first of these that is there."""
SELDOM = (DESTROY, EMBARK, FORM, BREAK, DECLINE)


def react(state: Position, side: int, options: Options, rng: Random) -> Choice:
    """The answer of whoever knows about this decision; failing that, a sensible verb with a sensible argument."""
    frame, legal = state.frames[-1], dict(options)
    if is_capture(frame):
        return pack(DESTROY, first(legal[DESTROY]))  # what the enemy would take is burnt
    answer = ANSWERS.get(frame[0])
    if answer is None:
        ANSWERS.update((kind.number, one) for kind, one in DECISIONS)
        answer = ANSWERS.setdefault(frame[0], _any)
    choice = answer(state, side, legal)
    return choice if choice is not None else _sensible(state, legal, rng)


def _any(state: Position, side: int, legal: Verbs) -> Choice | None:
    return None


def _sensible(state: Position, legal: Verbs, rng: Random) -> Choice:
    verbs = {verb: mask for verb, mask in legal.items() if verb not in SELDOM} or legal
    if DONE in verbs and ATTACK not in verbs and UNIT not in verbs and WITH not in verbs:
        return pack(DONE)
    for verb in PREFERENCE:
        if verb in verbs:
            units, mask = state.printed, verbs[verb]
            if verb == HEX:
                return pack(verb, nth(mask, rng.randrange(mask.bit_count())))
            if verb == LOSE:
                return pack(verb, min(ones(mask), key=lambda unit: (worth(units, unit), unit)))
            if verb in (PERMIT, BATTLE):
                return pack(verb, first(mask))
            return pack(verb, max(ones(mask), key=lambda unit: (units.attack[unit], -unit)))
    verb, mask = next(iter(verbs.items()))
    return pack(verb, first(mask))


# What arrives


def _make_room(state: Position, side: int, legal: Verbs) -> Choice:
    """Supply that is there is worth more than supply that may come."""
    return pack(DONE)


def _land_supply(state: Position, side: int, legal: Verbs) -> Choice:
    """To Tobruch, if its garrison has none; otherwise wherever it is nearer to the enemy and not besieged."""
    return pack(HEX, _port(state, side, legal[HEX], supply=True))


def _port(state: Position, side: int, ports: int, supply: bool) -> int:
    printed = state.printed
    tobruch, base = printed.tobruch, printed.base[side]
    if not ports >> tobruch & 1:
        return first(ports)
    if not ports >> base & 1:
        return tobruch
    threat = threat_of(state, ENEMY_OF[side])
    here = combat_units_at(state, tobruch, side)
    stores = state.stacks.get(tobruch, 0) & printed.supply & printed.side_units[side]
    if not supply and not _has_room(state, side, tobruch):
        return base
    if not supply and not _has_room(state, side, base):
        return tobruch
    if side == AXIS:
        return tobruch
    if supply:
        return tobruch if not stores and here else base
    room = printed.stacking - here.bit_count()
    return tobruch if room > 0 and threat.at(tobruch) and not threat.at(base) else base


def _has_room(state: Position, side: int, port: int) -> bool:
    """Can one more unit land here and stay, or march on? A besieged port holds three."""
    printed, enemy = state.printed, ENEMY_OF[side]
    if combat_units_at(state, port, side).bit_count() < printed.stacking:
        return True
    return bool(printed.board.adjacent[port] & ~zone(state, enemy) & ~state.occupied[enemy])


def _arrivals(state: Position, side: int, legal: Verbs) -> Choice | None:
    """All units that can come do, the strongest first, as long as there is room to stay or a way out (6.3)."""
    room = any(_has_room(state, side, port) for port in ones(state.ports_at_start))
    if UNIT not in legal or (DONE in legal and not room):
        return pack(DONE)
    return pack(UNIT, max(ones(legal[UNIT]), key=lambda unit: (worth(state.printed, unit), -unit)))


def _choose_port(state: Position, side: int, legal: Verbs) -> Choice:
    return pack(HEX, _port(state, side, legal[HEX], supply=False))


# Losses and battles


def _weakest(state: Position, side: int, legal: Verbs) -> Choice | None:
    if LOSE not in legal:
        return None
    return pack(LOSE, min(ones(legal[LOSE]), key=lambda unit: (worth(state.printed, unit), unit)))


def _next_battle(state: Position, side: int, legal: Verbs) -> Choice | None:
    """The surest first: what it clears away cannot block the others."""
    if ATTACK in legal:
        return pack(ATTACK, first(legal[ATTACK]))
    if CAPTURE in legal:
        return pack(CAPTURE, first(legal[CAPTURE]))
    if BATTLE in legal:
        odds = [(odds_against(state, state.attackers[n], state.defenders[n]), -n) for n in ones(legal[BATTLE])]
        return pack(BATTLE, -max(odds)[1])
    return pack(DONE)


def _support(state: Position, side: int, legal: Verbs) -> Choice:
    """What is spent already, captured supply, then whatever is nearest to the enemy: it is in danger anyway."""
    goal = march_lengths(state.printed, state.printed.base[ENEMY_OF[side]])
    units = ones(legal[SUPPLY])
    return pack(
        SUPPLY,
        min(
            units,
            key=lambda unit: (
                not state.used >> unit & 1,
                not state.captured >> unit & 1,
                goal[max(0, state.place[unit])],
                unit,
            ),
        ),
    )


def _retreat_step(state: Position, side: int, legal: Verbs) -> Choice:
    """Drive them away from their supply and their base, but not upon our own supply."""
    unit = RETREAT_STEP.unit(state.frames[-1])
    owner = state.printed.side_of[unit]
    home = march_lengths(state.printed, state.printed.base[owner])
    ours = hexes_of(state, lone_supply(state, side))
    near = ours | state.printed.board.spread(ours)
    good = legal[HEX]

    def order(place: int) -> tuple[bool, bool, int, int]:
        return near >> place & 1 == 0, not state.printed.doubling >> place & 1, home[place], place

    return pack(HEX, max(ones(good), key=order))


def _advance(state: Position, side: int, legal: Verbs) -> Choice | None:
    """Doubled ground is worth having, a fortress more so: the best defenders go in."""
    if UNIT not in legal:
        return pack(DONE)
    return pack(UNIT, max(ones(legal[UNIT]), key=lambda unit: (state.printed.defense[unit], -unit)))


def _rescue(state: Position, side: int, legal: Verbs) -> Choice:
    """Rommel joins the strongest."""

    def strength(place: int) -> tuple[int, int]:
        return sum(state.printed.attack[u] for u in ones(combat_units_at(state, place, AXIS))), place

    return pack(HEX, max(ones(legal[HEX]), key=strength))


def _won_supply(state: Position, side: int, legal: Verbs) -> Choice:
    """Towards the nearest friends."""
    supply = MOVE_WON_SUPPLY.supply(state.frames[-1])
    here, friends = state.place[supply], state.occupied[side]
    if HEX not in legal or friends >> here & 1:
        return pack(STOP) if STOP in legal else pack(HEX, first(legal[HEX]))
    distance = state.printed.board.distance
    if not friends:
        return pack(STOP)
    best = min(ones(legal[HEX]), key=lambda place: (min(distance(place, f) for f in ones(friends)), place))
    near = min(distance(here, f) for f in ones(friends))
    return pack(HEX, best) if min(distance(best, f) for f in ones(friends)) < near else pack(STOP)


def _close(state: Position, side: int, legal: Verbs) -> Choice | None:
    """All units that were meant to fight have been named: the battle is closed."""
    return pack(DONE) if DONE in legal else None


def _halt(state: Position, side: int, legal: Verbs) -> Choice | None:
    """A march that was broken off ends where it is."""
    return pack(STOP) if STOP in legal else None


# Substitutes


def _substitution(state: Position, side: int, legal: Verbs) -> Choice:
    """21: one strong counter takes the room of one; those it stands for can be had back."""
    if FORM in legal and side == ALLIED:
        return pack(FORM, first(legal[FORM]))
    return pack(DONE)


def _parts(state: Position, side: int, legal: Verbs) -> Choice:
    """The slowest go in first."""
    return pack(UNIT, min(ones(legal[UNIT]), key=lambda unit: (state.printed.move[unit], unit)))


DECISIONS: tuple[tuple[Kind, Callable[[Position, int, Verbs], Choice | None]], ...] = (
    (MOVE, _halt),
    (FORM_BATTLE, _close),
    (VICTORY, _close),
    (MAKE_ROOM, _make_room),
    (LAND_SUPPLY, _land_supply),
    (ARRIVALS, _arrivals),
    (PORT, _choose_port),
    (REDUCE_STACK, _weakest),
    (SACRIFICE, _weakest),
    (CHOOSE_BATTLE, _next_battle),
    (SUPPORT, _support),
    (NAME_SUPPLY, _support),
    (RETREAT_STEP, _retreat_step),
    (ADVANCE, _advance),
    (RESCUE, _rescue),
    (MOVE_WON_SUPPLY, _won_supply),
    (SUBSTITUTION, _substitution),
    (FORM_SUBSTITUTE, _parts),
)
ANSWERS: dict[int, Callable[[Position, int, Verbs], Choice | None]] = {}
"""By the number of a decision; filled when the first is made."""
