"""The charts: the line of the fire table in a battle, types and roads in a move; and only what is known."""

from __future__ import annotations

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.charts import charts_for
from sandtable.kernel.scene import board_of, scene_for
from tests.games.rommel_in_the_desert.drawing.test_combats import BATTLE, fought
from tests.games.rommel_in_the_desert.openings import Opening
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

AXIS, ALLIED = 0, 1
DATA = ROMMEL.load_data()
BOARD = board_of(ROMMEL, DATA)


def lit(state: Position, side: int) -> list[tuple[str, str, str]]:
    """Of each place that is lit its chart, the name of its row and the head of its column."""
    charts = {chart.id: chart for chart in charts_for(ROMMEL, state, side)}
    return [
        (
            one.chart,
            charts[one.chart].rows[one.row][0].text if one.row >= 0 else "",
            charts[one.chart].columns[one.column] if one.column >= 0 else "",
        )
        for one in scene_for(ROMMEL, BOARD, state, side).lit
    ]


def rows(state: Position, side: int, chart: str) -> dict[str, str]:
    """The name of each row, and what its last entry says."""
    found = next(one for one in charts_for(ROMMEL, state, side) if one.id == chart)
    return {row[0].text: row[-1].text for row in found.rows}


def test_the_line_of_the_fire_table_is_lit_in_a_battle() -> None:
    """9.3: infantry of the Allies fires at the infantry that stands against it."""
    for reader in (AXIS, ALLIED, SPECTATOR):
        assert lit(fought().state, reader) == [("fire", "infantry", "at infantry")]


def test_before_a_battle_nothing_is_lit() -> None:
    state = Sands(position(BATTLE, "lay", more=crossed("Derna>Gazala"))).state
    assert not [chart for chart, *_ in lit(state, AXIS) if chart == "fire"]


def test_while_an_option_is_chosen_the_chart_of_the_options_helps() -> None:
    state = Sands(position(BATTLE, "lay", more=crossed("Derna>Gazala"))).state
    assert ("options", "", "") in lit(state, AXIS)


def test_in_a_move_the_type_the_block_and_the_road_are_lit_for_those_who_know() -> None:
    table = Sands(position("El-Agheila: 21/5 Bologna\nTobruk: Pol", "movement 1"))
    table.play("group:El-Agheila", "unit:21/5")
    assert {chart for chart, *_ in lit(table.state, AXIS)} >= {"types", "blocks-axis", "roads"}
    assert ("types", "armour", "") in lit(table.state, AXIS)
    assert lit(table.state, ALLIED) == []


def test_beside_the_blocks_stands_only_what_the_reader_knows() -> None:
    state = Sands(position(BATTLE, "lay", more=crossed("Derna>Gazala"))).state
    assert rows(state, AXIS, "blocks-axis")["21/5"].startswith("Gazala, CV ")
    assert rows(state, ALLIED, "blocks-axis")["21/5"] == "not known"


def test_the_forces_of_the_scenario_come_month_by_month() -> None:
    state = Opening("1941").to_deployment().state
    scenario = DATA.scenarios[DATA.scenario_number["1941"]]
    chart = next(one for one in charts_for(ROMMEL, state, ALLIED) if one.id == "arrivals")
    coming = {(row[0].text, row[1].text): row[2].text.split(", ") for row in chart.rows}
    units = [unit.name for unit in DATA.units if scenario.arrivals[2][ALLIED] >> unit.number & 1]
    assert coming[scenario.date(2), "Allies"] == units
    assert chart.title.endswith(scenario.title)
