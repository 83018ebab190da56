"""17: the Replacement Phase: chits are drawn, and their points bring back lost steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.rules.c15_placement import (
    AROUND_SOURCES,
    Placing,
    around_sources,
    axis_entries,
    beside_units,
    those_with_room,
    why_not_axis,
    why_not_rebuilt,
)
from sandtable.games.dark_sands.state import REBUILDABLE, Sands
from sandtable.games.dark_sands.verbs import DONE, REBUILD, RESTORE
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, one
from sandtable.kernel.flow import ChanceKind, ChoiceKind, Steps, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

MOST_SAVED = 3
"""17.4.2: tank points and infantry points that the Allies can save, of each."""
UNCOUNTED_STEPS, STEPS_FOR_A_CADRE = 12, 4
"""17.1: infantry steps in the box that give no cadre; further ones that give one, or part of them."""
FRESH = ("Tiger-Cub", "FDR's-Promise")
"""15.2: the chits whose units do not enter disorganised."""


def fill_pool(state: Sands, frame: Frame) -> None:
    """17.2: the chits of a year go into the pool when their turn comes; what is left of the year before goes."""
    turns, turn = state.printed.turns, state.turn
    if turns[turn].pool != turns[turn - 1].pool:
        state.pool = chits_of(state, turns[turn].pool)
        tell(state, "pool", "17.2", year=turns[turn].pool)


def chits_of(state: Sands, year: int) -> int:
    """17.2: the chits of a year that go into the pool: not the conditional ones (17.3.3, 17.4.4)."""
    chits = enumerate(state.printed.replacements)
    return mask_of(number for number, chit in chits if chit.year == year and not chit.conditional)


# Drawing (17.3.1, 17.3.3, 17.4.1, 17.4.4)


def axis_draw(state: Sands, frame: Frame) -> None:
    _draw(state, AXIS)


def allied_draw(state: Sands, frame: Frame) -> None:
    """17.4.1, 17.4.2: saved points are added."""
    _draw(state, ALLIED)
    state.tank_points += state.saved_tanks
    state.infantry_points += state.saved_infantry
    state.saved_tanks = state.saved_infantry = 0


def _draw(state: Sands, side: int) -> None:
    state.clear("segment")
    special = conditional_chit(state, side)
    if special >= 0:
        tell(state, "conditional-chit", "17.3.3" if side == AXIS else "17.4.4", side=side, replacement=special)
        _use(state, special)
    elif drawable(state, side):
        push(state, REPLACEMENT_DRAW, side)


def conditional_chit(state: Sands, side: int) -> int:
    """17.3.3, 17.4.4: the chit that must be played instead of a draw: in 1942, while the enemy holds Benghazi
    or, for the Allies, Tobruk; -1 if there is none."""
    place = state.printed.places.benghazi if side == AXIS else state.printed.places.tobruk
    if state.controlled[1 - side] >> place & 1:
        for number, chit in enumerate(state.printed.replacements):
            ours = chit.conditional and chit.side == side and chit.year == state.printed.turns[state.turn].pool
            if ours and not state.spent_chits >> number & 1:
                return number
    return -1


def drawable(state: Sands, side: int) -> int:
    return mask_of(chit for chit in ones(state.pool) if state.printed.replacements[chit].side == side)


def _use(state: Sands, chit: int) -> None:
    """The points of a chit; it is not used again."""
    state.pool &= ~bit(chit)
    state.spent_chits |= bit(chit)
    drawn = state.printed.replacements[chit]
    panzer, german, italian, tank, infantry = drawn.points
    state.panzer_points += panzer
    state.german_points += german
    state.italian_points += italian
    state.infantry_points += infantry
    if drawn.name in FRESH:
        state.fresh_points += tank
    else:
        state.tank_points += tank


class ReplacementDraw(ChanceKind[Sands]):
    """17.3.1, 17.4.1: a replacement chit is drawn."""

    name = "replacement-draw"
    on = ("replacements.axis_draw", "replacements.allied_draw")
    drawer = one("side")

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("A replacement chit is drawn")

    def weights(self, state: Sands, frame: Frame) -> Sequence[int]:
        chits = drawable(state, self.drawer(frame))
        return [chits >> chit & 1 for chit in range(len(state.printed.replacements))]

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        side = self.drawer(frame)
        tiger = state.printed.replacements[outcome].name in FRESH
        rule = "17.3.1" if side == AXIS else "17.4.3" if tiger else "17.4.1"
        tell(state, "replacement-chit", rule, side=side, replacement=outcome)
        _use(state, outcome)

    def outcome_name(self, state: Sands, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["replacement"][outcome]


REPLACEMENT_DRAW = ReplacementDraw()


def panzer_repair(state: Sands, frame: Frame) -> None:
    """17.3.2: a panzer point on every odd turn from turn 3 on."""
    repaired = state.printed.turns[state.turn].panzer_repair
    if repaired:
        state.panzer_points += repaired
        tell(state, "panzer-repair", "17.3.2")


# Spending


def axis_spend(state: Sands, frame: Frame) -> None:
    _spend(state, AXIS)


def allied_spend(state: Sands, frame: Frame) -> None:
    _spend(state, ALLIED)


def _spend(state: Sands, side: int) -> None:
    if rebuildable(state, side) or restorable(state, side):
        push(state, SPEND, side)


def payable(state: Sands, side: int) -> int:
    """17.3.1, 17.4.1, 17.5: the units for which there is a point."""
    printed, units = state.printed, 0
    if side == AXIS:
        if state.panzer_points:
            units |= printed.german & printed.wheels
        if state.german_points:
            units |= printed.german & printed.infantry
        if state.italian_points:
            units |= printed.italian
    else:
        if state.tank_points or state.fresh_points:
            units |= printed.tanks & printed.own[ALLIED]
        if state.infantry_points:
            units |= printed.infantry & printed.own[ALLIED]
    return units & ~(printed.non_replaceable | printed.garrisons | printed.hqs)


def lost(state: Sands, side: int) -> int:
    """2.1.6: the units in the box of rebuildable units."""
    return mask_of(unit for unit in ones(state.printed.own[side]) if state.place[unit] == REBUILDABLE)


def rebuildable(state: Sands, side: int) -> int:
    """17.0, 11.0: the eliminated units that can be brought back now: headquarters cost nothing."""
    units = lost(state, side)
    units &= payable(state, side) | state.printed.hqs
    return those_with_room(state, ones(units), rebuilding_hexes)


def rebuilding_hexes(state: Sands, unit: int) -> int:
    """15.2, 15.3, 11.0: where a rebuilt unit may enter if there is room."""
    axis = state.printed.owners[unit] == AXIS
    hexes = axis_entries(state, unit) if axis else around_sources(state)
    return hexes | beside_units(state, unit)


def restorable(state: Sands, side: int) -> int:
    """17.3.1, 17.4.1: reduced units that can trace a line of supply; a unit rebuilt in this segment may get its
    second step at once."""
    units = state.reduced & payable(state, side)
    return units & (traced(state, side) | state.entered) if units else 0


def _pay(state: Sands, unit: int, *, fresh_first: bool) -> bool:
    """A step is paid for; was it with a point of Tiger Cub or FDR's Promise?"""
    printed, member = state.printed, bit(unit)
    if member & printed.own[ALLIED]:
        if not member & printed.tanks:
            state.infantry_points -= 1
        elif state.fresh_points and (fresh_first or not state.tank_points):
            state.fresh_points -= 1
            return True
        else:
            state.tank_points -= 1
    elif member & printed.italian:
        state.italian_points -= 1
    elif member & printed.wheels:
        state.panzer_points -= 1
    else:
        state.german_points -= 1
    return False


