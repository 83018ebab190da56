"""18.1: the named chits: whom each of them activates.

Some leave a choice: formations, units, or the stack of a hex. What has been chosen is kept in the frame; when
nothing more can be chosen, or the player is content, the action begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sandtable.games.dark_sands.printed.ground import EAST
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c11_headquarters import in_range
from sandtable.games.dark_sands.rules.c18_actions import begin_action
from sandtable.games.dark_sands.state import COMBAT, MOVE, Sands, hexes_of, on_map, units_in
from sandtable.games.dark_sands.verbs import ACTIVATE, COMBAT_SIDE, DONE, FORMATION, MOVE_SIDE, STACK
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

NOBODY = 0
WITHOUT_EXTENDED = ("13-corps", "30-corps", "8-army")
THROUGH = {
    **{kind: (kind,) for kind in ("13-corps", "30-corps", "21-corps", "afrika-korps", "panzerarmee")},
    "8-army": ("13-corps", "30-corps"),
}
"""By chit the chits whose headquarters it activates through (11.0)."""


class Picked(NamedTuple):
    """What has been chosen so far: sets of formations, of hexes, and of units."""

    formations: int = 0
    stacks: int = 0
    units: int = 0


def play_named(state: Sands, chit: int) -> None:
    """A named chit: its side is asked to choose, unless there is nothing to choose."""
    kind, side = state.printed.chits[chit].kind, state.printed.chits[chit].side
    if kind in THROUGH and not _headquarters(state, kind):
        tell(state, "no-headquarters", "18.1", side=side, chit=chit)
    elif kind in CHOICES and any(CHOICES[kind](state, Picked())):
        push(state, ACTIVATION, side, chit, NOBODY, NOBODY, NOBODY)
    else:
        _begin(state, chit, Picked())


def _headquarters(state: Sands, kind: str) -> int:
    """11.0: the headquarters through which a chit activates: those on the map that are not out of supply."""
    found = mask_of(state.printed.headquarters[name] for name in THROUGH[kind])
    return on_map(state, found) & ~state.oos


def _near(state: Sands, kind: str) -> int:
    """The units of its side within range of the headquarters of a corps or army, if that is in supply."""
    headquarters = state.printed.headquarters[kind]
    if state.oos >> headquarters & 1:
        return NOBODY
    return units_in(state, in_range(state, headquarters), state.printed.owners[headquarters])


# Who is activated without being chosen


def _oconnor(state: Sands) -> int:
    """O'Connor: all Allied units that are not out of supply."""
    return state.printed.own[ALLIED] & ~state.oos


def _corps_13(state: Sands) -> int:
    """13 Corps: all that are not tanks, within range and not out of supply."""
    return _near(state, "13-corps") & ~state.oos & ~state.printed.tanks


def _corps_30(state: Sands) -> int:
    """30 Corps: all tanks within range and not out of supply."""
    return _near(state, "30-corps") & ~state.oos & state.printed.tanks


def _army_8(state: Sands) -> int:
    """8 Army: both corps at once."""
    return _corps_13(state) | _corps_30(state)


def _afrika_korps(state: Sands) -> int:
    """Afrika Korps: 15 and 21 Panzer, within range and not out of supply."""
    return _near(state, "afrika-korps") & ~state.oos & state.printed.panzer_divisions


def _panzerarmee(state: Sands) -> int:
    """PanzerArmee Afrika: all Axis units within range and not out of supply, but none on the East map."""
    east = units_in(state, state.printed.ground.section[EAST], AXIS)
    return _near(state, "panzerarmee") & ~state.oos & ~east


def _nobody(state: Sands) -> int:
    return NOBODY


BEFOREHAND: dict[str, Callable[[Sands], int]] = {
    "oconnor": _oconnor,
    "13-corps": _corps_13,
    "30-corps": _corps_30,
    "8-army": _army_8,
    "afrika-korps": _afrika_korps,
    "panzerarmee": _panzerarmee,
}


# What can be chosen besides


def _with_units(state: Sands, formations: int, units: int) -> int:
    """Those of these formations that have one of these units."""
    return mask_of(number for number in ones(formations) if state.printed.formations[number] & units)


def _up_to(most: int, chosen: int, left: int) -> int:
    return left & ~chosen if chosen.bit_count() < most else NOBODY


def _one_unit(state: Sands, picked: Picked) -> Picked:
    """Combeforce: any one Allied unit that is not out of supply."""
    units = on_map(state, _oconnor(state) & ~state.printed.garrisons)
    return Picked(units=_up_to(1, picked.units, units))


