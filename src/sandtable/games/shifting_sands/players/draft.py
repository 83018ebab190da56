"""One plan for an action in the making: where our units would be, what we would control, what we would attack."""

from __future__ import annotations

from sandtable.boards import path_to
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.state import MOST_MARKERS
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.players.planning import Order

PLAY, ACTIVATE, MARCH, SEND = range(4)
"""What an order begins with: a card and its use; a marker; a march; a redeployment."""


class Draft:
    """Our units, as they would stand; the enemy stays where it is."""

    __slots__ = (
        "attacked",
        "fighters",
        "left",
        "markers",
        "movers",
        "occupied",
        "own",
        "promise",
        "pulled",
        "sent",
        "spent",
        "stacks",
        "survey",
    )

    def __init__(self, survey: Survey, left: int) -> None:
        state = survey.state
        self.survey = survey
        self.stacks = dict(survey.stacks)
        self.own = state.controls[survey.side]
        self.occupied = state.occupied[survey.side]
        self.left = left
        self.movers, self.fighters = state.movers, state.fighters
        self.markers: list[Order] = []
        self.sent: list[Order] = []
        self.spent = state.moved
        """Units that have moved or will."""
        self.attacked = 0
        """The spaces that will be attacked."""
        self.promise = 0.0
        self.pulled = 0.0

    def branch(self) -> Draft:
        other = Draft.__new__(Draft)
        for name in Draft.__slots__:
            setattr(other, name, getattr(self, name))
        other.stacks, other.markers, other.sent = dict(self.stacks), [*self.markers], [*self.sent]
        return other

    @property
    def orders(self) -> list[Order]:
        """Markers come before marches (7.27); with the last one it is said that there are no more."""
        last = len(self.markers) - 1
        markers = [[*marker, int(number == last)] for number, marker in enumerate(self.markers)]
        return [*markers, *self.sent]

    def activate(self, space: int, *, attack: bool) -> None:
        """7.25: a marker, paid for."""
        self.left -= self.survey.attacks[space] if attack else self.survey.moves[space]
        if attack:
            self.fighters |= bit(space)
        else:
            self.movers |= bit(space)
        self.markers.append([ACTIVATE, space, int(attack)])

    def can_activate(self, space: int, *, attack: bool) -> bool:
        marked = self.movers | self.fighters
        cost = (self.survey.attacks if attack else self.survey.moves).get(space, self.left + 1)
        return not marked >> space & 1 and cost <= self.left and marked.bit_count() < MOST_MARKERS

    def has_room(self, space: int, group: int) -> bool:
        """8.1: is there room for a group? That Montgomery and Patton allow four is not counted on."""
        return (self.stacks.get(space, 0) | group).bit_count() <= 3

    def march(self, group: int, goal: int) -> None:
        """A group goes from the space where it is; the spaces on its way become ours."""
        survey, here = self.survey, self.survey.state.place
        for unit in ones(group):
            self.own |= mask_of(path_to(survey.tree(unit), goal)) | bit(goal)
            self.sent.append([MARCH, unit, goal])
            self.move_from(unit, here[unit], goal)

    def send(self, unit: int, goal: int) -> None:
        """12: a unit redeploys."""
        self.sent.append([SEND, unit, goal])
        self.move_from(unit, self.survey.state.place[unit], goal)

    def move(self, unit: int, goal: int) -> None:
        """A unit is put somewhere else."""
        self.move_from(unit, self.survey.state.place[unit], goal)

    def move_from(self, unit: int, origin: int, goal: int) -> None:
        survey, stacks = self.survey, self.stacks
        if origin in stacks:
            left = stacks[origin] & ~bit(unit)
            if left:
                stacks[origin] = left
            else:
                del stacks[origin]
                self.occupied &= ~bit(origin)
        if survey.printed.spaces[goal].on_map:
            stacks[goal] = stacks.get(goal, 0) | bit(unit)
            self.occupied |= bit(goal)
        field = survey.field(unit)
        self.pulled += survey.strength(unit) * (field[goal] - field[origin])
        self.spent |= bit(unit)
