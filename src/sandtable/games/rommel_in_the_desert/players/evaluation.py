"""How the recruit judges a position, in named terms. A unit at full strength is worth about 1.

The advice behind it: an army that is cut off is lost (12.7); Tobruk wins the games that nobody wins outright
(17.3); the base must never stand open (17.1); battles are fought where more is taken than lost; and cards unspent
at the end were wasted, while the last ones of a month are dear.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.players.battles import (
    BLOCK,
    PER_CV,
    UNKNOWN,
    Force,
    battle_value,
    exchange,
    force,
    forces,
    left_after,
    shields,
)
from sandtable.games.rommel_in_the_desert.printed.data import AXIS, ROAD_BONUS, Printed
from sandtable.games.rommel_in_the_desert.rules.c04_cards import hand_size
from sandtable.games.rommel_in_the_desert.rules.c06_paths import destinations, rings
from sandtable.games.rommel_in_the_desert.rules.c08_combat import fightable
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK, final_result, is_last_month
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    as_fast,
    firm_at,
    scenario_of,
    speed_of,
    units_at,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Policy, Terms

WON = 100.0
GERMAN = 1.5
REACH = (1.0, 1.0, 1.0, 0.8, 0.5, 0.3)
"""How much of an enemy group counts against a hex that many hexes away."""
MOST_ATTACKERS = 8
CARD_PRICES = (0.0, 0.3, 0.26, 0.22, 0.17, 0.13, 0.1, 0.08, 0.06, 0.05)
"""What the first, second ... real card of a hand is worth."""
LAST_CARD, FAR_FROM_HOME, DEEP = 0.1, 6, 3
"""What the last card is worth for each unit that would starve if its line were cut and nothing could be done."""
IN_HAND = 0.25
"""What each of the last two cards is worth besides while the enemy is close: without one nothing can be mended."""
FULL_HAND = 5
LATE = 0.25
"""What a card is worth in the last month, as a part of its usual price."""
MENDING = (1.6, 1.0, 0.75)
"""How bad it is that the line may be cut, by the real cards left to reopen it with."""
STARVING = ((0.8, 0.7, 0.4), (0.9, 0.8, 0.5))
"""What part of a unit is lost that lies disrupted without supply, that is marked or in a battle, and that has
just been cut off; then the same for a side without a card to mend it (16.2)."""
PURSUE = 2.0
"""How much stronger an army is that goes for the enemy's base."""
LIFELINE = 0.16
"""What it is worth that one unit more cannot be cut off."""
RAID = 4.0
"""What it is worth to threaten a base that stands open: the enemy must go home, or lose."""
FASTEST = 4
FAR_RAID = 14
"""From as many hexes away a fast unit may be in a base within two turns."""


def worth(state: Position, unit: int) -> float:
    """17.2: a German unit counts for one and a half; a weak one can be rebuilt."""
    whole = GERMAN if state.printed.german >> unit & 1 else 1.0
    return whole * (0.6 + 0.4 * state.cv[unit] / state.printed.max_cv[unit])


def strength(state: Position, units: int) -> int:
    return sum([state.cv[unit] for unit in ones(units)])


def nearest_enemy(state: Position, side: int, place: int) -> int:
    """How far away the nearest undisrupted enemies are."""
    distance = state.printed.board.distance
    return min((distance(place, enemy) for enemy in ones(state.firm[ENEMY_OF[side]])), default=99)


def has_tobruk(state: Position, side: int) -> bool:
    """Is it the side's, or will it be when the turn is over (13.4)?"""
    place = state.printed.fortresses[TOBRUK]
    if units_at(state, ENEMY_OF[side], place):
        return state.owner[TOBRUK] == side and bool(units_at(state, side, place))
    return state.owner[TOBRUK] == side or bool(firm_at(state, side, place))


class Group(NamedTuple):
    """Enemies who stand together: where, how many, and the hexes that the fastest of them can reach."""

    place: int
    size: int
    hexes: int


@lru_cache(maxsize=256)
def no_farther(printed: Printed, side: int, far: int) -> int:
    """The hexes at most this far from a side's base."""
    return mask_of(place for place, distance in enumerate(printed.distance[side]) if distance <= far)


