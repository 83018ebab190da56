"""Where the rulebook can be read in two ways: the reading taken, with a switch where the other is easily tried.

Readings without a switch:

- 13.61: the three spaces of full supply are counted along a line that can be traced, not on the map as such.
- 13.51, 10.21: a line of supply, and the way of displaced units, may cross from Khartoum to Aswan.
- 13.43: Massawa and the mountains feed Italians only while the Allies control Addis Ababa: while the Axis has it,
  a unit there that is cut off from it is out of supply.
- 13.41, 13.42: nobody is ever out of Chad or Deep Desert, so that both are always in Allied hands.
- 8.2: the owner may remove any unit of an overfull space, even if another would have sufficed alone.
- 11.263: one attacker from Aswan or Khartoum is enough for the modifier.
- 11.57: units that have just retreated count for nothing in the fire of the defence.
- 19.6: one Allied division among the attackers is enough, whoever defends; the fort then adds nothing, the
  attacker has the shift of a mountain, the defenders may stand (11.53), and an advance stops there (11.65).
- 19.22: Italians fight with -1 in East Africa whatever happens, if the option is in use.
- The +1 of Spring Wind is for attacks on spaces of Algeria and Tunisia that hold a US unit; Free French are none.
- 11.47: the nearest source is the nearest that a unit can reach over land, with room for it.
- The retreat as a whole and what is lost in an overrun: see rulings.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Readings:
    """Each field says what is true in the reading taken; False is the other reading."""

    # 8.1, 10.321: boxes such as Sicily, where four units must gather for Herkules, and India are no spaces of the
    # map: they hold any number of units.
    boxes_have_no_limit: bool = True
    # 10.44: Sinai counts as Egypt for placing EG units and for Montgomery only, so EG units may not walk into it.
    egyptians_stay_out_of_sinai: bool = True
    # 13.623, 8.1: Casablanca, which is in Morocco, belongs to the region "Algeria and Tunisia".
    casablanca_is_in_algeria: bool = True
    # 13.54: Tunis and Bizerte, Casablanca, Oran and Algiers serve the supply of the side of 12.71 and 12.72.
    supply_ports_are_redeployment_ports: bool = True
    # 11.44, 11.443: the LRDG and Ramcke are battlegroups of their nations and replace divisions like others.
    named_battlegroups_replace: bool = True
    # 19.5: full strength first here too; corseting adds infantry battlegroups of both nations to those of 11.44.
    # (False: an Italian battlegroup of any strength may be taken although a full German one waits.)
    corseting_prefers_full_strength: bool = True


TAKEN = Readings()