def _two_divisions(state: Sands, picked: Picked) -> Picked:
    """Allied Tobruk Falls: any two divisional formations, of which units that are not out of supply act."""
    able = _with_units(state, state.printed.divisions[ALLIED], on_map(state, _oconnor(state)))
    return Picked(formations=_up_to(2, picked.formations, able))


def _a_tank(state: Sands, picked: Picked) -> Picked:
    """13 Corps: one tank unit."""
    tanks = _near(state, "13-corps") & ~state.oos & state.printed.tanks
    return Picked(units=_up_to(1, picked.units, tanks))


def _two_others(state: Sands, picked: Picked) -> Picked:
    """30 Corps: up to two units that are not tanks."""
    hq = bit(state.printed.headquarters["30-corps"])
    others = _near(state, "30-corps") & ~state.oos & ~state.printed.tanks & ~state.printed.garrisons & ~hq
    return Picked(units=_up_to(2, picked.units & ~state.printed.tanks, others & ~picked.units))


def _of_both_corps(state: Sands, picked: Picked) -> Picked:
    """8 Army: what 13 Corps and 30 Corps may choose, and what the other does not activate anyhow."""
    tanks = _a_tank(state, Picked(units=picked.units & state.printed.tanks)).units
    others = _two_others(state, picked).units
    headquarters = _headquarters(state, "8-army")
    return Picked(units=(tanks | others) & ~_army_8(state) & ~headquarters)


def _motorised(state: Sands, picked: Picked) -> Picked:
    """Afrika Korps: one Italian motorised formation within range."""
    able = _with_units(state, state.printed.motorised, _near(state, "afrika-korps"))
    return Picked(formations=_up_to(1, picked.formations, able))


def _two_italians(state: Sands, picked: Picked) -> Picked:
    """21 Corps: any two Italian formations within range."""
    near = _near(state, "21-corps") & state.printed.italian
    able = _with_units(state, state.printed.divisions[AXIS], near)
    return Picked(formations=_up_to(2, picked.formations, able))


def _germans(state: Sands, picked: Picked) -> Picked:
    """Rommel: a German formation, or the German units of a hex; two of them on turns of Axis initiative."""
    most = rommel_limit(state)
    germans = on_map(state, state.printed.german & ~state.printed.garrisons)
    divisions = _with_units(state, state.printed.divisions[AXIS], germans & ~state.oos)
    return Picked(
        formations=NOBODY if picked.stacks else _up_to(most, picked.formations, divisions),
        stacks=NOBODY if picked.formations else _up_to(most, picked.stacks, hexes_of(state, germans)),
    )


def rommel_limit(state: Sands) -> int:
    """Rommel: by the turn track, whoever has the initiative now."""
    return 2 if state.printed.turns[state.turn].initiative == AXIS else 1


CHOICES: dict[str, Callable[[Sands, Picked], Picked]] = {
    "combeforce": _one_unit,
    "tobruk-falls": _two_divisions,
    "13-corps": _a_tank,
    "30-corps": _two_others,
    "8-army": _of_both_corps,
    "afrika-korps": _motorised,
    "21-corps": _two_italians,
    "rommel": _germans,
}


# The action


def _chosen(state: Sands, kind: str, picked: Picked) -> int:
    """The units that the choice activates."""
    units = picked.units
    for formation in ones(picked.formations):
        units |= state.printed.formations[formation]
    if kind in ("tobruk-falls", "rommel"):
        units &= ~state.oos
    if kind in ("afrika-korps", "21-corps"):
        units &= _near(state, kind)
    return units | units_in(state, picked.stacks, AXIS) & state.printed.german


def _activated(state: Sands, kind: str, picked: Picked) -> int:
    """All whom a chit activates; 11.0: its headquarters too."""
    units = BEFOREHAND.get(kind, _nobody)(state) | _chosen(state, kind, picked)
    return units | _headquarters(state, kind) if kind in THROUGH else units


def _begin(state: Sands, chit: int, picked: Picked, action: int = MOVE) -> None:
    kind, side = state.printed.chits[chit].kind, state.printed.chits[chit].side
    units = _activated(state, kind, picked)
    active = on_map(state, units & ~state.printed.garrisons)
    if active:
        tell(state, "activates", "18.1", side=side, chit=chit, units=list(ones(active)))
    else:
        tell(state, "activates-nobody", "18.1", side=side, chit=chit)
    others = on_map(state, state.printed.italian & ~units) if kind == "21-corps" else NOBODY
    begin_action(state, side, action, units | others, units)
    state.one_hex = others
    state.no_extended = int(kind in WITHOUT_EXTENDED)


