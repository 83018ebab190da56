"""`sandtable export`: the whole journal of a table, for the owner of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.common import friendly, output, refuse
from sandtable.cli.serve import default_data
from sandtable.kernel.words import say_count


@friendly
def export(
    table: Annotated[str, typer.Argument(metavar="ID", help="The table's id: the last part of its address.")],
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="Where the server stores games. Default: your user data directory."
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write; it must not exist yet.")
    ] = None,
) -> None:
    """Write one of the server's games to a file, including both sides' secrets. The server may be running."""
    from sandtable.table.archive import stored_journal

    content = stored_journal(data or default_data(), table)
    target = file or Path(f"{table}.journal")
    try:
        with target.open("xb") as opened:
            opened.write(content)
    except FileExistsError:
        refuse(f"{target} already exists", "name another file with --out")
    records = content.count(b"\n") - 2
    told = say_count("{target}: {count} record", "{target}: {count} records", records, target=str(target))
    output().print(str(told), soft_wrap=True)
