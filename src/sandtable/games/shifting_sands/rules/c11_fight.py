"""11.11, 11.27: a battle as the rules see it: who fights whom, on which ground, with which combat cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sandtable.games.shifting_sands.printed.data import ALLIED, Printed
from sandtable.games.shifting_sands.printed.tables import Effects
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.state import Theatre, has_option, units_at
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.words import Message, say

NOBODY = -1
CLEAR, FORT, MOUNTAIN, SWAMP = "clear", "fort", "mountain", "swamp"
ENOUGH_TO_FLANK = 2


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that is being fought, or one that could be."""

    attacking: int
    """The side that attacks (11.11)."""
    target: int
    attackers: int
    defenders: int
    """All units in the space attacked."""
    holding: int
    """11.57: of these the ones that count: those that have not retreated in this action."""
    engaged: int
    """All units that count, those lost since it began included."""
    origins: int
    """The spaces from which the attack is made."""
    rommel: bool
    bonus: bool
    cards: frozenset[str]
    """The keys of the combat cards that are in force."""

    @property
    def defending(self) -> int:
        return 1 - self.attacking

    def force(self, side: int) -> int:
        """The units of a side whose factors count."""
        return self.attackers if side == self.attacking else self.holding


def planned(state: Theatre, attackers: int, target: int, *, rommel: bool = False, bonus: bool = False) -> Fight:
    """The battle in which these units would attack a space now, without combat cards."""
    side = 1 - state.printed.owners[first(state.stacks[target])]
    defenders = units_at(state, target, 1 - side)
    return Fight(
        attacking=side,
        target=target,
        attackers=attackers,
        defenders=defenders,
        holding=defenders & ~state.fled,
        engaged=attackers | defenders & ~state.fled,
        origins=spaces_of(state, attackers),
        rommel=rommel,
        bonus=bonus,
        cards=frozenset(),
    )


def fight_of(state: Theatre) -> Fight:
    """The battle that is being fought."""
    defenders = units_at(state, state.target, 1 - state.attacking)
    return Fight(
        attacking=state.attacking,
        target=state.target,
        attackers=state.attackers,
        defenders=defenders,
        holding=defenders & ~state.fled,
        engaged=state.engaged or state.attackers | defenders & ~state.fled,
        origins=state.bases or spaces_of(state, state.attackers),
        rommel=bool(state.rommel_here),
        bonus=bool(state.bonus_here),
        cards=cards_in_force(state),
    )


def spaces_of(state: Theatre, units: int) -> int:
    """The spaces and boxes in which these units are."""
    place, found = state.place, 0
    for unit in ones(units):
        if place[unit] >= 0:
            found |= 1 << place[unit]
    return found


def out_of_supply(state: Theatre, units: int) -> int:
    """11.273, 13.73: those of these units that are out of supply. 13.11: of attackers it is settled when they are
    activated, and the moves and battles of the action do not change it."""
    activated = mask_of(unit for unit in ones(units) if state.fighters >> state.place[unit] & 1)
    others = (unit for unit in ones(units & ~activated) if supply_of(state, unit) == OUT)
    return activated & state.cut_off | mask_of(others)


def in_force(state: Theatre, key: str) -> bool:
    """Has this combat card been played into the battle, and has nothing cancelled it?"""
    return key in cards_in_force(state)


def cards_in_force(state: Theatre) -> frozenset[str]:
    """The keys of the combat cards that have an effect in the battle."""
    axis, allied = state.combat_cards
    return _in_force(state.printed, state.attacking, axis, allied) if axis | allied else frozenset()


@lru_cache(maxsize=1 << 10)
def _in_force(printed: Printed, attacking: int, axis: int, allied: int) -> frozenset[str]:
    """X31: Sandstorm cancels the attacker's cards; A52: Royal Engineers cancel Devil's Gardens."""
    keys = [{printed.cards[card].key for card in ones(played)} for played in (axis, allied)]
    if "sandstorm" in keys[1 - attacking]:
        keys[attacking] = set()
    if "royal_engineers" in keys[attacking]:
        keys[1 - attacking].discard("devils_gardens")
    return frozenset(keys[0] | keys[1])


def winner(state: Theatre) -> int:
    """11.282: the side with the higher loss number; nobody if they are equal."""
    axis, allied = state.fire
    return NOBODY if axis == allied else int(allied > axis)


# The ground


def ground(state: Theatre, fight: Fight) -> Effects:
    """What the space attacked does to the battle."""
    return state.printed.effects[terrain_of(state, fight)]


def terrain_of(state: Theatre, fight: Fight) -> str:
    """A fort takes the place of the terrain, and a box has none; 19.6: a fort of Vichy Syria that divisions attack
    counts as a mountain."""
    space = state.printed.spaces[fight.target]
    if not space.fort:
        return space.terrain if space.terrain in state.printed.effects else CLEAR
    return MOUNTAIN if _outflanked_fort(state, fight) else FORT


def fort_of(state: Theatre, fight: Fight) -> int:
    """14.1: the combat factor of the fort in the space attacked."""
    return 0 if _outflanked_fort(state, fight) else state.printed.spaces[fight.target].fort


def _outflanked_fort(state: Theatre, fight: Fight) -> bool:
    printed = state.printed
    divisions = fight.engaged & printed.divisions & printed.own[ALLIED]
    in_syria = printed.regions["Syria"] >> fight.target & 1
    return bool(
        fight.attacking == ALLIED
        and printed.spaces[fight.target].fort
        and in_syria
        and divisions
        and has_option(state, "19.6")
    )


# 11.31: could it be a flank attack?


def why_no_flank(state: Theatre, fight: Fight) -> tuple[str, Message] | None:
    """11.31: why a flank attack cannot be tried, if it cannot."""
    return _why_too_weak(state, fight) or _why_no_way_round(state, fight)


def _why_too_weak(state: Theatre, fight: Fight) -> tuple[str, Message] | None:
    if fight.attackers.bit_count() < ENOUGH_TO_FLANK:
        return "11.31", say("at least two units must attack")
    if not fight.attackers & state.printed.armour:
        return "11.31", say("at least one armour unit must attack")
    return None


def _why_no_way_round(state: Theatre, fight: Fight) -> tuple[str, Message] | None:
    if ground(state, fight).flanks:
        return None
    if terrain_of(state, fight) == FORT:
        return "14.3", say("a fort cannot be outflanked")
    return "11.31", say("a mountain or a swamp cannot be outflanked")


def hook_possible(state: Theatre, fight: Fight) -> bool:
    """A55: would Left Hook open the way round?"""
    hills = terrain_of(state, fight) in (MOUNTAIN, SWAMP)
    return fight.attacking == ALLIED and hills and _why_too_weak(state, fight) is None


# Positions from outside


def battle_faults(state: Theatre) -> Iterator[Message]:
    """What every decision within a battle takes for granted."""
    printed = state.printed
    if state.attacking < 0 or state.target < 0:
        yield say("no battle is being fought")
        return
    strangers = units_at(state, state.target, state.attacking) & ~state.attackers  # others have advanced
    if printed.spaces[state.target].terrain not in printed.effects or strangers:
        yield say("a battle is being fought where none can be")
    if state.attackers & ~printed.own[state.attacking] or not _all_on_map(state, state.attackers):
        yield say("units attack that cannot")


def _all_on_map(state: Theatre, units: int) -> bool:
    places = [state.place[unit] for unit in ones(units)]
    return all(place >= 0 and state.printed.spaces[place].on_map for place in places)
