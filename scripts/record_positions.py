"""Record mid-game movement positions of a game, for the bench and the fuzz tests.

    python scripts/record_positions.py GAME

Contact-seeking games are played from every scenario until each player turn that is wanted has its share of
positions, each at another moment of the movement phase. The files are written anew; the seeds are fixed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from fuzzer import next_choice  # noqa: E402
from grounds import Ground, ground_of  # noqa: E402
from sandtable.arena.bench import PARTING  # noqa: E402
from sandtable.kernel.game import Game  # noqa: E402

Slot = tuple[int, ...]
"""A player turn: numbers that say when, the last the side's."""


class Recording(NamedTuple):
    """Which player turns of a game are wanted, in how many positions, and what a text of them says."""

    slot: Callable[[Any], Slot]
    files: Callable[[Game[Any]], dict[str, set[Slot]]]
    """By file the player turns in it."""
    phase: str
    """The phase by name, so that a text outlives changes in the order of steps."""
    share: int
    """Positions for each player turn."""
    chances: float
    """How likely a moment of the movement phase is taken, so that early and late ones are."""
    last_seed: int
    """So many games of each scenario at most."""
    forgets: tuple[str, ...] = ()
    """How lines begin that are left out."""


def turns_of_two_years(game: Game[Any]) -> dict[str, set[Slot]]:
    """Afrika Korps: by turn and side, from the second game turn on."""
    years = {"1941.txt": range(2, 19), "1942.txt": range(19, game.load_data().turns + 1)}
    return {name: {(turn, side) for turn in turns for side in (0, 1)} for name, turns in years.items()}


def months_of_scenarios(game: Game[Any]) -> dict[str, set[Slot]]:
    """Rommel in the Desert: by scenario, month and side."""
    files = {}
    for number, setting in enumerate(game.load_data().settings):
        months = range(setting.start_month, setting.end_month + 1)
        files[f"{setting.id}.txt"] = {(number, month, side) for month in months for side in (0, 1)}
    return files


RECORDINGS = {
    "afrika-korps": Recording(
        slot=lambda state: (state.turn, state.active),
        files=turns_of_two_years,
        phase="movement",
        share=3,
        chances=0.02,
        last_seed=2_000,
    ),
    "rommel-in-the-desert": Recording(
        slot=lambda state: (state.setting, state.month, state.active),
        files=months_of_scenarios,
        phase="moving",
        share=2,
        chances=0.2,
        last_seed=25,
        forgets=("may hold", "seen"),
    ),
}


def text_of(game: Game[Any], recording: Recording, state: Any) -> str:
    """The position with its phase by name."""
    left_out = ("frame:", *recording.forgets)
    lines = [line for line in game.write_position(state).splitlines() if not line.startswith(left_out)]
    head = 1 + sum(line.startswith("month ") for line in lines)
    return "\n".join([*lines[:head], f"phase: {recording.phase}", *lines[head:], ""])


def is_moving(game: Game[Any], state: Any) -> bool:
    """Is this a movement phase with a unit to set out?"""
    if game.kind_names[state.frames[-1][0]] != "movement":
        return False
    return any(game.verbs[verb].noun == "unit" for verb, _ in game.options(state))


def record(ground: Ground, recording: Recording) -> dict[Slot, list[str]]:
    """Positions by player turn."""
    wanted = {slot for slots in recording.files(ground.game).values() for slot in slots}
    found: dict[Slot, list[str]] = {slot: [] for slot in sorted(wanted)}
    for seed in range(recording.last_seed):
        for scenario in ground.game.scenarios:
            if wanted:
                for slot, text in taken(ground, recording, scenario.id, Random(f"positions {seed}"), wanted):
                    found[slot].append(text)
                    if len(found[slot]) == recording.share:
                        wanted.remove(slot)
    return found


def taken(
    ground: Ground, recording: Recording, scenario: str, rng: Random, wanted: set[Slot]
) -> Iterator[tuple[Slot, str]]:
    """The positions of one game that are taken, at most one of a player turn."""
    game = ground.game
    policy, state = ground.seeking(rng), game.start(scenario)
    last: Slot = ()
    while state.frames and wanted:
        slot = recording.slot(state)
        if slot != last and slot in wanted and is_moving(game, state) and rng.random() < recording.chances:
            last = slot
            yield slot, text_of(game, recording, state)
        game.apply(state, next_choice(game, state, policy, rng))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", choices=sorted(RECORDINGS))
    ground = ground_of(parser.parse_args().game)
    recording = RECORDINGS[ground.game.id]
    found = record(ground, recording)
    folder = ground.game.folder / "positions"
    folder.mkdir(exist_ok=True)
    for name, slots in recording.files(ground.game).items():
        texts = [text for slot in found if slot in slots for text in found[slot]]
        (folder / name).write_text(f"{PARTING}\n".join(texts), encoding="utf-8")
        print(f"{folder / name}: {len(texts)} positions")


if __name__ == "__main__":
    main()
