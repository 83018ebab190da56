"""Write anew what the tests expect of whole games: playthroughs and perft counts.

    python scripts/record_expectations.py              counts and playthroughs
    python scripts/record_expectations.py --positions  other perft positions too, taken from new games

Run it after a change of the rules that was meant, and look at the difference before you commit it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "afrika_korps")]

from melees import melee  # noqa: E402
from policies import ContactSeeking, next_choice  # noqa: E402

import sandtable  # noqa: E402
from perft import counted, read_file, write_file  # noqa: E402
from playthrough import record  # noqa: E402
from sandtable.games.afrika_korps import GAME  # noqa: E402

PERFT = ROOT / "tests" / "afrika_korps" / "perft.txt"
MOST = 20_000
DECISIONS = (
    "land-supply",
    "arrivals",
    "movement",
    "move",
    "declare-victory",
    "substitution",
    "scorch",
    "declare-battles",
    "form-battle",
    "choose-battle",
    "combat-die",
    "exchange",
    "conduct-retreat",
    "retreat-step",
    "advance",
    "spoils",
)
LAST_SEED = 5_000


def new_positions() -> dict[str, str]:
    """A position at each of these decisions, the first that comes up in a game of its own."""
    return {f"{name}-{seed}": text for name in DECISIONS for seed, text in [_position_at(name)]}


def _position_at(decision: str) -> tuple[int, str]:
    for seed in range(LAST_SEED):
        rng = Random(f"perft {decision} {seed}")
        policy, state = ContactSeeking(rng), melee(rng)
        for _ in range(300):
            if not state.frames:
                break
            if GAME.kind_names[state.frames[-1][0]] == decision:
                return seed, GAME.write_position(state)
            GAME.apply(state, next_choice(state, policy, rng))
    raise SystemExit(f"no game came to {decision}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--positions", action="store_true", help="take other perft positions, from new games")
    if parser.parse_args().positions or not PERFT.exists():
        positions = new_positions()
    else:
        positions = {name: text for name, (_, text) in read_file(PERFT).items()}
    write_file(PERFT, {name: (counted(GAME, text, MOST), text) for name, text in positions.items()})
    print(f"{PERFT}: {len(positions)} positions")
    for game in map(sandtable.game, sandtable.game_ids()):
        for info in game.scenarios:
            path = record(game, info.id)
            print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
