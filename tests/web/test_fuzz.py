"""Whatever is sent, the server answers as its description says, and never with an error of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sandtable.web.api import API
from sandtable.web.app import PREFIX
from sandtable.web.client import ServerProcess
from sandtable.web.description import description

EXAMPLES = 200 if os.environ.get("SANDTABLE_SOAK") else 12
CONFORMS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SCHEMA = schemathesis.openapi.from_dict(description(API, PREFIX))
BOUNDED = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
PLAN: dict[str, str | list[dict[str, str]]] = {
    "game": "tiny-skirmish",
    "seats": [{"kind": "here"}, {"kind": "here"}],
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("data")
    with ServerProcess(folder, "--log-level", "error") as server:
        yield server.address


class Visit:
    """Somebody with a table of their own, and somebody who may log in and out."""

    def __init__(self, address: str) -> None:
        self.base = address + PREFIX
        self.owner, self.passer_by = requests.Session(), requests.Session()
        for session in (self.owner, self.passer_by):
            session.trust_env = False
            session.headers["Origin"] = address
        made = self.owner.post(f"{self.base}/tables", json=PLAN)
        self.table: str = made.json()["id"]


@pytest.fixture(scope="module")
def visit(address: str) -> Iterator[Visit]:
    made = Visit(address)
    yield made
    assert made.owner.get(f"{made.base}/tables/{made.table}").json()["owner"] is True
    made.owner.close()
    made.passer_by.close()


@SCHEMA.parametrize()
@BOUNDED
def test_any_request(case: Any, visit: Visit) -> None:
    checks = [*CONFORMS, negative_data_rejection, unsupported_method]
    visit.passer_by.cookies.clear()  # of the session that an earlier request may have begun
    case.call_and_validate(visit.base, visit.passer_by, checks=checks)


@SCHEMA.include(path_regex=r"\{id\}").parametrize()
@BOUNDED
def test_any_request_at_a_real_table(case: Any, visit: Visit) -> None:
    case.path_parameters["id"] = visit.table
    if "side" in case.path_parameters:
        case.path_parameters["side"] = 1
    if isinstance(case.body, dict) and "side" in case.body:
        case.body["side"] = 0
    case.call_and_validate(visit.base, visit.owner, checks=CONFORMS)
