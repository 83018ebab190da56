"""What the recruit looks at before it plans: reaches found together are those found one by one; threats add up."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.country import Threat, march_lengths, raid
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.rules.c05_reach import reach, reaches
from sandtable.kernel.bits import ones
from tests.games.afrika_korps.desert import Desert

POSITION = """
    turn 5 axis
    phase: movement
    W6: 21/5 21/3 Brescia Ariete AxisSupply1 AxisSupply2
    H24: 15/8 Rommel
    N36: 15/33 Savona
    H26: 2/3
    N39: 22Gds
    N37: AlliedSupply1
"""


def test_units_that_set_out_alike_share_a_search() -> None:
    state = Desert(POSITION).state
    ground = Ground(state, state.active)
    units = sum(1 << unit for unit in ones(state.printed.side_units[0]) if state.place[unit] >= 0)
    together = reaches(state, units, ground)
    for unit in ones(units):
        alone = reach(state, unit, ground)
        assert alone.ends == together[unit].ends
        for place in ones(alone.ends)[::25]:
            assert alone.cost(place) == together[unit].cost(place)


def test_nobody_gets_further_than_a_raid() -> None:
    state = Desert(POSITION).state
    printed = state.printed
    for unit in ones(printed.side_units[0] & printed.combat):
        if state.place[unit] >= 0:
            assert not reach(state, unit).ends & ~raid(printed, state.place[unit], printed.move[unit])


def test_threats_add_up() -> None:
    threat = Threat([(7, 0b011), (7, 0b001), (3, 0b110)])
    assert [threat.at(place) for place in range(4)] == [14, 10, 3, 0]
    assert threat.at_least(10) & 0b1111 == 0b011
    assert threat.at_least(1) & 0b1111 == 0b111


def test_a_road_shortens_the_march() -> None:
    printed = Desert().state.printed
    lengths = march_lengths(printed, printed.base[0])
    number = printed.board.number
    assert lengths[number["W6"]] == 3
    assert lengths[number["W3"]] == 0
