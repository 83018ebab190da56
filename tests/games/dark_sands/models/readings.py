"""Where the rulebook can be read in two ways and no ruling decides: the reading taken, and a switch for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Readings:
    """Each field says what is true in the reading taken; False is the other reading."""

    # 20.2.6: a unit kept out by 7.4 does not take part, so its OOS or disorganisation gives no modifier.
    only_contributors_modify: bool = True
    # 12.7.2: the tank steps of the whole defending hex are anti-tank factors, contributing or not.
    all_tanks_are_anti_tank: bool = True
    # 12.7.2: the hex, a ridge and a wadi are one anti-tank factor each (False: one for all of them together).
    terrain_factors_add: bool = True
    # 7.4: a half exchange spares the units that did not contribute, as an exchange does.
    half_exchange_spares: bool = True
    # 12.7.4: a German unit of two printed steps absorbs the first step even when it is reduced already.
    reduced_unit_is_resilient: bool = True
    # 20.3.4: how near a hex is to another over a join is counted with a side hex as two (False: hex by hex).
    side_hex_is_two_apart: bool = True
    # 20.3.3: a side hex, which counts two, may be entered with only one hex of the retreat left.
    may_retreat_too_far: bool = True
    # 20.3.4, note C: for armour a marsh or mountain hex is prohibited terrain unless it comes by road or track.
    armour_needs_a_line: bool = True
    # 20.3.4: who cannot retreat at all loses the steps and stays (False: eliminated in an enemy zone).
    stuck_defender_stays: bool = True
    # 7.3, 20.3.4: overstacked units go one by one, whichever the owner names (False: none that does not help).
    overstacked_owner_is_free: bool = True


TAKEN = Readings()
