"""Tiny Skirmish as the kernel sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import push
from sandtable.kernel.game import Game, Option, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message, Parameter, say
from tinygame import scene
from tinygame.play import KINDS, SET_UP, TURN, VERBS
from tinygame.scene import QUESTIONS
from tinygame.state import BLUE, FOLDER, RED, SIDES, Printed, Table, load
from tinygame.text import TIES, Reader, faults, write
from tinygame.view import View, invent, look

TIES_OPTION = Option("ties", TIES, "who moves first when the bids are equal: Red, or a die decides")
load_printed = cache(load)

BUTTONS = ("Go to {name}", "Move {name}", "Bid {name}", "Bid nothing", "Ambush with {name}", "No ambush", "Stop")

LINES = {
    "placed": "{piece} is placed in {to}",
    "opened": "All pieces are placed",
    "drew": "{side} draws a card",
    "drew-card": "The card is {card}",
    "bid": "{side} has bid",
    "bid-card": "The bid is {card}",
    "bids": "The bids: Red {red}, Blue {blue}",
    "tie-rolled": "Equal bids, die {die}: {first} moves first",
    "moves": "A piece of {side} moves from {origin} to {to}",
    "attacks": "A piece of {side} in {origin} attacks {to}",
    "moved-piece": "It is {piece}",
    "done": "{side} stops moving",
    "ambush": "{side} ambushes with {card}",
    "shown": "The battle is between {pieces}",
    "rolled": "Die {die}: {attack} against {defence}",
    "lost": "{piece} is lost",
    "moves-in": "{piece} moves in to {to}",
    "point": "{side} holds the centre: one point",
}


class TinySkirmish(Game[Table]):
    """Two sides, three hidden pieces each, seven hexes, twelve cards, two or three turns."""

    id = "tiny-skirmish"
    title = "Tiny Skirmish"
    sides = SIDES
    sequence_rule = "3"
    verbs = VERBS
    kinds = KINDS
    state_type = Table
    folder = FOLDER
    secrets = True
    questions = QUESTIONS
    scenarios = (
        ScenarioInfo("skirmish", "Skirmish", "The whole game", "3 turns, five minutes", (TIES_OPTION,)),
        ScenarioInfo("patrol", "Patrol", "A shorter one", "2 turns, three minutes", (TIES_OPTION,)),
    )

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def data_fingerprint(self, printed: Printed) -> str:
        return printed.hash

    def nouns(self, printed: Printed) -> dict[str, Sequence[str]]:
        return {"hex": printed.hexes, "piece": printed.pieces, "card": printed.cards}

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Table:
        state = Table.blank(printed)
        state.last_turn = printed.turns[name]
        state.dice_for_ties = TIES.index(options["ties"])
        push(state, TURN)
        push(state, SET_UP)
        return state

    def view(self, state: Table, side: int) -> View:
        return look(state, side)

    def resample(self, view: Any, rng: Random, printed: Printed) -> Table:
        return invent(view, rng, printed)

    def describe(self, state: Table, choice: Choice) -> Message:
        verb, argument = unpack(choice)
        names = self.nouns(state.printed).get(self.verbs[verb].noun)
        return say(BUTTONS[verb], name=names[argument]) if names else say(BUTTONS[verb])

    def narrate(self, printed: Printed, event: Event) -> Message:
        cards = [*printed.cards, "nothing"]
        nouns: dict[str, Sequence[str]] = {
            **dict.fromkeys(("to", "origin"), printed.hexes),
            **dict.fromkeys(("card", "red", "blue"), cards),
            "piece": printed.pieces,
        }
        words: dict[str, Parameter] = {}
        for name, value in event.arguments.items():
            if name in ("side", "first"):
                words[name] = say(SIDES[value])
            elif name == "pieces":
                words[name] = ", ".join(printed.pieces[piece] for piece in value)
            else:
                words[name] = nouns[name][value] if name in nouns else value
        return say(LINES[event.kind], **words)

    def board(self, printed: Printed) -> Board:
        return scene.board(printed)

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene.scene(view, side, printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return scene.gist(printed, event)

    def score(self, state: Table) -> Score:
        for side in (RED, BLUE):
            if not state.held[side]:
                return Score(1 - side, say("{side} has no piece left", side=say(SIDES[side])), "6")
        red, blue = state.points
        how = say("{red} to {blue} points", red=red, blue=blue)
        return Score(None if red == blue else RED if red > blue else BLUE, how, "6")

    def turn(self, state: Table) -> int:
        return state.turn

    def write_position(self, state: Table) -> str:
        return write(state)

    def parse_position(self, text: str, printed: Printed) -> Table:
        return Reader(printed).read(text)

    def status(self, state: Table) -> list[Why]:
        return faults(state)
