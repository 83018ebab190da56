"""13.1 to 13.5, 13.8: supports: what can be committed to a combat, and where it goes afterwards.

Garrisons and boxes lie on the map: see c13_field_works.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.counters import written
from sandtable.games.dark_sands.rules.c11_range import in_range
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_guns import release_guns
from sandtable.games.dark_sands.rules.c19_east import watch_east
from sandtable.games.dark_sands.rules.c20_fight import Fight, attack_of, defence_of, fight_over, is_sound
from sandtable.games.dark_sands.state import (
    S_COMMITTED,
    S_GONE,
    S_READY,
    S_USED,
    Sands,
    eliminate,
    steps_of,
)
from sandtable.games.dark_sands.verbs import ATTACH, DONE, SUPPORT
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, nearest, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

FLYING = ("air", "naval")
"""13.3: naval guns count as one more aircraft."""

# Losing units, and what is with them


def kill(state: Sands, unit: int) -> None:
    """A unit is eliminated; its guns come back (13.5), and so does a box that nobody is left in (13.7.3): every
    elimination comes here."""
    tell(state, "eliminated", "13.6.3" if state.printed.garrisons >> unit & 1 else "17.5", unit=unit)
    release_guns(state, bit(unit))
    eliminate(state, unit)
    tidy_boxes(state)
    watch_east(state)


def lose_step(state: Sands, unit: int) -> None:
    """20.3.2: a unit of two steps is reduced, any other is eliminated."""
    if steps_of(state, unit) > 1:
        state.reduced |= bit(unit)
        tell(state, "reduced", "20.3.2", unit=unit)
        watch_east(state)
    else:
        kill(state, unit)


# What can be committed (13.1)


def battle_of(state: Sands) -> Fight:
    """The battle being fought."""
    return fight_over(state, state.target, state.attackers, state.contributors)


def available(state: Sands, side: int) -> int:
    """13.1: the supports that a side can commit to the battle."""
    fight = battle_of(state)
    own = (number for number, counter in enumerate(state.printed.supports) if counter.side == side)
    return mask_of(number for number in own if why_not_support(state, fight, side, number) is None)


def why_not_support(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """Why a support cannot be committed; None if it can."""
    counter = state.printed.supports[support]
    if counter.side != side:
        return "13.1", say("that support is not yours")
    if state.supports[support] != S_READY:
        return "13.1", say("that support is not face up in your box")
    return _WHY_NOT[counter.kind](state, fight, side, support)


def _no_air(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """13.2: only over its sections; together at most the printed factors of the units that fight."""
    printed = state.printed
    if printed.board.sheet_of[fight.target] not in printed.supports[support].sections:
        return "13.2", say("that support does not fly over this section")
    if air_factor(state, fight, side, support) > air_room(state, fight, side):
        return "13.2", say("aircraft add no more than the printed factors of the units that fight")
    return None


def air_factor(state: Sands, fight: Fight, side: int, support: int) -> int:
    counter = state.printed.supports[support]
    return counter.attack[0] if side == fight.attacking else counter.defence[0]


def air_room(state: Sands, fight: Fight, side: int) -> int:
    """13.2: what aircraft and naval guns may still add."""
    units, factor = (fight.striking, attack_of) if side == fight.attacking else (fight.holding, defence_of)
    used = sum(
        air_factor(state, fight, side, support)
        for support in ones(state.committed)
        if state.printed.supports[support].side == side and state.printed.supports[support].kind in FLYING
    )
    return sum(factor(state, unit) for unit in ones(units)) - used


def _no_naval(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """13.3: only where the defender is on the coast."""
    if not state.printed.ground.coast >> fight.target & 1:
        return "13.3", say("naval guns reach only hexes on the coast")
    return _no_air(state, fight, side, support)


def _no_artillery(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """13.4: one a side, once a segment, within range of its headquarters, which is not OOS."""
    printed = state.printed
    headquarters = printed.nouns["unit"].index(written(printed.supports[support].hq))
    if any(
        printed.supports[other].kind == "artillery" and printed.supports[other].side == side
        for other in ones(state.committed)
    ):
        return "13.4", say("each side commits only one artillery support to a combat")
    if state.guns_used >> support & 1:
        return "13.4", say("that artillery has already been used in this segment")
    if state.oos >> headquarters & 1:
        return "13.4", say("the headquarters of that artillery is out of supply")
    if not in_range(state, headquarters) >> fight.target & 1:
        return "13.4", say("the combat is out of range of the headquarters of that artillery")
    return None


def _no_guns(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """13.5: with a unit that fights and is not OOS."""
    if not gunners(state, fight, side):
        return "13.5", say("none of your units here can receive guns: all are out of supply")
    return None


def gunners(state: Sands, fight: Fight, side: int) -> int:
    """13.5: the units in the battle to which guns can be attached."""
    return (fight.striking if side == fight.attacking else fight.holding) & ~state.oos


def _no_hecker(state: Sands, fight: Fight, side: int, support: int) -> tuple[str, Message] | None:
    """13.8: on the coast."""
    if not state.printed.ground.coast >> fight.target & 1:
        return "13.8", say("Hecker fights only on the coast")
    return None


_WHY_NOT = {
    "air": _no_air,
    "naval": _no_naval,
    "artillery": _no_artillery,
    "anti_tank": _no_guns,
    "amphibious": _no_hecker,
}


# Committing them (13.1)


def commit_supports(state: Sands, side: int) -> None:
    """13.1: a side is asked only if it has something to commit."""
    if available(state, side):
        push(state, COMMITTING, side)


def commit(state: Sands, support: int) -> None:
    """13.1: a support is put on the map for this combat."""
    state.supports[support] = S_COMMITTED
    state.committed |= bit(support)
    tell(state, "commits", "13.1", support=support, to=state.target)


def attach(state: Sands, support: int, unit: int) -> None:
    """13.5: guns go with a unit for the rest of the turn."""
    state.supports[support] = S_COMMITTED
    state.attached[support] = unit
    tell(state, "attaches", "13.5", support=support, unit=unit)


def after_combat(state: Sands) -> None:
    """13.1 to 13.4, 13.8: aircraft and naval guns go back face down, artillery face up; Hecker is gone."""
    for support in ones(state.committed):
        kind = state.printed.supports[support].kind
        if kind == "artillery":
            state.guns_used |= bit(support)
            state.supports[support] = S_READY
        else:
            state.supports[support] = S_GONE if kind == "amphibious" else S_USED


class Committing(ChoiceKind[Sands]):
    """13.1: a side commits supports, one by one; the attacker first."""

    name = "support"
    on = ("battle.attacker_supports", "battle.defender_supports")
    rule = "13.1"
    asks = one("side")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((SUPPORT, available(state, self.side(state, frame))), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        pop(state)
        if verb == DONE:
            return
        if state.printed.supports[argument].kind != "anti_tank":
            commit(state, argument)
            commit_supports(state, side)
            return
        units = gunners(state, battle_of(state), side)
        if units & units - 1:
            push(state, ATTACHING, side, argument)
        else:
            attach(state, argument, first(units))
            commit_supports(state, side)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        place = state.printed.place(state.target)
        return say("Commit supports to the combat in {place}, or go on", place=place)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb == SUPPORT and (why := why_not_support(state, battle_of(state), side, argument)):
            return why
        return "13.1", otherwise("first commit supports, or go on without")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if (self.side(state, frame) == state.active) != _attacker_commits(state):
            yield say("the other side commits its supports now")


class Attaching(ChoiceKind[Sands]):
    """13.5: which unit gets the guns?"""

    name = "attach"
    on = ("battle.attacker_supports", "battle.defender_supports")
    rule = "13.5"
    words = say("Choose the unit that gets the anti-tank guns for the rest of the turn")
    asks = one("side")
    guns = one("support")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ATTACH, gunners(state, battle_of(state), self.side(state, frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        attach(state, self.guns(frame), argument)
        commit_supports(state, self.side(state, frame))

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        fight, side = battle_of(state), self.side(state, frame)
        if verb != ATTACH:
            return "13.5", otherwise("first choose the unit that gets the guns")
        if state.printed.owners[argument] != side:
            return "13.5", say("that unit is not yours")
        if not (fight.attackers | fight.defenders) >> argument & 1:
            return "13.5", say("that unit takes no part in the combat")
        if state.oos >> argument & 1:
            return "13.5", say("units out of supply receive no guns")
        assert not gunners(state, fight, side) >> argument & 1
        return "7.4", say("that unit does not contribute to the combat")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        side, guns = self.side(state, frame), self.guns(frame)
        if (side == state.active) != _attacker_commits(state):
            yield say("the other side commits its supports now")
        elif state.printed.supports[guns].kind != "anti_tank" or not available(state, side) >> guns & 1:
            yield say("those are no guns that can be attached")


def _attacker_commits(state: Sands) -> bool:
    """Is it the step of the attacker's supports?"""
    from sandtable.games.dark_sands.rules.c20_combat import BATTLE, attacker_supports

    return nearest(state, BATTLE)[1] == BATTLE.steps.index(attacker_supports) + 1


COMMITTING, ATTACHING = Committing(), Attaching()
