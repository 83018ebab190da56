"""7.6: what each combat card demands of the battle it is played in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandtable.games.shifting_sands.printed.cards import Card
from sandtable.games.shifting_sands.printed.counters import COMMONWEALTH, GROUPS
from sandtable.games.shifting_sands.rules.c07_conditions import holds, in_words
from sandtable.games.shifting_sands.rules.c11_fight import Fight, hook_possible, why_no_flank
from sandtable.games.shifting_sands.rules.c11_retreat import can_retreat_two
from sandtable.games.shifting_sands.state import FLANK_WON, Theatre
from sandtable.kernel.words import Message, say


@dataclass(frozen=True, slots=True)
class Case:
    """A side that would play a card into a battle."""

    state: Theatre
    fight: Fight
    side: int
    users: int
    """Its units for which it may play cards."""

    def has(self, *nations: str) -> int:
        """Those of these nations among the users."""
        return self.users & self.of(*nations)

    def of(self, *nations: str) -> int:
        found = 0
        for nation in nations:
            found |= self.state.printed.nations[nation]
        return found

    @property
    def defenders(self) -> int:
        """11.57: those who have retreated in this action count only if there is nobody else (ruling)."""
        return self.fight.holding or self.fight.defenders

    def takes_place_in(self, *regions: str) -> bool:
        return any(self.state.printed.regions[region] >> self.fight.target & 1 for region in regions)


Holds = Callable[[Case], bool]


@dataclass(frozen=True, slots=True)
class Demand:
    """What must be so, and the sentence for when it is not."""

    sentence: Message
    holds: Holds


def unmet(case: Case, card: Card) -> Message | None:
    """Why a card cannot be played into this battle, if it cannot; that it is held is not asked here."""
    if not case.users:
        return say("your units in this battle can use no combat cards")
    return (
        out_of_place(card, attacks=case.side == case.fight.attacking)
        or _barred_by_events(case.state, card)
        or next((demand.sentence for demand in DEMANDS[card.key] if not demand.holds(case)), None)
    )


def out_of_place(card: Card, *, attacks: bool) -> Message | None:
    """Why a side that attacks, or one that defends, can never play a card, if it cannot."""
    if card.when == "attack" and not attacks:
        return say("this card is for an attack")
    if card.when == "defend" and attacks:
        return say("this card is for a defence")
    return None


def _barred_by_events(state: Theatre, card: Card) -> Message | None:
    """7.511: what is printed on a card about other events binds its use in a battle too."""
    for each in card.needs:
        if not holds(state, each):
            return say("this card can be used only if {condition}", condition=in_words(state.printed, each))
    for each in card.forbidden:
        if holds(state, each):
            return say("this card can no longer be used: {condition}", condition=in_words(state.printed, each))
    return None


# The demands


def _in_desert(case: Case) -> bool:
    return case.takes_place_in("Egypt", "Libya")


def _in_libya(case: Case) -> bool:
    return case.takes_place_in("Libya")


def _in_east_africa(case: Case) -> bool:
    return case.takes_place_in("East Africa")


def _in_the_west(case: Case) -> bool:
    return case.takes_place_in("Algeria-Tunisia")


def _east_of_tunisia(case: Case) -> bool:
    return case.takes_place_in("Egypt", "Libya", "East Africa", "Near East")


def _only_italians_defend(case: Case) -> bool:
    return not case.defenders & ~case.of("IT")


def _an_italian_takes_part(case: Case) -> bool:
    return bool(case.has("IT"))


def _a_german_takes_part(case: Case) -> bool:
    return bool(case.has("GE"))


def _german_armour_takes_part(case: Case) -> bool:
    return bool(case.has("GE") & case.state.printed.armour)


def _a_panzer_division_attacks(case: Case) -> bool:
    return bool(case.has("GE") & case.state.printed.armour & case.state.printed.divisions)


def _british_armour_attacks(case: Case) -> bool:
    return bool(case.has("BR") & case.state.printed.armour)


def _a_british_division_attacks(case: Case) -> bool:
    return bool(case.has("BR", *COMMONWEALTH) & case.state.printed.divisions)


def _only_the_british_attack(case: Case) -> bool:
    return not case.fight.attackers & ~case.of(*GROUPS[0])


def _only_battlegroups(case: Case) -> bool:
    own = case.fight.attackers if case.side == case.fight.attacking else case.defenders
    return not own & case.state.printed.divisions


def _armour_attacks(case: Case) -> bool:
    return bool(case.fight.attackers & case.state.printed.armour)


def _no_armour_attacks(case: Case) -> bool:
    return not _armour_attacks(case)


def _not_outflanked(case: Case) -> bool:
    return case.state.flank != FLANK_WON


def _aircraft_fly(case: Case) -> bool:
    return not case.state.aircraft_barred


def _can_be_flanked(case: Case) -> bool:
    return why_no_flank(case.state, case.fight) is None


def _hook(case: Case) -> bool:
    return hook_possible(case.state, case.fight)


def _nobody_has_retreated(case: Case) -> bool:
    return not case.fight.defenders & case.state.fled


def _can_disengage(case: Case) -> bool:
    return can_retreat_two(case.state)


DESERT = Demand(say("this card is for battles in Egypt and Libya"), _in_desert)
LIBYA = Demand(say("this card is for battles in Libya"), _in_libya)
EAST_AFRICA = Demand(say("this card is for battles in East Africa"), _in_east_africa)
WEST = Demand(say("this card is for battles in Algeria and Tunisia"), _in_the_west)
EAST = Demand(say("this card cannot be used in Algeria or Tunisia"), _east_of_tunisia)
ITALIANS_ALONE = Demand(say("every defender must be Italian"), _only_italians_defend)
ITALIAN = Demand(say("a supplied Italian unit of yours must take part"), _an_italian_takes_part)
GERMAN = Demand(say("a supplied German unit of yours must take part"), _a_german_takes_part)
PANZERS = Demand(say("a supplied German armour unit of yours must take part"), _german_armour_takes_part)
PANZER_DIVISION = Demand(say("a supplied German armour division must attack"), _a_panzer_division_attacks)
BRITISH_ARMOUR = Demand(say("a supplied British armour unit must attack"), _british_armour_attacks)
BRITISH_DIVISION = Demand(
    say("a supplied British or Commonwealth division must attack"), _a_british_division_attacks
)
BRITISH_ALONE = Demand(
    say("only British, Commonwealth and minor Allied units may attack"), _only_the_british_attack
)
BATTLEGROUPS = Demand(say("your force must be of battlegroups only"), _only_battlegroups)
AGAINST_ARMOUR = Demand(say("there must be armour among the attackers"), _armour_attacks)
AGAINST_INFANTRY = Demand(say("there must be no armour among the attackers"), _no_armour_attacks)
NOT_OUTFLANKED = Demand(say("a flank attack has succeeded"), _not_outflanked)
AIRCRAFT = Demand(say("the Special Air Service has struck: no Air Support in this turn"), _aircraft_fly)
FLANKABLE = Demand(say("no flank attack is allowed here"), _can_be_flanked)
HOOK = Demand(say("two units, one of them armour, must attack a mountain or a swamp without a fort"), _hook)
FIRST_BATTLE = Demand(say("units that have retreated cannot disengage"), _nobody_has_retreated)
DISENGAGEABLE = Demand(say("the defenders cannot all retreat two spaces"), _can_disengage)

DEMANDS: Mapping[str, tuple[Demand, ...]] = {
    # Axis
    "graziani": (LIBYA, ITALIANS_ALONE),
    "regia_aeronautica": (ITALIAN,),
    "duke_of_aosta": (EAST_AFRICA, ITALIAN),
    "fortified_camps": (DESERT, ITALIANS_ALONE, AGAINST_INFANTRY),
    "bersaglieri": (ITALIAN,),
    "88mm_flak_guns": (GERMAN, AGAINST_ARMOUR, NOT_OUTFLANKED),
    "air_support": (AIRCRAFT,),
    "desert_fox": (DESERT, PANZERS, FLANKABLE),
    "sandstorm": (DESERT,),
    "tigers": (WEST, PANZERS),
    "devils_gardens": (DESERT,),
    "stukas": (GERMAN,),
    "rearguard": (GERMAN,),
    "afrika_korps": (PANZER_DIVISION,),
    # Allied
    "minefields": (DESERT,),
    "matildas": (BRITISH_ARMOUR, ITALIANS_ALONE),
    "hurricanes": (EAST,),
    "oconnor": (DESERT, BRITISH_ALONE),
    "jock_columns": (DESERT, BATTLEGROUPS),
    "25_pounders": (AGAINST_ARMOUR,),
    "desert_air_force": (DESERT,),
    "royal_engineers": (BRITISH_DIVISION,),
    "6_pounders": (AGAINST_ARMOUR,),
    "left_hook": (HOOK,),
    # Both
    "disengage": (FIRST_BATTLE, DISENGAGEABLE),
}
