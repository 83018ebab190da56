"""The data files: check points, what overrides change, and what cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.checkpoints import CHECKS
from sandtable.games.rommel_in_the_desert.printed.checks import check_data, run_checkpoints
from sandtable.games.rommel_in_the_desert.printed.data import load_printed
from sandtable.games.rommel_in_the_desert.printed.facts import UNREACHED, Facts
from sandtable.games.rommel_in_the_desert.printed.files import FILES
from sandtable.kernel.tables import DataError, Row

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
DATA = Path(load_printed.__code__.co_filename).parents[1] / "data"
CHECKPOINTS = FILES.checkpoints(None)


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """A folder with one file of the data changed: a text in it replaced."""

    def change(name: str, old: str, new: str) -> Path:
        text = (DATA / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return tmp_path

    return change


# The check points


@pytest.mark.parametrize("row", CHECKPOINTS, ids=lambda row: f"{row.text('id')}-{row.text('kind')}")
def test_check_point(row: Row) -> None:
    results = run_checkpoints(load_printed(), [row])
    assert [str(result) for result in results if not result.ok] == []
    assert len(results) == 1


def test_check_points_are_complete() -> None:
    assert len(CHECKPOINTS) == 119
    assert {row.text("id") for row in CHECKPOINTS} == set(CHECKS)


def test_report_of_the_packaged_data() -> None:
    report = THE_GAME.check_data()
    assert report.ok
    assert (len(report.results), report.replaced, report.misprints) == (119, (), ())
    assert report.confidence["hexsides.csv"] == {"reconstructed": 345}
    assert report.confidence["ports.csv"] == {"printed": 5}


@pytest.mark.parametrize(
    ("name", "old", "new", "failing"),
    [
        ("map.csv", "Gazala,10,1,Gazala,,town,Libya,1", "Gazala,10,1,Gazala,,town,Libya,0", "K010"),
        ("map.csv", "Sollum,15,3,Sollum,,town,Egypt", "Sollum,15,3,Sollum,,town,Libya", "K036"),
        ("hexsides.csv", "Mechili,82,clear,track", "Mechili,82,clear,trail", "K013"),
        ("hexsides.csv", "Sofafi,Bir-Habata,clear,trail", "Sofafi,Bir-Habata,clear,", "K022"),
        ("hexsides.csv", "Buq-Buq,Sofafi,ridge", "Buq-Buq,Sofafi,clear", "K028"),
        ("hexsides.csv", "Bardia,Sollum,pass", "Bardia,Sollum,clear", "K026"),
        ("hexsides.csv", "Sollum,Buq-Buq,clear", "Sollum,Buq-Buq,pass", "K027"),
        ("unit_types.csv", "recon,armor,4,3", "recon,armor,3,3", "K045"),
        ("unit_types.csv", "mot_inf,infantry,2,2", "mot_inf,infantry,2,3", "K114"),
        ("units.csv", "1AT,Allied,Commonwealth,1AT,armor,1,1", "1AT,Allied,Commonwealth,1AT,armor,1,0", "K095"),
        ("units.csv", "Ariete,Axis,Italian,Ariete,armor,0", "Ariete,Axis,Italian,Ariete,armor,1", "K094"),
        ("units.csv", "22Gd,mot_inf,0,0,3,S", "22Gd,mot_inf,0,0,3,T", "K068"),
        ("hit_numbers.csv", "DF,5", "DF,4", "K060"),
        ("hexsides.csv", "El-Agheila,176,clear", "El-Agheila,176,ridge", "K040"),
        ("hit_numbers.csv", "SF,6", "SF,5", "K061"),
        ("unit_types.csv", "infantry,infantry,1,1", "infantry,armor,1,1", "K062"),
        ("units.csv", "Ariete,Axis,Italian,Ariete,armor,0,0,4", "Ariete,Axis,Italian,Ariete,armor,0,0,2", "K064"),
        ("unit_types.csv", "artillery,artillery,1,3", "artillery,infantry,1,3", "K065"),
        ("unit_types.csv", "infantry,infantry,1,1", "infantry,infantry,3,1", "K066"),
        ("costs.csv", "redeployment,1", "redeployment,2", "K116"),
        ("costs.csv", "sea,1", "sea,2", "K116"),
        ("turn_options.csv", "blitz,3", "blitz,2", "K059"),
        ("ports.csv", "Tobruk,fortress,2,5", "Tobruk,fortress,2,4", "K117"),
        ("forces.csv", "1940,Axis,start,Trento ", "1940,Axis,start,", "K079"),
        ("scenarios.csv", "Crusader,8,10", "Crusader,8,11", "K105"),
    ],
)
def test_wrong_data_fail_their_check_point(
    changed: Callable[[str, str, str], Path], name: str, old: str, new: str, failing: str
) -> None:
    report = check_data(changed(name, old, new))
    assert report.replaced == (name,)
    assert failing in {result.id for result in report.failures}
    assert all(str(result).endswith("WRONG") for result in report.failures)
    assert report.fingerprint != check_data().fingerprint


@pytest.mark.parametrize(
    ("name", "old", "new", "field"),
    [
        ("map.csv", "Tobruk,12,1,Tobruk,,fortress", "Tobruk,12,1,Tobruk,,town", "kind"),
        ("map.csv", "Gambut,13,1", "Gambut,13,east", "r"),
        ("hexsides.csv", "Buq-Buq,Sofafi,ridge,", "Buq-Buq,Sofafi,ridge,trail", "road"),
        ("hexsides.csv", "Buq-Buq,Sofafi,ridge", "Buq-Buq,Nowhere,ridge", "hex_b"),
        ("hexsides.csv", "Buq-Buq,Sofafi,ridge", "Buq-Buq,Sofafi,swamp", "terrain"),
        ("ports.csv", "Tobruk,fortress", "Gazala,fortress", "kind"),
        ("units.csv", "21/5,Axis,German,21/5,armor,1,0,6", "21/5,Axis,German,21/5,armor,1,0,5", "max_cv"),
        ("forces.csv", "1940,Axis,start,Trento", "1940,Axis,start,22Gd", "units"),
        ("scenarios.csv", ",11:3,", ",11-3,", "axis_resupply_changes"),
        ("costs.csv", "minefield,15", "trench,15", "item"),
        ("checkpoints.csv", "K119,", "K120,", "id"),
    ],
)
def test_data_that_cannot_be_used_name_the_field(
    changed: Callable[[str, str, str], Path], name: str, old: str, new: str, field: str
) -> None:
    with pytest.raises(DataError) as problem:
        check_data(changed(name, old, new))
    assert name in str(problem.value)
    assert field in str(problem.value)


def test_unknown_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "terrain.csv").write_text("hex\n", encoding="utf-8")
    with pytest.raises(DataError):
        check_data(tmp_path)


# Facts


def test_hexes_are_found_by_direction_and_distance() -> None:
    facts = Facts(load_printed())
    assert facts.board.names[facts.place("El-Alamein SW2")] == "145"
    assert facts.place("Alexandria E1") == -1
    assert facts.hexes_by_road("Jalo", "El-Agheila", 3) == UNREACHED
