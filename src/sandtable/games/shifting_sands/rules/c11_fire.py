"""11.24, 11.26 to 11.28, 14: the fire of a side: strength, table, column and die, item by item as the planner
shows them. Nothing here changes the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.printed.tables import BATTLEGROUP, DIVISION
from sandtable.games.shifting_sands.rules.c10_regions import in_desert
from sandtable.games.shifting_sands.rules.c11_fight import (
    MOUNTAIN,
    Fight,
    fort_of,
    ground,
    out_of_supply,
    terrain_of,
)
from sandtable.games.shifting_sands.state import Theatre, face, happened, has_option
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.chances import Chance, chances

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Item:
    """Something that adds to a strength, shifts the column (below zero to the left) or modifies the die."""

    why: str
    value: int
    rule: str
    unit: int = -1
    """The unit that it belongs to, if there is one."""


@dataclass(frozen=True, slots=True)
class Fire:
    """What makes the fire of a side."""

    side: int
    table: str
    terms: tuple[Item, ...]
    """11.24: the factors of its units, and its fort."""
    strength: int
    start: int
    """11.27: the column of the strength alone."""
    shifts: tuple[Item, ...]
    column: int
    """With the shifts."""
    modifiers: tuple[Item, ...]
    """11.26: of the die."""
    title: str
    """The head of the column."""
    losses: tuple[int, ...]
    """11.28: the loss number of each face of the die, from 1 to 6, modifiers included."""
    bold: tuple[bool, ...]
    """11.47: which of them are in bold type."""

    @property
    def die(self) -> int:
        """The sum of the modifiers."""
        return sum(item.value for item in self.modifiers)

    def chances(self) -> dict[tuple[int, bool], Chance[tuple[int, bool]]]:
        """How likely each loss number is, in bold type or not."""
        return chances(lambda roll: (self.losses[roll - 1], self.bold[roll - 1]))


def fire(state: Theatre, fight: Fight, side: int) -> Fire:
    """11.27: the fire of a side in a battle, with the units that it has left."""
    terms = tuple(_terms(state, fight, side))
    strength = sum(term.value for term in terms)
    table = DIVISION if fight.force(side) & state.printed.divisions else BATTLEGROUP
    columns = state.printed.fire[table]
    start = max(index for index, column in enumerate(columns) if column.least <= strength)
    shifts = tuple(_shifts(state, fight, side))
    column = max(0, min(len(columns) - 1, start + sum(item.value for item in shifts)))
    modifiers = tuple(_modifiers(state, fight, side))
    die = sum(item.value for item in modifiers)
    lines = [max(1, min(6, face + die)) - 1 for face in FACES]  # 11.28: below 1 is 1, above 6 is 6
    return Fire(
        side=side,
        table=table,
        terms=terms,
        strength=strength,
        start=start,
        shifts=shifts,
        column=column,
        modifiers=modifiers,
        title=columns[column].title,
        losses=tuple(columns[column].losses[line] for line in lines),
        bold=tuple(columns[column].bold[line] for line in lines),
    )


# 11.24, 14: strength


def _terms(state: Theatre, fight: Fight, side: int) -> Iterator[Item]:
    """11.24: the combat factors; 11.57: units that have retreated in this action add nothing."""
    for unit in ones(fight.force(side)):
        yield Item("Combat factor", face(state, unit).combat, "11.24", unit)
    if side == fight.defending and fight.holding:
        yield from _fort_terms(state, fight)


def _fort_terms(state: Theatre, fight: Fight) -> Iterator[Item]:
    """14.1: the fort helps the defender, unless a combat card of the attacker keeps it down."""
    fort = fort_of(state, fight)
    if not fort:
        return
    yield Item("Fort", fort, "14.1")
    if "royal_engineers" in fight.cards:
        yield Item("Royal Engineers", -fort, "A52")
    elif "stukas" in fight.cards:
        yield Item("Stukas", -(fort - fort // 2), "X51")


# 11.27: columns


def _shifts(state: Theatre, fight: Fight, side: int) -> Iterator[Item]:
    """11.27: the shifts of a side."""
    attacks = side == fight.attacking
    effects = ground(state, fight)
    columns = effects.attacker_shift if attacks else effects.defender_shift
    if columns:
        yield Item(terrain_of(state, fight).capitalize(), columns, "11.27")
    if out_of_supply(state, fight.force(side)):
        yield Item("Out of supply", -1, "11.273")
    if attacks:
        yield from _attacking_shifts(state, fight)
    if side == AXIS and "tigers" in fight.cards:
        yield Item("Tigers", 1, "X48")


def _attacking_shifts(state: Theatre, fight: Fight) -> Iterator[Item]:
    """11.271, 11.272, 11.274, and what combat cards of the defender do."""
    armour = state.printed.armour
    if fight.attackers & armour and not fight.holding & armour:
        if not fight.cards & UNARMOURING:
            yield Item("Armour", 1, "11.271")
    elif fight.holding & armour and not fight.attackers & armour:
        yield Item("Enemy armour", -1, "11.272")
    if fight.rommel:
        yield Item("Rommel", 1 if happened(state, "montgomery") else 2, "11.274")
    yield from _items(fight, HINDERING, -1)


def _items(fight: Fight, table: Mapping[str, tuple[str, str]], value: int) -> Iterator[Item]:
    """What the combat cards of a table do that are in force."""
    for key in table if fight.cards else ():
        if key in fight.cards:
            why, rule = table[key]
            yield Item(why, value, rule)


UNARMOURING = frozenset(("minefields", "devils_gardens", "25_pounders"))
"""Combat cards that take the armour shift from the attacker."""
HINDERING = {
    "fortified_camps": ("Fortified Camps", "X11"),
    "devils_gardens": ("Devil's Gardens", "X50"),
    "minefields": ("Minefields", "A01"),
    "6_pounders": ("6-Pounders", "A54"),
}
"""Combat cards by which the attacker fires one column further left."""


# 11.26: the die


def _modifiers(state: Theatre, fight: Fight, side: int) -> Iterator[Item]:
    """11.26: settled before anybody fires, so the units that began the battle count (11.23)."""
    yield from _items(fight, AXIS_AIDS if side == AXIS else ALLIED_AIDS, 1)
    yield from _axis_modifiers(state, fight) if side == AXIS else _allied_modifiers(state, fight)


def _axis_modifiers(state: Theatre, fight: Fight) -> Iterator[Item]:
    """11.261, X12, X37, X44, X49."""
    printed = state.printed
    bersaglieri = "bersaglieri" in fight.cards
    if fight.engaged & printed.nations["IT"] & printed.own[AXIS]:
        led = led_by_balbo(state, fight.target)
        if bersaglieri and led:
            yield Item("Bersaglieri", 1, "X12")
        elif not bersaglieri and not led:
            yield Item("Italian units", -1, "11.261")
    if fight.attacking == AXIS:
        yield from _axis_offensives(state, fight)
    elif _led_by_von_arnim(state, fight):
        yield Item("Von Arnim", 1, "X44")


def _is_held(state: Theatre, fight: Fight) -> bool:
    """11.57: did the defence begin with anybody who had not retreated in this action? Those who had get no help
    (ruling)."""
    return bool(fight.engaged & state.printed.own[fight.defending])


def led_by_balbo(state: Theatre, target: int) -> bool:
    """11.261: Balbo ends the Italian modifier; 19.22: but not in East Africa."""
    spared = has_option(state, "19.22") and state.printed.regions["East Africa"] >> target & 1
    return happened(state, "balbo") and not spared


def _led_by_von_arnim(state: Theatre, fight: Fight) -> bool:
    """X44: in the mountains of Algeria and Tunisia."""
    if not happened(state, "von_arnim_takes_command") or not _is_held(state, fight):
        return False
    west = state.printed.regions["Algeria-Tunisia"] >> fight.target & 1
    return bool(west) and terrain_of(state, fight) == MOUNTAIN


def _axis_offensives(state: Theatre, fight: Fight) -> Iterator[Item]:
    printed = state.printed
    if fight.bonus:
        yield Item("Venezia", 1, "X37")
    americans = fight.defenders & printed.nations["US"]
    west = printed.regions["Algeria-Tunisia"] >> fight.target & 1
    if offensive(state, "spring_wind") and west and americans and not happened(state, "patton"):
        yield Item("Spring Wind", 1, "X49")


def _allied_modifiers(state: Theatre, fight: Fight) -> Iterator[Item]:
    """11.262, 11.263, A07, A23, A24, A51."""
    printed = state.printed
    if fight.engaged & printed.nations["US"] and not happened(state, "patton"):
        yield Item("American units", -1, "11.262")
    if fight.attacking == ALLIED:
        yield from _allied_offensives(state, fight)
        if _up_the_nile(state, fight):
            yield Item("Between Aswan and Khartoum", -1, "11.263")
    elif _stands_at_alamein(state, fight):
        yield Item("Auchinleck", 1, "A24")


def _allied_offensives(state: Theatre, fight: Fight) -> Iterator[Item]:
    if fight.bonus:
        yield Item("Crusader", 1, "A23")
    if not in_desert(state, fight.target):
        return
    if offensive(state, "compass") and not fight.defenders & ~state.printed.nations["IT"]:
        yield Item("Compass", 1, "A07")
    if offensive(state, "supercharge"):
        yield Item("Supercharge", 1, "A51")


def _up_the_nile(state: Theatre, fight: Fight) -> bool:
    """11.263."""
    aswan, khartoum = state.printed.number["aswan"], state.printed.number["khartoum"]
    other = {aswan: khartoum, khartoum: aswan}.get(fight.target)
    return other is not None and bool(fight.origins & bit(other))


def _stands_at_alamein(state: Theatre, fight: Fight) -> bool:
    """A24: until Montgomery comes, in El Alamein or a space next to it."""
    if not happened(state, "auchinleck") or happened(state, "montgomery") or not _is_held(state, fight):
        return False
    alamein = state.printed.number["el_alamein"]
    return bool((state.printed.graph.adjacent[alamein] | bit(alamein)) >> fight.target & 1)


AXIS_AIDS = {
    "graziani": ("Graziani", "X04"),
    "regia_aeronautica": ("Regia Aeronautica", "X08"),
    "duke_of_aosta": ("Duke of Aosta", "X09"),
    "air_support": ("Air Support", "X24"),
    "stukas": ("Stukas", "X51"),
    "afrika_korps": ("Afrika Korps", "X55"),
}
ALLIED_AIDS = {
    "matildas": ("Matildas", "A04"),
    "hurricanes": ("Hurricanes", "A11"),
    "oconnor": ("O'Connor", "A14"),
    "jock_columns": ("Jock Columns", "A25"),
    "25_pounders": ("25-Pounders", "A26"),
    "desert_air_force": ("Desert Air Force", "A34"),
}
"""Combat cards that add 1 to the die of whoever plays them."""


def offensive(state: Theatre, key: str) -> bool:
    """Is this the offensive that is being carried out in this action?"""
    return state.card >= 0 and state.printed.cards[state.card].key == key
