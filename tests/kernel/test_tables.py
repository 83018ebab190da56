"""Reading CSV data: typed fields, overrides, and errors that name file, line and field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.kernel.tables import DataError, DataFiles, Row, check_overrides, fingerprint, read_table

COLUMNS = ("hex", "cost", "road", "terrain")
GOOD = "hex,cost,road,terrain\nA1,3,1,clear\nA2,-4,0,\n"


def write(directory: Path, text: str | bytes, name: str = "map.csv") -> Path:
    directory.mkdir(exist_ok=True)
    content = text.encode() if isinstance(text, str) else text
    (directory / name).write_bytes(content)
    return directory


def rows_from(directory: Path, text: str | bytes) -> tuple[Row, ...]:
    return read_table(write(directory, text), "map.csv", COLUMNS, None, key=("hex",))


def where(error: DataError) -> tuple[str, int, str]:
    return error.file, error.line, error.field


def test_values_come_out_typed(tmp_path: Path) -> None:
    first, second = rows_from(tmp_path, GOOD)
    assert (first.text("hex"), first.integer("cost"), first.flag("road")) == ("A1", 3, True)
    assert first.one_of("terrain", ("clear", "swamp")) == "clear"
    assert first.number_of("terrain", ("swamp", "clear")) == 1
    assert (second.integer("cost"), second.flag("road"), second.text("terrain")) == (-4, False, "")
    assert (first.line, second.line) == (2, 3)


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        "\ufeff" + GOOD,
        GOOD.rstrip("\n"),
        GOOD + "\n,,,\n",
        "hex, cost ,road,terrain\n A1 ,3 , 1,clear \nA2,-4,0, \n",
        'terrain,"hex",cost,road\nclear,A1,3,1\n,A2,-4,0\n',
    ],
)
def test_what_spreadsheets_do_to_a_file_does_not_matter(tmp_path: Path, text: str) -> None:
    found = rows_from(tmp_path / "other", text)
    assert [row.values for row in found] == [row.values for row in rows_from(tmp_path, GOOD)]


def test_a_row_over_several_lines_is_named_by_its_first(tmp_path: Path) -> None:
    found = rows_from(tmp_path, 'hex,cost,road,terrain\n\nA1,1,1,"two\nlines"\nA2,1,1,x\n')
    assert [row.line for row in found] == [3, 5]


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ("", 1, "", "is empty"),
        ("hex,cost,road\nA1,1,1\n", 1, "terrain", "column is missing"),
        ("hex,cost,road,terrain,colour\nA1,1,1,clear,red\n", 1, "colour", "unknown column"),
        ("hex,cost,road,terrain,hex\nA1,1,1,clear,A1\n", 1, "hex", "appears twice"),
        ("hex;cost;road;terrain\nA1;1;1;clear\n", 1, "", "with commas"),
        (GOOD + "A3,2\n", 4, "road", "2 values for 4 columns"),
        (GOOD + "A3,2,1,clear,5\n", 4, "", "5 values for 4 columns"),
        (GOOD + "\nA1,2,1,clear\n", 5, "hex", "'A1' is already in line 2"),
        (GOOD + 'A3,"2,1,clear\n', 4, "", "not CSV"),
        (GOOD.encode() + b"A3,2,1,\xe9rg\n", 4, "", "0xe9 is not UTF-8"),
        (b"\xff" + GOOD.encode(), 1, "", "0xff is not UTF-8"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str | bytes, line: int, field: str, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        rows_from(tmp_path, text)
    assert where(caught.value) == ("map.csv", line, field)
    assert reason in caught.value.reason


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_table(tmp_path, "map.csv", COLUMNS, None)
    assert where(caught.value) == ("map.csv", 0, "")
    assert str(caught.value) == "map.csv: the file is missing"


@pytest.mark.parametrize(
    ("read", "field", "message"),
    [
        (lambda row: row.integer("hex"), "hex", "'A1' is not a whole number"),
        (lambda row: row.integer("cost", 4), "cost", "3 is less than 4"),
        (lambda row: row.integer("cost", 0, 2), "cost", "3 is more than 2"),
        (lambda row: row.integer("terrain"), "terrain", "a value is required"),
        (lambda row: row.text("terrain", required=True), "terrain", "a value is required"),
        (lambda row: row.flag("cost"), "cost", "'3' is not one of 0, 1"),
        (lambda row: row.one_of("hex", ("", "sea")), "hex", "'A1' is not one of (blank), sea"),
        (lambda row: row.words("road", ("coast", "port")), "road", "'road' is not one of coast, port"),
        (lambda row: row.words("road", ("road", "port")), "road", "'road' is given twice"),
    ],
)
def test_a_wrong_value_names_its_place(
    tmp_path: Path, read: Callable[[Row], object], field: str, message: str
) -> None:
    (row,) = rows_from(tmp_path, "hex,cost,road,terrain\nA1,3,road port road,\n")
    with pytest.raises(DataError) as caught:
        read(row)
    assert where(caught.value) == ("map.csv", 2, field)
    assert str(caught.value) == f"map.csv, line 2, field {field}: {message}"


@pytest.mark.parametrize("value", ["1_0", "+1", "1.0", "--1", "-", "٣", "0x1"])
def test_only_plain_figures_are_whole_numbers(value: str) -> None:
    with pytest.raises(DataError, match="not a whole number"):
        Row("map.csv", 2, {"cost": value}).integer("cost")


def test_overrides_replace_a_file(tmp_path: Path) -> None:
    packaged = write(tmp_path / "packaged", GOOD)
    overrides = write(tmp_path / "mine", "hex,cost,road,terrain\nB9,7,0,sea\n")
    (row,) = read_table(packaged, "map.csv", COLUMNS, overrides)
    assert row.text("hex") == "B9"
    (overrides / "map.csv").unlink()
    assert len(read_table(packaged, "map.csv", COLUMNS, overrides)) == 2


def test_overrides_that_replace_nothing_are_refused(tmp_path: Path) -> None:
    overrides = write(tmp_path / "mine", GOOD, "maps.csv")
    (overrides / "readme.txt").write_text("not a table")
    check_overrides(None, ("map.csv",))
    check_overrides(overrides, ("map.csv", "maps.csv"))
    with pytest.raises(DataError) as caught:
        check_overrides(overrides, ("map.csv", "crt.csv"))
    assert str(caught.value) == "maps.csv: replaces nothing; the files are crt.csv, map.csv"
    with pytest.raises(DataError, match="is not a directory"):
        check_overrides(tmp_path / "nowhere", ("map.csv",))


def test_fingerprint_sees_content_and_names_only(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for name in ("a.csv", "b.csv"):
        write(here, GOOD, name)
        write(there, ("\ufeff" + GOOD).replace("\n", "\r\n"), name)
    known = fingerprint([here / "a.csv", here / "b.csv"])
    assert known == fingerprint([there / "b.csv", there / "a.csv"])
    assert len(known) == 64
    assert known != fingerprint([here / "a.csv"])
    write(there, GOOD, "c.csv")
    assert known != fingerprint([there / "a.csv", there / "c.csv"])
    write(there, GOOD.replace("3", "4"), "b.csv")
    assert known != fingerprint([there / "a.csv", there / "b.csv"])
    with pytest.raises(DataError, match=r"d\.csv: the file is missing"):
        fingerprint([there / "d.csv"])


# All files of a game


def files(folder: Path) -> DataFiles:
    (folder / "map.csv").write_text("hex,confidence\nA1,printed\nA2,recalled\nA3,printed\n", encoding="utf-8")
    (folder / "crt.csv").write_text("die,result\n1,AE\n", encoding="utf-8")
    (folder / "checkpoints.csv").write_text("id,expected\nK1,3\n", encoding="utf-8")
    return DataFiles(
        folder, {"map.csv": "hex confidence", "crt.csv": "die result", "checkpoints.csv": "id expected"}
    )


def test_sheets_count_how_sure_their_lines_are(tmp_path: Path) -> None:
    assert files(tmp_path).confidence(None) == {"map.csv": {"printed": 2, "recalled": 1}}


def test_sheets_are_replaced_one_by_one(tmp_path: Path) -> None:
    packaged, overrides = files(tmp_path), tmp_path / "mine"
    overrides.mkdir()
    assert packaged.replaced(None) == packaged.replaced(overrides) == ()
    (overrides / "crt.csv").write_text("die,result\n1,DE\n", encoding="utf-8")
    assert packaged.replaced(overrides) == ("crt.csv",)
    assert [row.text("result") for row in packaged.rows("crt.csv", overrides)] == ["DE"]
    assert len(packaged.rows("map.csv", overrides, key="hex")) == 3
    (overrides / "crts.csv").write_text("die,result\n", encoding="utf-8")
    with pytest.raises(DataError, match="replaces nothing"):
        packaged.checkpoints(overrides)


def test_check_points_judge_the_data_and_are_no_part_of_it(tmp_path: Path) -> None:
    packaged = files(tmp_path)
    known = packaged.fingerprint(None)
    assert [row.text("id") for row in packaged.checkpoints(None)] == ["K1"]
    (tmp_path / "checkpoints.csv").write_text("id,expected\nK1,4\n", encoding="utf-8")
    assert packaged.fingerprint(None) == known
    (tmp_path / "crt.csv").write_text("die,result\n1,DE\n", encoding="utf-8")
    assert packaged.fingerprint(None) != known
