"""The models of stacking and of activation against the rulebook's sentences, and the game against the models."""

from __future__ import annotations

from tests.games.shifting_sands.models.activation import cost
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.stacking import fits, settlements


def test_three_units_and_four_after_montgomery() -> None:
    three = {f"br_bg-{number}": "tobruk" for number in (1, 2, 3)}
    assert not fits(lay(three), "au_9", "tobruk")
    assert fits(lay(three, events=["montgomery"]), "au_9", "tobruk")
    assert not fits(lay(three, events=["montgomery"]), "us_1", "tobruk")
    elsewhere = {f"in_bg-{number}": "derna" for number in (1, 2, 3, 4)}
    assert not fits(lay({**three, **elsewhere}, events=["montgomery"]), "au_9", "tobruk")
    assert fits(
        lay({**elsewhere, **{f"br_bg-{n}": "cairo" for n in (1, 2, 3)}}, events=["montgomery"]), "au_9", "cairo"
    )
    assert not fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch"]), "us_1", "oran")
    assert fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch", "patton"]), "us_1", "oran")
    assert not fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch", "patton"]), "ff_dma", "oran")


def test_the_owner_removes_the_excess() -> None:
    five = lay({f"br_bg-{number}": "tobruk" for number in (1, 2, 3, 4, 5)})
    assert {len(removed) for removed in settlements(five, "allied")} == {2}
    assert len(settlements(five, "allied")) == 10
    two_fours = {f"br_bg-{n}": "tobruk" for n in (1, 2, 3, 4)} | {f"in_bg-{n}": "derna" for n in (1, 2, 3, 4)}
    found = settlements(lay(two_fours, events=["montgomery"]), "allied")
    assert {len(removed) for removed in found} == {1}


def test_what_activation_costs() -> None:
    mixed = lay({"ge_21": "buerat", "it_17": "buerat", "it_25": "buerat"})
    assert (cost(mixed, "buerat", "axis", False), cost(mixed, "buerat", "axis", True)) == (2, 2)
    far = lay({"ge_21": "gazala", "it_17": "gazala", "it_25": "gazala"})
    assert (cost(far, "gazala", "axis", False), cost(far, "gazala", "axis", True)) == (2, 3)
    lost = lay({"ge_21": "gazala", "it_17": "gazala", "it_25": "gazala"}, allied=["el_agheila", "tobruk"])
    assert (cost(lost, "gazala", "axis", False), cost(lost, "gazala", "axis", True)) == (3, 3)
    empire = lay({"br_50": "cairo", "au_9": "cairo", "ff_bg-1": "cairo"})
    assert (cost(empire, "cairo", "allied", False), cost(empire, "cairo", "allied", True)) == (1, 1)
