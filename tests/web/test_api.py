"""Playing by HTTP: runs, replays of a run, what is refused and how, and who may call which endpoint."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.kernel.guide import Guide
from sandtable.kernel.rulebook import Rulebook
from sandtable.kernel.scene import Board
from sandtable.kernel.sequence import Sequence
from sandtable.table.messages import (
    Charts,
    Claimed,
    Done,
    GameCard,
    Moments,
    Previewed,
    RuleClause,
    Run,
    Secret,
    Shared,
    SharedMoment,
    TableInfo,
    Undo,
)
from sandtable.web.api import API
from tests.web.serving import GAME, HERE, LINK, Site, Visitor, site


def within(data: Path, test: Callable[[Site], Awaitable[None]]) -> None:
    async def run() -> None:
        async with site(data) as open_site:
            await test(open_site)

    asyncio.run(run())


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


# A game


def test_a_game_from_the_catalogue_to_the_first_choice(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            cards = await visitor.look("/games", tuple[GameCard, ...])
            assert GAME in [card.id for card in cards]
            made = await visitor.new_table()
            info = await visitor.look(f"/tables/{made.id}", TableInfo)
            assert (info.yours, info.owner, info.seed) == ((0, 1), True, "")
            assert (await visitor.look(f"/tables/{made.id}/board", Board)).cells
            update = await visitor.update(made.id, info.card.actor)
            choice = update.scene.buttons[0].choice
            run = Run(info.card.actor, update.number, "first-key", (choice,))
            preview = {"side": info.card.actor, "run": [choice]}
            assert (await visitor.told(f"/tables/{made.id}/preview", preview, Previewed)).played <= 1
            assert (await visitor.told(f"/tables/{made.id}/runs", run, Done)).played == 1
            assert (await visitor.look(f"/tables/{made.id}/moments", Moments, side=info.card.actor)).moments
        assert site.counted("sandtable_choices_total") == 1
        assert site.counted("sandtable_run_seconds_count") == 1
        assert site.counted("sandtable_commit_seconds_count") >= 1
        assert site.counted("sandtable_rooms") == 1

    within(tmp_path, test)


def test_a_rule_in_our_words(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            clauses = await visitor.look("/games/afrika-korps/rules/9.4", tuple[RuleClause, ...])
            (named,) = await visitor.look("/games/afrika-korps/rules/9.4b", tuple[RuleClause, ...])
            assert named.id == "9.4b"
            assert named in clauses
            assert refusal(await visitor.get("/api/games/chess/rules/1")) == (404, "missing")
            assert refusal(await visitor.get("/api/games/afrika-korps/rules/999")) == (404, "missing")

    within(tmp_path, test)


def test_the_sequence_of_play_in_words(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            told = await visitor.look("/games/afrika-korps/sequence", Sequence)
            assert "Movement" in [phase.title for phase in told.phases]
            assert refusal(await visitor.get("/api/games/chess/sequence")) == (404, "missing")

    within(tmp_path, test)


def test_charts_are_those_of_a_side_and_before_play_those_of_a_scenario(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            before = await visitor.look("/games/afrika-korps/charts", Charts, scenario="campaign")
            assert "combat" in {chart.id for chart in before.charts}
            assert refusal(await visitor.get("/api/games/chess/charts")) == (404, "missing")
            assert refusal(await visitor.get("/api/games/afrika-korps/charts?scenario=none")) == (404, "missing")
            made = await visitor.new_table()
            own = await visitor.look(f"/tables/{made.id}/charts", Charts, side=0)
            watched = await visitor.look(f"/tables/{made.id}/charts", Charts)
            assert [chart.id for chart in own.charts] == [chart.id for chart in watched.charts]

    within(tmp_path, test)


def test_how_a_game_goes_is_sent_once(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            guide = await visitor.look("/games/afrika-korps/guide", Guide)
            assert (guide.title, len(guide.about), len(guide.mistakes)) == ("Afrika Korps", 3, 5)
            first = await visitor.get("/api/games/afrika-korps/guide")
            again = await visitor.get(
                "/api/games/afrika-korps/guide", headers={"If-None-Match": first.headers["etag"]}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert refusal(await visitor.get("/api/games/chess/guide")) == (404, "missing")

    within(tmp_path, test)


def test_the_rules_of_a_game_are_sent_once(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            book = await visitor.look("/games/afrika-korps/rules", Rulebook)
            assert [chapter.id for chapter in book.chapters][:3] == ["1", "2", "3"]
            assert book.at("9.4")
            assert book.rulings
            first = await visitor.get("/api/games/afrika-korps/rules")
            assert first.headers["cache-control"] == "private, no-cache"
            again = await visitor.get(
                "/api/games/afrika-korps/rules", headers={"If-None-Match": first.headers["etag"]}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert refusal(await visitor.get("/api/games/chess/rules")) == (404, "missing")

    within(tmp_path, test)


def test_a_moment_is_shared_by_a_secret(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor, site.visitor() as stranger:
            made = await visitor.new_table()
            share = {"side": -1, "number": 0}
            shared = await visitor.told(f"/tables/{made.id}/shares", share, Shared)
            secret = shared.path.removeprefix("/moment#")
            seen = await stranger.told("/shares", Secret(secret), SharedMoment)
            assert seen.update.scene.side == -1
            assert seen.update.scene.buttons == ()
            assert dict(stranger.cookies) == {}
            assert refusal(await stranger.tell("/shares", Secret("x" * 22))) == (404, "missing")

    within(tmp_path, test)


# Refusals


@dataclass
class Duel:
    """A table with a person on each side, somebody who watches, and strangers."""

    site: Site
    table: str
    owner: Visitor
    opponent: Visitor
    spectator: Visitor
    other: Visitor
    anonymous: Visitor
    roles: dict[str, Visitor] = field(init=False)

    def __post_init__(self) -> None:
        self.roles = {
            "anonymous": self.anonymous,
            "other": self.other,
            "spectator": self.spectator,
            "opponent": self.opponent,
            "owner": self.owner,
        }

    async def to_move(self) -> tuple[Visitor, int, Visitor, int]:
        """Who is to move, and who is not, each with a side."""
        actor = (await self.owner.look(f"/tables/{self.table}", TableInfo)).card.actor
        players = (self.owner, self.opponent)
        return players[actor], actor, players[1 - actor], 1 - actor


def at_a_duel(data: Path, test: Callable[[Duel], Awaitable[None]]) -> None:
    async def run(site: Site) -> None:
        visitors = [site.visitor() for _ in range(5)]
        owner, opponent, spectator, other, _ = visitors
        made = await owner.new_table(HERE, LINK)
        secret = made.invitations[0].path.removeprefix("/join#")
        assert (await opponent.told("/claims", Secret(secret), Claimed)).side == 1
        for name, visitor in (("Watcher", spectator), ("Other", other)):
            await visitor.tell("/me/name", {"name": name})
        await spectator.update(made.id)
        await test(Duel(site, made.id, *visitors))
        for visitor in visitors:
            await visitor.aclose()

    within(data, run)


def test_a_stale_run_is_refused(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, _, _ = await duel.to_move()
        update = await mover.update(duel.table, side)
        run = Run(side, update.number + 7, "stale-key", (update.scene.buttons[0].choice,))
        assert refusal(await mover.tell(f"/tables/{duel.table}/runs", run)) == (409, "stale")
        assert duel.site.counted("sandtable_refusals_total", kind="stale") == 1
        assert (await mover.update(duel.table, side)).number == update.number

    at_a_duel(tmp_path, test)


def test_a_run_sent_again_is_answered_the_same_and_played_once(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, _, _ = await duel.to_move()
        update = await mover.update(duel.table, side)
        run = Run(side, update.number, "one-key-once", (update.scene.buttons[0].choice,))
        answers = await asyncio.gather(*(mover.tell(f"/tables/{duel.table}/runs", run) for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        again = await mover.tell(f"/tables/{duel.table}/runs", run)
        assert again.content == answers[0].content
        assert duel.site.counted("sandtable_choices_total") == 1

    at_a_duel(tmp_path, test)


def test_a_seat_out_of_turn_is_refused(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, waiting, other_side = await duel.to_move()
        choice = (await mover.update(duel.table, side)).scene.buttons[0].choice
        number = (await waiting.update(duel.table, other_side)).number
        run = Run(other_side, number, "early-key", (choice,))
        assert refusal(await waiting.tell(f"/tables/{duel.table}/runs", run)) == (409, "not-your-turn")
        assert duel.site.counted("sandtable_refusals_total", kind="not-your-turn") == 1

    at_a_duel(tmp_path, test)


def test_a_seat_does_not_act_for_the_other(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, waiting, _ = await duel.to_move()
        update = await mover.update(duel.table, side)
        run = Run(side, update.number, "forged-key", (update.scene.buttons[0].choice,))
        assert refusal(await waiting.tell(f"/tables/{duel.table}/runs", run)) == (403, "denied")
        assert (await mover.update(duel.table, side)).number == update.number

    at_a_duel(tmp_path, test)


def test_a_spectator_does_not_act(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, _, _ = await duel.to_move()
        update = await mover.update(duel.table, side)
        for as_side in (side, -1):
            run = Run(as_side, update.number, f"watching {as_side}", (update.scene.buttons[0].choice,))
            assert refusal(await duel.spectator.tell(f"/tables/{duel.table}/runs", run)) == (403, "denied")
            assert refusal(await duel.anonymous.tell(f"/tables/{duel.table}/runs", run)) == (401, "no-session")
        assert duel.site.counted("sandtable_refusals_total", kind="denied") == 2
        assert duel.site.counted("sandtable_refusals_total", kind="no-session") == 2
        assert (await mover.update(duel.table, side)).number == update.number

    at_a_duel(tmp_path, test)


def test_an_illegal_choice_names_its_rule(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            made = await visitor.new_table(game="afrika-korps")
            update = await visitor.update(made.id, 0)
            run = Run(0, update.number, "illegal-key", ("move:Rommel",))
            answer = await visitor.tell(f"/tables/{made.id}/runs", run)
            assert answer.status_code in (400, 422)
            undo = Undo(0, update.number, "undo-key")
            refused = await visitor.tell(f"/tables/{made.id}/undos", undo)
            assert refusal(refused) == (422, "illegal")
            assert refused.json()["rule"]

    within(tmp_path, test)


def test_a_reason_is_a_sentence(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = (await visitor.get("/api/tables/none")).json()
            assert answer["reason"][0].isupper()

    within(tmp_path, test)


# Who may call which endpoint

EVERYBODY = ("anonymous", "other", "spectator", "opponent", "owner")
OWNER = ("owner",)
SIDE_0: dict[str, Any] = {"side": 0}
WATCHING: dict[str, Any] = {"side": -1}
RUN = {"run": ["x"], "expected": 0, "key": "a-run-key"}

CASES: tuple[tuple[str, str, dict[str, Any] | None, tuple[str, ...]], ...] = (
    ("GET", "/games", None, EVERYBODY),
    ("GET", "/games/{game}/charts", None, EVERYBODY),
    ("GET", "/games/{game}/guide", None, EVERYBODY),
    ("GET", "/games/{game}/rules", None, EVERYBODY),
    ("GET", "/games/{game}/rules/{paragraph}", None, EVERYBODY),
    ("GET", "/games/{game}/sequence", None, EVERYBODY),
    ("GET", "/me", None, EVERYBODY),
    ("GET", "/lobby", None, EVERYBODY),
    ("POST", "/me/name", {"name": "Somebody"}, EVERYBODY),
    ("POST", "/accounts", {"name": "x", "password": ""}, EVERYBODY),
    ("POST", "/login", {"name": "Nobody", "password": "wrong password"}, ()),
    ("POST", "/me/password", {"old": "wrong password", "new": "other password"}, ()),
    ("POST", "/me/sessions/end", {}, ("other", "spectator", "opponent", "owner")),
    ("POST", "/me/recovery", {}, EVERYBODY),
    ("POST", "/recoveries/look", {"code": "wrong"}, ()),
    ("POST", "/recoveries", {"code": "wrong"}, ()),
    ("POST", "/tables", {"game": GAME}, EVERYBODY),
    ("POST", "/imports", {}, EVERYBODY),
    ("POST", "/claims", {"secret": "wrong"}, EVERYBODY),
    ("POST", "/shares", {"secret": "wrong"}, EVERYBODY),
    ("GET", "/tables/{id}", None, EVERYBODY),
    ("GET", "/tables/{id}/board", None, EVERYBODY),
    ("GET", "/tables/{id}/update", SIDE_0, OWNER),
    ("GET", "/tables/{id}/update", WATCHING, EVERYBODY),
    ("GET", "/tables/{id}/charts", SIDE_0, OWNER),
    ("GET", "/tables/{id}/charts", WATCHING, EVERYBODY),
    ("GET", "/tables/{id}/moments", SIDE_0, OWNER),
    ("GET", "/tables/{id}/moments", WATCHING, EVERYBODY),
    ("GET", "/tables/{id}/moments/{number}", SIDE_0, OWNER),
    ("GET", "/tables/{id}/moments/{number}", WATCHING, EVERYBODY),
    ("GET", "/tables/{id}/export", SIDE_0, OWNER),
    ("GET", "/tables/{id}/export", WATCHING, EVERYBODY),
    ("POST", "/tables/{id}/runs", SIDE_0 | RUN, OWNER),
    ("POST", "/tables/{id}/runs", WATCHING | RUN, ()),
    ("POST", "/tables/{id}/undos", {**SIDE_0, "expected": 0, "key": "an-undo-key"}, OWNER),
    ("POST", "/tables/{id}/acts", {**SIDE_0, "act": "offer-draw", "key": "an-act-key"}, OWNER),
    ("POST", "/tables/{id}/acts", {**WATCHING, "act": "resign", "key": "an-act-key"}, ()),
    ("POST", "/tables/{id}/call-off", SIDE_0, OWNER),
    ("POST", "/tables/{id}/call-off", WATCHING, ()),
    ("GET", "/tables/{id}/orders", SIDE_0, OWNER),
    ("GET", "/tables/{id}/orders", WATCHING, ()),
    ("POST", "/tables/{id}/orders", {**SIDE_0, "orders": []}, OWNER),
    ("POST", "/tables/{id}/orders", {**WATCHING, "orders": []}, ()),
    ("POST", "/tables/{id}/preview", {**SIDE_0, "run": ["x"]}, OWNER),
    ("POST", "/tables/{id}/preview", {**WATCHING, "run": ["x"]}, ()),
    ("POST", "/tables/{id}/questions", {**SIDE_0, "question": "x"}, OWNER),
    ("POST", "/tables/{id}/questions", {**WATCHING, "question": "x"}, EVERYBODY),
    ("POST", "/tables/{id}/why", {**SIDE_0, "choice": "x"}, OWNER),
    ("POST", "/tables/{id}/why", {**WATCHING, "choice": "x"}, EVERYBODY),
    ("GET", "/tables/{id}/chat", {"after": 0}, EVERYBODY),
    ("POST", "/tables/{id}/chat", {"text": "hello"}, EVERYBODY),
    ("POST", "/tables/{id}/shares", {**SIDE_0, "number": 0}, OWNER),
    ("POST", "/tables/{id}/shares", {**WATCHING, "number": 0}, EVERYBODY),
    ("POST", "/tables/{id}/seats/{side}", {"kind": "computer", "player": "random"}, ()),  # somebody has it
    ("POST", "/tables/{id}/seats/{side}/sit", {}, ("opponent",)),
    ("POST", "/tables/{id}/seats/{side}/call", {}, OWNER),
    ("POST", "/tables/{id}/seats/{side}/vacate", {}, ()),  # nobody was called
    ("POST", "/tables/{id}/seats/{side}/leave", {}, ("opponent",)),
    ("POST", "/tables/{id}/rematch", {}, ()),  # the game is not over
    ("POST", "/tables/{id}/hide", {"hidden": False}, ("other", "spectator", "opponent", "owner")),
    ("POST", "/logout", {}, EVERYBODY),
)


def filled(duel: Duel, path: str) -> str:
    values = {"id": duel.table, "game": GAME, "paragraph": "1", "number": "0", "side": "1"}
    return "/api" + path.format(**values)


async def knock(
    duel: Duel, visitor: Visitor, method: str, path: str, body: dict[str, Any] | None
) -> httpx.Response:
    if method == "GET":
        return await visitor.get(filled(duel, path), params=body)
    return await visitor.post(filled(duel, path), json=body)


@pytest.mark.parametrize(
    ("method", "path", "body", "allowed"), CASES, ids=[f"{c[1]}{(c[2] or {}).get('side', '')}" for c in CASES]
)
def test_who_may_call_this_endpoint(
    tmp_path: Path, method: str, path: str, body: dict[str, Any] | None, allowed: tuple[str, ...]
) -> None:
    """Denied is 401 or 403; any other answer means that it is open. Side 0 is the owner's."""

    async def test(duel: Duel) -> None:
        for role, visitor in duel.roles.items():
            answer = await knock(duel, visitor, method, path, body)
            assert (answer.status_code not in (401, 403)) == (role in allowed), (role, answer.text)
            assert answer.status_code < 500

    at_a_duel(tmp_path, test)


