"""Panels beside the map: the action, victory, the record of events, replacement points."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.games.shifting_sands.drawing.board import in_points
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint, place_name, spaces_of
from sandtable.games.shifting_sands.notation.words import SIDE_NAMES, TRACK_NAMES, unit_names
from sandtable.games.shifting_sands.printed.cards import CLASSES, TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c07_duties import DUE
from sandtable.games.shifting_sands.rules.c07_points import GREECE_LIFTED, ban
from sandtable.games.shifting_sands.rules.c13_supply import unsupplied
from sandtable.games.shifting_sands.rules.c16_victory import scoring_at_alamein
from sandtable.games.shifting_sands.state import (
    AUTOMATIC,
    EVENT,
    MOST_MARKERS,
    NOTHING,
    OPERATIONS,
    REDEPLOYMENT,
    REPLACEMENTS,
    Theatre,
    happened,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase, say

Row = tuple[Entry, ...]
USE_NAMES = {
    NOTHING: "nothing yet",
    OPERATIONS: "operations",
    REDEPLOYMENT: "redeployment",
    REPLACEMENTS: "replacement points",
    EVENT: "an event",
    AUTOMATIC: "an automatic operation",
}
LASTING = {
    "balbo": ("Italian forces have no -1 on the die", "11.261"),
    "poor_morale": ("Italian infantry divisions that are overrun without Germans are lost for good", "11.473"),
    "long_range_desert_group": ("Oases are open to battlegroups; the LRDG can go on missions", "9.2"),
    "invasion_of_greece": ("No Axis replacements until Rommel, Balkan Campaign or Siege of Malta", "7.44"),
    "balkan_campaign": ("Ends the ban of Invasion of Greece", "7.44"),
    "rommel": ("Once an action an Axis attack shifts two columns, or one after Montgomery", "11.274"),
    "battlefield_recovery": ("One German replacement point every turn", "7.413"),
    "iraqi_revolt": ("Iraqis and Vichy French are active", "10.42"),
    "unternehmen_irak": (
        "Beirut and Baghdad supply the Axis; Iraqis and Vichy French can leave Iraq and Syria",
        "13.33",
    ),
    "exporters": ("Syria is open; Allied units in the Near East are fully supplied", "13.23"),
    "ethiopian_campaign": ("Allied units in East Africa are fully supplied", "13.22"),
    "barbarossa": (
        "No Axis replacements before Siege of Malta; Malta convoys sail when there is no siege",
        "7.44",
    ),
    "atlantic_charter": ("One British or Commonwealth replacement point every turn", "7.414"),
    "siege_of_malta": ("Ends bans on Axis replacements; no Malta convoys until Spitfires", "7.44"),
    "spitfires": ("No Axis replacements until Herkules; the siege of Malta is over", "7.44"),
    "malta_victorious": ("No Axis replacements any more, and no Herkules", "7.44"),
    "herkules": ("Malta is Axis: no bans on Axis replacements, and no convoys", "7.44"),
    "kesselring": ("Air Support in any battle, and it can be kept", "7.611"),
    "auchinleck": ("Allied defence at El Alamein and next to it: die +1", "A24"),
    "montgomery": ("Four British units in a space; Benghazi and Tobruk are sources of supply", "13.25"),
    "torch": ("Algeria and Tunisia are open; 3 American points with each Allied play for replacements", "7.416"),
    "patton": ("American forces have no -1 on the die; four of them can stack", "11.262"),
    "vulcan": ("Allied units in Algeria and Tunisia are fully supplied", "13.421"),
    "von_arnim_takes_command": ("No Rommel; Axis defence in mountains of Algeria and Tunisia: die +1", "11.274"),
    "taranto_raid": ("Italian Fleet risks one victory point more", "A06"),
    "ultra": ("Italian Fleet risks one victory point more", "A17"),
    "oconnor_captured": ("O'Connor cannot be used", "X32"),
    "egyptian_uprising": ("German points rebuild Egyptians", "15.12"),
    "shermans": ("1st, 7th, 8th and 10th Armoured have new tanks", "7.54"),
    "panzer_specials": ("15th and 21st Panzer have stronger counters", "7.54"),
}
"""Events that mean something after the action in which they are played: what, and by which rule."""
ENDED_BY = {
    "invasion_of_greece": GREECE_LIFTED,
    "auchinleck": ("montgomery",),
    "barbarossa": ("herkules",),
    "siege_of_malta": ("spitfires", "herkules"),
    "spitfires": ("herkules", "malta_victorious"),
    "rommel": ("von_arnim_takes_command",),
    "ultra": ("taranto_raid",),  # the two together risk no more than one of them
}
"""The events that put an end to others, or leave nothing of them."""
FOR_NOW: dict[str, tuple[Callable[[Theatre], bool], str, str]] = {
    "italian_fleet": (
        lambda state: bool(state.fleet_at_sea),
        "At sea: +1 victory point when the turn ends, unless Mediterranean Fleet answers",
        "X06",
    ),
    "london_calling": (
        lambda state: state.london_calling == DUE,
        "The Allies owe an attack in Libya or Egypt, by three units with a division, or it is +1 victory point",
        "X25",
    ),
    "orders_from_rome": (
        lambda state: state.orders_from_rome == DUE,
        "The next Axis action must activate an Italian division in Libya or Egypt, or it is -1 victory point",
        "A12",
    ),
    "sea_devils_e_boats": (lambda state: bool(state.convoys_barred), "No Malta convoys in this turn", "X28"),
    "special_air_service": (lambda state: bool(state.aircraft_barred), "No Air Support in this turn", "A53"),
    "salaam": (
        lambda state: bool(state.events_this_turn >> state.printed.event["salaam"] & 1),
        "No mission of the LRDG in this turn",
        "X53",
    ),
    "malta_convoys": (
        lambda state: (
            bool(state.convoy_after_spitfires)
            and not happened(state, "herkules")
            and not happened(state, "malta_victorious")
        ),
        "A convoy has come after Spitfires: Malta Victorious can be played",
        "A38",
    ),
}
"""Events that mean something for a while: as long as what holds, what, and by which rule."""


def panels(viewpoint: Viewpoint) -> Iterator[Panel]:
    """What helps with the decision first, then what holds at any time."""
    state = viewpoint.state
    yield from action_panel(viewpoint)
    yield from supply_panel(state)
    yield victory_panel(state)
    yield actions_panel(viewpoint)
    yield replacements_panel(viewpoint)
    if state.events:
        yield events_panel(state)


# The action


def action_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """7.2, 7.3: the points of the action that are left, and the markers that can still be laid (4.15)."""
    state = viewpoint.state
    if viewpoint.decision not in ("activation", "redeploy", "redeployed"):
        return
    rows = [(Entry(phrase("Points left"), rule="7.21"), Entry(str(state.left)))]
    if state.use != REDEPLOYMENT:
        laid = (state.movers | state.fighters).bit_count()
        rows.append((Entry(phrase("Markers laid"), rule="4.15"), Entry(f"{laid} / {MOST_MARKERS}")))
    if state.card >= 0:
        rows.append((Entry(phrase("Event")), Entry(state.printed.cards[state.card].title)))
    yield Panel(
        id="action",
        title=phrase("This action: {use}", use=say(USE_NAMES[state.use])),
        kind="table",
        rows=tuple(rows),
        decides=True,
    )


def actions_panel(viewpoint: Viewpoint) -> Panel:
    """6.13, 7.33, 7.53: what each side did last in this turn, how many cards it holds, and what came to it."""
    state = viewpoint.state
    return Panel(
        id="actions",
        title=phrase("Both sides"),
        kind="table",
        columns=("", *(str(say(name)) for name in SIDE_NAMES)),
        rows=(
            (
                Entry(phrase("Last action"), rule="6.13"),
                *(Entry(phrase(USE_NAMES[use])) for use in state.last_use),
            ),
            (Entry(phrase("Cards in hand")), *(Entry(str(size)) for size in viewpoint.hand_sizes)),
            (
                Entry(phrase("Reinforcements played"), rule="7.53"),
                *(Entry(_classes(state, side)) for side in range(2)),
            ),
            (Entry(phrase("Draw pile")), *(Entry(str(viewpoint.deck_size(side))) for side in range(2))),
        ),
        note=phrase("Nobody redeploys in two actions running, nor plays for replacements"),
        rule="7.33",
    )


def _classes(state: Theatre, side: int) -> str:
    """7.53: the classes of which a side has played its reinforcement card of this turn."""
    found = [CLASSES[1 + number] for number in ones(state.reinforced[side])]
    return ", ".join(found) or phrase("none")


# Supply


def supply_panel(state: Theatre) -> Iterator[Panel]:
    """13.8: who starves if nothing changes before the turn is over, of both sides."""
    if not state.round:
        return
    rows = tuple(_starving(state, side, space) for side in (AXIS, ALLIED) for space in _places(state, side))
    if rows:
        yield Panel(
            id="supply",
            title=phrase("Out of supply"),
            kind="table",
            rows=rows,
            note=phrase("Whoever is still out of supply at the end of the turn is eliminated, divisions for good"),
            rule="13.81",
        )


def _places(state: Theatre, side: int) -> tuple[int, ...]:
    return spaces_of(state, unsupplied(state, side))


def _starving(state: Theatre, side: int, space: int) -> Row:
    units = [unit for unit in ones(unsupplied(state, side)) if state.place[unit] == space]
    place = phrase("{side}: {place}", side=say(SIDE_NAMES[side]), place=place_name(state, space))
    return Entry(place, cell=space), Entry(unit_names(state.printed, units), tone="warn")


# Victory


def victory_panel(state: Theatre) -> Panel:
    """16: the points, and what each side needs."""
    rows: list[Row] = [
        (Entry(phrase("Victory points now"), rule="16.0"), Entry(str(state.points))),
        *_axis_needs(state),
        *_allied_needs(state),
        *_at_the_end(state),
    ]
    return Panel(
        id="victory",
        title=phrase("Victory: {points} points", points=state.points),
        kind="table",
        columns=(phrase("What counts"), phrase("Now")),
        rows=tuple(rows),
        note=phrase("Automatic victories are looked for at the end of every turn"),
        rule="16.1",
    )


def _axis_needs(state: Theatre) -> Iterator[Row]:
    yield _points_needed(phrase("Axis, at once: 14 points"), "16.2", state.points >= 14, 14 - state.points)
    yield _places_needed(state, phrase("Axis, at once: Port Said and Suez"), "16.2", AXIS, "port_said", "suez")


def _allied_needs(state: Theatre) -> Iterator[Row]:
    yield _points_needed(phrase("Allies, at once: 3 points"), "16.3", state.points <= 3, state.points - 3)
    if not happened(state, "torch"):
        yield _places_needed(state, phrase("Allies, at once: Tripoli"), "16.3", ALLIED, "tripoli")
        return
    words = phrase("Allies, at once: Tunis and Tripoli, and no Axis in Alexandria")
    yield _places_needed(state, words, "16.3", ALLIED, "tunis", "tripoli", "alexandria")


def _points_needed(words: str, rule: str, met: bool, missing: int) -> Row:
    now = phrase("yes") if met else phrase("{points} away", points=missing)
    return Entry(words, rule=rule), Entry(now, tone="warn" if met else "")


def _places_needed(state: Theatre, words: str, rule: str, side: int, *names: str) -> Row:
    missing = [name for name in names if state.control[state.printed.number[name]] != side]
    if not missing:
        return Entry(words, rule=rule), Entry(phrase("yes"), tone="warn")
    first = state.printed.number[missing[0]]
    places = ", ".join(place_name(state, state.printed.number[name]) for name in missing)
    return Entry(words, rule=rule), Entry(phrase("missing: {places}", places=places), cell=first)


def _at_the_end(state: Theatre) -> Iterator[Row]:
    """16.4, 18.4: who wins if nobody does so before."""
    short = SCENARIOS[state.scenario] == "sonnenblume" and not state.campaign
    least, rule = (7, "18.4") if short else (5, "16.4")
    words = phrase("At the end the Axis needs {points} points", points=least)
    ahead = say(SIDE_NAMES[AXIS if state.points >= least else ALLIED])
    yield Entry(words, rule=rule), Entry(phrase("{side} ahead", side=ahead))
    alamein = state.printed.number["el_alamein"]
    yield (
        Entry(phrase("+1 a turn: the Axis at El Alamein or next to it"), cell=alamein, rule="5.41"),
        Entry(phrase("yes"), tone="warn") if scoring_at_alamein(state) >= 0 else Entry(phrase("no")),
    )
    held = state.printed.regions["East Africa"] & state.controls[AXIS]
    yield (
        Entry(phrase("+1 a turn from Fall 1941: a space of East Africa"), rule="5.41"),
        Entry(phrase("{spaces} spaces are Axis", spaces=held.bit_count())),
    )


# Replacements and events


def replacements_panel(viewpoint: Viewpoint) -> Panel:
    """7.4, 15: the points on the track, and whether the Axis may play for them."""
    state = viewpoint.state
    forbidden = ban(state)
    entries = [(track, halves) for track, halves in enumerate(state.replacements) if halves]
    rows = tuple(
        (Entry(TRACK_NAMES[TRACKS[track]], rule="7.41"), Entry(in_points(halves))) for track, halves in entries
    )
    banned = phrase("The Axis may play no card for replacements: {event}", event=_event_title(state, forbidden))
    return Panel(
        id="replacements",
        title=phrase("Replacement points"),
        kind="table",
        rows=rows or ((Entry(phrase("none recorded")),),),
        note=banned if forbidden else phrase("What is not spent at the end of the turn is lost"),
        rule="7.44" if forbidden else "15.1",
        decides=viewpoint.decision in ("charter", "spend", "rebuilt"),
    )


def _event_title(state: Theatre, key: str) -> str:
    return next((card.title for card in state.printed.cards if card.key == key), key)


def _lasts(state: Theatre, key: str) -> bool:
    return happened(state, key) and not any(happened(state, other) for other in ENDED_BY.get(key, ()))


def events_panel(state: Theatre) -> Panel:
    """7.51: what events still mean, first those that mean it for a while."""
    found = [(key, words, rule) for key, (holds, words, rule) in FOR_NOW.items() if holds(state)]
    found += [(key, words, rule) for key, (words, rule) in LASTING.items() if _lasts(state, key)]
    rows = tuple((Entry(_event_title(state, key)), Entry(phrase(words), rule=rule)) for key, words, rule in found)
    return Panel(
        id="events",
        title=phrase("Events in force"),
        kind="table",
        columns=(phrase("Event"), phrase("What it means")),
        rows=rows or ((Entry(phrase("none yet")),),),
        rule="7.51",
    )
