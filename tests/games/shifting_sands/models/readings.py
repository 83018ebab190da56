"""Where the rulebook can be read in two ways and the table of rulings does not decide: the reading taken."""

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
    # 13.61: the three spaces are counted along a line that can be traced (False: on the map, whoever controls it).
    full_supply_along_the_line: bool = True
    # 13.54: Tunis and Bizerte, Casablanca, Oran and Algiers serve the supply of the side of 12.71 and 12.72.
    supply_ports_are_redeployment_ports: bool = True
    # 13.51, 10.21: a line of supply, and the way of displaced units, may cross from Khartoum to Aswan.
    lines_cross_at_khartoum: bool = True
    # 13.43: the limited supply of Massawa and the mountains is there only while the Allies control Addis Ababa.
    mountains_feed_only_after_addis_falls: bool = True
    # 8.2: the owner may remove any unit of an overfull space, even if another would have sufficed alone.
    owner_removes_whom_he_likes: bool = True
    # 11.44, 11.443: the LRDG and Ramcke are battlegroups of their nations and replace divisions like others.
    named_battlegroups_replace: bool = True
    # 19.5: full strength first here too; corseting adds infantry battlegroups of both nations to 11.44, and
    # whoever is there must be used (11.441).
    corseting_is_compulsory: bool = True
    # 11.55: a retreat of two spaces over own spaces alone comes first; if there is none, any other will do.
    whole_way_is_own: bool = True
    # 11.55, 10.21: the link of Khartoum and Aswan is a whole move, so only a retreat of one space crosses it.
    khartoum_is_a_whole_retreat: bool = True
    # 11.55: what is own and supplied is judged once, before the first of the units retreats.
    retreat_judged_at_its_start: bool = True
    # 11.55: where two units cannot stay together, one retreats and the other is eliminated, as the owner likes.
    one_of_a_pair_may_be_saved: bool = True
    # 11.47: the nearest source is the nearest that a unit can reach over land, with room for it.
    nearest_source_has_room: bool = True
    # 11.263: one attacker from Aswan or Khartoum is enough for the modifier.
    one_attacker_across_the_desert: bool = True
    # 19.6: one Allied division among the attackers is enough.
    one_division_makes_mountains: bool = True


TAKEN = Readings()
