"""9: automatic victory, declared during movement: at 7-1, or at 5-1 and 6-1 against units that cannot retreat."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards.floods import within
from sandtable.games.afrika_korps.printed.data import OVER_SIX_TO_ONE, odds_column
from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_contact import can_stay, neighbours_of, next_to_all, units_in
from sandtable.games.afrika_korps.rules.c09_surrounding import (
    FIVE_TO_ONE,
    can_retreat,
    is_victory,
    odds_against,
    ways_out,
)
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c14_supply import areas_fed, fed_hexes, free_for_lines
from sandtable.games.afrika_korps.rules.c15_capture import begin_capture
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    SURROUNDED,
    Position,
    are_in_play,
    combat_units_at,
    combat_units_on_map,
    hexes_of,
    in_victories,
    standing_victories,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import BLOCK, DONE, SUPPLY, TARGET, WITH
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many
from sandtable.kernel.flow import pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

BLOCKING_DISTANCE = 3  # a retreat is two hexes long, and a zone reaches one hex further


def eligible_attackers(state: Position, victims: int) -> int:
    """8.5, 9.2, 9.6: units next to every victim and supplied now, while the victims' zones still block lines."""
    return next_to_all(state, victims) & units_in(state, fed_hexes(state, state.active)) & ~in_victories(state)


def possible_blockers(state: Position, victims: int) -> int:
    """9.3, 9.5, ruling 21b: units near enough to cut off a retreat, except those trapped in a zone, even the
    victims' own, that will be eliminated before combat."""
    board = state.printed.board
    near = within(board, hexes_of(state, victims), board.all, BLOCKING_DISTANCE)
    blockers = units_in(state, near)
    held = units_in(state, near & zone(state, ENEMY_OF[state.active])) & ~in_victories(state)
    return blockers & ~sum(1 << unit for unit in ones(held) if not can_stay(state, unit, victims=victims))


def can_win(state: Position, victims: int, attackers: int = 0) -> bool:
    """Could these attackers win over these victims with all available help?"""
    eligible = eligible_attackers(state, victims)
    if attackers & ~eligible or not eligible:
        return False
    column = odds_against(state, eligible, victims)
    if column >= OVER_SIX_TO_ONE:
        return True
    if column < FIVE_TO_ONE or can_retreat(state, victims, combat_units_on_map(state, state.active)):
        return False
    return not can_retreat(state, victims, eligible | possible_blockers(state, victims))


def possible_victims(state: Position) -> int:
    """9.1: the enemy units against which an automatic victory can be declared now."""
    printed, side = state.printed, state.active
    enemy = ENEMY_OF[side]
    touched = printed.board.spread(state.occupied[side]) & state.occupied[enemy]
    victims = 0
    for place in ones(touched):
        for unit in ones(combat_units_at(state, place, enemy) & ~state.cancelled):
            strength = sum(printed.attack[u] for u in ones(neighbours_of(state, place, side)))
            if odds_column(strength, defense_factor(printed, unit, place)) >= FIVE_TO_ONE and can_win(
                state, 1 << unit
            ):
                victims |= 1 << unit
    return victims


# Victories already declared


def needy_attackers(state: Position, without: int = 0) -> int:
    """14.5: attackers of automatic victories that would be unsupplied if these supply units were gone."""
    needy = 0
    for index in standing_victories(state):
        needy |= state.attackers[index]
    if needy:
        for unit, area in areas_fed(state, state.active):
            if not without >> unit & 1:
                needy &= ~units_in(state, area)
    return needy


def victories_are_fed(state: Position, without: int = 0) -> bool:
    """14.5, ruling 21: does every automatic victory keep its supply?"""
    return not state.cancelled or not needy_attackers(state, without)


def hexes_that_feed(state: Position, attackers: int) -> int:
    """14.5: where a supply unit would feed all these attackers."""
    board = state.printed.board
    free = free_for_lines(state, state.active)
    good = board.all
    for place in ones(hexes_of(state, attackers)):
        start = board.adjacent[place] & free
        good &= within(board, start, free, state.printed.attack_range - 1) | 1 << place
    return good


# The declaration


def begin_declaration(state: Position, victim: int) -> None:
    push(state, VICTORY, 1 << victim, 0)


