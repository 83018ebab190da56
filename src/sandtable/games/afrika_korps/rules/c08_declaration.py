"""8.4, 8.5, 11, 14.6, 15.3.2.2, 23.1, 23.2: the attacker divides the combat into battles, before any is fought."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice, in_turn
from sandtable.games.afrika_korps.rules.c05_refusals import not_now
from sandtable.games.afrika_korps.rules.c08_contact import contact, neighbours_of, next_to_all, rest_of, slot_hexes
from sandtable.games.afrika_korps.rules.c09_automatic_victory import (
    forced_supply,
    unfed,
    useful_supply,
    why_not_this_supply,
)
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.games.afrika_korps.rules.c11_division import Contact
from sandtable.games.afrika_korps.rules.c11_engagement import Rest
from sandtable.games.afrika_korps.rules.c13_obligations import obligations_on
from sandtable.games.afrika_korps.rules.c14_supply import needs_supply
from sandtable.games.afrika_korps.rules.c15_capture import lone_supply
from sandtable.games.afrika_korps.state import (
    CAPTOR,
    DECLARED,
    Position,
    hexes_of,
    in_victories,
    standing_victories,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import ATTACK, CAPTURE, DONE, SUPPLY, TARGET, WITH
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import entry, flag, one
from sandtable.kernel.flow import pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def declare_battles(state: Position, frame: Frame) -> None:
    """3.2, 3.4: combat follows movement where units are in contact, join a victory or attack a fortress."""
    fight = contact(state)
    if fight.foes or fortress_supply(state) or any(joiners for joiners, _ in fight.victories):
        push(state, DECLARE_BATTLES)


def renew_support(state: Position, frame: Frame) -> None:
    """14.5: an automatic victory needs supply again when movement ends; newly named supply is used too.

    Supply that entered a victim's zone before the declaration is used as well (13.2).
    """
    for index in standing_victories(state):
        obliged = obligations_on(state, state.defenders[index])
        if obliged or unfed(state, state.attackers[index], state.supports[index], 0):
            add_support(state, index, obliged)


def fortress_supply(state: Position) -> int:
    """15.2.3: lone enemy supply in a fortress next to friendly units, with no unit assigned to take it."""
    printed, enemy = state.printed, ENEMY_OF[state.active]
    if not state.depots[enemy] & printed.fortress:
        return 0
    marked = {CAPTOR.parts(captor)[0] for captor in state.captors}
    near = 0
    for unit in ones(lone_supply(state, enemy)):
        place = state.place[unit]
        if printed.fortress >> place & 1 and unit not in marked and neighbours_of(state, place, state.active):
            near |= 1 << unit
    return near


def escorted_supply(state: Position, rest: Rest) -> dict[int, int]:
    """15.3.2.2: escorted supply that a unit may still be assigned to take -> its slot."""
    printed, enemy = state.printed, ENEMY_OF[state.active]
    found = {}
    for slot, place in enumerate(slot_hexes(state)):
        if rest.slots >> slot & 1:
            for unit in ones(state.stacks[place] & printed.supply & printed.side_units[enemy]):
                found[unit] = slot
    return found


def begin_battle(state: Position, defenders: int) -> None:
    state.attackers.append(0)
    state.defenders.append(defenders)
    state.supports.append(0)
    state.blockers.append(0)
    state.standing.append(DECLARED)


def tell_battle(state: Position, index: int, rule: str = "") -> None:
    """Who attacks whom, at what odds."""
    if state.sink is None:
        return  # nobody listens
    attackers, defenders = state.attackers[index], state.defenders[index]
    tell(
        state,
        "battle-declared",
        rule or rule_of_battle(state, index),
        attackers=list(ones(attackers)),
        defenders=list(ones(defenders)),
        column=odds_against(state, attackers, defenders),
    )


def rule_of_battle(state: Position, index: int) -> str:
    """Under which paragraph combat is divided into this battle and those declared before it."""
    attackers, defenders = state.attackers[index], state.defenders[index]
    others = [other for other in range(index) if state.standing[other] == DECLARED]
    if any(hexes_of(state, state.defenders[other]) & hexes_of(state, defenders) for other in others):
        return "11.4"
    if any(hexes_of(state, state.attackers[other]) & hexes_of(state, attackers) for other in others):
        return "11.5"
    several = attackers.bit_count() > 1, defenders.bit_count() > 1
    return {(True, False): "11.1", (False, True): "11.2"}.get(several, "11.3")


def leave_victory(state: Position, unit: int) -> None:
    """Ruling 21a: an attacker that its automatic victory can spare fights elsewhere."""
    if state.loose >> unit & 1:
        state.loose &= ~(1 << unit)
        for index in standing_victories(state):
            state.attackers[index] &= ~(1 << unit)


def victory_of(state: Position, unit: int) -> int:
    """The automatic victory in which this enemy is a victim, or -1."""
    return next((index for index in standing_victories(state) if state.defenders[index] >> unit & 1), -1)


class DeclareBattles(ActiveChoice):
    """8.4, 11.3: name the next enemy to be attacked, the next supply to be taken, or finish."""

    name = "declare-battles"
    on = in_turn(".declare_battles")
    rule = "8.4"
    words = say("Combat: choose an enemy to attack, or finish when every duty is met")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        fight = contact(state)
        forming = any(above[0] == FORM_BATTLE.number for above in state.frames)
        if not forming and not fight.can_complete(rest_of(state, fight)):
            yield say("the combat that is left cannot be divided into battles")

    def legal(self, state: Position, frame: Frame) -> Options:
        fight = contact(state)
        rest = rest_of(state, fight)
        targets = fight.first_targets(rest) | self.joinable(fight, rest)
        prey = fortress_supply(state)
        for supply, slot in escorted_supply(state, rest).items():
            if fight.captors(rest, slot):
                prey |= 1 << supply
        return offer((ATTACK, targets), (CAPTURE, prey), (DONE, fight.is_satisfied(rest)))

    def joinable(self, fight: Contact, rest: Rest) -> int:
        """9.4: one victim of each automatic victory that further units may join."""
        victims = 0
        for index, (_, fallen) in enumerate(fight.victories):
            if fight.joiners(rest, index):
                victims |= fallen & -fallen
        return victims

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            state.loose = 0
        elif verb == CAPTURE:
            push(state, CHOOSE_CAPTOR, argument)
        else:
            index = victory_of(state, argument)
            if index >= 0:
                push(state, JOIN_VICTORY, index, 0)
            else:
                begin_battle(state, 1 << argument)
                push(state, FORM_BATTLE, len(state.standing) - 1)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return self.why_not_done(state)
        if verb == ATTACK:
            return why_not_target(state, argument)
        if verb == CAPTURE:
            return why_no_capture(state, argument)
        return not_now(verb)

    def why_not_done(self, state: Position) -> tuple[str, Message]:
        fight = contact(state)
        rest = rest_of(state, fight)
        names = [state.printed.units[unit].id for unit in ones(rest.must_fall)]
        if names:
            rule = why_they_must_fall(state, rest.must_fall)
            return rule, say("these enemies must be attacked first: {units}", units=", ".join(names))
        idle = [state.printed.units[unit].id for unit in ones(fight.idle(rest))]
        return "8.4", say("these units are in an enemy zone and must attack: {units}", units=", ".join(idle))


def why_they_must_fall(state: Position, enemies: int) -> str:
    """8.4; but no zone reaches into or out of a fortress, so there 23.1 or 23.2 demands it."""
    fortress = state.printed.fortress
    if not any(~fortress >> state.place[unit] & 1 for unit in ones(enemies)):
        return "23.1"
    near = 0
    for enemy in ones(enemies):
        near |= neighbours_of(state, state.place[enemy], state.active)
    return "8.4" if any(~fortress >> state.place[unit] & 1 for unit in ones(near)) else "23.2"


def why_not_target(state: Position, unit: int) -> tuple[str, Message]:
    printed = state.printed
    fight = contact(state)
    rest = rest_of(state, fight)
    if unit == printed.rommel:
        return "22.4", say("Rommel cannot be attacked")
    if printed.side_of[unit] == state.active:
        return "7.2", say("the moving side attacks the other side's units")
    if not printed.combat >> unit & 1:
        return "15.2.4", say("supply cannot be attacked, only taken")
    if state.place[unit] < 0:
        return "8.5", say("it is not on the map")
    if unit in fight.defense and not rest.defenders >> unit & 1:
        return "11.7", say("no unit is attacked more than once in a turn")
    if unit not in fight.rivals or not fight.rivals[unit] & rest.attackers:
        return "8.5", say("no unit that is free to attack is next to it")
    if not may_be_fought(fight, unit, fight.rivals[unit] & rest.attackers):
        words = "no unit next to it is in range of supply; without supply only attacks at 1-3 or worse are legal"
        return "14.1", say(words)
    return "8.4", say("after this attack the other duties could not all be met with legal, supplied attacks")


def may_be_fought(fight: Contact, enemy: int, attackers: int) -> bool:
    """14.1, 23.1: could any of these attack an enemy, in a fortress with all others in it, duties aside?"""
    victims = next((held for held in fight.fortresses if held >> enemy & 1), 1 << enemy)
    supplied = fight.supplied(victims) & attackers
    return bool(supplied) or any(not needs_supply(fight.column(1 << unit, victims)) for unit in ones(attackers))


def why_no_capture(state: Position, unit: int) -> tuple[str, Message]:
    printed = state.printed
    if not printed.supply >> unit & 1 or printed.side_of[unit] == state.active or state.place[unit] < 0:
        return "15.4", say("only enemy supply on the map can be taken")
    if any(CAPTOR.parts(captor)[0] == unit for captor in state.captors):
        return "15.3.2.2", say("a unit has already been assigned to take it")
    if printed.fortress >> state.place[unit] & 1:
        return "15.3.2.2", say("supply in a fortress is not taken while combat units defend it")
    return "15.3.2.2", say("no unit next to it can be spared if the escort is to be attacked at legal odds")


class FormBattle(ActiveChoice):
    """8.5, 11.1-11.6: add attackers and targets to one battle, then close it."""

    name = "form-battle"
    on = ("declare-battles",)
    rule = "8.5"
    words = say("Add attackers and targets to this battle, then close it")
    battle = entry("standing")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        index = self.battle(frame)
        fight = contact(state)
        attackers, defenders = state.attackers[index], state.defenders[index]
        if defenders & ~mask_of(fight.rivals):
            yield say("a battle is formed against units that no attacker is next to")
        elif not fight.can_complete_battle(rest_of(state, fight, index), attackers, defenders):
            yield say("the battle cannot be part of any division of the combat")

    def legal(self, state: Position, frame: Frame) -> Options:
        index = self.battle(frame)
        fight = contact(state)
        attackers, defenders = state.attackers[index], state.defenders[index]
        rest = rest_of(state, fight, index)
        return offer(
            (TARGET, fight.further_targets(rest, attackers, defenders)),
            (WITH, fight.helpers(rest, attackers, defenders)),
            (DONE, fight.may_close(rest, attackers, defenders)),
        )

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        index = self.battle(frame)
        if verb == TARGET:
            state.defenders[index] |= 1 << argument
        elif verb == WITH:
            leave_victory(state, argument)
            state.attackers[index] |= 1 << argument
        else:
            pop(state)
            tell_battle(state, index)
            if needs_supply(odds_against(state, state.attackers[index], state.defenders[index])):
                add_support(state, index, obligations_on(state, state.defenders[index]))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        index = self.battle(frame)
        fight = contact(state)
        if verb == DONE:
            return self.why_not_done(state, fight, index)
        if verb == TARGET:
            if not 0 <= argument < len(state.place) or argument not in fight.rivals:
                return "8.5", say("it is not an enemy combat unit next to the attackers")
            if state.attackers[index] & ~fight.rivals[argument]:
                return "8.5", say("every attacker must be next to every unit attacked")
            return why_not_target(state, argument)
        if verb == WITH:
            return self.why_not_attacker(state, fight, index, argument)
        return "8.5", otherwise("close this battle first")

    def why_not_done(self, state: Position, fight: Contact, index: int) -> tuple[str, Message]:
        attackers, defenders = state.attackers[index], state.defenders[index]
        if not attackers:
            return "8.4", say("add at least one attacker")
        column = fight.column(attackers, defenders)
        if column < 0:
            return "7.4", say("no attack is made at odds worse than 1-6")
        if needs_supply(column) and attackers & ~fight.supplied(defenders):
            return "14.1", say("an attack at 1-2 or better needs supply for every attacker")
        if not fight.is_battle(attackers, defenders):
            return "13.2", say("supply in this enemy's zone must support the attack on it")
        return "8.4", say("the units left over could not meet their duties")

    def why_not_attacker(self, state: Position, fight: Contact, index: int, unit: int) -> tuple[str, Message]:
        if state.printed.side_of[unit] != state.active or not state.printed.combat >> unit & 1:
            return "7.2", say("only the moving side's combat units attack")
        if in_victories(state) & ~state.loose & 1 << unit:
            return "9.2", say("it is bound by an automatic victory until combat is over")
        if unit not in fight.foes or not fight.next_to_all(state.defenders[index]) >> unit & 1:
            return "8.5", say("every attacker must be next to every unit attacked")
        rest = rest_of(state, fight, index)
        if not rest.attackers & ~state.attackers[index] & 1 << unit:
            return "11.7", say("it is already in a battle, and no unit fights twice")
        if not fight.spares(rest, 1 << unit):
            return "9.2", say("the automatic victory could not do without it")
        return "8.4", say("with it in this battle the other duties could not all be met")


class JoinVictory(ActiveChoice):
    """9.4: units that came through the cancelled zone may join the attack."""

    name = "join-victory"
    on = ("declare-battles",)
    rule = "9.4"
    words = say("Choose units to join the automatic victory")
    battle = entry("standing")
    joined = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.battle(frame) not in standing_victories(state):
            yield say("there is no automatic victory to join")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((WITH, self.joiners(state, self.battle(frame))), (DONE, self.joined(frame)))

    def joiners(self, state: Position, index: int) -> int:
        fight = contact(state)
        return fight.joiners(rest_of(state, fight), standing_victories(state).index(index))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == WITH:
            index = self.battle(frame)
            state.attackers[index] |= 1 << argument
            push(state, JOIN_VICTORY, index, 1)
            tell_battle(state, index, "9.4")
            add_support(state, index, 0)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "9.4", say("choose a unit to join")
        if verb == WITH:
            return self.why_no_joiner(state, self.battle(frame), argument)
        return "9.4", otherwise("first choose which units join the automatic victory")

    def why_no_joiner(self, state: Position, index: int, unit: int) -> tuple[str, Message]:
        fight = contact(state)
        able, victims = fight.victories[standing_victories(state).index(index)]
        if state.attackers[index] >> unit & 1:
            return "9.4", say("it takes part in this automatic victory already")
        if not next_to_all(state, victims) >> unit & 1:
            return "9.4", say("it is not one of your combat units next to every victim")
        if in_victories(state) >> unit & 1:
            return "9.2", say("it is bound by another automatic victory")
        if not able >> unit & 1:
            return "9.4", say("only a supplied unit may join an automatic victory")
        if not rest_of(state, fight).attackers >> unit & 1 and unit in fight.foes:
            return "11.7", say("it is already in a battle, and no unit fights twice")
        return "9.4", otherwise("it is needed for a soak-off elsewhere")


class ChooseCaptor(ActiveChoice):
    """15.2.3, 15.3.2.2: one unit is assigned to take the supply."""

    name = "choose-captor"
    on = ("declare-battles",)
    rule = "15.3.2.2"
    words = say("Choose the unit that will take the supply")
    supply = one("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not supply_on_map(state, ENEMY_OF[state.active]) >> self.supply(frame) & 1:
            yield say("only supply of the other side, on the map, can be taken")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(WITH, self.captors(state, self.supply(frame)))]

    def captors(self, state: Position, supply: int) -> int:
        fight = contact(state)
        rest = rest_of(state, fight)
        slot = escorted_supply(state, rest).get(supply)
        if slot is None:
            return neighbours_of(state, state.place[supply], state.active)
        return fight.captors(rest, slot)

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        supply = self.supply(frame)
        if not state.printed.fortress >> state.place[supply] & 1:
            leave_victory(state, argument)  # taking lone supply is no combat (15.2.4)
        state.captors.append(CAPTOR.pack(supply, argument))
        tell(state, "captor-chosen", self.rule_for(state, supply), supply=supply, unit=argument)

    def rule_for(self, state: Position, supply: int) -> str:
        """Supply alone in a fortress, or supply with its escort."""
        return "15.2.3" if state.printed.fortress >> state.place[supply] & 1 else "15.3.2.2"

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        rule = self.rule_for(state, self.supply(frame))
        if verb != WITH:
            return rule, say("first choose which unit takes the supply")
        if not neighbours_of(state, state.place[self.supply(frame)], state.active) >> argument & 1:
            return rule, say("it is not one of your combat units next to the supply")
        if in_victories(state) & ~state.loose & 1 << argument:
            return "9.2", say("it is bound by an automatic victory until combat is over")
        return rule, otherwise("it is needed in a battle")


def add_support(state: Position, index: int, supply: int) -> None:
    """14.4, 14.6: supply is named until every attacker is fed; if there is no choice, nobody is asked."""
    attackers, defenders = state.attackers[index], state.defenders[index]
    supply |= forced_supply(state, attackers, defenders)
    state.supports[index] |= supply
    state.used |= supply
    if unfed(state, attackers, state.supports[index], defenders):
        push(state, SUPPORT, index)
        return
    tell(state, "supported", "14.6", battle=index, supply=list(ones(state.supports[index])))


class Support(ActiveChoice):
    """14.6: the attacker declares which supply unit supports the attack."""

    name = "support"
    on = (*in_turn(".renew_support"), "declare-battles", "join-victory", "combat", "support")
    rule = "14.6"
    words = say("Name a supply unit to support this attack")
    battle = entry("standing")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        index = self.battle(frame)
        if unfed(state, state.attackers[index], state.printed.supply, state.defenders[index]):
            yield say("an attacker that needs supply can get none")

    def legal(self, state: Position, frame: Frame) -> Options:
        index = self.battle(frame)
        useful = useful_supply(state, state.attackers[index], state.supports[index], state.defenders[index])
        return [(SUPPLY, useful)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        add_support(state, self.battle(frame), 1 << argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != SUPPLY:
            return "14.6", say("the supply that supports the attack must be named first")
        index = self.battle(frame)
        return why_not_this_supply(state, argument, state.attackers[index], state.defenders[index])


DECLARE_BATTLES, FORM_BATTLE, JOIN_VICTORY = DeclareBattles(), FormBattle(), JoinVictory()
CHOOSE_CAPTOR, SUPPORT = ChooseCaptor(), Support()
