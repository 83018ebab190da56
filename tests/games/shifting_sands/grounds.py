"""Shifting Sands on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre, draw_pile, inactive
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.policies import clash, seeking
from tests.suite.charts import dashed, shows
from tests.suite.grounds import Grounds, Recording, Told


def check(state: Theatre) -> None:
    """The caches are true, every card is in one place, and no space holds units of both sides."""
    again = state.copy()
    again.rebuild()
    assert again.stacks == state.stacks
    assert again.occupied == state.occupied
    assert again.controls == state.controls
    for side in (AXIS, ALLIED):
        own = state.printed.decks[side]
        places = (
            *(
                state.hands[side],
                state.discards[side],
                state.aside[side],
                state.taken[side],
                draw_pile(state, side),
            ),
            *(state.waiting & own, state.removed & own, (state.kept | state.combat_cards[side]) & own),
        )
        assert sum(place.bit_count() for place in places) == own.bit_count(), "a card is in two places"
    for space in ones(state.occupied[AXIS] & state.occupied[ALLIED]):
        asleep = state.stacks[space] & state.printed.own[AXIS] & ~inactive(state) == 0
        assert asleep, "both sides are in one space"
        assert state.walker >= 0, "somebody has stopped among the Iraqis"
        assert state.place[state.walker] == space, "somebody has stopped among the Iraqis"


def of_note(state: Theatre, verb: int, noun: str) -> list[int]:
    """Cards in the hands; units in play; spaces with units in them and around them."""
    if noun == "card":
        return list(ones(state.hands[AXIS] | state.hands[ALLIED] | state.kept))
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "space":
        return []
    near = 0
    for space in ones(state.occupied[AXIS] | state.occupied[ALLIED]):
        near |= state.printed.graph.adjacent[space] | 1 << space
    return list(ones(near))


UNNAMED: dict[str, str] = {
    "2.1": "what adjacent means: a step to a space that is not is refused under 9.11",
    "2.22": "what the two sides of a counter are: losses are told under 11.42 and 11.44",
    **dict.fromkeys(
        ("4.2", "17.0", "18.0", "18.1", "18.2"),
        "the set-ups are printed",
    ),
    "4.3": "the piles of the years: cards join the decks under 7.7",
    "4.11": "where the campaign begins is printed",
    "4.12": "where the campaign begins is printed",
    "4.13": "where the markers of replacement points begin: what cards add is told under 7.41",
    "4.15": "no card has more than five points, and every marker costs at least one",
    "5.3": "the attrition phase: what it does is told under 13.81 and 13.82",
    "5.42": "when victory is checked: the result names 16.2, 16.3, 16.4 or 18.4",
    "6.1": "the rounds are told under 5.2, the actions asked under 6.12",
    "6.11": "who acts first: the actions are asked under 6.12",
    "6.13": "the action markers: the rounds are told under 5.2",
    "6.14": "how many actions there are: the rounds are told under 5.2",
    "7.1": "every action is asked under 6.12",
    "7.11": "the cards of later years wait: they join the decks under 7.7",
    "7.12": "the four ways to play a card are told and refused under 7.2 to 7.5",
    "7.22": "what a marker costs is refused under 7.23, 13.611 and 13.71",
    "7.24": "what a marker costs is refused under 7.23, 13.611 and 13.71",
    "7.31": "what a card brings for redeployment is told under 7.32",
    "7.42": "when points are spent: each is told under 15.3 and 15.4",
    "7.612": "cards in front of a side are played like those of the hand, under 11.25",
    "8.3": "nations may stack: so nobody is refused",
    "8.11": "a fort is no unit: stacking is refused under 8.1",
    "8.12": "enemies in a space are refused under 9.12, 11.55 and 11.63",
    "10.31": "nobody enters Malta: redeployments there are refused under 12.73",
    "10.32": "Malta is taken by Herkules alone, which is refused under 10.321 and its own clause",
    "11.13": "a space may attack several others: so nobody is refused",
    "11.15": "a factor of 0 may attack: so nobody is refused",
    "11.21": "the steps of a battle: each is told and asked under its own paragraph",
    "11.23": "when a flank attack is tried: it is asked under 11.31",
    "11.24": "the strengths: the planner shows them, and the roll is told under 11.28",
    "11.26": "the modifiers of the die: the planner shows them, and the roll is told under 11.28",
    "11.27": "table and columns: the planner shows them, and the roll is told under 11.28",
    "11.32": "a modifier of the flank roll, which is told under 11.33",
    **dict.fromkeys(
        ("11.34", "11.341", "11.342"),
        "the order of fire after a flank attack: each roll is told under 11.28",
    ),
    "11.41": "the loss number is told with the roll under 11.28",
    **dict.fromkeys(
        ("11.45", "11.442", "11.443", "11.444", "19.5"),
        "which battlegroup replaces a division is refused under 11.44",
    ),
    "11.46": "forts take no losses: so none is told",
    "11.54": "whoever stands in Berbera is told of under 11.53",
    "11.58": "attackers never retreat: so nobody is asked",
    "11.59": "a retreat changes no control: so nothing is told",
    "11.65": "an advance into a mountain ends there: so nobody is asked to go on",
    "11.68": "the defender never advances: so nobody is asked",
    "11.71": "the LRDG comes with its event, under A09",
    **dict.fromkeys(
        ("11.261", "11.262", "11.263"),
        "a modifier of the die: the planner shows it, and the roll is told under 11.28",
    ),
    **dict.fromkeys(
        ("11.271", "11.272", "11.273"),
        "a shift of columns: the planner shows it, and the roll is told under 11.28",
    ),
    "11.281": "who takes losses when: each is asked and told under 11.42",
    "11.283": "that the defenders retreat is told under 11.52",
    "11.284": "that the attackers advance is told under 11.67",
    "11.421": "where the eliminated go is told under 11.42 and 11.44",
    "11.472": "where nobody is overrun: so nothing is told",
    "11.474": "overruns after a flank attack are told under 11.47 like any other",
    "12.4": "points are divided at will: so nobody is refused",
    **dict.fromkeys(
        (
            "13.21",
            "13.24",
            "13.25",
            "13.31",
            "13.32",
            "13.33",
            "13.34",
            "13.35",
            "13.36",
            "13.41",
            "13.42",
            "13.43",
            "13.44",
        ),
        "a source of supply: who is cut off is told under 13.81 and refused under 12.5",
    ),
    **dict.fromkeys(
        ("13.22", "13.23", "13.62", "13.421"),
        "full supply by an event: what it costs to attack is refused under 7.23",
    ),
    **dict.fromkeys(
        ("13.51", "13.52", "13.53", "13.54", "13.55"),
        "a line of supply: who has none is told under 13.81 and refused under 12.5",
    ),
    "13.61": "how well a unit is supplied: what it then costs to attack is refused under 13.611",
    "13.72": "units out of supply are refused under 12.5",
    **dict.fromkeys(
        ("13.91", "13.92", "13.93"),
        "captured supplies are asked and told under 13.9",
    ),
    **dict.fromkeys(
        ("13.621", "13.622", "13.623"),
        "limited supply of a region: what it costs to attack is refused under 13.611",
    ),
    "14.1": "the strength of a fort: the planner shows it, and the roll is told under 11.28",
    "14.2": "a fort helps no attack: so nothing is told",
    "14.3": "a fort is never outflanked or overrun: so nobody is asked",
    "14.4": "a fort stands for ever: so nothing is told",
    "15.2": "the point of Massawa is told under 7.415",
    "16.1": "when the campaign ends: the result names 16.2, 16.3 or 16.4",
    "16.5": "the victory spaces are printed: a change of control is told under 3.0, the points under 16.0",
    "16.6": "the ends of the track: points are told under the clause that gives them",
    "19.3": "an option under which nothing is told: the points stay as they are",
    "19.6": "what a Vichy fort is: the planner shows it, and the roll is told under 11.28",
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

LAST_RESORTS: dict[str, str] = {
    "target attack": "enemies are there who have not been attacked: they lack only a marker next to them",
    "replacement replace": "a battlegroup in the Reserve box that is of another nation or type",
    "rebuilt to": "an own space that is none of those where the division arrives that the prompt names",
    "gideon-force lose": "whatever is no Italian battlegroup in East Africa",
    "charter track": "the other four tracks",
    "to-greece remove": "whatever is not of the nation, type or place that the sentence names",
    "overrun-step lose": "whatever is not among the divisions of which the prompt speaks",
}
"""Where the last sentence of a `why_not` answers, and why it is right."""

NATIONS = {
    "BR": "British",
    "AUS": "Australian",
    "IND": "Indian",
    "NZ": "New Zealand",
    "SA": "South African",
    "FF": "Free French",
    "GK": "Greek",
    "POL": "Polish",
    "US": "American",
    "USFF": "Free French",
    "GE": "German",
    "IT": "Italian",
    "VF": "Vichy French",
    "IR": "Iraqi",
    "EG": "Egyptian",
}
TRACKS = ("GE", "IT", "BR", "CW", "A", "US")
Lines = list[dict[str, str]]
Cells = list[list[str | None]]


def fire(table: str) -> Told:
    """The file has a line for each die and column, the chart a row for each die."""

    def told(lines: Lines) -> Cells:
        cells = {
            (line["die"], line["column_index"]): line["loss_number"] + "*" * int(line["bold_overrun"])
            for line in lines
            if line["table"] == table
        }
        columns = sorted({column for _, column in cells}, key=int)
        return [[die, *(cells[die, column] for column in columns)] for die in "123456"]

    return told


def divisions(side: str) -> Told:
    """A stronger counter stands under the one that it takes the place of, and bears its name."""

    def told(lines: Lines) -> Cells:
        own = {line["id"]: line for line in lines if line["side"] == side}
        better = {line["upgrades_to"] for line in own.values()}
        chains = ((line, own.get(line["upgrades_to"])) for name, line in own.items() if name not in better)
        return [row for line, other in chains for row in _counters(line, other)]

    return told


def _counters(line: dict[str, str], better: dict[str, str] | None) -> Cells:
    nation, name = NATIONS[line["nation"]], line["name"]
    title = f"{nation} {name}" if name[:-2].isdecimal() else name
    return [
        [words, nation, one["type"], one["full_CF-LF-MF"], one["reduced_CF-LF-MF"], "•" * int(line["dot"]) or "-"]
        for words, one in ((title, line), (f"{title}, stronger counter", better))
        if one
    ]


def groups(side: str) -> Told:
    told = shows(
        *("pool", "nation", "type", "full_CF-LF-MF", "reduced_CF-LF-MF", "counters"),
        where=lambda line: line["side"] == side,
        nation=NATIONS,
    )
    return lambda lines: [[None, *row[1:]] for row in told(lines)]


def deck(letter: str) -> Told:
    def told(lines: Lines) -> Cells:
        return [
            [
                *(f"{letter}{int(line['no']):02}", line["name"], line["year"]),
                line["ops"] + "+" * int(line["ops_square"]) + "*" * int(line["asterisk"]),
                line["type"],
                " ".join(f"{on}{line[f'rp_{on}']}" for on in TRACKS if int(line.get(f"rp_{on}") or 0)) or "-",
                None,
            ]
            for line in lines
        ]

    return told


def signed(text: str) -> str:
    return f"{int(text):+}" if int(text) else "-"


NO = {"no": "-"}
CHARTS: dict[str, Told] = {
    "fire-battlegroup": fire("battlegroup"),
    "fire-division": fire("division"),
    "terrain": shows(
        *("terrain", "attacker_column_shift", "defender_column_shift", "extra_step_cancels_retreat"),
        *("flank_attack_allowed", "overrun_possible", "stops_advance"),
        attacker_column_shift=signed,
        defender_column_shift=signed,
        extra_step_cancels_retreat=NO,
        flank_attack_allowed=NO,
        overrun_possible=NO,
        stops_advance=NO,
    ),
    "places": shows(
        *("name", "region", "terrain", "fort", "port", "source", "vp"),
        where=lambda line: (
            line["terrain"] != "offmap"
            and (line["fort"], line["port"], line["source"], line["vp"]) != ("0", "no", "", "0")
        ),
        fort=dashed,
        port={"no": "-", "yes": "port", "after_torch": "port of the Allies after Torch"},
        source={
            "": "-",
            "axis": "Axis",
            "allied": "Allies",
            "axis_after_torch": "Axis, after Torch",
            "allied_after_torch": "Allies, after Torch",
        },
        vp=dashed,
    ),
    "divisions-axis": divisions("axis"),
    "divisions-allies": divisions("allied"),
    "battlegroups-axis": groups("axis"),
    "battlegroups-allies": groups("allied"),
    "missions": shows(
        *("mission", "die", "axis_cards_shown", "axis_cards_discarded", "lrdg_step_loss"),
        mission=str.capitalize,
        axis_cards_shown=dashed,
        axis_cards_discarded=dashed,
        lrdg_step_loss=dashed,
    ),
    "cards-axis": deck("X"),
    "cards-allies": deck("A"),
}

GROUNDS = Grounds(
    game=GAME,
    seeking=seeking,
    thick=clash,
    check=check,
    of_note=of_note,
    unnamed=UNNAMED,
    graves=("eliminated",),
    last_resorts=LAST_RESORTS,
    charts=CHARTS,
    perft=(
        "discards",
        "takes",
        "choose",
        "activation",
        "moves",
        "walk",
        "target",
        "attack",
        "flank",
        "combat-cards",
        "loss",
        "retreat",
        "advance",
        "stride",
        "redeploy",
        "redeployed",
        "spend",
        "arrival",
    ),
    # A turn is long: every round is a part of it.
    recording=Recording(games=8, parts=6, clock=lambda state: 8 * state.turn + state.round),
)
