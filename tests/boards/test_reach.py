"""Priced reach against a plain relaxation, on hexes and on nodes that carry more than a hex."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.boards import NO_NODE, HexBoard, Join, Sheet, cheapest, edge_table, path_to

NODES = 12
Edge = tuple[int, int]
tables = st.lists(
    st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, 5)), max_size=4).map(tuple),
    min_size=NODES,
    max_size=NODES,
)
starts = st.lists(st.integers(0, NODES - 1), min_size=1, max_size=3)


def naive_costs(start_nodes: list[int], budget: int, table: list[tuple[Edge, ...]]) -> dict[int, int]:
    """Relax every edge until nothing gets cheaper."""
    costs = dict.fromkeys(start_nodes, 0)
    changed = True
    while changed:
        changed = False
        for node, spent in list(costs.items()):
            for onward, cost in table[node]:
                if spent + cost <= min(budget, costs.get(onward, budget + 1) - 1):
                    costs[onward] = spent + cost
                    changed = True
    return costs


@given(starts, st.integers(0, 12), tables)
def test_costs_are_the_cheapest(start_nodes: list[int], budget: int, table: list[tuple[Edge, ...]]) -> None:
    tree = cheapest(start_nodes, budget, table.__getitem__)
    assert {node: cost for node, (cost, _) in tree.items()} == naive_costs(start_nodes, budget, table)


@given(starts, st.integers(0, 12), tables)
def test_paths_cost_what_the_tree_says(start_nodes: list[int], budget: int, table: list[tuple[Edge, ...]]) -> None:
    tree = cheapest(start_nodes, budget, table.__getitem__)
    for node, (cost, _) in tree.items():
        path = path_to(tree, node)
        assert path[0] in start_nodes
        assert path[-1] == node
        legs = pairwise(path)
        assert cost == sum(min(price for onward, price in table[a] if onward == b) for a, b in legs)


def test_a_dearer_short_way_gives_way_to_a_cheaper_long_one() -> None:
    table = [((1, 5), (2, 1)), (), ((3, 1),), ((1, 1),)]
    tree = cheapest([0], 9, table.__getitem__)
    assert tree == {0: (0, NO_NODE), 1: (3, 3), 2: (1, 0), 3: (2, 2)}
    assert path_to(tree, 1) == [0, 2, 3, 1]


def test_the_budget_may_be_spent_to_the_last_point_and_no_further() -> None:
    table = [((1, 3),), ((2, 1),), ()]
    assert set(cheapest([0], 3, table.__getitem__)) == {0, 1}
    assert set(cheapest([0], 4, table.__getitem__)) == {0, 1, 2}


def test_free_steps_cost_nothing_even_in_a_circle() -> None:
    table = [((1, 0),), ((2, 0), (0, 0)), ((3, 1),), ()]
    assert cheapest([0], 0, table.__getitem__) == {0: (0, NO_NODE), 1: (0, 0), 2: (0, 1)}


def test_of_equal_ways_the_first_found_holds() -> None:
    table = [((2, 1), (1, 1)), ((3, 1),), ((3, 1),), ()]
    assert path_to(cheapest([0], 2, table.__getitem__), 3) == [0, 2, 3]
    table[0] = ((1, 1), (2, 1))
    assert path_to(cheapest([0], 2, table.__getitem__), 3) == [0, 1, 3]


def test_a_node_may_carry_what_the_mover_has_used_up() -> None:
    """Ten places in a row; each step costs one, but two of them may be bonus steps: node = place * 3 + used."""

    def edges(node: int) -> list[Edge]:
        place, used = divmod(node, 3)
        paid = [(node + 3, 1)] if place < 9 else []
        bonus = [(node + 4, 0)] if place < 9 and used < 2 else []
        return paid + bonus

    tree = cheapest([0], 4, edges)
    assert max(node // 3 for node in tree) == 6
    assert tree[5 * 3 + 2][0] == 3
    assert tree[3 * 3 + 0][0] == 3


def test_what_is_out_of_reach_has_no_path() -> None:
    tree = cheapest([0], 1, [((1, 2),), ()].__getitem__)
    with pytest.raises(KeyError):
        path_to(tree, 1)


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        cheapest([0], -1, [()].__getitem__)


def test_a_table_of_steps_pays_what_each_sheet_asks_and_leaves_out_what_is_closed_or_forbidden() -> None:
    coarse = Sheet("coarse", {"A": (0, 0), "B": (1, 0)}, scale=2)
    fine = Sheet("fine", {"p": (0, 0), "q": (1, 0), "r": (2, 0)})
    board = HexBoard((coarse, fine), closed=[("q", "r")], joins=[Join("red", ("B",), ("p", "q"))])
    number = board.number
    barred = {(number["p"], number["B"])}
    table = edge_table(board, lambda a, b: None if (a, b) in barred else board.scale[b])
    named = {board.names[a]: {(board.names[b], cost) for b, cost in table[a]} for a in number.values()}
    assert named == {
        "A": {("B", 2)},
        "B": {("A", 2), ("p", 1), ("q", 1)},
        "p": {("q", 1)},
        "q": {("p", 1), ("B", 2)},
        "r": set(),
    }
    tree = cheapest([number["p"]], 5, table.__getitem__)
    assert [board.names[place] for place in path_to(tree, number["A"])] == ["p", "q", "B", "A"]
    assert tree[number["A"]][0] == 5
