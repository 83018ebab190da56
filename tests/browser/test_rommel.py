"""Rommel in the Desert at the table: bluff, refusal and pursuit, a battle of two rounds, a Buildup, and the
secrets of two browsers and of one device that is passed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

from playwright.sync_api import Locator, expect

import sandtable
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin, play_on

GAME, TITLE = "rommel-in-the-desert", "Rommel in the Desert"
AXIS, ALLIES = 0, 1
NEXT_TURN = "for a Blitz, or pass"
LONG = 5
"""Letters of a name that is found in no other text by chance."""
FRONT = dedent("""
    scenario 1942
    month 12 axis
    phase: lay
    El-Agheila: Trento Pavia
    Benghazi: Bologna Savona
    Gazala: 21/5 21/104 21/3 Brescia Ariete
    Mechili: 15/33 15/8 15/115
    Bir-Harmat: 22Gd 4IN/11
    Tobruk: 9AU/20 70/23 25-pdr-B 70/14+16
    Sidi-Barrani: 7/4 7/SG 7/22
    Alexandria: 1SA/1 2SA/3
    hand axis: 3 real 2 dummy
    hand allied: 4 real 1 dummy
    owner Benghazi: axis axis
    owner Tobruk: allied allied
    owner Bardia: allied allied
    mined_hexes: Tobruk
    mines known to allied: Tobruk
    """)
BATTLE = dedent("""
    scenario 1942
    month 12 axis
    phase: combat 1
    El-Agheila: Trento
    Benghazi: Bologna
    Gazala: Brescia
    Bir-Harmat: 21/5 15/8 21/3 15/33 Ariete Littorio 9AU/20 9AU/24 9AU/26 70/23 2SA/3 2SA/4
    Tobruk: 25-pdr-B
    Alexandria: 1SA/1
    hand axis: 3 real 2 dummy
    hand allied: 4 real 1 dummy
    owner Benghazi: axis axis
    attacked by axis: Bir-Harmat
    attacked_hexes: Bir-Harmat
    """)
BUILDUP = dedent("""
    scenario gazala
    month 14 axis
    phase: buildup
    El-Agheila: Brescia=1
    Benghazi: Bologna=2
    Gazala: 21/5=4 21/104
    Tobruk: 9AU/20=1 70/23=2
    Alexandria: 1SA/1
    hand axis: 1 real 0 dummy
    hand allied: 1 real 0 dummy
    owner Benghazi: axis axis
    """)


def bring(visitor: Visitor, position: str, folder: Path) -> None:
    """Import a game that begins at this position: all its seats are the visitor's, who looks for one."""
    match = Match.start(sandtable.game(GAME), scenario=position.split()[1], position=position)
    saved = folder / "desert.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.named("reveal").click()
    visitor.wait_for_turn()


def meet(arrive: Arrive, position: str, folder: Path) -> tuple[Visitor, Visitor]:
    """Two people in two browsers: the one who brings the game has sent the other a link to the Allies' seat."""
    axis, allies = arrive(), arrive()
    bring(axis, position, folder)
    _, invitation = axis.tell(f"/tables/{axis.table}/seats/{ALLIES}", {"kind": "link"})
    allies.go(invitation["path"])
    allies.named("to-table").click()  # the one who brought the game may know what this seat knows
    allies.page.wait_for_url(f"**/table/{axis.table}")
    expect(allies.page.locator(".prompt[data-number]")).to_be_visible(timeout=PATIENCE)
    return axis, allies


def panel(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f'[data-name="{name}"] .scene-panel')


def cards(visitor: Visitor, name: str) -> list[str]:
    return [text.strip() for text in panel(visitor, name).locator(".card-face").all_inner_texts()]


def asked(visitor: Visitor, side: int, words: str) -> Callable[[Any], bool]:
    """The moment at which this side is asked this; another side's prompt would not say it."""
    return lambda _: words in visitor.update(side)["scene"]["prompt"]


def lines(visitor: Visitor, side: int, words: str) -> list[str]:
    """What the log of a side says about something."""
    return [line["text"] for line in visitor.update(side)["log"] if words in line["text"]]


# A bluff