class Spend(ChoiceKind[Sands]):
    """17.3.1, 17.4.1: which step is brought back? Headquarters that can return must (11.0)."""

    name = "spend"
    on = ("replacements.axis_spend", "replacements.allied_spend")
    rule = "17.0"
    asks = one("side")

    def prompt(self, state: Sands, frame: Frame) -> Message:
        if self.side(state, frame) == AXIS:
            return say(
                "Spend replacement points: {panzer} panzer, {german} German infantry, {italian} Italian",
                panzer=state.panzer_points,
                german=state.german_points,
                italian=state.italian_points,
            )
        return say(
            "Spend replacement points: {tank} tank, {infantry} infantry",
            tank=state.tank_points + state.fresh_points,
            infantry=state.infantry_points,
        )

    def legal(self, state: Sands, frame: Frame) -> Options:
        side = self.side(state, frame)
        units = rebuildable(state, side)
        must = units & state.printed.hqs
        return offer((REBUILD, units), (RESTORE, restorable(state, side)), (DONE, not must))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == REBUILD:
            push(state, REBUILT, argument)
            return
        if verb == RESTORE:
            self.restore(state, argument)
        if verb == DONE or not _more(state, self.side(state, frame)):
            pop(state)

    def restore(self, state: Sands, unit: int) -> None:
        """A reduced unit gets its second step. One that was rebuilt in this segment with points of Tiger Cub alone
        is disorganised after all if this one is not of them (17.4.3)."""
        new = bool(state.entered >> unit & 1)
        fresh = _pay(state, unit, fresh_first=new)
        state.reduced &= ~bit(unit)
        if new and not fresh and state.printed.owners[unit] == ALLIED:
            state.disorganised |= bit(unit)
        tell(state, "restored", "17.4.1" if state.printed.owners[unit] == ALLIED else "17.3.1", unit=unit)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        rule = "17.3.1" if side == AXIS else "17.4.1"
        if verb == DONE:
            return "11.0", say("a headquarters returns first: it costs nothing")
        if verb not in (REBUILD, RESTORE):
            return rule, otherwise("first spend the replacement points, or finish")
        if not state.printed.own[side] >> argument & 1:
            return rule, say("that unit is not yours")
        if state.printed.non_replaceable >> argument & 1:
            return "17.5", say("this unit can never be replaced")
        if verb == RESTORE and not state.reduced >> argument & 1:
            return "17.0", say("only a reduced unit on the map can be restored")
        if verb == REBUILD and state.place[argument] != REBUILDABLE:
            return "17.0", say("only an eliminated unit can be rebuilt")
        if not (payable(state, side) | state.printed.hqs) >> argument & 1:
            return rule, say("there is no replacement point for this unit")
        if verb == RESTORE:
            return rule, say("the unit cannot trace a line of supply")
        assert not rebuildable(state, side) >> argument & 1
        return "15.3" if side == AXIS else "15.2", say("there is no room where the unit could come onto the map")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not _more(state, self.side(state, frame)):
            yield say("there is nothing to spend replacement points on")


