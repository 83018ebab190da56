"""Random boards of several sheets, made once for all who ask."""

from __future__ import annotations

import random

import pytest

from tests.boards.models import BOARDS, Made, Worlds, made


@pytest.fixture(scope="session")
def all_worlds() -> list[Made]:
    return [made(seed) for seed in range(BOARDS)]


@pytest.fixture
def worlds(all_worlds: list[Made]) -> Worlds:
    """Every board, each with its own dice."""
    return [(world, random.Random(seed)) for seed, world in enumerate(all_worlds)]