def test_a_bluff_shows_only_how_many_cards_lie_there(arrive: Arrive, tmp_path: Path) -> None:
    axis, allies = meet(arrive, FRONT, tmp_path)
    assert cards(axis, "hand") == ["Supply"] * 3 + ["Dummy"] * 2
    axis.choose("real:1")
    axis.choose("dummies:2")
    axis.awaits("Declare a group or regroup move")
    assert cards(axis, "laid") == ["Supply", "Dummy", "Dummy"]
    expect(panel(allies, "laid").locator(".card-face")).to_have_count(3, timeout=PATIENCE)
    assert cards(allies, "laid") == ["?"] * 3
    expect(panel(allies, "cards")).to_contain_text("Axis 2 3", timeout=PATIENCE, use_inner_text=True)
    secrets = {"Axis, face down: 1 real, 2 dummies", "Axis hand: 2 real, 0 dummies"}
    assert found_in("\n".join(axis.heard), secrets) == secrets
    assert not found_in("\n".join(allies.heard), secrets)
    play_on({AXIS: axis, ALLIES: allies}, asked(allies, ALLIES, NEXT_TURN), prefer=("done",))
    shown = "The Axis show their cards: 1 real, 2 dummies"
    allies.tab("Log")
    expect(allies.page.locator(".log")).to_contain_text(shown, timeout=PATIENCE)
    assert lines(allies, ALLIES, "show their cards") == lines(axis, AXIS, "show their cards") == [shown]


# The map

NAMES = """async (path) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const geometry = new Geometry(await (await fetch(path)).json());
    const plain = (words) => words.replaceAll(" ", "");
    const places = new Map(geometry.places.map((place) => [plain(place.cell.label), place]));
    return [...document.querySelectorAll(".place-name")].map((name) => {
        const place = places.get(plain(name.textContent));
        const across = Number(name.querySelector("tspan").getAttribute("x")) - place.x;
        return [name.textContent, across, (Number(name.getAttribute("y")) - place.y) / place.size];
    });
}"""
"""Every name with how far from the middle of its hex it stands, across and down."""