SPEND = Spend()


def _more(state: Sands, side: int) -> bool:
    return bool(rebuildable(state, side) or restorable(state, side))


class Rebuilt(Placing):
    """15.2, 15.3: where does a rebuilt unit come onto the map?"""

    name = "rebuilt"
    on = ("spend",)

    def area(self, state: Sands, unit: int) -> int:
        return rebuilding_hexes(state, unit)

    def why_not_there(self, state: Sands, unit: int, place: int) -> tuple[str, Message]:
        if state.printed.owners[unit] == AXIS:
            return why_not_axis(state, unit, place)
        return why_not_rebuilt(state, unit, place)

    def named(self, state: Sands, unit: int) -> str:
        if state.printed.hqs >> unit & 1:
            return "11.0"
        return "15.3" if state.printed.owners[unit] == AXIS else "15.2"

    def placed(self, state: Sands, unit: int) -> None:
        """One point has brought back one step; an Allied unit is disorganised (15.2)."""
        side, member = state.printed.owners[unit], bit(unit)
        if not state.printed.hqs & member:
            fresh = _pay(state, unit, fresh_first=True)
            state.reduced |= member & state.printed.two_step
            if side == ALLIED and not fresh:
                state.disorganised |= member
        if not _more(state, side):
            pop(state)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        yield from super().faults(state, frame)
        if not rebuildable(state, self.side(state, frame)) >> self.unit(frame) & 1:
            yield say("this unit cannot be rebuilt now")


