"""11.1, 11.2: battles are declared and fought."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.rules.c07_combat_cards import ask_attacker, ask_defender, put_away
from sandtable.games.shifting_sands.rules.c07_duties import attacked
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE
from sandtable.games.shifting_sands.rules.c11_advance import advance
from sandtable.games.shifting_sands.rules.c11_attack import (
    fitting,
    joiners,
    may_fight_together,
    open_targets,
    ready,
    why_no_bonus,
    why_no_rommel,
    why_not_attacked,
    why_not_joined,
)
from sandtable.games.shifting_sands.rules.c11_elimination import eliminate
from sandtable.games.shifting_sands.rules.c11_fight import (
    NOBODY,
    battle_faults,
    fight_of,
    in_force,
    spaces_of,
    winner,
)
from sandtable.games.shifting_sands.rules.c11_fire import fire
from sandtable.games.shifting_sands.rules.c11_flank import attempt_flank
from sandtable.games.shifting_sands.rules.c11_losses import suffer
from sandtable.games.shifting_sands.rules.c11_overrun import displace, is_overrun, overrun
from sandtable.games.shifting_sands.rules.c11_retreat import retreat, retreat_two
from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, Theatre, alike, units_at
from sandtable.games.shifting_sands.verbs import ATTACK, BONUS, DONE, JOIN, LEAVE, ROMMEL, STOP
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Die, Steps, again, nearest, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# The battles of an action (7.28)


def begin_battles(state: Theatre, side: int) -> None:
    """7.28: push the battles of an action: the active player fights those wanted."""
    push(state, BATTLES, side)


def next_battle(state: Theatre, frame: Frame) -> None:
    """7.28: battle after battle, as long as one is possible; then the last attack markers go."""
    side = BATTLES.attacker(frame)
    if open_targets(state, side):
        again(state)
        push(state, TARGET, side)
    else:
        state.fighters = 0


class Battles(Steps[Theatre]):
    """7.28: the battles of an action."""

    name = "battles"
    on = ("operations.fight",)
    steps = (next_battle,)
    attacker = one("side")


class Target(ChoiceKind[Theatre]):
    """11.22: which space is attacked next?"""

    name = "target"
    on = ("battles:next_battle",)
    rule = "11.22"
    words = say("Choose a space to attack, or end the battles")
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((ATTACK, open_targets(state, self.side(state, frame))), (DONE, True))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DONE:
            state.fighters = 0
        else:
            state.attacking, state.target = self.side(state, frame), argument
            push(state, BATTLE)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != ATTACK:
            return "11.22", say("you are choosing a space to attack")
        return why_not_attacked(state, self.side(state, frame), argument)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if state.target >= 0:
            yield say("a battle is being fought already")
        if not open_targets(state, self.side(state, frame)):
            yield say("no attack is possible")


# 11.22: who attacks


def gather(state: Theatre, frame: Frame) -> None:
    """11.21: step 1."""
    push(state, GATHERING)


class Gathering(ChoiceKind[Theatre]):
    """11.22: which units attack, with Rommel (11.274), as the main blow of an offensive (A23, X37)?"""

    name = "attack"
    on = ("battle.gather",)
    rule = "11.22"
    open_to_all = True

    def side(self, state: Theatre, frame: Frame) -> int:
        return state.attacking

    def legal(self, state: Theatre, frame: Frame) -> Options:
        attackers = state.attackers
        others = joiners(state, state.attacking, state.target) & ~attackers
        return offer(
            (JOIN, alike(state, fitting(state, attackers, others))),
            (LEAVE, alike(state, attackers)),
            (ROMMEL, why_no_rommel(state) is None),
            (BONUS, why_no_bonus(state) is None),
            (STOP, not attackers),
            (DONE, bool(attackers) and may_fight_together(state, attackers)),
        )

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == JOIN:
            state.attackers |= bit(argument)
        elif verb == LEAVE:
            state.attackers &= ~bit(argument)
            self._reconsider(state)
        elif verb == ROMMEL:
            state.rommel_here = 1
        elif verb == BONUS:
            state.bonus_here = 1
        elif verb == STOP:
            self._call_off(state)
        else:
            pop(state)
            commit(state)

    def _reconsider(self, state: Theatre) -> None:
        """19.21: Rommel stays only as long as he may."""
        declared, state.rommel_here = state.rommel_here, 0
        state.rommel_here = int(bool(declared) and why_no_rommel(state) is None)

    def _call_off(self, state: Theatre) -> None:
        """Without attackers there is no attack."""
        pop(state)
        pop(state)
        state.clear("battle")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        place = state.printed.spaces[state.target].name
        return say("The attack on {place}: choose the units that attack, then fight", place=place)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == JOIN:
            return why_not_joined(state, argument)
        if verb == LEAVE:
            return self._why_not_left(state, argument)
        if verb == ROMMEL and (why := why_no_rommel(state)) is not None:
            return why
        if verb == BONUS and (why := why_no_bonus(state)) is not None:
            return why
        if verb == DONE and state.attackers:
            return "11.18", say("no space of the attack holds units of all nations that take part")
        if verb == DONE:
            return "11.22", say("choose units that attack first")
        if verb == STOP:
            return "11.22", say("units have joined the attack: let them leave first")
        return "11.22", otherwise("first choose the units that attack, then fight")

    def _why_not_left(self, state: Theatre, unit: int) -> tuple[str, Message]:
        """Whoever cannot join has not joined for that reason."""
        if state.attackers >> unit & 1:
            return "11.22", ALIKE
        why = why_not_joined(state, unit)
        return why if why[1] is not ALIKE else ("11.22", say("that unit has not joined the attack"))

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        wrong = list(battle_faults(state))
        yield from wrong
        if wrong:
            return
        if state.attackers & ~joiners(state, state.attacking, state.target):
            yield say("units attack that cannot")
        if not open_targets(state, state.attacking) >> state.target & 1:
            yield say("that space cannot be attacked")


def commit(state: Theatre) -> None:
    """11.14: the attack is made: nobody in it can fight or be attacked again in this action."""
    state.bases = spaces_of(state, state.attackers)
    defenders = units_at(state, state.target, 1 - state.attacking)
    state.engaged = state.attackers | defenders & ~state.fled
    state.has_fought |= state.attackers
    state.was_attacked |= defenders
    state.rommel_used |= state.rommel_here
    state.bonus_used |= state.bonus_here
    units = list(ones(state.attackers))
    tell(state, "attacks", "11.22", side=state.attacking, units=units, at=state.target)
    if state.rommel_here:
        tell(state, "rommel-joins", "11.274", at=state.target)
    if state.bonus_here:
        tell(state, "main-blow", "A23" if state.attacking else "X37", at=state.target)
    attacked(state, state.attacking)


# 11.26 to 11.28: fire and losses


def disengage(state: Theatre, frame: Frame) -> None:
    """A33, X14: the battle is called off, and the defenders retreat."""
    if called_off(state):
        tell(state, "disengages", "11.551", side=1 - state.attacking, at=state.target)
        retreat_two(state)


def called_off(state: Theatre) -> bool:
    """A33, X14: has the defender disengaged?"""
    return in_force(state, "disengage")


def defender_is_first(state: Theatre) -> bool:
    """11.342, X23: does the attacker suffer before firing?"""
    return state.flank == FLANK_FAILED or in_force(state, "88mm_flak_guns")


def fire_first(state: Theatre, frame: Frame) -> None:
    """11.342: after a failed flank attack, or by 88mm FLAK, the defender fires first."""
    if not called_off(state) and defender_is_first(state):
        push(state, FIRE_ROLL, 1 - state.attacking)


def suffer_first(state: Theatre, frame: Frame) -> None:
    """11.342: the attacker takes these losses before firing."""
    if defender_is_first(state):
        suffer(state, state.attacking, state.attackers, state.fire[1 - state.attacking])


def exchange_fire(state: Theatre, frame: Frame) -> None:
    """11.28: the attacker fires, if any attacker is left, and the defender at the same time unless one comes after
    the other."""
    if called_off(state):
        return
    if state.flank != FLANK_WON and not defender_is_first(state):
        push(state, FIRE_ROLL, 1 - state.attacking)
    if state.attackers:
        push(state, FIRE_ROLL, state.attacking)


def lose_retreated(state: Theatre, frame: Frame) -> None:
    """11.57: a loss number of 1 is enough for units that have retreated in this action."""
    if state.fire[state.attacking]:
        for unit in ones(units_at(state, state.target, 1 - state.attacking) & state.fled):
            eliminate(state, unit, "11.57")


def defender_suffers(state: Theatre, frame: Frame) -> None:
    """11.281: the defender takes its losses first; in an overrun they have been taken."""
    if not is_overrun(state):
        fight = fight_of(state)
        suffer(state, fight.defending, fight.holding, state.fire[state.attacking])


def fire_back(state: Theatre, frame: Frame) -> None:
    """11.341: after a successful flank attack the survivors fire back."""
    if state.flank == FLANK_WON and not called_off(state) and units_at(state, state.target, 1 - state.attacking):
        push(state, FIRE_ROLL, 1 - state.attacking)


def attacker_suffers(state: Theatre, frame: Frame) -> None:
    """11.281: then the attacker takes its own, unless it has."""
    if not defender_is_first(state):
        suffer(state, state.attacking, state.attackers, state.fire[1 - state.attacking])


def decide(state: Theatre, frame: Frame) -> None:
    """11.282: the winner is known; 11.1: the markers of spaces whose units have all fought are taken off, before
    anybody advances (ruling)."""
    state.fighters &= spaces_of(state, ready(state, state.attacking))
    if called_off(state):
        return
    won = winner(state)
    if won == NOBODY:
        tell(state, "battle-tied", "11.282", at=state.target)
    else:
        tell(state, "battle-won", "11.282", side=won, at=state.target)


class FireRoll(Die[Theatre]):
    """11.28: the die of a side."""

    name = "fire-roll"
    on = ("battle.fire_first", "battle.exchange_fire", "battle.fire_back", "fire-roll")
    shooter = one("side")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        place = state.printed.spaces[state.target].name
        if self.shooter(frame) == state.attacking:
            return say("The attacker fires at {place}", place=place)
        return say("The defender of {place} fires", place=place)

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        pop(state)
        side = self.shooter(frame)
        found = fire(state, fight_of(state), side)
        state.fired[side] = 1
        state.fire[side] = found.losses[outcome]
        if side == state.attacking:
            state.bold = int(found.bold[outcome])
        tell(
            state,
            "fires",
            "11.28",
            side=side,
            die=outcome + 1,
            modifier=found.die,
            table=found.table,
            column=found.title,
            losses=found.losses[outcome],
        )

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        wrong = list(battle_faults(state))
        yield from wrong
        side = self.shooter(frame)
        if not wrong and not (state.attackers if side == state.attacking else fight_of(state).defenders):
            yield say("nobody is there to fire")
        if state.fired[side]:
            yield say("that side has fired")


def finish(state: Theatre, frame: Frame) -> None:
    """The battle is over."""
    state.clear("battle")


class Battle(Steps[Theatre]):
    """11.21: the steps of a battle."""

    name = "battle"
    on = ("battles:next_battle",)
    steps = (
        gather,
        attempt_flank,
        ask_attacker,
        ask_defender,
        disengage,
        fire_first,
        suffer_first,
        exchange_fire,
        lose_retreated,
        overrun,
        defender_suffers,
        fire_back,
        attacker_suffers,
        decide,
        displace,
        retreat,
        advance,
        put_away,
        finish,
    )

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from battle_faults(state)


BATTLES, TARGET, GATHERING, FIRE_ROLL, BATTLE = Battles(), Target(), Gathering(), FireRoll(), Battle()


def fire_is_over(state: Theatre) -> bool:
    """11.28: has everybody fired in the battle who will? Nobody does once the defender has disengaged."""
    _, begun, *_ = nearest(state, BATTLE)
    return called_off(state) or begun > BATTLE.steps.index(fire_back) + 1