class DeclareVictory(ActiveChoice):
    """9.1, ruling 21: name the victims and the attackers."""

    name = "declare-victory"
    on = ("movement",)
    rule = "9.1"
    words = say("Automatic victory: add victims and attackers, then confirm")
    victims = many("unit")
    attackers = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, victims, attackers = frame
        if not are_in_play(state, victims, ENEMY_OF[state.active]) or victims & state.cancelled:
            yield say("an automatic victory is declared over units that cannot be attacked")
        elif not can_win(state, victims, attackers):
            yield say("an automatic victory is declared that cannot be won")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, victims, attackers = frame
        more = self.further_victims(state, victims, attackers)
        helpers = eligible_attackers(state, victims) & ~attackers
        return offer((TARGET, more), (WITH, helpers), (DONE, self.may_close(state, victims, attackers)))

    def may_close(self, state: Position, victims: int, attackers: int) -> bool:
        """Do these attackers win, with all the blockers that could be named?"""
        if not attackers:
            return False
        return is_victory(state, victims, attackers, attackers | possible_blockers(state, victims))

    def further_victims(self, state: Position, victims: int, attackers: int) -> int:
        near = 0
        for unit in ones(eligible_attackers(state, victims)):
            near |= neighbours_of(state, state.place[unit], ENEMY_OF[state.active])
        near &= ~victims & ~state.cancelled
        return sum(1 << unit for unit in ones(near) if can_win(state, victims | 1 << unit, attackers))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, victims, attackers = frame
        if verb == TARGET:
            replace(state, victims | 1 << argument, attackers)
        elif verb == WITH:
            replace(state, victims, attackers | 1 << argument)
        else:
            pop(state)
            if not is_victory(state, victims, attackers, attackers):
                push(state, BLOCKERS, victims, attackers, 0)
            else:
                choose_supply(state, victims, attackers, 0, 0)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == TARGET:
            return "9.1", say(
                "with this unit added the odds would not reach 7-1, nor 5-1 against a surrounded enemy"
            )
        if verb == WITH:
            return why_not_with(state, self.victims(frame), argument)
        if verb == DONE:
            return "9.1", say("the odds do not reach 7-1, nor 5-1 against an enemy that cannot retreat")
        return "9.1", otherwise("first finish the declaration of the automatic victory")


def why_not_with(state: Position, victims: int, unit: int) -> tuple[str, Message]:
    """8.5, 9.2, 9.6: why a unit cannot be an attacker of this automatic victory."""
    if not next_to_all(state, victims) >> unit & 1:
        return "8.5", say("it is not a unit of yours next to every victim")
    if in_victories(state) >> unit & 1:
        return "9.2", say("it is bound by another automatic victory")
    if not units_in(state, fed_hexes(state, state.active)) >> unit & 1:
        return "9.6", say("no supply unit within five free hexes can supply it now")
    return "9.2", say("it has been named already")


def barred_by(state: Position, unit: int) -> int:
    """7.1, 7.6.1: the hexes this unit bars to an enemy's retreat; from a fortress no zone extends (ruling 2)."""
    printed, place = state.printed, state.place[unit]
    if printed.fortress >> place & 1:
        return 1 << place
    return 1 << place | printed.board.adjacent[place] & ~printed.fortress


def barring(state: Position, victims: int, named: int, units: int) -> int:
    """9.3: the units among these, other than those already named, that bar a way still open to the victims."""
    route = 0
    for step, ends in ways_out(state, victims, named):
        route |= 1 << step | ends
    return sum(1 << unit for unit in ones(units & ~named) if route & barred_by(state, unit))


def victory_faults(state: Position, victims: int, attackers: int, blockers: int) -> Iterator[Message]:
    """9.1-9.3, 9.6: victims and attackers are named, and win with supply and all the blockers they may name."""
    enemy, own = ENEMY_OF[state.active], combat_units_on_map(state, state.active)
    if not are_in_play(state, victims, enemy) or not attackers or (attackers | blockers) & ~own:
        yield say("an automatic victory is declared with units that cannot take part in it")
        return
    ring = attackers | blockers | possible_blockers(state, victims)
    if not is_victory(state, victims, attackers, ring) or unfed(state, attackers, state.printed.supply):
        yield say("an automatic victory is declared that cannot be won")


