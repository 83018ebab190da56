"""The charts: the column of the odds in a battle, ground and counters in a move, the turn of what lands."""

from __future__ import annotations

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.kernel.charts import Chart, charts_for
from sandtable.kernel.scene import Lit
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.drawing.test_panels import desert, scene_of


def charts(table: Desert) -> dict[str, Chart]:
    return {chart.id: chart for chart in charts_for(AFRIKA_KORPS, table.state, 0)}


def lit(table: Desert) -> list[tuple[str, str, str]]:
    """Of each place that is lit its chart, the name of its row and the head of its column."""
    return [named(charts(table)[one.chart], one) for one in scene_of(table).lit]


def named(chart: Chart, one: Lit) -> tuple[str, str, str]:
    row = chart.rows[one.row][0].text if one.row >= 0 else ""
    return chart.id, row, chart.columns[one.column] if one.column >= 0 else ""


def test_the_column_of_the_odds_is_lit_in_a_battle() -> None:
    """7.3: 3 against Savona's 2 is 1-1."""
    table = desert("allied", "N30: Savona", "N31: 7/7 AlliedSupply1")
    table.play("attack:Savona")
    assert lit(table) == [], "nobody attacks yet"
    table.play("with:7/7")
    assert lit(table) == [("combat", "", "1-1")]


def test_in_a_move_the_ground_the_road_and_the_counter_are_lit() -> None:
    table = desert("axis", "N30: 21/5", "L59: Pol", phase="movement")
    assert lit(table) == []
    table.play("unit:21/5", "hex:N31")
    found = lit(table)
    assert ("counters-axis", "21/5", "") in found
    ground = table.state.printed.terrain[table.state.place[table.state.printed.unit_number["21/5"]]]
    assert [row for chart, row, _ in found if chart == "terrain"] == [{"clear": "desert"}.get(ground, ground)]


def test_the_turn_and_its_units_are_lit_when_something_lands() -> None:
    table = Desert("turn 3 axis\nphase: start\nW3: Savona\nL59: Pol")
    found = lit(table)
    assert found[0] == ("time", "3", "")
    assert {row for chart, row, _ in found if chart == "arrivals"} == {"15/8", "15/115", "15/33"}