class Outlook:
    """What a side makes of a position before it plans: where the enemy is, and where it wants to be itself."""

    def __init__(self, state: Position, side: int, policy: Policy) -> None:
        self.state, self.side, self.policy = state, side, policy
        self.enemy = ENEMY_OF[side]
        board = state.printed.board
        self.tobruk = state.printed.fortresses[TOBRUK]
        self.enemies = {
            place: firm_at(state, self.enemy, place).bit_count() for place in ones(state.firm[self.enemy])
        }
        fielded = ones(state.fielded[self.enemy])
        self.block = sum([state.cv[unit] for unit in fielded]) / len(fielded) if fielded else BLOCK
        """The CV to expect of an enemy block: both players know which units a scenario uses."""
        ours = strength(state, state.fielded[side])
        self.odds = min(1.0, 2.0 * self.block * len(fielded) / max(1, ours))
        """A few enemies are less of a danger to the line than many."""
        self.bound = garrisons(state, side, policy)
        self.focus = self._focus()
        self.haste = 1.0 if has_tobruk(state, side) else 1.5
        distance = board.distance
        self.far = [distance(place, self.focus) if board.names[place] else 99 for place in range(board.size)]
        self.in_contact = any(distance(a, b) <= 4 for a in ones(state.firm[side]) for b in self.enemies)
        self._threats: dict[int, float] = {}
        self.caution = policy.boldness * (0.8 if is_last_month(state) and final_result(state)[0] != side else 1.0)
        scenario = scenario_of(state)
        self.late = (state.month - scenario.start_month + 1) / (scenario.end_month - scenario.start_month + 1)

    def _focus(self) -> int:
        """Where to be: Tobruk while it is the enemy's, then before the nearest enemies who threaten it, and when
        there are none left, on the way to their base."""
        state, board = self.state, self.state.printed.board
        if not has_tobruk(state, self.side):
            return self.tobruk
        near = [place for place in self.enemies if board.distance(place, self.tobruk) <= 6]
        ours = strength(state, state.fielded[self.side] & ~state.disrupted)
        if not near and ours > PURSUE * self.block * sum(self.enemies.values()):
            return state.printed.base[self.enemy]
        return min(near, key=lambda place: (board.distance(place, self.tobruk), place), default=self.tobruk)

    def threat(self, place: int) -> float:
        """The CV that the enemy could bring against a hex in a turn or two."""
        found = self._threats.get(place)
        if found is None:
            distance, found = self.state.printed.board.distance, 0.0
            for other, count in self.enemies.items():
                far = distance(place, other)
                if 0 < far < len(REACH):
                    found += REACH[far] * count
            found = self._threats[place] = self.block * min(MOST_ATTACKERS, found)
        return found

    def terms(self, state: Position) -> Terms:
        reply = self.reply(state)
        return {
            "supply": self.supply(state),
            "lifeline": self.lifeline(state, reply),
            "tobruk": self.hold(state),
            "base": self.bases(state),
            "battles": self.battles(state),
            "danger": self.danger(state, reply if hand_size(state, self.enemy) else []),
            "ground": self.ground(state),
            "cards": self.cards(state),
            "tempo": self.tempo(state),
        }

    def supply(self, state: Position) -> float:
        """12.7: units without supply are disrupted, then eliminated: one's own are saved, the enemy's hunted.

        An enemy who may be gone after the first round does not block a line any more.
        """
        cost, (won, chance) = self.starving(state), self.likely_wins(state)
        if cost and won:
            before = state.held[self.enemy], state.firm[self.enemy], state.attacker_hexes[self.side]
            state.held[self.enemy] &= ~won
            state.firm[self.enemy] &= ~won
            state.attacker_hexes[self.side] &= ~won
            cost += chance * (self.starving(state) - cost)
            state.held[self.enemy], state.firm[self.enemy], state.attacker_hexes[self.side] = before
        return self.prey(state) - cost

    def starving(self, state: Position) -> float:
        """What the side's own units are worth that are cut off, the sooner they are lost the more."""
        total, last = 0.0, not state.real[self.side]
        for unit in ones(hungry(state, self.side)):
            marked, lying = state.unsupplied >> unit & 1, state.disrupted >> unit & 1
            fights = state.held[self.enemy] >> state.place[unit] & 1
            total += worth(state, unit) * STARVING[last][0 if lying else 1 if marked or fights else 2]
        return total

    def likely_wins(self, state: Position) -> tuple[int, float]:
        """The hexes attacked in this turn whose defenders will soon be gone, and how likely that is."""
        found, chances = 0, []
        for place in ones(state.attacker_hexes[self.side] & (state.attacked_hexes | ~state.firm[self.enemy])):
            ours, theirs = forces(state, self.side, place)
            _, taken = exchange(ours, theirs, shields(state, self.side, place), 1)
            chance = (
                min(1.0, 1.5 * taken / theirs.cv - 0.5) if theirs.cv else 1.0
            )  # 11.3: the disrupted are routed
            if chance > 0:
                found |= 1 << place
                chances.append(chance)
        return found, sum(chances) / len(chances) if chances else 0.0

    def prey(self, state: Position) -> float:
        """What the enemies are worth that are cut off: little if those who cut them off are weak, and much if they
        are surrounded in a battle, where they are routed with nowhere to go (10.1, 11.3)."""
        units = hungry(state, self.enemy)
        if not units:
            return 0.0
        total = 0.0
        trapped: dict[int, float] = {}
        for unit in ones(units):
            place = state.place[unit]
            if state.disrupted >> unit & 1:
                total += 0.8
            elif state.firm[self.side] >> place & 1:
                if place not in trapped:
                    trapped[place] = min(1.0, max(0.0, left_after(state, self.side, place) / 8.0))
                total += 0.25 + 0.3 * trapped[place]
            else:
                total += 0.5 if state.unsupplied >> unit & 1 else 0.25
        cutters = strength(state, state.moved & state.fielded[self.side])
        if state.moved and cutters:
            total *= min(1.0, 0.25 + cutters / (1.2 * self.block * units.bit_count()))
        return total

    def reply(self, state: Position) -> list[Group]:
        """What the enemy could do with its next move."""
        rommel = int(self.enemy == AXIS and scenario_of(state).rommel)
        found = []
        for place in ones(state.firm[self.enemy] & ~state.held[self.side]):
            units = ones(firm_at(state, self.enemy, place))
            fastest = max(units, key=lambda unit: speed_of(state, unit))
            hexes = destinations(state, fastest, speed_of(state, fastest) + rommel)
            found.append(Group(place, len(units), hexes))
        return found

    def lifeline(self, state: Position, reply: list[Group]) -> float:
        """12.2, 16.2: how many more units the enemy could cut off with one move. It is worst where nothing can be
        mended: without a card, or where the enemy's pass ends the month after one's own (4.5)."""
        lying = (
            state.held[self.enemy] & ~state.firm[self.enemy] & ~state.held[self.side]
        )  # they will recover: 11.2
        back = lying | self._way_back(state, reply)
        reach = back
        if hand_size(state, self.enemy):
            for group in reply:
                reach |= group.hexes
        bad = MENDING[min(state.real[self.side], len(MENDING) - 1)] * self._cut_by(state, reach)
        if not state.real_laid and back:
            bad = max(bad, MENDING[0] * self._cut_by(state, back))
        return -LIFELINE * self.odds * bad

    def _way_back(self, state: Position, reply: list[Group]) -> int:
        """5.3: where the enemy can go without a card: back along lines to its base, or towards a fortress."""
        distance, supplied = state.printed.distance[self.enemy], base_lines(state, self.enemy).supplied
        found = 0
        for place, _, hexes in reply:
            if supplied >> place & 1:
                found |= hexes & supplied & no_farther(state.printed, self.enemy, distance[place])
            elif self.enemy in state.owner:
                found |= hexes
        return found

    def _cut_by(self, state: Position, reach: int) -> int:
        """How many more units would lack supply if the enemy made the worst of the hexes it can reach."""
        if not reach:
            return 0
        side, worst = self.side, 0
        open_line = base_lines(state, side).lines & reach & ~state.held[side]
        if open_line:
            distance = state.printed.distance[side]
            stacks = [
                (distance[place], units_at(state, side, place).bit_count()) for place in ones(state.held[side])
            ]
            ranked = [
                (sum([count for far, count in stacks if far > distance[hex_]]), hex_) for hex_ in ones(open_line)
            ]
            worst = max(_cut_off(state, side, hex_) for _, hex_ in sorted(ranked)[-2:])
        groups = [(units_at(state, side, hex_).bit_count(), hex_) for hex_ in ones(state.firm[side] & reach)]
        for count, hex_ in sorted(groups)[-2:]:
            if count > 2:
                worst = max(worst, _surrounded(state, side, hex_, reach))
        return max(0, worst - hungry(state, side).bit_count())

    def hold(self, state: Position) -> float:
        """17.3: Tobruk held, and not besieged; the garrison must be able to stand what is near."""
        worth = 1.5 + 1.5 * self.late
        if not has_tobruk(state, self.side):
            near = (state.printed.board.touching[self.tobruk] | 1 << self.tobruk) & state.firm[self.side]
            return -worth * (0.6 if near else 1.0)
        besieged = state.printed.board.touching[self.tobruk] & state.held[self.enemy]
        garrison = 1.8 * strength(state, firm_at(state, self.side, self.tobruk))
        threat = self.threat(self.tobruk)
        weak = max(0.0, 1 - garrison / threat) if threat else 0.0
        return worth * ((0.4 if besieged else 1.0) - weak - 0.2 * (not garrison))

    def bases(self, state: Position) -> float:
        """17.1: an enemy base without a unit in it is taken; one's own is not left open."""
        own, theirs = state.printed.base[self.side], state.printed.base[self.enemy]
        if state.firm[self.side] >> theirs & 1 and not units_at(state, self.enemy, theirs):
            return WON
        chance = RAID if state.real[self.side] and self.raiders(state) else 0.0
        raiders = raiders_near(state, self.side)
        guard = strength(state, firm_at(state, self.side, own))
        if raiders:
            return chance - 6.0 * max(0.0, 1 - guard / (0.7 * BLOCK * min(raiders, MOST_ATTACKERS)))
        return chance - (not guard and nearest_enemy(state, self.side, own) <= FAR_RAID)

    def raiders(self, state: Position) -> int:
        """17.1: the units that could be in the enemy's base with the next move, if nobody is there."""
        if units_at(state, self.enemy, state.printed.base[self.enemy]):
            return 0
        found = 0
        for speed in (FASTEST, FASTEST - 1):
            near = raid_ground(state, self.side, speed) & state.firm[self.side] & ~state.held[self.enemy]
            for place in ones(near):
                found |= firm_at(state, self.side, place) & as_fast(state, speed)
        return found & ~state.unsupplied

    def battles(self, state: Position) -> float:
        """8.0: what the battles promise: fought now if cards were laid, otherwise as the enemy may fight them."""
        caution, total = self.caution, 0.0
        new = state.attacked_hexes
        for place in ones(fightable(state)):
            if not state.real_laid:
                theirs = battle_value(state, self.enemy, place)
                total -= 0.6 * max(0.0, theirs)
                if state.printed.fortress & state.attacker_hexes[self.side] & 1 << place:
                    total -= 0.5
                continue
            value = self.fought(state, place, caution)
            if value < 0 and not new >> place & 1 and not self.must_fight(state, place):
                value = -0.4 * max(0.0, battle_value(state, self.enemy, place))
            total += value
        for place in ones(state.held[self.side] & state.held[self.enemy] & ~state.firm[self.enemy]):
            total += 0.6 * units_at(state, self.enemy, place).bit_count()
        return total

    def must_fight(self, state: Position, place: int) -> bool:
        return bool(state.printed.fortress & state.attacker_hexes[self.side] & 1 << place)

    def fought(self, state: Position, place: int, caution: float) -> float:
        """The value of a battle that is fought with the cards that were laid."""
        rounds = 3 if state.real_laid == 3 else 2
        value = battle_value(state, self.side, place, rounds, caution)
        if state.real_laid == 2 and len(state.moves) < 2:
            before = state.assault_hexes
            state.assault_hexes |= 1 << place
            value = max(value, battle_value(state, self.side, place, 2, caution))
            state.assault_hexes = before
        if place == self.tobruk:
            ours, theirs = forces(state, self.side, place)
            _, taken = exchange(ours, theirs, shields(state, self.side, place), rounds)
            value += 1.5 * taken / max(1.0, theirs.cv)
        return value

    def danger(self, state: Position, reply: list[Group]) -> float:
        """What the enemy's best attack would cost, and a little for every other one; groups that stand alone
        before a stronger enemy are in danger, and those who stand together are not."""
        own, worst, total = self.side, 0.0, 0.0
        for place in ones(state.firm[own] & ~state.held[self.enemy]):
            count = sum([count for _, count, hexes in reply if hexes >> place & 1])
            if not count:
                continue
            count = min(count, self._room(state, place))
            units = firm_at(state, own, place)
            ours = force(state, units, 0, units, bool(state.printed.fortress >> place & 1))
            theirs = Force(count * self.block * UNKNOWN, count * self.block)
            mined = 0.55 if state.known_mines[own] >> place & 1 else 1.0
            lost, taken = exchange(theirs, ours, (1.0, mined), 2)
            value = PER_CV * max(0.0, taken - 0.9 * lost)
            worst, total = max(worst, value), total + value
        return -0.5 * worst - 0.1 * total

    def _room(self, state: Position, place: int) -> int:
        """7.1: how many units could attack a hex in one move: two over each side that friends do not cover."""
        open_sides = state.printed.board.adjacent[place] & ~state.held[self.side]
        return 2 * open_sides.bit_count()

    def ground(self, state: Position) -> float:
        """Being near to where the game is decided; time works for whoever holds Tobruk: the other must hurry."""
        total, far = 0.0, self.far
        for place in ones(state.firm[self.side]):
            units = firm_at(state, self.side, place)
            total += strength(state, units) * max(-12, -far[place])
        return 0.006 * self.haste * total

    def cards(self, state: Position) -> float:
        """3.42: the cards kept; in the last month there is little left to keep them for."""
        hand = state.real[self.side]
        last = len(CARD_PRICES) - 1
        price = sum(CARD_PRICES[: min(hand, last) + 1]) + 0.03 * max(0, hand - last)
        reserve = LAST_CARD * self.forward(state) if hand else 0.0
        if hand_size(state, self.enemy) and self.in_contact:
            reserve += IN_HAND * min(hand, 2)
        return (price + reserve) * (LATE if is_last_month(state) else 1.0)

    def forward(self, state: Position) -> int:
        """The units far from home and outside fortresses; those deep in the enemy's country count twice."""
        home, theirs = state.printed.distance[self.side], state.printed.distance[self.enemy]
        deep, total = theirs[self.tobruk] - DEEP, 0
        for place in ones(state.held[self.side] & ~state.printed.fortress):
            if home[place] > FAR_FROM_HOME:
                total += units_at(state, self.side, place).bit_count() * (2 if theirs[place] < deep else 1)
        return total

    def tempo(self, state: Position) -> float:
        """4.5: nobody passes with a full hand for want of something great to do."""
        return 0.0 if state.real_laid else -0.08 * max(0, state.real[self.side] - FULL_HAND)


