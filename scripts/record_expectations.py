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
sys.path.insert(0, str(ROOT / "tests"))

import sandtable  # noqa: E402
from fuzzer import next_choice  # noqa: E402
from grounds import GROUNDS, Ground, ground_of  # noqa: E402
from perft import counted, following, read_file, write_file  # noqa: E402
from playthrough import record  # noqa: E402

MOST = 20_000
LAST_SEED, LENGTH = 5_000, 300
DECISIONS = {
    "afrika-korps": (
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
    ),
    "rommel-in-the-desert": (
        "deploy",
        "challenge",
        "lay",
        "bluff",
        "movement",
        "destination",
        "step",
        "announce-marches",
        "withdraw",
        "leave",
        "refuse-battle",
        "pursue",
        "choose-leavers",
        "probe-combat",
        "name-battles",
        "fire-unit",
        "target",
        "take-hit",
        "designate",
        "spend",
        "redeploy-to",
        "mines",
        "buy-cards",
    ),
}
"""By game the decisions of its perft positions."""
AT_SET_UP = ("deploy",)
"""Those that only a whole game comes to."""


def new_positions(ground: Ground) -> dict[str, str]:
    """A position at each of these decisions, the first with two choices that comes up in a game of its own."""
    names = DECISIONS[ground.game.id]
    return {f"{name}-{seed}": text for name in names for seed, text in [_position_at(ground, name)]}


def _position_at(ground: Ground, decision: str) -> tuple[int, str]:
    game = ground.game
    for seed in range(LAST_SEED):
        rng = Random(f"perft {decision} {seed}")
        policy = ground.seeking(rng)
        state = game.start() if decision in AT_SET_UP else ground.thick(rng)
        for _ in range(LENGTH):
            if not state.frames:
                break
            if game.kind_names[state.frames[-1][0]] == decision and len(following(game, state)) > 1:
                return seed, game.write_position(state)
            game.apply(state, next_choice(game, state, policy, rng))
    raise SystemExit(f"no game came to {decision}")


def write_perft(ground: Ground, anew: bool) -> None:
    """The counts of a game, of the positions on file or of new ones."""
    path = ground.folder / "perft.txt"
    if anew or not path.exists():
        positions = new_positions(ground)
    else:
        positions = {name: text for name, (_, text) in read_file(path).items()}
    write_file(path, {name: (counted(ground.game, text, MOST), text) for name, text in positions.items()})
    print(f"{path}: {len(positions)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--positions", action="store_true", help="take other perft positions, from new games")
    anew = parser.parse_args().positions
    for game_id in GROUNDS:
        write_perft(ground_of(game_id), anew)
    for game in map(sandtable.game, sandtable.game_ids()):
        for info in game.scenarios:
            path = record(game, info.id)
            print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
