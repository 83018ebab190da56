"""3.44, 8.5, 8.6, 9.0: the combat phase: which battles are fought, in which order, and what is left."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name, round_of_combat, show_fighters
from sandtable.games.rommel_in_the_desert.rules.c11_rout import after_losses
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.verbs import ASSAULT, BATTLE, DONE, FIGHT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import Steps, again, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

ASSAULT_CARDS = 2


def standing_battles(state: Position) -> int:
    """8.0, 11.11: the hexes in which undisrupted units of both sides face each other."""
    return state.firm[AXIS] & state.firm[ALLIED]


def fightable(state: Position) -> int:
    """8.6, 10.4: the battles the active side may fight: not those it partly left this turn."""
    return standing_battles(state) & ~state.left_hexes


def compulsory(state: Position) -> int:
    """8.6, 13.2, ruling 20: new battles, and fortress battles of the Attacker unless this is blitz combat."""
    must = state.attacked_hexes
    if not state.blitzed:
        must |= state.printed.fortress & state.attacker_hexes[state.active]
    return must & fightable(state)


def may_assault(state: Position) -> bool:
    """4.3, rulings 6, 71: two real cards and fewer than two moves make an Assault turn."""
    return state.real_laid == ASSAULT_CARDS and len(state.moves) < ASSAULT_CARDS


# 8.5: before the first shot


def show_battles(state: Position, frame: Frame) -> None:
    """7.3, 8.5: movement is over: the undisrupted units of all battles are shown."""
    for place in ones(standing_battles(state)):
        show_fighters(state, place, "8.5" if state.attacked_hexes >> place & 1 else "7.3")


# 8.6: which battles


def begin_phase(state: Position, frame: Frame) -> None:
    """8.6, 10.5: compulsory battles are active from the start; the others are all named before any fire."""
    state.fired = 0
    state.fighting_hexes = compulsory(state)
    if fightable(state):
        push(state, NAME_BATTLES)


def fight_next(state: Position, frame: Frame) -> None:
    """9.0: the battles one at a time, in the order the active player chooses."""
    if not state.fighting_hexes:
        return
    again(state)
    if state.fighting_hexes & state.fighting_hexes - 1:
        push(state, CHOOSE_BATTLE)
    else:
        begin_battle(state, state.fighting_hexes.bit_length() - 1)


def begin_battle(state: Position, place: int) -> None:
    state.fighting_hexes &= ~(1 << place)
    tell(state, "battle", "9.0", hex=place, assault=state.assault_hexes >> place & 1)
    push(state, BATTLE_FOUGHT, place)
    round_of_combat(state, place, ENEMY_OF[state.active])


def after_battle(state: Position, frame: Frame) -> None:
    """8.0, 11.11: a battle with one side left is over; disrupted units that lost all support are routed."""
    after_losses(state, BATTLE_FOUGHT.hex(frame))


def end_phase(state: Position, frame: Frame) -> None:
    """8.6, 10.5: the phase is over: new battles have been fought, and units may fire again in the next phase."""
    state.clear("combat")


COMBAT: Steps[Position] = Steps(
    "combat", show_battles, begin_phase, fight_next, end_phase, on=("player-turn.fight",)
)


class BattleFought(Steps[Position]):
    """8.0: what a battle leaves when its round is over."""

    name = "battle-fought"
    on = ("combat:fight_next",)
    steps = (after_battle,)
    hex = one("hex")


BATTLE_FOUGHT = BattleFought()


class NameBattles(ActiveChoice):
    """8.6: name the active battles, and on an Assault turn those that are assaults (4.3)."""

    name = "name-battles"
    on = ("combat.begin_phase",)
    rule = "8.6"

    def legal(self, state: Position, frame: Frame) -> Options:
        battles = fightable(state)
        assaults = battles & ~state.assault_hexes if may_assault(state) else 0
        return offer((DONE, True), (FIGHT, battles & ~state.fighting_hexes), (ASSAULT, assaults))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
            return
        state.fighting_hexes |= 1 << argument
        if verb == ASSAULT:
            state.assault_hexes |= 1 << argument
        phase = "3.46" if state.blitzed else "3.44"
        tell(state, "battle-named", phase, hex=argument, assault=int(verb == ASSAULT))

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Choose the battles to fight ({count} so far)", count=state.fighting_hexes.bit_count())

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == ASSAULT and not may_assault(state):
            return "4.3", say("assaults need an Assault turn: two real cards and no more than one move")
        if verb in (FIGHT, ASSAULT):
            return why_no_battle(state, argument)
        return "8.6", otherwise("name the battles to fight first")


def why_no_battle(state: Position, place: int) -> tuple[str, Message]:
    if state.left_hexes >> place & 1:
        return "10.4", say("you made a partial retreat from that battle this turn")
    if not fightable(state) >> place & 1:
        return "8.0", say("there is no battle in {place}", place=place_name(state, place))
    return "8.6", otherwise("that battle has already been named")


class ChooseBattle(ActiveChoice):
    """9.0: the active player chooses the next battle."""

    name = "choose-battle"
    on = ("combat:fight_next",)
    rule = "9.0"
    words = say("Choose the next battle to fight")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(BATTLE, state.fighting_hexes)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        begin_battle(state, argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == BATTLE:
            return "8.6", say("no battle is left to fight there")
        return "9.0", otherwise("choose the next battle to fight first")


NAME_BATTLES, CHOOSE_BATTLE = NameBattles(), ChooseBattle()
