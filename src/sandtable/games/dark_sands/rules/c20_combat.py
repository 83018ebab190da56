"""20: combat, attack by attack."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS, TABLES
from sandtable.games.dark_sands.rules.c06_terrain import why_closed
from sandtable.games.dark_sands.rules.c12_doctrine import may_assault
from sandtable.games.dark_sands.rules.c13_field_works import (
    disband,
    disbandable,
    raze,
    tidy_boxes,
    why_not_removed,
)
from sandtable.games.dark_sands.rules.c13_supports import after_combat, battle_of, commit_supports
from sandtable.games.dark_sands.rules.c20_advance import advance
from sandtable.games.dark_sands.rules.c20_fight import (
    attack_of,
    by_strength,
    crowded,
    defence_of,
    defenders_at,
    eligible,
    is_sound,
    joiners,
    large_in,
    targets,
)
from sandtable.games.dark_sands.rules.c20_odds import (
    AE,
    ASSAULT_TABLE,
    DR,
    NONE,
    Odds,
    at_the_edge,
    odds,
)
from sandtable.games.dark_sands.rules.c20_results import (
    assault_loss,
    attacker_losses,
    defender_losses,
    headquarters,
    settle,
)
from sandtable.games.dark_sands.rules.c20_retreat import come_to_rest, fall_back, set_out, stand
from sandtable.games.dark_sands.state import COMBAT, COMBAT_1, Sands, bypass_built, hexes_of, on_map, units_in
from sandtable.games.dark_sands.verbs import ASSAULT, ATTACK, DISBAND, DONE, JOIN, LEAVE, MOBILE, RAZE
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Die, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


class Battles(ChoiceKind[Sands]):
    """20.0: attacks are made one by one, as many as the active side wants. Between them it may remove
    garrisons and boxes (13.6.3, 13.7.3)."""

    name = "battles"
    on = ("action.first", "action.second")
    rule = "20.0"
    words = say("Choose a hex to attack, or end the combat action")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        side = state.active
        return offer(
            (DISBAND, disbandable(state, side)),
            (RAZE, state.boxes[side]),
            (ATTACK, targets(state)),
            (DONE, True),
        )

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        elif verb == DISBAND:
            disband(state, argument)
        elif verb == RAZE:
            raze(state, state.active, argument)
        else:
            state.target = argument
            push(state, BATTLE)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb in (DISBAND, RAZE):
            return why_not_removed(state, verb == RAZE, argument)
        if verb != ATTACK:
            return "20.0", otherwise("finish the combat action first")
        return _why_no_target(state, argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if state.active < 0 or state.action not in (COMBAT, COMBAT_1):
            yield say("there is no combat action")


def _why_no_target(state: Sands, target: int) -> tuple[str, Message]:
    """20.1: why a hex cannot be attacked."""
    printed, side, enemy = state.printed, state.active, 1 - state.active
    if not state.occupied[enemy] >> target & 1:
        return "20.1", say("there is no enemy unit there")
    if not defenders_at(state, target, enemy):
        return "11.0", say("a headquarters alone is not attacked: it leaves when a unit enters its hex")
    if state.stacks[target] & state.attacked:
        return "20.1", say("a unit there has already been attacked in this action")
    near = units_in(state, printed.board.touching[target], side) & printed.zoned
    if not near:
        return "20.1", say("none of your units that can attack is next to that hex")
    open_to = printed.ground.open_to[bypass_built(state)][target]
    over = units_in(state, open_to, side) & near
    if not over:
        return why_closed(state, state.place[first(near)], target) or ("", otherwise(""))
    if not over & state.fighters:
        return "20.1", say("this action activates none of your units next to that hex")
    assert not over & eligible(state)
    return "20.1", say("your active units next to that hex have already attacked in this action")


class Gathering(ChoiceKind[Sands]):
    """20.1: which units attack the hex?"""

    name = "attack"
    on = ("battle.gather",)
    rule = "20.1"

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        ready = joiners(state, state.target) & ~state.attackers
        return offer((JOIN, ready), (LEAVE, state.attackers), (DONE, bool(state.attackers)))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        if verb == JOIN:
            state.attackers |= bit(argument)
        elif verb == LEAVE:
            state.attackers &= ~bit(argument)
            if not state.attackers:
                self._call_off(state)
        else:
            pop(state)
            units = list(ones(state.attackers))
            tell(state, "attacks", "20.2", side=state.active, units=units, to=state.target)

    def _call_off(self, state: Sands) -> None:
        """Without attackers there is no attack."""
        pop(state)
        pop(state)
        state.clear("battle")

    def prompt(self, state: Sands, frame: Frame) -> Message:
        place = state.printed.place(state.target)
        return say("The attack on {place}: choose the units that attack, then fight", place=place)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == JOIN:
            return _why_not_joined(state, argument)
        if verb == LEAVE:
            return "20.1", say("that unit has not joined the attack")
        if verb == DONE:
            return "20.1", say("an attack needs a unit that attacks")
        return "20.1", otherwise("first choose who attacks, then fight")


def _why_not_joined(state: Sands, unit: int) -> tuple[str, Message]:
    printed = state.printed
    if state.attackers >> unit & 1:
        return "20.1", say("that unit has already joined the attack")
    if not printed.own[state.active] >> unit & 1:
        return "20.1", say("that unit is not yours")
    if state.place[unit] < 0:
        return "20.1", say("that unit is not on the map")
    if printed.hqs >> unit & 1:
        return "11.0", say("headquarters have no combat factors")
    if printed.garrisons >> unit & 1:
        return "13.6", say("garrisons cannot attack")
    if not state.fighters >> unit & 1:
        return "20.1", say("this action does not activate that unit")
    if state.has_fought >> unit & 1:
        return "20.1", say("that unit has already attacked in this action")
    board, place = printed.board, state.place[unit]
    if board.touching[place] >> state.target & 1 and (closed := why_closed(state, place, state.target)):
        return closed
    if board.sheet_of[place] != board.sheet_of[state.target]:
        return "20.4", say("units attack another section only over a side of the same colour")
    assert not board.touching[place] >> state.target & 1
    return "20.1", say("that unit is not next to the hex")


class SittingOut(ChoiceKind[Sands]):
    """7.4: more than two large units of a hex take part: who sits out? `done` leaves out the weakest."""

    name = "contribute"
    on = ("battle:attackers_choose", "battle:defenders_choose")
    rule = "7.4"
    asks = one("side")
    place = one("hex")

    def legal(self, state: Sands, frame: Frame) -> Options:
        units = self._units(state, frame)
        return offer((LEAVE, units & ~bit(self._weakest(state, frame))), (DONE, True))

    def _units(self, state: Sands, frame: Frame) -> int:
        own = state.contributors & state.printed.own[self.side(state, frame)]
        return large_in(state, own, self.place(frame))

    def _weakest(self, state: Sands, frame: Frame) -> int:
        factor = attack_of if self.side(state, frame) == state.active else defence_of
        return by_strength(state, self._units(state, frame), factor)[-1]

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        out = argument if verb == LEAVE else self._weakest(state, frame)
        state.contributors &= ~bit(out)
        tell(state, "sits-out", "20.2.1", unit=out)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        place = state.printed.place(self.place(frame))
        return say(
            "Only two large units in {place} contribute: which one sits out, if not the weakest?", place=place
        )

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != LEAVE:
            return "7.4", otherwise("first choose the unit that does not contribute")
        if argument == self._weakest(state, frame):
            return "7.4", say("that is the weakest: go on, and it does not contribute")
        if state.place[argument] != self.place(frame):
            return "7.4", say("that unit is not in the hex with too many large units")
        if not state.contributors >> argument & 1:
            return "7.4", say("that unit does not contribute in any case")
        assert not self._units(state, frame) >> argument & 1
        return "7.4", say("battalions and garrisons contribute in any case")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        side = self.side(state, frame)
        own = state.contributors & state.printed.own[side]
        if not crowded(state, own) >> self.place(frame) & 1:
            yield say("everybody there can contribute")


class Tables(ChoiceKind[Sands]):
    """20.2.4: which table do the Allies use?"""

    name = "table"
    on = ("battle.choose_table",)
    rule = "20.2.4"
    words = say("Use the Assault table, at the price of an infantry step, or the Mobile table?")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ASSAULT, True), (MOBILE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        state.table = int(verb == ASSAULT)
        if state.table:
            tell(state, "assault", "12.6", to=state.target)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if not may_assault(state, battle_of(state)):
            yield say("the Assault table cannot be used")


class Roll(Die[Sands]):
    """20.2.7: the die of the attack."""

    name = "combat-roll"
    on = ("battle.roll",)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("The attacker rolls for the combat in {place}", place=state.printed.place(state.target))

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        found = odds_of(state)
        state.result = found.results[outcome]
        state.infantry_loss = int(state.table == ASSAULT_TABLE and state.result != AE)
        tell(
            state,
            "rolled",
            "20.2.7",
            to=state.target,
            die=outcome + 1,
            modifier=found.die,
            table=TABLES[state.table],
            column=COLUMNS[found.column],
            result=RESULTS[state.result],
        )

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        if odds_of(state).automatic != NONE:
            yield say("the result is certain: no die is rolled")


BATTLES, GATHERING, SITTING_OUT, TABLE, ROLL = Battles(), Gathering(), SittingOut(), Tables(), Roll()


def odds_of(state: Sands) -> Odds:
    """The odds of the battle being fought, with everything that has been decided."""
    return odds(
        state,
        state.target,
        state.attackers,
        contributors=state.contributors,
        committed=state.committed,
        table=state.table,
    )


# The steps of an attack (20.2)


def gather(state: Sands, frame: Frame) -> None:
    """20.1."""
    push(state, GATHERING)


def engage(state: Sands, frame: Frame) -> None:
    """20.1: no unit attacks, or is attacked, again in this action; 20.2.1: all contribute who are not too many."""
    defenders = defenders_at(state, state.target, 1 - state.active)
    state.has_fought |= state.attackers
    state.attacked |= defenders
    state.contributors = state.attackers | defenders
    state.first_loss = [1, 1]


def attackers_choose(state: Sands, frame: Frame) -> None:
    """7.4."""
    _choose_contributors(state, state.active)


def defenders_choose(state: Sands, frame: Frame) -> None:
    """7.4."""
    _choose_contributors(state, 1 - state.active)


def _choose_contributors(state: Sands, side: int) -> None:
    hexes = crowded(state, state.contributors & state.printed.own[side])
    if hexes:
        again(state)
        push(state, SITTING_OUT, side, first(hexes))


def attacker_supports(state: Sands, frame: Frame) -> None:
    """13.1: the attacker first. Where no strength matters (20.4.1), there is nothing to commit."""
    if not at_the_edge(state, battle_of(state)):
        commit_supports(state, state.active)


def defender_supports(state: Sands, frame: Frame) -> None:
    """13.1, 20.2.3: then the defender."""
    if not at_the_edge(state, battle_of(state)):
        commit_supports(state, 1 - state.active)


def choose_table(state: Sands, frame: Frame) -> None:
    """20.2.4."""
    fight = battle_of(state)
    if may_assault(state, fight) and not at_the_edge(state, fight):
        push(state, TABLE)


def roll(state: Sands, frame: Frame) -> None:
    """20.2.7, 20.2.5, 20.4.1: the die, unless the result is certain."""
    found = odds_of(state)
    if found.automatic == NONE:
        push(state, ROLL)
        return
    state.result = found.automatic
    rule = "20.4.1" if found.automatic == DR else "20.2.5"
    tell(state, "automatic", rule, result=RESULTS[state.result], to=state.target)


def close(state: Sands, frame: Frame) -> None:
    """13.1: supports go back."""
    after_combat(state)
    tidy_boxes(state)
    state.clear("battle")


class Battle(Steps[Sands]):
    """20.2, 20.3: one attack, resolved before the next one begins."""

    name = "battle"
    on = ("battles",)
    steps = (
        gather,
        engage,
        attackers_choose,
        defenders_choose,
        attacker_supports,
        defender_supports,
        choose_table,
        roll,
        assault_loss,
        settle,
        attacker_losses,
        defender_losses,
        stand,
        set_out,
        fall_back,
        come_to_rest,
        headquarters,
        advance,
        close,
    )

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if state.target < 0 or state.active < 0:
            yield say("a battle is fought, but its hex is missing")
            return
        yield from _unlike_attackers(state)
        yield from _unlike_defenders(state)
        if frame[1] > self.steps.index(settle):
            return
        if not defenders_at(state, state.target, 1 - state.active):
            yield say("no unit is attacked")
        if frame[1] > self.steps.index(gather) + 1 and not state.attackers:
            yield say("no unit attacks")
        if any(state.losses) or state.retreat_left or state.retreating:
            yield say("the battle has consequences before it is decided")


def _unlike_attackers(state: Sands) -> Iterator[Message]:
    units, printed = state.attackers, state.printed
    near = printed.ground.open_to[bypass_built(state)][state.target] | bit(state.target)
    if units & ~(printed.own[state.active] & printed.zoned) or on_map(state, units) != units:
        yield say("units attack that cannot")
    elif hexes_of(state, units) & ~near:
        yield say("an attacker is not next to the hex attacked")


def _unlike_defenders(state: Sands) -> Iterator[Message]:
    side, printed = 1 - state.active, state.printed
    others = state.contributors & ~state.attackers | state.retreating
    if others & ~printed.own[side] or state.contributors & printed.hqs or on_map(state, others) != others:
        yield say("units defend that cannot")
    elif state.retreating & printed.garrisons or hexes_of(state, state.retreating).bit_count() > 1:
        yield say("units retreat together that cannot")
    elif state.retreat_left and state.retreating and not state.retreating & ~printed.hqs:
        yield say("a headquarters does not retreat by itself")


BATTLE = Battle()
