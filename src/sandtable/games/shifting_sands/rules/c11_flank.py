"""11.3: flank attacks."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.rules.c07_combat_cards import (
    card_users,
    flank_cards,
    flank_deck,
    play_card,
    why_no_flank_card,
)
from sandtable.games.shifting_sands.rules.c11_fight import (
    Fight,
    battle_faults,
    fight_of,
    hook_possible,
    why_no_flank,
)
from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, NO_FLANK, Theatre
from sandtable.games.shifting_sands.verbs import COMBAT_CARD, DONE, FLANK
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

SUCCESS = 4
"""11.33: the modified roll with which the attempt succeeds."""
DESERT_FOX = 2
"""X30."""


def flank_modifier(fight: Fight) -> int:
    """11.32: 1 for each space beyond the first from which the attack is made; X30: 2 for Desert Fox."""
    return fight.origins.bit_count() - 1 + DESERT_FOX * ("desert_fox" in fight.cards)


def attempt_flank(state: Theatre, frame: Frame) -> None:
    """11.23: a step of the battle: the attacker is asked if an attempt is possible, be it only by Left Hook."""
    if _is_question(state, fight_of(state)):
        push(state, FLANKING)


def _is_question(state: Theatre, fight: Fight) -> bool:
    return why_no_flank(state, fight) is None or _hook_in_reach(state, fight)


def _hook_in_reach(state: Theatre, fight: Fight) -> bool:
    """A55: could the attacker have Left Hook and play it, for all that everybody sees?"""
    out_of_reach = state.waiting | state.removed | state.used_cards
    if not hook_possible(state, fight) or not flank_deck(state.printed, fight.attacking) & ~out_of_reach:
        return False
    return bool(card_users(state, fight, fight.attacking))


class Flanking(ChoiceKind[Theatre]):
    """11.31: does the attacker try a flank attack, and with which card?"""

    name = "flank"
    on = ("battle.attempt_flank",)
    rule = "11.31"

    def side(self, state: Theatre, frame: Frame) -> int:
        return state.attacking

    def legal(self, state: Theatre, frame: Frame) -> Options:
        possible = why_no_flank(state, fight_of(state)) is None
        return offer((FLANK, possible), (COMBAT_CARD, flank_cards(state, state.attacking)), (DONE, True))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DONE:
            return
        if verb == COMBAT_CARD:
            play_card(state, state.attacking, argument)
        tell(state, "tries-flank", "11.31", side=state.attacking, at=state.target)
        push(state, FLANK_ROLL)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        place = state.printed.spaces[state.target].name
        if why_no_flank(state, fight_of(state)) is not None:
            return say("{place} can be outflanked only with a combat card: play it?", place=place)
        return say("{place} is attacked: try a flank attack, or not?", place=place)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == COMBAT_CARD:
            return why_no_flank_card(state, state.attacking, argument)
        if verb == FLANK and (why := why_no_flank(state, fight_of(state))):
            return why
        return "11.31", otherwise("first decide about the flank attack")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        wrong = list(battle_faults(state))
        yield from wrong
        if not wrong and not _is_question(state, fight_of(state)):
            yield say("no flank attack is possible")


class FlankRoll(Die[Theatre]):
    """11.33: the die of the attempt."""

    name = "flank-roll"
    on = ("battle.attempt_flank",)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("The attacker rolls for the flank attack on {place}", place=_name(state))

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        pop(state)
        modifier = flank_modifier(fight_of(state))
        won = outcome + 1 + modifier >= SUCCESS
        state.flank = FLANK_WON if won else FLANK_FAILED
        tell(state, "flank-won" if won else "flank-failed", "11.33", die=outcome + 1, modifier=modifier)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from battle_faults(state)
        if state.flank != NO_FLANK:
            yield say("the flank attack has been settled")


def _name(state: Theatre) -> str:
    return state.printed.spaces[state.target].name


FLANKING, FLANK_ROLL = Flanking(), FlankRoll()
