"""A game the client has never heard of, played to its end in two browsers; neither holds the other's secrets."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin

RED, BLUE = 0, 1
MOST = 120


def invite(owner: Visitor, guest: Visitor, game: str) -> None:
    """The owner makes a table with a link for the second side; the guest opens the link."""
    owner.go("/new")
    owner.page.locator('select[name="game"]').select_option(game)
    owner.page.locator('select[name="seat-1"]').select_option("link")
    owner.button("Start the game").click()
    owner.page.wait_for_url("**/table/*")
    owner.tab("Table")
    guest.page.goto(owner.page.get_by_label("Link for Blue").input_value())
    guest.page.wait_for_url(f"**/table/{owner.table}")


def secrets_of(own: Any, side: int) -> set[str]:
    """What only this side may know now: the names of its pieces that were never shown, and its cards."""
    scene = own["scene"]
    hidden = {
        word
        for piece in scene["pieces"]
        if piece["side"] == side and "hidden from the enemy" in piece["status"]
        for word in (piece["id"], piece["name"])
    }
    return hidden | {card["title"] for card in scene["cards"] if card["side"] == side and card["id"]}


def found_in(text: str, words: set[str]) -> set[str]:
    return {word for word in words if word in text}


def look(players: dict[int, Visitor]) -> int:
    """Each browser has its own secrets, from the wire and in memory, and none of the other's; their number."""
    views = {side: player.update(side) for side, player in players.items()}
    secrets = {side: secrets_of(view, side) for side, view in views.items()}
    for side, player in players.items():
        expect(player.page.locator(f'.prompt[data-number="{views[side]["number"]}"]')).to_be_visible(
            timeout=PATIENCE
        )
        own, others = secrets[side], secrets[1 - side] - secrets[side]
        traffic, memory = "\n".join(player.heard), player.memory()
        assert found_in(traffic, own) == own, "this is not the traffic of the page"
        assert found_in(memory, own) == own, "this is not the memory of the page"
        assert not found_in(traffic, others), "secrets went over the wire"
        assert not found_in(memory, others), "secrets are in the page's memory"
    return len(secrets[RED] - secrets[BLUE]) + len(secrets[BLUE] - secrets[RED])


def test_two_browsers_play_a_game_of_secrets_to_its_end(arrive: Arrive) -> None:
    red, blue = arrive(), arrive()
    invite(red, blue, "tiny-skirmish")
    players, rng = {RED: red, BLUE: blue}, Random("two browsers")
    looked = 0
    for turn in range(MOST):
        moment = red.update(RED)
        if moment["ending"]:
            break
        actor = moment["scene"]["actor"]
        player = players[actor]
        moment = player.update(actor)
        if turn in (7, 13):
            looked += look(players)
        player.wait_for_turn(actor, moment["number"])
        player.choose(rng.choice(moment["scene"]["buttons"])["choice"])
    else:
        raise AssertionError("the game does not end")
    assert looked, "there was nothing to look for"
    for player in players.values():
        player.awaits("Victory|drawn")
        expect(player.button("Look back")).to_be_visible(timeout=PATIENCE)


def test_at_one_device_nothing_is_hidden_in_a_scenario_without_secrets(arrive: Arrive) -> None:
    """The page turns to whoever is to move, and both see the same."""
    visitor = arrive(size=(1440, 900), prefs={}, reduced_motion="no-preference")
    visitor.go("/new?game=tiny-skirmish")
    visitor.page.locator('select[name="seat-1"]').select_option("here")
    visitor.says("the page hides everything until you pass the device on")
    visitor.page.get_by_label("Duel").check()
    visitor.says("the page always shows the side to move")
    visitor.button("Start the game").click()
    visitor.page.wait_for_url("**/table/*")
    for choice in ("to:S", "to:S", "to:SE"):
        visitor.wait_for_turn(RED)
        visitor.choose(choice)
    visitor.wait_for_turn(BLUE)
    assert visitor.named("pass-on").count() == visitor.named("reveal").count() == 0
    expect(visitor.piece("red/captain")).to_be_visible(timeout=PATIENCE)


def test_a_card_on_the_board_is_chosen_where_it_lies(arrive: Arrive) -> None:
    """More than one noun names what lies on the board: a card of the hand is held up and played."""
    visitor = arrive(size=(1440, 900), prefs={}, reduced_motion="no-preference")
    visitor.go("/new?game=tiny-skirmish")
    visitor.page.get_by_label("Duel").check()
    visitor.page.locator('select[name="seat-1"]').select_option("here")
    visitor.button("Start the game").click()
    visitor.page.wait_for_url("**/table/*")
    for side, choices in ((RED, ("to:S", "to:S", "to:SE")), (BLUE, ("to:N", "to:N", "to:NE"))):
        for choice in choices:
            visitor.wait_for_turn(side)
            visitor.choose(choice)
    visitor.wait_for_turn(RED)
    [card, *_] = [choice.partition(":")[2] for choice in visitor.choices(RED) if choice.startswith("bid:")]
    visitor.page.locator(f'[data-card="{card}"]').click()
    with visitor.moves_on():
        visitor.named("held-card").get_by_role("button", name="Bid it").click()
    visitor.wait_for_turn(BLUE)
    [cards] = [panel for panel in visitor.update(BLUE)["scene"]["panels"] if panel["id"] == "cards"]
    assert cards["rows"][RED][2]["text"] == card


def test_at_one_device_the_other_side_is_hidden(arrive: Arrive) -> None:
    """Between two players the page shows nothing and has forgotten what the one before knew."""
    visitor = arrive()
    begin(visitor, "Tiny Skirmish", "Both sides on this device")
    visitor.named("reveal").click()
    visitor.wait_for_turn(RED)
    while visitor.update(RED)["scene"]["actor"] == RED:
        visitor.wait_for_turn(RED, visitor.update(RED)["number"])
        visitor.choose(visitor.choices(RED)[0])
    secrets = secrets_of(visitor.update(RED), RED) - secrets_of(visitor.update(BLUE), BLUE)
    assert found_in(visitor.memory(), secrets) == secrets
    visitor.named("pass-on").click()
    visitor.says("Pass the device to Blue")
    assert visitor.page.locator(".map").count() == 0
    assert not found_in(visitor.memory(), secrets)
    visitor.named("reveal").click()
    visitor.wait_for_turn(BLUE)
    assert not found_in(visitor.memory(), secrets)