def _cut_off(state: Position, side: int, place: int) -> int:
    """How many units of a side would lack supply if an enemy stood here."""
    enemy = ENEMY_OF[side]
    before = state.firm[enemy]
    state.firm[enemy] |= 1 << place
    cut = hungry(state, side).bit_count()
    state.firm[enemy] = before
    return cut


def _surrounded(state: Position, side: int, place: int, reach: int) -> int:
    """8.1: how many units would lack supply if a group were attacked from every side that enemies can reach."""
    enemy, printed = ENEMY_OF[side], state.printed
    if state.held[enemy] >> place & 1:
        return 0
    sides = 0
    for other in ones(printed.board.adjacent[place] & reach & ~state.held[side]):
        sides |= 1 << printed.sides.between(place, other)
    before = state.held[enemy], state.firm[enemy], state.attacker_hexes[enemy], state.crossed[enemy]
    state.held[enemy] |= 1 << place
    state.firm[enemy] |= 1 << place
    state.attacker_hexes[enemy] |= 1 << place
    state.crossed[enemy] |= sides
    cut = hungry(state, side).bit_count()
    state.held[enemy], state.firm[enemy], state.attacker_hexes[enemy], state.crossed[enemy] = before
    return cut


def raid_ground(state: Position, side: int, speed: int) -> int:
    """The hexes from which a unit of this speed could be in the enemy's base in one move."""
    enemy, printed = ENEMY_OF[side], state.printed
    base, free = printed.base[enemy], printed.board.all & ~state.held[enemy]
    budget = speed + (side == AXIS and scenario_of(state).rommel)
    near = 0
    for road, within in enumerate(rings(printed, base, free, free, budget)):
        near |= within[budget + ROAD_BONUS[road]]
    return near


