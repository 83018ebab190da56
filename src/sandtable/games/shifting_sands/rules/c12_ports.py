"""12.71, 12.72: the ports that a side can use."""

from __future__ import annotations

from functools import cache

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.kernel.bits import mask_of

TORCH_PORTS = (("tunis", "bizerte"), ("casablanca", "oran", "algiers"))
"""By side the ports that Torch opens to it, and to nobody else."""


def sea_ports(state: Theatre, side: int) -> int:
    """12.7: the ports from and to which a side may redeploy by sea now: it controls them."""
    return ports_of(state.printed, side, happened(state, "torch")) & state.controls[side]


def african_ports(state: Theatre) -> int:
    """7.531, 7.532: the Axis controlled ports of North Africa: those of 12.71 without Sicily."""
    return sea_ports(state, AXIS) & ~(1 << state.printed.number["sicily"])


@cache
def ports_of(printed: Printed, side: int, torch: bool) -> int:
    """12.71, 12.72: the ports of a side, whoever controls them, before or after Torch."""
    found = mask_of(number for number, space in enumerate(printed.spaces) if space.port == "yes")
    sicily = 1 << printed.number["sicily"]
    if side == ALLIED:
        found &= ~sicily
    else:
        found &= printed.regions["Libya"] | printed.regions["Egypt"] | sicily
    return found | mask_of(printed.number[name] for name in TORCH_PORTS[side]) if torch else found
