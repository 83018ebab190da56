"""Record again what the tests expect of whole games: stored games, their words, perft counts.

    python scripts/record_expectations.py --words          what players read in the stored games
    python scripts/record_expectations.py --perft          the counts of the stored perft positions
    python scripts/record_expectations.py --positions      new perft positions, from new games, and their counts
    python scripts/record_expectations.py --keys GAME      the stored games with today's keys
    python scripts/record_expectations.py --journals GAME  new stored games

GAME may be `all`. Words may change at any time. Counts and journals change only when the rules are changed on
purpose; keys change only with a change of the state that comes with a migration of people's stored games. Look at
the difference before you commit it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import sandtable  # noqa: E402
from sandtable.kernel.game import Game  # noqa: E402
from sandtable.kernel.journal import Journal, save_journal  # noqa: E402
from tests.suite.fuzzer import next_choice  # noqa: E402
from tests.suite.grounds import Grounds, grounds_of  # noqa: E402
from tests.suite.perft import counted, following, read_file, write_file  # noqa: E402
from tests.suite.playthrough import words, words_file  # noqa: E402
from tests.suite.storedgames import (  # noqa: E402
    difference,
    journal_file,
    played,
    read_trace,
    stored,
    trace_file,
    trace_of,
    with_new_keys,
    write_trace,
)

MOST = 20_000
LAST_SEED, LENGTH = 5_000, 300


def new_positions(grounds: Grounds[Any]) -> dict[str, str]:
    """A position for each of these decisions: the first with two choices, each from a game of its own."""
    names = grounds.perft
    return {f"{name}-{seed}": text for name in names for seed, text in [_position_at(grounds, name)]}


def _position_at(grounds: Grounds[Any], decision: str) -> tuple[int, str]:
    game = grounds.game
    for seed in range(LAST_SEED):
        rng = Random(f"perft {decision} {seed}")
        policy = grounds.seeking(rng)
        state = game.start() if seed % 2 else grounds.thick(rng)
        for _ in range(LENGTH):
            if not state.frames:
                break
            if game.kind_names[state.frames[-1][0]] == decision and len(following(game, state)) > 1:
                return seed, game.write_position(state)
            game.apply(state, next_choice(game, state, policy, rng))
    raise SystemExit(f"no game came to {decision}")


def write_perft(grounds: Grounds[Any], anew: bool) -> None:
    """The counts of a game, of the positions on file or of new ones."""
    path = grounds.folder / "perft.txt"
    if anew or not path.exists():
        positions = new_positions(grounds)
    else:
        positions = {name: text for name, (_, text) in read_file(path).items()}
    write_file(path, {name: (counted(grounds.game, text, MOST), text) for name, text in positions.items()})
    print(f"{path}: {len(positions)} positions")


def write_words(game: Game[Any], scenario: str, journal: Journal) -> None:
    """What players read in a stored game."""
    path = words_file(game.id, scenario)
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([*words(game, journal), ""]), encoding="utf-8")
    print(f"{path}: {path.stat().st_size} bytes")


def write_journal(game: Game[Any], scenario: str) -> None:
    """Replace a stored game by a new one, with its trace and its words."""
    journal, path = played(game, scenario), journal_file(game.id, scenario)
    path.parent.mkdir(exist_ok=True)
    save_journal(journal, path)
    trace_file(game.id, scenario).write_text(write_trace(trace_of(game, journal)), encoding="utf-8")
    print(f"{path}: {len(journal.records)} records")
    write_words(game, scenario, journal)


def write_keys(game: Game[Any], scenario: str) -> None:
    """The same game with its current keys; refused if it is no longer the same game."""
    journal = stored(game.id, scenario)
    trace = read_trace(trace_file(game.id, scenario).read_text(encoding="utf-8"))
    if changed := difference(game, journal, trace):
        raise SystemExit(
            f"{game.id} {scenario}: {changed}\nThe rules have changed, not only names; no key is written."
        )
    save_journal(with_new_keys(game, journal), journal_file(game.id, scenario))
    print(f"{journal_file(game.id, scenario)}: {len(journal.records)} records")


# The command line


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = ["all", *sandtable.game_ids()]
    parser.add_argument("--words", action="store_true", help="write the words of all stored games; always allowed")
    parser.add_argument("--perft", action="store_true", help="count again; only after a change of the rules")
    parser.add_argument("--positions", action="store_true", help="take other perft positions and count them")
    parser.add_argument(
        "--keys",
        metavar="GAME",
        nargs="+",
        choices=games,
        default=[],
        help="keep the choices of the stored games, refuse if their traces differ, and write the keys of today: "
        "only when something in the state got another stored name, together with the migration of that name",
    )
    parser.add_argument(
        "--journals",
        metavar="GAME",
        nargs="+",
        choices=games,
        default=[],
        help="play other games and store them with traces and words: only after a change of the rules that makes "
        "the stored ones impossible; a refactoring must never need it",
    )
    given = parser.parse_args()
    if not any(vars(given).values()):
        parser.error("say what is to be written: --words, --perft, --positions, --keys or --journals")
    return given


def chosen(names: list[str]) -> Iterator[tuple[Game[Any], str]]:
    """The scenarios of the games with these names."""
    for game in map(sandtable.game, sandtable.game_ids()):
        if game.id in names or "all" in names:
            yield from ((game, info.id) for info in game.scenarios)


def main() -> None:
    given = arguments()
    if given.perft or given.positions:
        for game_id in sandtable.game_ids():
            write_perft(grounds_of(game_id), given.positions)
    for game, scenario in chosen(given.journals):
        write_journal(game, scenario)
    for game, scenario in chosen(given.keys):
        write_keys(game, scenario)
    if given.words:
        for game, scenario in chosen(["all"]):
            write_words(game, scenario, stored(game.id, scenario))


if __name__ == "__main__":
    main()
