"""7, 8.6, 10, 11.7, 15.3-15.5: the battles are fought one at a time, in the order the attacker chooses."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import AB2, AE, ALLIED, AXIS, DB2, DE, EX, OVER_SIX_TO_ONE
from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice, in_turn
from sandtable.games.afrika_korps.rules.c04_victory import check_elimination
from sandtable.games.afrika_korps.rules.c05_refusals import not_now
from sandtable.games.afrika_korps.rules.c07_exchange import lose_all, resolve_exchange
from sandtable.games.afrika_korps.rules.c07_retreat import retreat
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c08_contact import neighbours_of
from sandtable.games.afrika_korps.rules.c09_surrounding import is_victory, odds_against
from sandtable.games.afrika_korps.rules.c11_second_attack import (
    are_lone_fugitives,
    begin_attack,
    fugitives_in_reach,
    fugitives_of,
    lose_fugitives,
)
from sandtable.games.afrika_korps.rules.c15_capture import (
    Taking,
    ask_first,
    destroy,
    lose_supply_among_enemies,
    offer_destruction,
    take,
)
from sandtable.games.afrika_korps.rules.c15_supply_won import win_supply
from sandtable.games.afrika_korps.rules.c16_advance import emptied, offer_advance
from sandtable.games.afrika_korps.rules.c21_substitutes import begin_breaking, breakable
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    CAPTOR,
    FOUGHT,
    SURROUNDED,
    Position,
    combat_units_at,
    hexes_of,
    on_map,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import ATTACK, BATTLE, BREAK, CAPTURE, DESTROY, DONE
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import entry, listed, many, one
from sandtable.kernel.flow import Die, Steps, again, pop, push, restart
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def battles_left(state: Position) -> int:
    """The battles not yet fought, as a bit set of their numbers."""
    return sum(1 << index for index, standing in enumerate(state.standing) if standing != FOUGHT)


def seizures_left(state: Position) -> int:
    """15.2.3: lone fortress supply to be taken by units that fight no battle of their own."""
    fighting = 0
    for attackers in state.attackers:
        fighting |= attackers
    pairs = map(CAPTOR.parts, state.captors)
    return mask_of(supply for supply, unit in pairs if is_seizure(state, supply, unit, fighting))


def is_seizure(state: Position, supply: int, unit: int, fighting: int) -> bool:
    return bool(state.printed.fortress >> state.place[supply] & 1) and not fighting >> unit & 1


def breakable_in_combat(state: Position) -> int:
    """21.3: substitutes the Allied player may break down between the battles of an Allied turn."""
    return breakable(state, state.printed.substitutes) if state.active == ALLIED else 0


def next_battle(state: Position, frame: Frame) -> None:
    """8.6: as long as anything is left to fight, the attacker chooses what comes next."""
    if battles_left(state) or seizures_left(state):
        again(state)
        push(state, CHOOSE_BATTLE)
    elif state.standing and (
        fugitives_in_reach(state) or supply_on_map(state, state.active) or breakable_in_combat(state)
    ):
        push(state, CHOOSE_BATTLE)


COMBAT_STEP = {AXIS: "3.2", ALLIED: "3.4"}
"""Where the sequence of play has the attacks of each side."""


class ChooseBattle(ActiveChoice):
    """8.6, 15.5, 21.3: fight the next battle; between battles supply may be destroyed and substitutes broken."""

    name = "choose-battle"
    on = ("combat:next_battle", "combat.next_battle")
    rule = "8.6"

    def legal(self, state: Position, frame: Frame) -> Options:
        seizures, battles = seizures_left(state), battles_left(state)
        return offer(
            (ATTACK, fugitives_in_reach(state)),
            (CAPTURE, seizures),
            (BATTLE, battles),
            (BREAK, breakable_in_combat(state)),
            (DESTROY, supply_on_map(state, state.active)),
            (DONE, not battles and not seizures),
        )

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == BATTLE:
            pop(state)
            push(state, FIGHT, argument)
        elif verb == ATTACK:
            pop(state)
            restart(state)
            begin_attack(state, argument)
        elif verb == CAPTURE:
            pop(state)
            push(state, SEIZURE, 1 << argument)
        elif verb == BREAK:
            begin_breaking(state, argument)
        elif verb == DESTROY:
            destroy(state, argument)
        else:
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if battles_left(state):
            return say("Choose the next battle to fight")
        return say("All battles have been fought: end the turn, or destroy supply first")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return COMBAT_STEP[state.active], say("every declared battle must be fought")
        if verb == BATTLE:
            return "11.8", say("there is no such battle, or it has been fought")
        if verb == ATTACK:
            return "11.7", say(
                "only units that fled into an empty fortress can be attacked now, and only by units still free"
            )
        return not_now(verb)


# One battle


def seize_escorted(state: Position, frame: Frame) -> None:
    """15.3.2.2: while the escort is attacked, the assigned unit takes the supply, which may then move.

    One unit takes all the supply in the hex; no other may be assigned to it. That is its combat for the turn, even
    if the owner destroys the supply first.
    """
    attacked = hexes_of(state, state.defenders[FIGHT.battle(frame)]) & ~state.printed.fortress
    hexes = 0
    for captor in state.captors:
        supply, unit = CAPTOR.parts(captor)
        if attacked >> state.place[supply] & 1:
            state.fought |= 1 << unit
            hexes |= 1 << state.place[supply]
    win_supply(state, escorts(state, hexes))


def automatic(state: Position, battle: int) -> bool:
    """7.4, 9.1, 11.7, ruling 21: eliminated without a die at 7-1, surrounded at 5-1 while the ring holds, or alone
    in a fortress they have just retreated into."""
    attackers, defenders = state.attackers[battle], state.defenders[battle]
    if state.standing[battle] in (AUTOMATIC, SURROUNDED):
        return is_victory(state, defenders, attackers, on_map(state, attackers | state.blockers[battle]))
    return odds_against(state, attackers, defenders) >= OVER_SIX_TO_ONE or are_lone_fugitives(state, defenders)


def resolve(state: Position, frame: Frame) -> None:
    """7.3, 7.4: the odds are worked out; the die is rolled unless the result is certain."""
    battle = FIGHT.battle(frame)
    state.fought |= state.attackers[battle]
    if automatic(state, battle):
        attackers, defenders = fighters(state, battle)
        tell(state, "no-die", why_no_die(state, battle), battle=battle, attackers=attackers, defenders=defenders)
        carry_out(state, battle, DE)
    else:
        push(state, COMBAT_DIE, battle)


def fighters(state: Position, battle: int) -> tuple[list[int], list[int]]:
    """Who fights whom, for the log."""
    return list(ones(state.attackers[battle])), list(ones(state.defenders[battle]))


def why_no_die(state: Position, battle: int) -> str:
    """The paragraph under which these defenders are eliminated without a die."""
    if are_lone_fugitives(state, state.defenders[battle]):
        return "11.7"
    column = odds_against(state, state.attackers[battle], state.defenders[battle])
    return "7.4" if column >= OVER_SIX_TO_ONE else "9.1"


class CombatDie(Die[Position]):
    """1.5, 7.3: the attacker rolls one die and reads the table."""

    name = "combat-die"
    on = ("fight.resolve",)
    battle = entry("standing")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if state.standing[self.battle(frame)] == FOUGHT:
            yield say("a battle is being fought a second time")

    def play(self, state: Position, frame: Frame, outcome: int) -> None:
        pop(state)
        battle = self.battle(frame)
        column = odds_against(state, state.attackers[battle], state.defenders[battle])
        result = state.printed.combat_result(column, outcome + 1)
        attackers, defenders = fighters(state, battle)
        tell(
            state,
            "combat",
            "7.3",
            battle=battle,
            column=column,
            die=outcome + 1,
            result=result,
            attackers=attackers,
            defenders=defenders,
        )
        carry_out(state, battle, result)


def escorts(state: Position, hexes: int) -> list[int]:
    """15.3.2.1, 15.4.2: for each enemy supply unit in these hexes its number and the combat units with it."""
    enemy = ENEMY_OF[state.active]
    supply = supply_on_map(state, enemy)
    return [
        value
        for unit in ones(supply)
        if hexes >> state.place[unit] & 1
        for value in (unit, combat_units_at(state, state.place[unit], enemy))
    ]


def carry_out(state: Position, battle: int, result: int) -> None:
    """7.5: the five results."""
    attackers, defenders = state.attackers[battle], state.defenders[battle]
    fugitives = fugitives_of(state, battle)
    hexes = hexes_of(state, defenders)
    push(state, AFTERMATH, battle, hexes, fugitives, *escorts(state, hexes))
    if result in (AE, AB2):
        give_up_seizures(state, attackers)
    if result == AE:
        lose_all(state, attackers)
    elif result == AB2:
        retreat(state, attackers)
    elif result == EX:
        resolve_exchange(state, battle)
    elif result == DB2:
        retreat(state, defenders | fugitives)
    else:
        assert result == DE
        lose_all(state, defenders | fugitives)


def lose_last_fugitives(state: Position, frame: Frame) -> None:
    """11.7: a unit that retreated into the fortress is lost when all its other defenders are."""
    lose_fugitives(state, AFTERMATH.hexes(frame), AFTERMATH.fugitives(frame))


def move_rommel_off(state: Position, frame: Frame) -> None:
    """7.6.3, 22.4: if the units with Rommel fell or retreated, he is moved away before anyone advances."""
    check_rommel(state)


def win_escorted_supply(state: Position, frame: Frame) -> None:
    """15.3.2.1: supply whose escort is gone falls to attackers who stay next to it.

    If no attacker is left, nobody takes it, unless it is in the zone of another of the attacker's units.
    """
    held = hexes_of(state, state.attackers[AFTERMATH.battle(frame)])
    prey = AFTERMATH.prey(frame)
    won: list[int] = []
    for supply, escort in zip(prey[::2], prey[1::2], strict=True):
        place = state.place[supply]
        near = state.printed.board.adjacent[place] & held or zone(state, state.active) >> place & 1
        if near and not combat_units_at(state, place, ENEMY_OF[state.active]):
            won += (supply, escort)
    win_supply(state, won)


def give_up_seizures(state: Position, attackers: int) -> None:
    """15.2.3: attackers that are all eliminated or retreated take no fortress supply."""
    state.captors = [captor for captor in state.captors if not attackers >> CAPTOR.parts(captor)[1] & 1]


def seize_after_battle(state: Position, frame: Frame) -> None:
    """15.2.3: supply alone in a fortress falls to units that also fought others, if one is still next to it."""
    attackers = state.attackers[AFTERMATH.battle(frame)]
    supplies = 0
    for captor in state.captors[:]:
        supply, unit = CAPTOR.parts(captor)
        if attackers >> unit & 1:
            if state.printed.board.adjacent[state.place[supply]] & hexes_of(state, attackers):
                supplies |= 1 << supply
            else:
                state.captors.remove(captor)
    if supplies:
        push(state, SEIZURE, supplies)


def advance_after_battle(state: Position, frame: Frame) -> None:
    """3.2b, 3.4b, 16.1: at once, before the next battle."""
    attackers = state.attackers[AFTERMATH.battle(frame)]
    offer_advance(state, attackers, emptied(state, AFTERMATH.hexes(frame)))


def close_battle(state: Position, frame: Frame) -> None:
    """The battle is over; before the next one the other side may destroy supply (15.5).

    Supply captured together with the victims of an automatic victory is lost if they survive (ruling 28).
    """
    battle = AFTERMATH.battle(frame)
    state.standing[battle] = FOUGHT
    state.cancelled &= ~state.defenders[battle]
    lose_supply_among_enemies(state)
    check_rommel(state)
    if battles_left(state) or seizures_left(state):
        offer_destruction(state, frame)


class Fight(Steps[Position]):
    """7.3, 15.3.2.2: one battle, until its result is known."""

    name = "fight"
    on = ("combat:next_battle",)
    steps = (seize_escorted, resolve)
    battle = entry("standing")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if frame[1] < self.last_step and state.standing[self.battle(frame)] == FOUGHT:
            yield say("a battle is being fought a second time")


class Aftermath(Steps[Position]):
    """7.5, 11.7, 15.3, 16: what follows the result.

    The locals are the battle, the hexes attacked, those of the defenders that had retreated there this turn, and
    each supply unit in the hexes followed by its escort.
    """

    name = "aftermath"
    on = ("fight.resolve",)
    steps = (
        lose_last_fugitives,
        move_rommel_off,
        win_escorted_supply,
        seize_after_battle,
        advance_after_battle,
        close_battle,
        check_elimination,
    )
    battle = entry("standing")
    hexes = many("hex")
    fugitives = many("unit")
    prey = listed(one("unit"), many("unit"))

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        prey = self.prey(frame)
        enemy_supply = state.printed.supply & state.printed.side_units[ENEMY_OF[state.active]]
        if mask_of(prey[::2]) & ~enemy_supply:
            yield say("only supply of the side attacked can be won by combat")
        if frame[1] <= WON and mask_of(prey[::2]) & ~on_map(state, enemy_supply):
            yield say("supply that may be won by combat is not on the map")


FIGHT, AFTERMATH = Fight(), Aftermath()
WON = Aftermath.steps.index(win_escorted_supply)
COMBAT: Steps[Position] = Steps("combat", next_battle, on=in_turn(".fight"))


def seize(state: Position, frame: Frame) -> None:
    """15.2.3, 15.2.4, 16.3: taking lone supply in a fortress is not combat; the taker may then advance into it.

    A unit that retreated into the otherwise empty fortress this turn is lost (11.7). If the owner has destroyed
    the supply, there is nothing left to attack.
    """
    supplies = on_map(state, SEIZURE.supplies(frame))
    if not supplies:
        return
    place = state.place[first(supplies)]
    captor = next(unit for supply, unit in map(CAPTOR.parts, state.captors) if supplies >> supply & 1)
    lose_all(state, combat_units_at(state, place, ENEMY_OF[state.active]))
    for supply in ones(supplies):
        take(state, supply, state.active, "15.2.3")
    offer_advance(state, seizers(state, captor, place), 1 << place)


class Seizure(Taking):
    """15.2.3: supply alone in a fortress is taken."""

    name = "seizure"
    on = ("combat:next_battle", "aftermath.seize_after_battle")
    steps = (ask_first, seize)

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from super().faults(state, frame)
        takers = [supply for supply, _ in map(CAPTOR.parts, state.captors) if self.supplies(frame) >> supply & 1]
        if frame[1] < self.last_step and on_map(state, self.supplies(frame)) and not takers:
            yield say("no unit has been assigned to the supply that is taken")


SEIZURE = Seizure()


def seizers(state: Position, captor: int, place: int) -> int:
    """15.2.3, 16.3: the units that attacked the supply: all in the captor's battle, or adjacent units in none."""
    fighting = 0
    for attackers in state.attackers:
        if attackers >> captor & 1:
            return attackers
        fighting |= attackers
    return neighbours_of(state, place, state.active) & ~fighting


CHOOSE_BATTLE, COMBAT_DIE = ChooseBattle(), CombatDie()
