"""`sandtable backup` and `sandtable restore`: a server's games as one file, and back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import friendly, output
from sandtable.cli.serve import default_data

ServerData = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Where the server stores games. Default: your user data directory."
    ),
]


@friendly
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="The copy to write; it must not exist yet. Default: sandtable-DATE.db here."
        ),
    ] = None,
    data: ServerData = None,
) -> None:
    """Copy all games, seats and accounts of a server into one file. The server may be running."""
    from sandtable.table.safekeeping import back_up
    from sandtable.table.store import FILE

    target = file or Path(f"sandtable-{datetime.now():%Y-%m-%d-%H%M%S}.db")
    back_up((data or default_data()) / FILE, target)
    output().print(f"{target}: {target.stat().st_size:,} bytes, checked", soft_wrap=True)


@friendly
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy written by `sandtable backup`.")],
    data: ServerData = None,
) -> None:
    """Put a copy in the place of a server's games. The server must be stopped; what was there is moved aside."""
    from sandtable.table.store import restore as restore_into

    directory = data or default_data()
    aside = restore_into(directory, file)
    output().print(f"{directory} holds the games of {file} again.", soft_wrap=True)
    if aside is not None:
        output().print(f"What was there before is now {aside.name} beside it.", soft_wrap=True)
