"""7.51: events that ask somebody something, or roll a die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.shifting_sands.knowledge.memory import lay_open
from sandtable.games.shifting_sands.printed.counters import COMMONWEALTH
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c03_control import CapturedSupply, restorable, take_control
from sandtable.games.shifting_sands.rules.c07_conditions import air_support
from sandtable.games.shifting_sands.rules.c07_reinforcements import (
    DURING_AN_EVENT,
    bring,
    brought,
    event_faults,
)
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE, has_room
from sandtable.games.shifting_sands.rules.c11_elimination import replaceable_box, reserve_box
from sandtable.games.shifting_sands.rules.c11_losses import lose_step
from sandtable.games.shifting_sands.state import UNUSED, Theatre, alike, put, units_at
from sandtable.games.shifting_sands.verbs import DONE, LOSE, REMOVE, TO
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import listed, many, one, one_of
from sandtable.kernel.flow import ChoiceKind, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# X05: Egyptian Uprising


def ask_for_uprising(state: Theatre, side: int, card: int) -> None:
    """X05, 7.531, 10.44: the Egyptians rise in Allied victory spaces of Egypt, and in Sinai, where no Allied unit
    is."""
    _rise(state, _restless(state) & state.controls[ALLIED], brought(state, card))


def _restless(state: Theatre) -> int:
    """X05, 10.44: the victory spaces of Egypt, and Sinai."""
    scoring = mask_of(space for space, printed in enumerate(state.printed.spaces) if printed.points)
    return state.printed.regions["Egypt"] & scoring | state.printed.regions["Sinai"]


def _rise(state: Theatre, spaces: int, units: Sequence[int]) -> None:
    """Ask where the next battlegroup rises, if one is left and there is a space for it."""
    if units and rising(state, spaces, units[0]):
        push(state, UPRISING, spaces, *units)


def rising(state: Theatre, spaces: int, unit: int) -> int:
    """Those of the spaces that have no Allied unit, and room."""
    return mask_of(space for space in ones(spaces & ~state.occupied[ALLIED]) if has_room(state, unit, space))


class Uprising(ChoiceKind[Theatre]):
    """X05: where does the next Egyptian battlegroup rise?"""

    name = "uprising"
    on = DURING_AN_EVENT
    rule = "X05"
    asks = AXIS
    open_to_all = True
    spaces = many("space")
    units = listed(one("unit"))

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((TO, rising(state, self.spaces(frame), self.units(frame)[0])), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        spaces, units = self.spaces(frame), self.units(frame)
        pop(state)
        if verb == DONE:
            return
        tell(state, "rises", "7.531", unit=units[0], to=argument)
        put(state, units[0], argument)
        _rise(state, spaces, units[1:])
        take_control(state, argument, AXIS, "X05")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Where do Egyptians rise? Battlegroups left: {left}", left=len(self.units(frame)))

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != TO:
            return self.rule, say("first place the Egyptians, or end the uprising")
        if not self.spaces(frame) >> argument & 1:
            return "7.531", say("Egyptians rise in Allied victory spaces of Egypt, and in Sinai")
        if units_at(state, argument, ALLIED):
            return self.rule, say("an Allied unit is there")
        assert not has_room(state, self.units(frame)[0], argument)
        return "8.1", say("that space is full")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        units = self.units(frame)
        yield from event_faults(state, AXIS)
        if not units or any(state.place[unit] != UNUSED for unit in units) or len(set(units)) < len(units):
            yield say("Egyptians rise who are in play already")
        if mask_of(units) & ~state.printed.nations["EG"]:
            yield say("others rise than Egyptians")
        if self.spaces(frame) & ~_restless(state):
            yield say("Egyptians rise where they cannot")


UPRISING = Uprising()


# X10, X15: units leave for Greece

BATTLEGROUP, DIVISION, ARMOUR = range(3)
DEMANDS = ("battlegroup", "division", "armour")
CAMPAIGN = (DIVISION, DIVISION, ARMOUR)
"""X15: what the Balkans cost."""
CAMPAIGN_REGIONS: Sequence[str] = ("Egypt", "Libya", "Palestine")
GREECE_REGIONS: Sequence[str] = ("Egypt", "Palestine")
SENT_FIRST = (("AUS", "NZ"), ("IND",), ("BR",))
"""X15: of which nations the divisions are."""


def ask_for_greece(state: Theatre, side: int, card: int) -> None:
    """X10: the Allies lose a battlegroup to Greece."""
    _send(state, (BATTLEGROUP,))


def ask_for_the_balkans(state: Theatre, side: int, card: int) -> None:
    """X15: the Allies lose two divisions and a battlegroup; the Greeks join them."""
    bring(state, side, card)
    _send(state, CAMPAIGN)


def _send(state: Theatre, demands: Sequence[int]) -> None:
    """Units leave for Greece; the Allies are asked if more could go than must. What they lack is not made up."""
    for done, demand in enumerate(demands):
        units = alike(state, demanded(state, demand))
        if units.bit_count() > demands[done:].count(demand):
            push(state, TO_GREECE, *demands[done:])
            return
        if units:
            _leave(state, first(units))


def demanded(state: Theatre, demand: int) -> int:
    """X10, X15: the units of which one must go."""
    printed = state.printed
    if demand == DIVISION:
        infantry = printed.divisions & ~printed.armour
        sent = (_within(state, _of(state, nations) & infantry, *CAMPAIGN_REGIONS) for nations in SENT_FIRST)
        return next(filter(None, sent), 0)
    if demand == ARMOUR:
        units, regions = printed.nations["BR"] & printed.armour, CAMPAIGN_REGIONS
    else:
        units, regions = _of(state, ("BR", *COMMONWEALTH)), GREECE_REGIONS
    units &= ~printed.divisions
    return units_at(state, reserve_box(state, ALLIED), ALLIED) & units or _within(state, units, *regions)


def _of(state: Theatre, nations: Sequence[str]) -> int:
    found = 0
    for nation in nations:
        found |= state.printed.nations[nation]
    return found


def _within(state: Theatre, units: int, *regions: str) -> int:
    """Those of these units that are in one of these regions."""
    spaces = 0
    for region in regions:
        spaces |= state.printed.regions[region]
    return mask_of(unit for unit in ones(units) if state.place[unit] >= 0 and spaces >> state.place[unit] & 1)


def _leave(state: Theatre, unit: int) -> None:
    tell(state, "leaves-for-greece", state.printed.cards[state.card].id, unit=unit, origin=state.place[unit])
    state.forget("unit", unit)
    put(state, unit, replaceable_box(state, ALLIED))


class ToGreece(ChoiceKind[Theatre]):
    """X10, X15: which unit leaves for Greece?"""

    name = "to-greece"
    on = DURING_AN_EVENT
    rule = "7.51"
    asks = ALLIED
    open_to_all = True
    demands = listed(one_of(*DEMANDS))

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((REMOVE, alike(state, demanded(state, self.demands(frame)[0]))))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        demands = self.demands(frame)
        pop(state)
        _leave(state, argument)
        _send(state, demands[1:])

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        if self.demands(frame)[0] == DIVISION:
            return say("Which division leaves for Greece?")
        return say("Which battlegroup leaves for Greece?")

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        clause = state.printed.cards[state.card].id
        if verb != REMOVE:
            return clause, say("first choose a unit that leaves for Greece")
        if demanded(state, self.demands(frame)[0]) >> argument & 1:
            return clause, ALIKE
        if self.demands(frame)[0] == DIVISION:
            return clause, say(
                "infantry divisions leave from Egypt, Libya or Palestine: Australians or New Zealanders first, "
                "then Indians, then British"
            )
        if self.demands(frame)[0] == ARMOUR:
            return clause, otherwise(
                "a British armour battlegroup leaves, from the Reserve box or, if none is there, from Egypt, "
                "Libya or Palestine"
            )
        return clause, otherwise(
            "a British or Commonwealth battlegroup leaves, from the Reserve box or, if none is there, from Egypt "
            "or Palestine"
        )

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from event_faults(state, AXIS)
        if not self.demands(frame) or not demanded(state, self.demands(frame)[0]):
            yield say("nobody can leave for Greece")


TO_GREECE = ToGreece()


# A13: Gideon Force


def ask_for_gideon_force(state: Theatre, side: int, card: int) -> None:
    """A13: an Italian battlegroup in East Africa, without a division beside it, loses a step."""
    units = alike(state, exposed(state))
    if units.bit_count() > 1:
        push(state, GIDEON_FORCE)
    elif units:
        lose_step(state, first(units), "A13")


def exposed(state: Theatre) -> int:
    """A13: the Italian battlegroups in spaces of East Africa without an Italian division."""
    printed = state.printed
    italians = _within(state, printed.nations["IT"], "East Africa")
    guarded = mask_of(state.place[unit] for unit in ones(italians & printed.divisions))
    return mask_of(unit for unit in ones(italians & ~printed.divisions) if not guarded >> state.place[unit] & 1)


class GideonForce(ChoiceKind[Theatre]):
    """A13: which battlegroup does Gideon Force surprise?"""

    name = "gideon-force"
    on = DURING_AN_EVENT
    rule = "A13"
    asks = ALLIED
    open_to_all = True
    words = say("Which Italian battlegroup in East Africa loses a step?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((LOSE, alike(state, exposed(state))))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose_step(state, argument, "A13")

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != LOSE:
            return self.rule, say("first choose whom Gideon Force strikes")
        if exposed(state) >> argument & 1:
            return self.rule, ALIKE
        if _within(state, 1 << argument & state.printed.nations["IT"], "East Africa"):
            return self.rule, say("an Italian division is in its space")
        return self.rule, otherwise("Gideon Force strikes an Italian battlegroup in East Africa")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from event_faults(state, ALLIED)
        if not exposed(state):
            yield say("no Italian battlegroup is exposed to Gideon Force")


GIDEON_FORCE = GideonForce()


# X52: Captured Dumps


class CapturedDumps(CapturedSupply):
    """X52: which unit is restored? Otherwise it is as with captured supply (13.9)."""

    name = "captured-dumps"
    on = DURING_AN_EVENT
    rule = "X52"


CAPTURED_DUMPS = CapturedDumps()
DUMPS = 2


def ask_for_dumps(state: Theatre, side: int, card: int) -> None:
    """X52: up to two reduced Axis units in Libya are restored."""
    if restorable(state):
        push(state, CAPTURED_DUMPS, DUMPS)


# A53: Special Air Service

NEEDED = 4


def roll_for_special_air_service(state: Theatre, side: int, card: int) -> None:
    """A53: push the die."""
    push(state, SPECIAL_AIR_SERVICE)


class SpecialAirService(Die[Theatre]):
    """A53: on 4 to 6 the Axis has no Air Support for the rest of the turn; one that lies open is discarded."""

    name = "special-air-service"
    on = DURING_AN_EVENT

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("The die is rolled for the Special Air Service")

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        pop(state)
        succeeds = outcome + 1 >= NEEDED
        tell(state, "airfield-raided" if succeeds else "airfield-missed", "A53", die=outcome + 1)
        if not succeeds:
            return
        for card in ones(air_support(state) & state.kept):
            tell(state, "combat-card-discarded", "A53", side=AXIS, card=card)
            lay_open(state, AXIS, card)
        state.aircraft_barred = 1

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from event_faults(state, ALLIED)


SPECIAL_AIR_SERVICE = SpecialAirService()