class Activation(ChoiceKind[Sands]):
    """18.1: whom does a named chit activate?"""

    name = "activation"
    on = ("game-turn.initiative_action", "game-turn:random_actions")
    rule = "18.1"
    asks = one("side")
    chit = one("chit")
    formations = many("formation")
    stacks = many("hex")
    units = many("unit")

    def picked(self, frame: Frame) -> Picked:
        return Picked(self.formations(frame), self.stacks(frame), self.units(frame))

    def prompt(self, state: Sands, frame: Frame) -> Message:
        kind = state.printed.chits[self.chit(frame)].kind
        return ROMMEL_TWICE if kind == "rommel" and rommel_limit(state) > 1 else PROMPTS[kind]

    def left(self, state: Sands, frame: Frame) -> Picked:
        """What can still be chosen."""
        return CHOICES[state.printed.chits[self.chit(frame)].kind](state, self.picked(frame))

    def legal(self, state: Sands, frame: Frame) -> Options:
        formations, stacks, units = self.left(state, frame)
        return offer((FORMATION, formations), (STACK, stacks), (ACTIVATE, units), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        formations, stacks, units = self.picked(frame)
        if verb == FORMATION:
            formations |= bit(argument)
        elif verb == STACK:
            stacks |= bit(argument)
        elif verb == ACTIVATE:
            units |= bit(argument)
        replace(state, self.side(state, frame), self.chit(frame), formations, stacks, units)
        if verb == DONE or not any(self.left(state, state.frames[-1])):
            self._finish(state, self.chit(frame), Picked(formations, stacks, units))

    def _finish(self, state: Sands, chit: int, picked: Picked) -> None:
        pop(state)
        if state.printed.chits[chit].kind == "rommel" and any(picked):
            push(state, ROMMEL, chit, *picked)
        else:
            _begin(state, chit, picked)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        kind, picked = state.printed.chits[self.chit(frame)].kind, self.picked(frame)
        if verb == FORMATION:
            return _why_no_formation(state, kind, picked, argument)
        if verb == STACK:
            return _why_no_stack(state, kind, picked, argument)
        if verb == ACTIVATE:
            return _why_no_unit(state, kind, picked, argument)
        return "18.1", otherwise("first choose the units that the chit activates")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        return _faults(state, self.chit(frame), self.side(state, frame), self.picked(frame))


ACTIVATION = Activation()


def _why_no_formation(state: Sands, kind: str, picked: Picked, formation: int) -> tuple[str, Message]:
    """18.1: why a chit does not activate a formation."""
    units = on_map(state, state.printed.formations[formation])
    if kind not in FORMATIONS:
        return "18.1", say("this chit activates single units, not formations")
    if picked.formations >> formation & 1:
        return "18.1", say("that formation has been chosen already")
    if picked.stacks:
        return "18.1", say("Rommel activates formations, or the units in hexes, but not both")
    wanted, words = FORMATIONS[kind](state)
    if not wanted >> formation & 1:
        return "18.1", words
    if not units:
        return "18.1", say("no unit of that formation is on the map")
    if kind in THROUGH:
        return "18.1", say("no unit of that formation is within range of the headquarters")
    assert not units & ~state.oos
    return "18.1", say("every unit of that formation is out of supply")


def _why_no_stack(state: Sands, kind: str, picked: Picked, place: int) -> tuple[str, Message]:
    """18.1: why a chit does not activate the units in a hex."""
    if kind != "rommel":
        return "18.1", say("this chit does not activate the units in a hex")
    if picked.stacks >> place & 1:
        return "18.1", say("that hex has been chosen already")
    if picked.formations:
        return "18.1", say("Rommel activates formations, or the units in hexes, but not both")
    assert not CHOICES[kind](state, picked).stacks >> place & 1
    return "18.1", say("no German unit that could move is there")


def _why_no_unit(state: Sands, kind: str, picked: Picked, unit: int) -> tuple[str, Message]:
    """18.1: why a chit does not activate a unit by choice."""
    printed, member = state.printed, bit(unit)
    if not CHOICES[kind](state, Picked()).units:
        return "18.1", say("this chit does not activate single units")
    if not printed.own[ALLIED] & member:
        return "18.1", say("that unit is not yours")
    if state.place[unit] < 0:
        return "18.1", say("that unit is not on the map")
    if picked.units & member:
        return "18.1", say("that unit has been chosen already")
    if _activated(state, kind, Picked()) & member:
        return "18.1", say("the chit activates that unit in any case")
    if printed.garrisons & member:
        return "13.6.4", say("garrisons neither move nor attack")
    if state.oos & member:
        return "18.1", say("that unit is out of supply")
    return _why_not_near(state, kind, unit)


def _why_not_near(state: Sands, kind: str, unit: int) -> tuple[str, Message]:
    """18.1, 11.0: why one of the two corps does not activate a unit in supply that it does not activate anyhow."""
    is_tank, corps = state.printed.tanks >> unit & 1, THROUGH[kind]
    if (kind == "30-corps" and is_tank) or not any(_near(state, one) >> unit & 1 for one in corps):
        return "18.1", say("that unit is not within range of the headquarters")
    if is_tank:
        return "18.1", say("only one tank unit within range of 13 Corps can be chosen")
    return "18.1", say("only two units within range of 30 Corps can be chosen besides the tanks")


def _axis_divisions(state: Sands, nation: int) -> int:
    return _with_units(state, state.printed.divisions[AXIS], nation)


FORMATIONS: dict[str, Callable[[Sands], tuple[int, Message]]] = {
    "tobruk-falls": lambda state: (state.printed.divisions[ALLIED], say("that is no Allied division")),
    "afrika-korps": lambda state: (state.printed.motorised, say("that is no Italian motorised formation")),
    "21-corps": lambda state: (_axis_divisions(state, state.printed.italian), say("that is no Italian division")),
    "rommel": lambda state: (_axis_divisions(state, state.printed.german), say("that is no German division")),
}
"""By chit that activates formations: which of them, and what is said of the others."""


class RommelOrder(ChoiceKind[Sands]):
    """Rommel: his units move and then attack, or attack and then move; one choice binds them all."""

    name = "rommel"
    on = ("game-turn.initiative_action", "game-turn:random_actions")
    rule = "18.1"
    asks = AXIS
    chit = one("chit")
    formations = many("formation")
    stacks = many("hex")
    units = many("unit")
    words = say("Rommel: move first, or attack first")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((MOVE_SIDE, True), (COMBAT_SIDE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        picked = Picked(self.formations(frame), self.stacks(frame), self.units(frame))
        _begin(state, self.chit(frame), picked, MOVE if verb == MOVE_SIDE else COMBAT)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "18.1", otherwise("first choose whether movement or combat comes first")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        picked = Picked(self.formations(frame), self.stacks(frame), self.units(frame))
        if state.printed.chits[self.chit(frame)].kind != "rommel":
            yield say("only Rommel chooses between moving and attacking first")
        else:
            yield from _faults(state, self.chit(frame), AXIS, picked)


ROMMEL = RommelOrder()
PROMPTS = {
    "combeforce": say("Combeforce: choose one unit that moves and attacks"),
    "tobruk-falls": say("Tobruk has fallen: choose up to two formations that move and attack"),
    "13-corps": say("13 Corps: choose one tank unit to join the others"),
    "30-corps": say("30 Corps: choose up to two units to join the tanks"),
    "8-army": say("8 Army: choose one tank unit for 13 Corps and up to two other units for 30 Corps"),
    "afrika-korps": say("Afrika Korps: choose one Italian motorised formation"),
    "21-corps": say("21 Corps: choose up to two Italian formations that move and attack"),
    "rommel": say("Rommel: choose a German formation, or the German units in a hex"),
}
ROMMEL_TWICE = say("Rommel: choose up to two German formations, or the German units in up to two hexes")


def _faults(state: Sands, chit: int, side: int, picked: Picked) -> Iterator[Message]:
    """What is wrong if this has been chosen for this chit: it must be possible one by one."""
    printed = state.printed.chits[chit]
    if not state.played or state.played[-1] != chit:
        yield say("a chit is carried out that is not the last one on the track")
    if printed.side != side or printed.kind not in CHOICES or (printed.kind == "tobruk-falls" and side == AXIS):
        yield say("this chit asks nothing of this side")
        return
    if printed.kind in THROUGH and not _headquarters(state, printed.kind):
        yield say("the headquarters of this chit is out of supply, or not on the map")
    if _all_chosen(state, printed.kind, picked) != picked:
        yield say("this chit cannot activate what has been chosen")


def _all_chosen(state: Sands, kind: str, picked: Picked) -> Picked:
    """What of a choice can be made, one thing after another."""
    made = Picked()
    for place, chosen in enumerate(picked):
        for number in ones(chosen):
            if CHOICES[kind](state, made)[place] >> number & 1:
                made = made._replace(**{Picked._fields[place]: made[place] | bit(number)})
    return made
