"""A position as plain data: what stands where, and the few markers beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Counter:
    """A unit, HQ or garrison on the map. Version 0 is the first printed counter, 1 and 2 are its upgrades."""

    id: str
    hex: str
    reduced: bool = False
    oos: bool = False
    disorganised: bool = False
    version: int = 0


@dataclass(frozen=True)
class Position:
    """Everything the model may ask about."""

    turn: int
    counters: tuple[Counter, ...]  # units, HQs and garrisons on the map
    boxes: Mapping[str, frozenset[str]]  # "axis"/"allied" -> hexes with a fortified box
    control: Mapping[str, str]  # key hex -> "axis"/"allied" (ports, victory places, sources)
    railhead: str  # hex of the railhead marker
    rail_completed: bool
    bypass: str  # "unbuilt" | "building" | "built"
