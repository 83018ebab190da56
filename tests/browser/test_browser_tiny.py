"""A game the client has never heard of, played to its end in two browsers; neither holds the other's secrets."""

from __future__ import annotations

import json
from random import Random

from browsing import Visitor

from conftest import Arrive

RED, BLUE = 0, 1
PIECES = {RED: ("red/captain", "red/scout", "red/decoy"), BLUE: ("blue/captain", "blue/scout", "blue/decoy")}
MOST = 120


def invite(owner: Visitor, guest: Visitor, game: str) -> None:
    """The owner makes a table with a link for the second side; the guest opens the link."""
    owner.go("/")
    owner.page.evaluate(
        """async (game) => {
            const seats = [{kind: "here"}, {kind: "link"}];
            const body = JSON.stringify({game, seats});
            window.made = await (await fetch("/api/tables", {method: "POST", body})).json();
        }""",
        game,
    )
    made = owner.page.evaluate("() => window.made")
    owner.go(f"/table/{made['id']}")
    guest.go(made["invitations"][0]["path"])
    guest.page.wait_for_url(f"**/table/{made['id']}")


def secrets_of(own: dict[str, object], side: int) -> set[str]:
    """What only this side may know now: the names of its pieces that were never shown, and its cards."""
    scene = json.loads(json.dumps(own))["scene"]
    hidden = {
        piece["id"]
        for piece in scene["pieces"]
        if piece["side"] == side and any("hidden from the enemy" in word for word in piece["status"])
    }
    cards = {
        entry["choice"]
        for panel in scene["panels"]
        for row in panel["rows"]
        for entry in row
        if entry.get("choice")
    }
    return hidden | {card for card in cards if card.startswith(("bid:", "ambush:"))}


def test_two_browsers_play_a_game_of_secrets_to_its_end(arrive: Arrive) -> None:
    red, blue = arrive(), arrive()
    invite(red, blue, "tiny-skirmish")
    players, rng = {RED: red, BLUE: blue}, Random("two browsers")
    never_shown = {side: set(PIECES[side]) for side in players}
    for turn in range(MOST):
        moment = red.update(RED)
        if moment["ending"]:
            break
        actor = moment["scene"]["actor"]
        player, other = players[actor], players[1 - actor]
        buttons = player.update(actor)["scene"]["buttons"]
        if turn == 14:
            look_for(other, secrets_of(player.update(actor), actor))
        player.choose(rng.choice(buttons)["choice"])
    else:
        raise AssertionError("the game does not end")
    for side, player in players.items():
        player.awaits("Victory|drawn")
        told = "".join(players[1 - side].heard)
        shown = {name for name in never_shown[side] if name in told}
        lying = {piece["id"] for piece in players[1 - side].update(1 - side)["scene"]["pieces"] if piece["id"]}
        assert shown <= lying, "a piece was named that lies nowhere open"


def look_for(reader: Visitor, secrets: set[str]) -> None:
    """None of these strings is in the reader's traffic, nor in the memory of its page."""
    assert secrets, "there is nothing to look for"
    traffic, memory = "".join(reader.heard), reader.memory()
    assert "Tiny Skirmish" in memory, "the snapshot is no snapshot of this page"
    for secret in secrets:
        assert f'"{secret}"' not in traffic, f"{secret} went over the wire"
        assert f'"{secret}"' not in memory, f"{secret} is in the page's memory"
