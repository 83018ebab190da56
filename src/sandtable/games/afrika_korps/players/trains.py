"""What follows the army: supply, which never goes alone where the enemy can come; Rommel; and ships."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.country import march, march_lengths
from sandtable.games.afrika_korps.players.draft import SAFE, STACK, Draft
from sandtable.games.afrika_korps.players.marches import first_of
from sandtable.games.afrika_korps.printed.data import ALLIED
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.rules.c23_sea import embarkable
from sandtable.games.afrika_korps.state import SEA, combat_units_at, put
from sandtable.kernel.bits import ones

TOO_FAR = 36
"""Supply further than this from the spearhead, in half hexes, is of no use to it."""


def spearhead(draft: Draft) -> int:
    """The hex of the strongest stack, in the position as planned."""
    printed, side, trial = draft.printed, draft.side, draft.trial
    return max(
        ones(trial.occupied[side]) or (printed.base[side],),
        key=lambda place: (sum(printed.attack[u] for u in ones(combat_units_at(trial, place, side))), place),
    )


def bring_up_supply(draft: Draft) -> None:
    """Supply follows the spearhead from stack to stack; the last one stays where nobody can come."""
    if not draft.stores:
        return
    rings = march(draft.printed, spearhead(draft))
    lengths = march_lengths(draft.printed, spearhead(draft))
    quiet = ~draft.survey.prowled
    held = draft.trial.occupied[draft.side]
    waiting = sorted(ones(draft.stores), key=lambda unit: lengths[draft.state.place[unit]])
    for rank, unit in enumerate(waiting):
        allowed = draft.ends(unit) & ~draft.survey.ground.zone
        last = rank == len(waiting) - 1
        hexes = allowed & quiet if last else allowed & (held | quiet)
        place = first_of(draft, hexes or allowed & held, rings)
        if not last and (place < 0 or lengths[place] > TOO_FAR):
            place = first_of(
                draft, allowed & (held | ~draft.survey.near_enemies), rings
            )  # better a risk than no supply
        if place >= 0 and place != draft.state.place[unit]:
            put(draft.trial, unit, place)
            draft.moves.append((unit, place, 0))


def follow(draft: Draft) -> None:
    """Rommel belongs with the strongest stack, to lead it further next turn."""
    rommel, printed = draft.printed.rommel, draft.printed
    if draft.side != printed.side_of[rommel] or draft.state.place[rommel] < 0 or not _rommel_waits(draft):
        return
    rings = march(printed, spearhead(draft))
    way = reach(draft.state, rommel, draft.survey.ground)
    hexes = (way.ends | 1 << draft.state.place[rommel]) & draft.trial.occupied[draft.side]
    place = first_of(draft, hexes & ~draft.survey.ground.zone, rings)
    if place >= 0 and place != draft.state.place[rommel]:
        put(draft.trial, rommel, place)
        draft.moves.append((rommel, place, 0))


def _rommel_waits(draft: Draft) -> bool:
    return not any(led for _, _, led in draft.moves)


def sail(draft: Draft) -> None:
    """23.4: from the base to Tobruch, if it is ours, wants men, and the march would take longer."""
    printed, state, side = draft.printed, draft.state, draft.side
    if not state.ports_at_start >> printed.tobruch & 1 or not (draft.idea.strikes or draft.idea.march == "on"):
        return
    base = printed.base[side]
    ships = embarkable(state) & draft.free & combat_units_at(state, base, side) & ~state.cut_off
    wanted = draft.room_at(printed.tobruch) if side == ALLIED else STACK
    if draft.survey.threat.at(base) >= SAFE * max(1, draft.defense_at(base)):
        return
    for unit in sorted(ones(ships), key=draft.as_fighter, reverse=True)[:wanted]:
        draft.free &= ~(1 << unit)
        put(draft.trial, unit, SEA)
        draft.sailing.append(unit)
