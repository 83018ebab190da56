"""The description of the API says what the endpoints do."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sandtable.web.answers import STATUS_OF_KIND
from sandtable.web.api import API
from sandtable.web.description import description
from tests.web.serving import site

DESCRIBED = description(API, "/api")


def test_it_is_served(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, open_site.visitor() as visitor:
            told = (await visitor.get("/api/openapi.json")).json()
            assert told["paths"].keys() == DESCRIBED["paths"].keys()
            assert {"url": "/api"} in told["servers"]

    asyncio.run(test())


def test_nothing_else_is_answered_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, open_site.visitor() as visitor:
            assert (await visitor.head("/api/games")).status_code == 405
            assert (await visitor.get("/api/docs")).status_code == 404

    asyncio.run(test())


def test_every_endpoint_is_described_with_all_it_refuses() -> None:
    for endpoint in API.all:
        operation = DESCRIBED["paths"][endpoint.path][endpoint.method.lower()]
        assert operation["summary"]
        assert set(operation["responses"]) == {"200", *map(str, endpoint.refuses)}
        assert set(endpoint.refuses) <= set(STATUS_OF_KIND.values())
        named = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
        assert all(f"{{{name}}}" in endpoint.path for name in named)
        assert endpoint.path.count("{") == len(named)
        assert ("requestBody" in operation) == (endpoint.method == "POST")


def test_what_a_client_sends_is_described_exactly() -> None:
    schemas = DESCRIBED["components"]["schemas"]
    assert schemas["Run"]["additionalProperties"] is False
    assert schemas["Run"]["required"] == ["side", "expected", "key", "run"]
    body = DESCRIBED["paths"]["/tables/{id}/runs"]["post"]["requestBody"]
    assert body == {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Run"}}},
    }
    seat = DESCRIBED["paths"]["/tables/{id}/seats/{side}"]["post"]["responses"]["200"]["content"]
    assert [part["$ref"].rpartition("/")[2] for part in seat["application/json"]["schema"]["anyOf"]] == [
        "Invitation",
        "Nothing",
    ]
