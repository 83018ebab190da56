"""16: the Buildup between two months: check, points, then each player's reinforcements, spending and resupply."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_be_rebuilt, weakened
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, HAND_LIMIT
from sandtable.games.rommel_in_the_desert.rules.c04_cards import draw_cards
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import buildup_check
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import begin_month, bonus_cards
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import lay_mines
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import (
    CARDS,
    REPLACEMENTS,
    STEPS,
    close_accounts,
    count,
    open_accounts,
    pay,
    too_dear,
)
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import (
    REDEPLOY_TO,
    least_price,
    leavable,
    redeployable,
    refittable,
    send_to_refit,
    why_nowhere,
)
from sandtable.games.rommel_in_the_desert.rules.c16_reinforcements import (
    bring_reinforcements,
    monthly_cards,
    offer_malta,
    return_from_refit,
)
from sandtable.games.rommel_in_the_desert.state import Position, scenario_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import DONE, EXTRA, REBUILD, REDEPLOY, REFIT, THROW
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Dice, Steps, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say, say_count

GAZALA_POINTS = 30  # 18.7


# 16.1-16.3: the month, the networks, the points


def advance_month(state: Position, frame: Frame) -> None:
    """16.1."""
    state.month += 1
    tell(state, "month", "16.1", month=state.month)


def roll_for_points(state: Position, frame: Frame) -> None:
    """16.3: each player rolls dice."""
    push(state, POINT_DICE, ALLIED)
    push(state, POINT_DICE, AXIS)


class PointDice(Dice[Position]):
    """16.3, 18.1: two dice each, in 1940 one."""

    name = "point-dice"
    on = ("buildup.roll_for_points", "point-dice")
    side = one("side")

    def count(self, state: Position, frame: Frame) -> int:
        return scenario_of(state).bp_dice

    def rolled(self, state: Position, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        side = self.side(frame)
        state.rolled[side] = sum(faces)
        tell(state, "points-rolled", "16.3", side=side, dice=list(faces))


POINT_DICE = PointDice()


def share_points(state: Position, frame: Frame) -> None:
    """16.3: both receive the sum of all dice; the lower roll builds first, on a tie the Allies."""
    total = sum(state.rolled)
    for side in (AXIS, ALLIED):
        open_accounts(state, side, total)
    first = AXIS if state.rolled[AXIS] < state.rolled[ALLIED] else ALLIED
    tell(state, "points", "16.3", points=total, side=first)
    push(state, PLAYER_BUILDUP, ENEMY_OF[first])
    push(state, PLAYER_BUILDUP, first)


def end_buildup(state: Position, frame: Frame) -> None:
    """16.2: the frozen networks are forgotten; the month begins."""
    state.clear("buildup")
    begin_month(state)


# 16.5: spending


def rebuildable(state: Position, side: int) -> int:
    """16.54: damaged units in their own base for which the side can afford a step."""
    cv, full, found = state.cv, state.printed.max_cv, 0
    if not state.points[side]:
        return 0
    for unit in ones(units_at(state, side, state.printed.base[side])):
        if cv[unit] < full[unit] and _payable(state, side, unit):
            found |= 1 << unit
    return found


def step_price(state: Position, unit: int) -> int:
    """16.54: points per CV, twice that for the step of an elite unit."""
    return state.printed.units[unit].sort.bp_per_cv * state.printed.step[unit]


def _payable(state: Position, side: int, unit: int) -> bool:
    return step_price(state, unit) <= state.points[side]


def spend(state: Position, frame: Frame) -> None:
    """16.5: replacements and redeployments, freely mixed."""
    may_be_rebuilt(state, state.active)
    push(state, SPEND, state.active)


class Spend(ChoiceKind[Position]):
    """16.5, 16.51-16.54: spend points on steps and redeployments, send units to refit, until done."""

    name = "spend"
    on = ("player-buildup.spend",)
    rule = "16.5"
    asks = one("side")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.side(state, frame) != state.active:
            yield say("the Buildup is not that of the active side")

    def legal(self, state: Position, frame: Frame) -> Options:
        side = self.side(state, frame)
        return offer(
            (DONE, True),
            (REBUILD, rebuildable(state, side)),
            (REDEPLOY, redeployable(state, side)),
            (REFIT, refittable(state, side)),
        )

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        elif verb == REDEPLOY:
            push(state, REDEPLOY_TO, argument)
        elif verb == REFIT:
            send_to_refit(state, argument)
        else:
            rebuild_step(state, self.side(state, frame), argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say_count(
            "Buildup: rebuild, redeploy or refit units ({count} point)",
            "Buildup: rebuild, redeploy or refit units ({count} points)",
            state.points[self.side(state, frame)],
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb not in (REBUILD, REDEPLOY, REFIT):
            return "16.5", say("replacements and redeployments come first")
        if state.printed.side_of[argument] != self.side(state, frame):
            return "16.5", say("that is not your unit")
        return WHY_NOT[verb](state, argument)


def rebuild_step(state: Position, side: int, unit: int) -> None:
    """16.54: one step more; the enemy learns of it only if the block is face up in a battle."""
    pay(state, side, REPLACEMENTS, step_price(state, unit))
    count(state, side, STEPS)
    state.cv[unit] += state.printed.step[unit]
    weakened(state, unit)
    seen = EVERYONE if state.shown >> unit & 1 else 1 << side
    tell(state, "rebuilt", "16.54", audience=seen, unit=unit, cv=state.cv[unit])


def why_not_rebuilt(state: Position, unit: int) -> tuple[str, Message]:
    side = state.printed.side_of[unit]
    if state.place[unit] != state.printed.base[side]:
        return "16.54", say("units are rebuilt only in their own base")
    if state.cv[unit] == state.printed.max_cv[unit]:
        return "16.54", say("it is at full strength")
    cost, points = step_price(state, unit), state.points[side]
    assert cost > points
    return "16.54", too_dear(cost, points)


def why_not_redeployed(state: Position, unit: int) -> tuple[str, Message]:
    side = state.printed.side_of[unit]
    if state.disrupted >> unit & 1:
        return "11.1", say("disrupted units cannot redeploy")
    if state.place[unit] < 0:
        return "16.51", say("it is not on the map")
    if not leavable(state, side) >> state.place[unit] & 1:
        return "16.51", say("it would leave a battle without a unit of yours")
    price = least_price(state, unit)
    return "16.51", too_dear(price, state.points[side]) if price else why_nowhere(state, unit)


def why_not_refitted(state: Position, unit: int) -> tuple[str, Message]:
    side, place = state.printed.side_of[unit], state.place[unit]
    if state.disrupted >> unit & 1:
        return "11.1", say("disrupted units cannot return to base")
    if place < 0:
        return "16.52", say("it is not on the map")
    if place == state.printed.base[side]:
        return "16.52", say("it is in the base already")
    if not leavable(state, side) >> place & 1:
        return "16.52", say("it would leave a battle without a unit of yours")
    if not state.network[side] >> place & 1:
        return "16.52", say("it is outside your supply network, so it has no route to the base by land inside it")
    return "16.52", otherwise("it has no route to the base by land inside your network and outside the enemy's")


WHY_NOT = {REBUILD: why_not_rebuilt, REDEPLOY: why_not_redeployed, REFIT: why_not_refitted}


# 16.5, 16.6: cards


def buy_cards(state: Position, frame: Frame) -> None:
    """16.5: points for extra cards come last; what is left is saved, up to twenty."""
    push(state, BUY, state.active)


class Buy(ChoiceKind[Position]):
    """16.54: extra supply cards at ten points each."""

    name = "buy-cards"
    on = ("player-buildup.buy_cards", "preparation.buy_cards")
    rule = "16.5"
    asks = one("side")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.side(state, frame) != state.active:
            yield say("the Buildup is not that of the active side")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(EXTRA, (1 << most_extra(state, self.side(state, frame)) + 1) - 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        pay(state, side, CARDS, argument * state.printed.costs["card"])
        state.extra_cards = argument
        close_accounts(state, side)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say_count(
            "Buy extra supply cards at 10 points each ({count} point)",
            "Buy extra supply cards at 10 points each ({count} points)",
            state.points[self.side(state, frame)],
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != EXTRA:
            return "16.5", say("say how many extra cards you are buying")
        side = self.side(state, frame)
        if argument * state.printed.costs["card"] > state.points[side]:
            return "16.54", too_dear(argument * state.printed.costs["card"], state.points[side])
        return "16.6", otherwise("your hand has no room for that many: it holds {limit}", limit=HAND_LIMIT)


def most_extra(state: Position, side: int) -> int:
    """16.6: as many as points and hand limit allow, counting the cards of the month but no dummies."""
    room = HAND_LIMIT - state.real[side] - cards_due(state, side)
    return max(0, min(state.points[side] // state.printed.costs["card"], room))


def cards_due(state: Position, side: int) -> int:
    """13.4, 16.6: the cards of the month and those for captured fortresses."""
    return monthly_cards(state, side) + bonus_cards(state, side)


def throw_in(state: Position, frame: Frame) -> None:
    """16.6: unwanted dummies may go back into the deck before the draw."""
    push(state, THROW_IN, state.active)


class ThrowIn(ChoiceKind[Position]):
    """16.6: throw dummies in, or none."""

    name = "throw-in"
    on = ("player-buildup.throw_in",)
    rule = "16.6"
    words = say("Throw dummies back into the deck, or keep them")
    asks = one("side")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.side(state, frame) != state.active:
            yield say("the Buildup is not that of the active side")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(THROW, (1 << state.dummies[self.side(state, frame)] + 1) - 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        state.dummies[side] -= argument
        tell(state, "thrown-in", "16.6", side=side, cards=argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == THROW:
            return "16.6", say("you do not hold that many dummies")
        return "16.6", otherwise("say how many dummies you are throwing in")


SPEND, BUY, THROW_IN = Spend(), Buy(), ThrowIn()


def resupply(state: Position, frame: Frame) -> None:
    """16.6, ruling 26: spent cards are shuffled back, then monthly, bonus and extra cards are drawn in one go."""
    side = state.active
    state.real_spent = state.dummies_spent = 0
    _draw_with_extra(state, side, cards_due(state, side))


def _draw_with_extra(state: Position, side: int, due: int) -> None:
    """16.6: the cards due and those bought. The enemy, who counts them, knows how many were bought unless the hand
    is full."""
    extra, state.extra_cards = state.extra_cards, 0
    has_room = draw_cards(state, side, due + extra)
    state.bought[side] = 1 + extra if has_room else 0


def begin_player(state: Position, frame: Frame) -> None:
    """16.0: the first step of both sequences below: whose Buildup it is."""
    state.active = PLAYER_BUILDUP.side(frame)


class PlayerBuildup(Steps[Position]):
    """16.0: the Buildup of one side, which is the active one during it."""

    name = "player-buildup"
    on = ("buildup.share_points", "player-buildup")
    steps = (
        begin_player,
        offer_malta,
        return_from_refit,
        bring_reinforcements,
        spend,
        lay_mines,
        buy_cards,
        throw_in,
        resupply,
    )
    side = one("side")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if frame[1] and self.side(frame) != state.active:
            yield say("the Buildup is not that of the active side")


PLAYER_BUILDUP = PlayerBuildup()
BUILDUP: Steps[Position] = Steps(
    "buildup", advance_month, buildup_check, roll_for_points, share_points, end_buildup, on=("month.build_up",)
)


# 18.7: before Gazala


def give_points(state: Position, frame: Frame) -> None:
    """18.7: 30 points each, without dice; minefields go anywhere in the area where the side will deploy."""
    side = state.active
    open_accounts(state, side, GAZALA_POINTS)
    for deployment in scenario_of(state).deployments:
        if deployment.side == side:
            state.network[side] |= state.printed.board.mask(deployment.hexes)


def draw_extra(state: Position, frame: Frame) -> None:
    """18.7: cards bought before the game."""
    state.network[state.active] = 0
    _draw_with_extra(state, state.active, 0)


class Preparation(Steps[Position]):
    """18.7: what one side buys before Gazala."""

    name = "preparation"
    on = ("set-up.special_buildup", "preparation")
    steps = (begin_player, give_points, lay_mines, buy_cards, draw_extra)
    side = one("side")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if frame[1] and self.side(frame) != state.active:
            yield say("the Buildup is not that of the active side")


PREPARATION = Preparation()


def prepare(state: Position) -> None:
    """18.7: the special Buildup, the Allies first."""
    push(state, PREPARATION, AXIS)
    push(state, PREPARATION, ALLIED)