def test_the_matrix_has_every_endpoint() -> None:
    assert {(method, path) for method, path, _, _ in CASES} == {
        (endpoint.method, endpoint.path) for endpoint in API.all
    }


# Looking changes nothing


def fingerprint(data: Path) -> str:
    with sqlite3.connect(data / "sandtable.db") as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    return hashlib.sha256(dump.encode()).hexdigest()


def test_no_get_changes_anything(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        mover, side, _, _ = await duel.to_move()
        assert (await mover.play(duel.table, side, "first-key")).status_code == 200
        before = fingerprint(tmp_path)
        paths = [filled(duel, endpoint.path) for endpoint in API.all if endpoint.method == "GET"]
        paths += ["/", "/join", f"/table/{duel.table}", "/healthz", "/metrics", "/static/js/main.js"]
        assert len(paths) > 15
        for visitor in duel.roles.values():
            for path in paths:
                for query in ({}, SIDE_0, {"side": 1}):
                    assert (await visitor.get(path, params=query)).status_code < 500
        assert fingerprint(tmp_path) == before

    at_a_duel(tmp_path, test)


def test_what_was_said_can_be_asked_for_without_a_socket(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        for text in ("hello", "good luck"):
            await duel.owner.tell(f"/tables/{duel.table}/chat", {"text": text})
        for visitor in duel.roles.values():
            path = filled(duel, "/tables/{id}/chat")
            heard = (await visitor.get(path)).json()["lines"]
            assert [line["text"] for line in heard] == ["hello", "good luck"]
            later = (await visitor.get(path, params={"after": heard[0]["number"]})).json()["lines"]
            assert [line["text"] for line in later] == ["good luck"]

    at_a_duel(tmp_path, test)


def test_the_fingerprint_sees_a_change(tmp_path: Path) -> None:
    async def test(duel: Duel) -> None:
        before = fingerprint(tmp_path)
        await duel.owner.tell(f"/tables/{duel.table}/chat", {"text": "hello"})
        assert fingerprint(tmp_path) != before

    at_a_duel(tmp_path, test)


def test_numbers_beyond_all_measure_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, open_site.visitor() as visitor:
            table, beyond = (await visitor.new_table()).id, "9" * 5000
            for path in (
                f"update?after={beyond}",
                f"update?side=-{beyond}",
                f"moments/{beyond}",
                f"chat?after={beyond}",
            ):
                assert (await visitor.get(f"/api/tables/{table}/{path}")).status_code == 400
            for path, body in (
                ("runs", f'{{"side":0,"expected":{beyond},"key":"12345678","run":["to:S"]}}'),
                ("runs", f'{{"side":0,"expected":0,"key":"12345678","run":["to:{beyond}"]}}'),
                ("acts", f'{{"side":0,"key":"12345678","act":"ask-take-back","value":"{beyond}"}}'),
                ("undos", f'{{"side":0,"expected":0,"key":"12345678","to":{beyond}}}'),
            ):
                answer = await visitor.post(f"/api/tables/{table}/{path}", content=body.encode())
                assert (answer.status_code, answer.json()["error"]) == (400, "malformed")

    asyncio.run(test())