REBUILT = Rebuilt()


# Cadres (17.1)


def cadres(state: Sands, frame: Frame) -> None:
    """17.1: from turn 13 on, for every four infantry steps, or part of them, beyond twelve in the box."""
    state.clear("segment")
    number = cadres_due(state) if state.printed.turns[state.turn].cadres else 0
    if number and cadre_units(state):
        push(state, CADRES, number)


def cadres_due(state: Sands) -> int:
    """17.1: how many cadres the box gives."""
    steps = sum(state.printed.units[unit].steps for unit in ones(lost(state, ALLIED) & state.printed.infantry))
    return max(0, -(-(steps - UNCOUNTED_STEPS) // STEPS_FOR_A_CADRE))


def cadre_units(state: Sands) -> int:
    """17.1: infantry in the box for which there is room at a source."""
    units = lost(state, ALLIED) & state.printed.infantry
    return those_with_room(state, ones(units), lambda state, unit: around_sources(state))


class Cadres(ChoiceKind[Sands]):
    """17.1: which unit comes back as a cadre?"""

    name = "cadres"
    on = ("replacements.cadres",)
    rule = "17.1"
    asks = ALLIED
    left = count(at_least=1)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("Bring back infantry as cadres: {left} more", left=self.left(frame))

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((REBUILD, cadre_units(state)), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            return
        push(state, CADRE, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != REBUILD:
            return "17.1", otherwise("first bring back cadres, or finish")
        if not state.printed.own[ALLIED] >> argument & 1:
            return "17.1", say("that unit is not yours")
        if state.place[argument] != REBUILDABLE:
            return "17.1", say("only an eliminated unit comes back as a cadre")
        if not state.printed.infantry >> argument & 1:
            return "17.1", say("only infantry comes back as a cadre")
        assert not cadre_units(state) >> argument & 1
        return "17.1", say("there is no room on a source of supply or next to one")


CADRES = Cadres()


class Cadre(Placing):
    """17.1: a cadre comes onto the map on or next to a source, with one step and disorganised."""

    name = "cadre"
    on = ("cadres",)
    rule = "17.1"

    def area(self, state: Sands, unit: int) -> int:
        return around_sources(state)

    def why_not_there(self, state: Sands, unit: int, place: int) -> tuple[str, Message]:
        return "17.1", AROUND_SOURCES

    def placed(self, state: Sands, unit: int) -> None:
        state.reduced |= bit(unit) & state.printed.two_step
        state.disorganised |= bit(unit)
        left = CADRES.left(state.frames[-1]) - 1
        if left and cadre_units(state):
            replace(state, left)
        else:
            pop(state)


CADRE = Cadre()


def save(state: Sands, frame: Frame) -> None:
    """17.4.2: the Allies save up to three unused points of each kind; whatever else is left is lost."""
    state.saved_tanks = min(MOST_SAVED, state.tank_points + state.fresh_points)
    state.saved_infantry = min(MOST_SAVED, state.infantry_points)
    if state.saved_tanks or state.saved_infantry:
        tell(state, "saved", "17.4.2", tank=state.saved_tanks, infantry=state.saved_infantry)
    state.clear("segment")


class Replacements(Steps[Sands]):
    """16.0, 17: Axis replacements, Allied cadres, Allied replacements."""

    name = "replacements"
    on = ("game-turn.replacements",)
    steps = (fill_pool, axis_draw, panzer_repair, axis_spend, cadres, allied_draw, allied_spend, save)


REPLACEMENTS = Replacements()
