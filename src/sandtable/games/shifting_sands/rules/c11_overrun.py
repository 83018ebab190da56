"""11.47: overruns."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import Frame


def is_overrun(state: Theatre) -> bool:
    """11.47, 11.472: do the results so far overrun the defender?"""
    raise NotImplementedError


def overrun(state: Theatre, frame: Frame) -> None:
    """11.47: a step of the battle: the steps that the overrun costs, if it is one."""
    raise NotImplementedError


def displace(state: Theatre, frame: Frame) -> None:
    """11.47, 11.471: a step of the battle: the survivors of an overrun are moved."""
    raise NotImplementedError