def raiders_near(state: Position, side: int) -> int:
    """17.1: how many enemies could be in the side's base in one move, if they were all fast."""
    enemy = ENEMY_OF[side]
    near = raid_ground(state, enemy, FASTEST) & state.firm[enemy]
    return sum([firm_at(state, enemy, place).bit_count() for place in ones(near)])


def garrisons(state: Position, side: int, policy: Policy) -> int:
    """The units that stay where they are: in Tobruk, in the base while it could be raided, in other fortresses."""
    found = 0
    printed = state.printed
    base = printed.base[side]
    raid = raiders_near(state, side)
    near = nearest_enemy(state, side, base) <= FAR_RAID
    wanted = min(6, raid + 1) if raid else 2 if near else 1
    found |= keepers(state, side, base, 1 if hungry(state, side) else wanted)  # somebody must reopen the line
    for index, place in enumerate(printed.fortresses):
        if state.owner[index] != side:
            continue
        if index == TOBRUK:
            close = nearest_enemy(state, side, place) <= 8
            found |= keepers(state, side, place, int(policy.reserve) if close else 2)
        elif nearest_enemy(state, side, place) <= 4:
            found |= keepers(state, side, place, 1)
    return found


def keepers(state: Position, side: int, place: int, count: int) -> int:
    """As many units of a hex as should stay: the slow and strong ones."""
    units = sorted(
        ones(firm_at(state, side, place)), key=lambda unit: (speed_of(state, unit), -state.cv[unit], unit)
    )
    return sum(1 << unit for unit in units[:count])
