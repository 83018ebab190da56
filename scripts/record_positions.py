"""Record mid-game movement positions of Afrika Korps, for the bench and the fuzz tests.

    python scripts/record_positions.py

Contact-seeking games are played until every player turn from the second game turn on has its share of positions,
each at another moment of the movement phase. The files are written anew; the seeds are fixed.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "afrika_korps")]

from policies import ContactSeeking, next_choice  # noqa: E402

from sandtable.arena.bench import PARTING  # noqa: E402
from sandtable.games.afrika_korps import GAME  # noqa: E402
from sandtable.games.afrika_korps.state import Position  # noqa: E402

SHARE = 3
"""Positions for each player turn."""
FIRST_TURN = 2
CHANCES = 0.02
"""How likely a moment of the movement phase is taken, so that early and late ones are."""
LAST_SEED = 2_000
FILES = {"1941.txt": range(1, 19), "1942.txt": range(19, 39)}

Slot = tuple[int, int]


def movement_text(state: Position) -> str:
    """The position with its phase by name, so that it outlives changes in the order of steps."""
    lines = [line for line in GAME.write_position(state).splitlines() if not line.startswith("frame:")]
    return "\n".join([lines[0], "phase: movement", *lines[1:], ""])


def is_wanted(state: Position, taken: Counter[Slot], rng: Random) -> bool:
    if GAME.kind_names[state.frames[-1][0]] != "movement" or state.turn < FIRST_TURN:
        return False
    return taken[state.turn, state.active] < SHARE and rng.random() < CHANCES


def record() -> dict[Slot, list[str]]:
    """Positions by turn and side."""
    found: dict[Slot, list[str]] = {}
    taken: Counter[Slot] = Counter()
    wanted = (GAME.load_data().turns - FIRST_TURN + 1) * 2 * SHARE
    for seed in range(LAST_SEED):
        rng = Random(f"positions {seed}")
        policy, state = ContactSeeking(rng), GAME.start()
        last: Slot | None = None
        while state.frames and taken.total() < wanted:
            slot = state.turn, state.active
            if slot != last and is_wanted(state, taken, rng):
                found.setdefault(slot, []).append(movement_text(state))
                taken[slot] += 1
                last = slot
            GAME.apply(state, next_choice(state, policy, rng))
        if taken.total() == wanted:
            break
    return found


def main() -> None:
    found = record()
    folder = GAME.folder / "positions"
    folder.mkdir(exist_ok=True)
    for name, turns in FILES.items():
        texts = [text for slot in sorted(found) if slot[0] in turns for text in found[slot]]
        (folder / name).write_text(f"{PARTING}\n".join(texts), encoding="utf-8")
        print(f"{folder / name}: {len(texts)} positions")


if __name__ == "__main__":
    main()
