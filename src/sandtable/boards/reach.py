"""The cheapest way to everything within a budget, over nodes that mean whatever the game wants.

A node is an int of 0 or more: a hex number, or a hex packed together with what the mover has used up on the
way (a road bonus, a stop in a zone). Costs are whole numbers of 0 or more; a game that prints halves or thirds
counts in those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sandtable.boards.floods import Board

Edge = tuple[int, int]
Edges = Callable[[int], Iterable[Edge]]
Tree = dict[int, tuple[int, int]]

NO_NODE: Final = -1


def cheapest(start_nodes: Iterable[int], budget: int, edges: Edges) -> Tree:
    """Every node reachable within the budget -> (its cost, the node before it; NO_NODE at a start).

    `edges(node)` gives (next node, cost) pairs; over a precomputed table pass ``table.__getitem__``. Among
    equally cheap ways the first one found wins, so the answer depends only on the order of starts and edges.
    """
    if budget < 0:
        raise ValueError(f"a budget cannot be negative, but this is {budget}")
    tree: Tree = dict.fromkeys(start_nodes, (0, NO_NODE))
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].extend(tree)
    for spent, bucket in enumerate(buckets):
        # A free step adds to the bucket being read, and this loop will reach it.
        for node in bucket:
            if tree[node][0] != spent:
                continue  # A cheaper way to this node was found after this one was noted.
            for following, cost in edges(node):
                total = spent + cost
                if total <= budget and (following not in tree or total < tree[following][0]):
                    tree[following] = (total, node)
                    buckets[total].append(following)
    return tree


def edge_table(board: Board, cost: Callable[[int, int], int | None]) -> tuple[tuple[Edge, ...], ...]:
    """For each place, where a step over an open side leads and what it costs: whatever `cost(here, there)` says.

    None forbids the step. Pass the ``__getitem__`` of the table to `cheapest`.
    """
    return tuple(
        tuple(
            (other, price)
            for other in around
            if board.adjacent[place] >> other & 1 and (price := cost(place, other)) is not None
        )
        for place, around in enumerate(board.neighbours)
    )


def path_to(tree: Tree, node: int) -> list[int]:
    """The nodes from a start to this one, both included; KeyError if the tree does not reach it."""
    path = [node]
    previous = tree[node][1]
    while previous != NO_NODE:
        path.append(previous)
        previous = tree[previous][1]
    path.reverse()
    return path