def test_place_names_stand_still_at_their_places_over_the_marks_of_choices(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(size=(1440, 900), prefs={}, reduced_motion="no-preference")
    bring(visitor, FRONT, tmp_path)
    visitor.centre_of(visitor.page.locator(".map-root"))
    board = f"/api/tables/{visitor.table}/board"
    before = visitor.page.evaluate(NAMES, board)
    assert len(before) > 40
    assert all(across == 0 and 0.3 < abs(down) < 0.6 for _, across, down in before), "under or over its own hex"
    visitor.choose("real:1")
    visitor.choose("dummies:0")
    expect(visitor.page.locator(".choice-outline")).to_be_visible(timeout=PATIENCE)
    visitor.choose("group:Gazala")
    assert visitor.page.evaluate(NAMES, board) == before, "no name makes room for counters or choices"
    layers = visitor.page.locator(".map-plane > g").evaluate_all("all => all.map(each => each.classList[0])")
    assert layers.index("map-choices") < layers.index("map-labels")


def test_the_log_tells_each_thing_once(arrive: Arrive) -> None:
    visitor = arrive(size=(1440, 900), prefs={}, reduced_motion="no-preference")
    begin(visitor, TITLE, "Axis")
    visitor.wait_for_turn()
    told = [line["text"] for line in visitor.update(AXIS)["log"]]
    assert {"The Axis draw a real card", "The Axis draw a dummy"} & {*told}
    assert "The Axis draw a card" not in told
    folded = visitor.page.locator(".log-line", has_text="The Allies draw a card")
    expect(folded).to_have_count(1, timeout=PATIENCE)
    expect(folded.locator(".log-count")).to_have_text(f"{told.count('The Allies draw a card')} times")


# A battle refused


def test_a_battle_is_refused_and_the_leavers_are_pursued(arrive: Arrive, tmp_path: Path) -> None:
    axis, allies = meet(arrive, FRONT, tmp_path)
    for choice in ("real:1", "dummies:0", "group:Gazala"):
        axis.choose(choice)
    for unit in ("21/3", "21/5"):
        axis.choose(f"unit:{unit}")
        axis.choose("hex:Bir-Harmat")
    sides = {AXIS: axis, ALLIES: allies}
    play_on(sides, asked(allies, ALLIES, "refuse battle, or accept it"), prefer=("done",))
    assert not found_in("\n".join(allies.heard), {"21/104", "Ariete"}), "names of blocks that were never shown"
    allies.awaits("You are attacked")
    allies.choose("refuse:Bir-Harmat")
    axis.awaits("fire, or hold your fire")
    axis.choose("fire:21/3")
    play_on(sides, asked(allies, ALLIES, NEXT_TURN), prefer=("hit:", "hex:Tobruk", "done", "stop"))
    [fire] = lines(allies, ALLIES, "Pursuit fire of the Axis in Bir Harmat")
    allies.tab("Log")
    expect(allies.page.locator(".log")).to_contain_text(fire, timeout=PATIENCE)
    expect(allies.page.locator(".log .die").first).to_be_visible(timeout=PATIENCE)
    assert at(axis, "Bir-Harmat") == {"21/3", "21/5"}, "the Allies have left the hex"


def at(visitor: Visitor, name: str) -> set[str]:
    """The blocks in a hex as the Axis sees them."""
    place = cell_of(visitor, name)
    return {one["id"] for one in visitor.update(AXIS)["scene"]["pieces"] if one["cell"] == place}


def cell_of(visitor: Visitor, name: str) -> int:
    board = visitor.ask(f"/tables/{visitor.table}/board")
    return int(next(cell["number"] for cell in board["cells"] if cell["name"] == name))


# A battle of two rounds


def test_a_battle_goes_on_in_the_next_turn(arrive: Arrive, tmp_path: Path) -> None:
    """The Defender fires, then the Attacker; hits are allotted; in the Allies' turn the lines fire again."""
    axis, allies = meet(arrive, BATTLE, tmp_path)
    sides, board = {AXIS: axis, ALLIES: allies}, f"battle-{cell_of(axis, 'Bir-Harmat')}"
    play_on(sides, asked(allies, ALLIES, "choose a unit to fire"), prefer=("battle:", "fight:"))
    lines_of_arms = allies.named(board).locator(".combat-sides h5")
    expect(lines_of_arms).to_have_count(2, timeout=PATIENCE)
    assert lines_of_arms.all_inner_texts() == ["Armour", "Infantry"]
    sides_of_it = allies.named(board).locator(".combat-sides h4")
    assert [words.strip() for words in sides_of_it.all_inner_texts()] == ["Attacking: Axis", "Defending: Allies"]
    expect(allies.named(board).locator(".column-chip")).to_have_text("The Allies fire", timeout=PATIENCE)
    with allies.moves_on():  # a block fires from the planner itself
        allies.named(board).locator('[data-name="fire:9AU/20"]').click()
    expect(axis.named(board).locator(".fighter", has_text="9AU/20 4")).to_contain_text(
        "has fired", timeout=PATIENCE
    )
    play_on(sides, asked(allies, ALLIES, "Hits on your infantry"), prefer=("fire:", "at:"))
    before = strength(allies)
    costs = allies.named(board).locator(".combat-costs")
    expect(costs).to_contain_text("on the infantry of the Allies", timeout=PATIENCE)
    with allies.moves_on():
        costs.locator('[data-name^="hit:"]').first.click()
    assert strength(allies) == before - 1
    play_on(sides, asked(allies, ALLIES, NEXT_TURN), prefer=("hit:", "fire:", "at:", "done"))
    first = volleys(axis)
    allies.choose("real:1")
    again = ("dummies:0", "battle:", "fight:", "fire:", "at:", "done")
    play_on(sides, lambda _: len(volleys(axis)) > len(first), prefer=again)
    assert volleys(axis)[-1].partition(" fires")[0] in {"21/5", "15/8", "21/3", "15/33", "Ariete", "Littorio"}
    assert len(lines(axis, AXIS, "The battle of Bir Harmat is fought")) == 2


def volleys(visitor: Visitor) -> list[str]:
    return lines(visitor, AXIS, "fires at")


def strength(visitor: Visitor) -> int:
    """All steps of the Allies' infantry in Bir Harmat."""
    place = cell_of(visitor, "Bir-Harmat")
    pieces = visitor.update(ALLIES)["scene"]["pieces"]
    return sum(one["steps"] for one in pieces if one["cell"] == place and one["side"] == ALLIES)


# A Buildup


def test_the_points_of_a_buildup_run_down(arrive: Arrive, tmp_path: Path) -> None:
    axis, allies = meet(arrive, BUILDUP, tmp_path)
    sides = {AXIS: axis, ALLIES: allies}
    play_on(sides, lambda moment: moment["scene"]["actor"] == AXIS, prefer=("done", "extra:0", "throw:0"))
    sheet = panel(axis, f"points-{AXIS}")
    points = left(sheet)
    assert 4 <= points <= 24, "the sum of four dice"
    axis.choose("rebuild:Brescia")
    expect(sheet).to_contain_text("Replacements, steps: 1", timeout=PATIENCE)
    assert left(sheet) == points - 1
    axis.choose("redeploy:Brescia")
    axis.page.mouse.click(*axis.cell("Benghazi"))
    inspector = axis.named("inspector")
    expect(inspector.get_by_role("button", name="By sea to Benghazi")).to_be_visible(timeout=PATIENCE)
    with axis.moves_on():
        inspector.get_by_role("button", name="By land to Benghazi").click()
    expect(sheet).to_contain_text("Redeployments: 1", timeout=PATIENCE)
    assert left(sheet) == points - 2
    expect(axis.prompt).to_contain_text(f"({points - 2} points)", timeout=PATIENCE)
    for _ in range(2):
        with axis.moves_on():
            axis.named("undo").click()
    assert left(sheet) == points - 1
    assert panel(allies, f"points-{AXIS}").count() == 0, "a record sheet is its owner's"
    assert "Replacements, steps: 1" not in "\n".join(allies.heard)


def left(sheet: Locator) -> int:
    return int(sheet.locator(".sum dd").inner_text())


# Secrets


def secrets_of(own: Any, other: Any, side: int) -> set[str]:
    """What only this side ever knew: its blocks that no battle has shown the other, its cards, its minefields."""
    shown = " ".join(
        line["text"] for line in other["log"] if line["text"].startswith("Turned face up in the battle of")
    )
    blocks = {piece["id"] for piece in own["scene"]["pieces"] if piece["side"] == side}
    blocks -= {block for block in blocks if block in shown}
    notes = {one["note"] for one in own["scene"]["panels"] if "dumm" in one["note"]}
    mines = {one["name"] for one in own["scene"]["markers"] if "minefield" in one["name"]}
    open_to_both = {one["note"] for one in other["scene"]["panels"]} | {
        one["name"] for one in other["scene"]["markers"]
    }
    return {word for word in blocks | notes | mines if len(word) >= LONG} - open_to_both


def found_in(text: str, words: set[str]) -> set[str]:
    return {word for word in words if word in text}


def look(players: Mapping[int, Visitor]) -> set[str]:
    """Each browser has its own secrets, from the wire and in memory, and none of the other's; all of them."""
    views = {side: player.update(side) for side, player in players.items()}
    secrets = {side: secrets_of(views[side], views[1 - side], side) for side in players}
    for side, player in players.items():
        number = views[side]["number"]
        expect(player.page.locator(f'.prompt[data-number="{number}"]')).to_be_visible(timeout=PATIENCE)
        traffic, memory = "\n".join(player.heard), player.memory()
        assert found_in(traffic, secrets[side]) == secrets[side], "this is not the traffic of the page"
        assert found_in(memory, secrets[side]) == secrets[side], "this is not the memory of the page"
        assert not found_in(traffic, secrets[1 - side]), "secrets went over the wire"
        assert not found_in(memory, secrets[1 - side]), "secrets are in the page's memory"
    return secrets[AXIS] | secrets[ALLIES]


def test_neither_browser_holds_the_others_secrets(arrive: Arrive, tmp_path: Path) -> None:
    """Two turns with cards, moves, a battle and dice; what was never shown is in no other page."""
    axis, allies = meet(arrive, FRONT, tmp_path)
    sides = {AXIS: axis, ALLIES: allies}
    for choice in ("real:1", "dummies:1", "group:Gazala"):
        axis.choose(choice)
    for unit in ("21/5", "21/104"):
        axis.choose(f"unit:{unit}")
        axis.choose("hex:Bir-Harmat")
    hidden = look(sides)
    assert {"21/104", "15/115", "9AU/20", "minefield in Tobruk"} <= hidden
    assert {"Axis, face down: 1 real, 1 dummy", "Allies hand: 4 real, 1 dummy"} <= hidden
    turn = ("done", "battle:", "fire:", "at:", "hit:", "hex:Tobruk", "stop")
    play_on(sides, asked(allies, ALLIES, NEXT_TURN), prefer=turn)
    for choice in ("real:1", "dummies:1", "group:Sidi-Barrani", "unit:7/SG", "hex:Buq-Buq"):
        allies.choose(choice)
    hidden = look(sides)
    assert "21/104" not in hidden, "the battle has shown it"
    assert {"15/115", "Brescia", "9AU/20", "minefield in Tobruk"} <= hidden


def test_a_screen_stands_between_the_players_of_one_device(arrive: Arrive, tmp_path: Path) -> None:
    """Once the device is passed on, nothing of the previous side is shown or left in memory."""
    visitor = arrive()
    bring(visitor, FRONT, tmp_path)
    for choice in ("real:1", "dummies:1"):
        visitor.choose(choice)
    while visitor.update(AXIS)["scene"]["actor"] == AXIS:
        visitor.wait_for_turn(AXIS, visitor.update(AXIS)["number"])
        visitor.choose("done")
    secrets = secrets_of(visitor.update(AXIS), visitor.update(ALLIES), AXIS)
    assert {"21/104", "15/115", "Axis hand: 2 real, 1 dummy"} <= secrets
    assert found_in(visitor.memory(), secrets) == secrets
    visitor.named("pass-on").click()
    visitor.says("Pass the device to Allies")
    assert visitor.page.locator(".map").count() == 0
    assert not found_in(visitor.memory(), secrets)
    assert visitor.axe() == []
    visitor.named("reveal").click()
    visitor.wait_for_turn(ALLIES)
    assert cards(visitor, "hand") == ["Supply"] * 4 + ["Dummy"]
    assert not found_in(visitor.memory(), secrets)


# Blocks in hand, and the page for everybody


def test_blocks_are_deployed_together(arrive: Arrive) -> None:
    """Pick one, take another along, point at a hex: both go there, and one undo brings them back."""
    visitor = arrive()
    begin(visitor, TITLE, "Play the Axis")
    play_on({AXIS: visitor}, asked(visitor, AXIS, "Deploy your units"), prefer=("keep",))
    visitor.wait_for_turn()
    for unit in ("15/115", "21/104"):
        piece = visitor.page.locator(".off-map .piece-row", has_text=unit)
        (piece.locator(".join") if piece.locator(".join").count() else piece.locator(".piece-face")).click()
        expect(visitor.page.locator(".off-map .piece-row.picked", has_text=unit)).to_be_visible(timeout=PATIENCE)
        expect(visitor.page.locator('[data-name^="join:"]').first).to_be_visible(timeout=PATIENCE)
    visitor.page.mouse.click(*visitor.cell("Gazala"))
    visitor.awaits(r"\(12 left\)")
    assert visitor.place_of("15/115", AXIS) == visitor.place_of("21/104", AXIS) == "Gazala"
    visitor.page.locator(".off-map .piece-row", has_text="21/3").locator(".piece-face").click()
    expect(visitor.page.locator('[data-name^="join:"]').first).to_be_visible(timeout=PATIENCE)
    visitor.page.mouse.click(*visitor.cell("Sidi-Omar"))
    expect(visitor.notice).to_contain_text("21/3 cannot go to Sidi Omar: that hex is outside the deployment area")
    expect(visitor.notice.locator(".rule-chip")).to_contain_text("18.0")
    with visitor.moves_on():
        visitor.named("undo").click()
    visitor.awaits(r"\(14 left\)")


def test_the_table_is_for_everybody(arrive: Arrive, tmp_path: Path) -> None:
    """Axe finds nothing wrong with a battle at night, nor with a Buildup on a phone by day."""
    ways: tuple[tuple[str, How], ...] = (
        (BATTLE, {"color_scheme": "dark"}),
        (BUILDUP, {"size": (390, 844), "touch": True}),
    )
    for position, how in ways:
        visitor = arrive(**how)
        bring(visitor, position, tmp_path)
        assert visitor.axe() == []
        assert visitor.overflow() <= 0, "the page is wider than its window"