class NameBlockers(ActiveChoice):
    """9.3: name the units that cut off the retreat; they may not move on."""

    name = "name-blockers"
    on = ("movement",)
    rule = "9.3"
    words = say("Automatic victory: name the units that cut off the victims' retreat")
    victims = many("unit")
    attackers = many("unit")
    blockers = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, victims, attackers, blockers = frame
        yield from victory_faults(state, victims, attackers, blockers)

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, victims, attackers, blockers = frame
        return [(BLOCK, barring(state, victims, attackers | blockers, possible_blockers(state, victims)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, victims, attackers, blockers = frame
        blockers |= 1 << argument
        if can_retreat(state, victims, attackers | blockers):
            replace(state, victims, attackers, blockers)
        else:
            pop(state)
            choose_supply(state, victims, attackers, blockers, 0)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != BLOCK:
            return "9.3", say("the victims could still retreat: name the units that cut them off")
        _, _, victims, attackers, blockers = frame
        if (attackers | blockers) >> argument & 1:
            return "9.2", say("it has been named already")
        if barring(state, victims, attackers | blockers, combat_units_on_map(state, state.active)) >> argument & 1:
            return "9.5", say("this unit will itself be eliminated before combat")
        return "9.3", otherwise("it is not one of your units that cut off the retreat")


class NameSupply(ActiveChoice):
    """9.2, 14.6: name the supply that supports the victory."""

    name = "name-supply"
    on = ("movement",)
    rule = "14.6"
    words = say("Name a supply unit to support the automatic victory")
    victims = many("unit")
    attackers = many("unit")
    blockers = many("unit")
    supplies = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, victims, attackers, blockers, _ = frame
        yield from victory_faults(state, victims, attackers, blockers)

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(SUPPLY, useful_supply(state, self.attackers(frame), self.supplies(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _, _, victims, attackers, blockers, supplies = frame
        choose_supply(state, victims, attackers, blockers, supplies | 1 << argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != SUPPLY:
            return "14.6", say("the supply that supports the attack must be named first")
        return why_not_this_supply(state, argument, self.attackers(frame))


def why_not_this_supply(state: Position, supply: int, attackers: int, attacked: int = 0) -> tuple[str, Message]:
    """14.2, 14.4: it feeds nobody in this attack, or only units that are fed already."""
    if not supply_on_map(state, state.active) >> supply & 1:
        return "14.2", say("it is not a supply unit of yours on the map")
    if state.no_support >> supply & 1:
        return "15.4.1", say("won in combat this turn, it supports no attack before your next turn")
    if useful_supply(state, attackers, 0, attacked) >> supply & 1:
        return "14.4", say("the attackers it could supply already have supply, so it is not needed")
    return "14.2", otherwise("none of the attackers is in its range, or enemy zones cut its line to them")


def unfed(state: Position, attackers: int, supply: int, attacked: int = 0) -> int:
    """The attackers that these supply units leave without a line."""
    for unit, area in areas_fed(state, state.active, attacked):
        if supply >> unit & 1:
            attackers &= ~units_in(state, area)
    return attackers


def useful_supply(state: Position, attackers: int, supply: int, attacked: int = 0) -> int:
    """14.4: supply units that feed an attacker that is not fed yet; no others are needed."""
    hungry = unfed(state, attackers, supply, attacked)
    useful = 0
    for unit, area in areas_fed(state, state.active, attacked):
        if units_in(state, area) & hungry:
            useful |= 1 << unit
    return useful


def forced_supply(state: Position, attackers: int, attacked: int = 0) -> int:
    """14.2: the supply units that are the only ones to feed some attacker."""
    fed_once, fed_twice = 0, 0
    areas = [(unit, units_in(state, area) & attackers) for unit, area in areas_fed(state, state.active, attacked)]
    for _, fed in areas:
        fed_twice |= fed_once & fed
        fed_once |= fed
    return sum(1 << unit for unit, fed in areas if fed & ~fed_twice)


def choose_supply(state: Position, victims: int, attackers: int, blockers: int, supply: int) -> None:
    """14.6: ask for supply until every attacker is fed; supply that must be used in any case is not asked for."""
    supply |= forced_supply(state, attackers)
    if unfed(state, attackers, supply):
        push(state, NAME_SUPPLY, victims, attackers, blockers, supply)
    else:
        win(state, victims, attackers, blockers, supply)


def win(state: Position, victims: int, attackers: int, blockers: int, supply: int) -> None:
    """9.1, 9.2, 9.3: from now on the victims' zones are ignored, and the winning units may not move."""
    column = odds_against(state, attackers, victims)
    state.attackers.append(attackers)
    state.defenders.append(victims)
    state.supports.append(supply)
    state.blockers.append(blockers)
    state.standing.append(AUTOMATIC if column >= OVER_SIX_TO_ONE else SURROUNDED)
    state.cancelled |= victims
    state.frozen |= attackers | blockers
    state.used |= supply
    tell(
        state,
        "automatic-victory",
        "9.1",
        victims=list(ones(victims)),
        attackers=list(ones(attackers)),
        column=column,
    )
    tell(state, "supported", "14.6", battle=len(state.standing) - 1, supply=list(ones(supply)))
    capture_with_victims(state, victims)


def capture_with_victims(state: Position, victims: int) -> None:
    """15.3.1: supply stacked with the victims is captured at once, but in a fortress only by entering it."""
    printed, enemy = state.printed, ENEMY_OF[state.active]
    supplies = 0
    for place in ones(hexes_of(state, victims) & ~printed.fortress):
        if not combat_units_at(state, place, enemy) & ~state.cancelled:
            supplies |= state.stacks[place] & printed.supply & printed.side_units[enemy]
    begin_capture(state, supplies)


VICTORY, BLOCKERS, NAME_SUPPLY = DeclareVictory(), NameBlockers(), NameSupply()
