"""How often each paragraph of a game's rulebook is named while it is played at random.

    python scripts/fired_rules.py GAME [--games N]

Events, refusals, prompts and results name their paragraph, or the clause if exactly one applies. Games with three
policies are played from set-ups, written positions, recorded positions and random mid-game ones. At the end come
the paragraphs with rules that nothing named, with the reason beside those that nothing is meant to name.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import sandtable  # noqa: E402
from tests.suite.grounds import grounds_of  # noqa: E402
from tests.suite.naming import Named, starts  # noqa: E402
from tests.suite.rulebook import ruling  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", choices=sandtable.game_ids())
    parser.add_argument("--games", type=int, default=300, help="how many games are played")
    given = parser.parse_args()
    grounds = grounds_of(given.game)
    named, folder = Named(grounds), Path(mkdtemp())
    for start, length in islice(starts(grounds), given.games):
        named.play(start, length, folder)
    for paragraph in ruling(grounds.game):
        print(f"{named.paragraphs[paragraph]:>9}  {paragraph}  {grounds.unnamed.get(paragraph, '')}".rstrip())
    print("never named, never met:", " ".join(named.missing()) or "none")


if __name__ == "__main__":
    main()
