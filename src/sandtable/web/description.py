"""The OpenAPI description of the API, made from the endpoints and the types of their messages."""

from __future__ import annotations

import inspect
from http import HTTPStatus
from importlib.metadata import version
from types import UnionType
from typing import Any

import msgspec
from msgspec.json import schema_components

from sandtable.kernel.guide import Guide
from sandtable.kernel.rulebook import Rulebook
from sandtable.kernel.scene import Board
from sandtable.table.messages import Refusal
from sandtable.web.answers import JSON, STATUS_OF_KIND
from sandtable.web.endpoints import Endpoint, Endpoints, Nothing, Who

ENCODED_ONCE: dict[Any, Any] = {"Board": Board, "Guide": Guide, "Rulebook": Rulebook}
REFERENCE = "#/components/schemas/{name}"
ABOUT = """\
The table over HTTP. Requests that change anything are POST and need an Origin (or Sec-Fetch-Site)
of our own pages; a visitor without a session gets one with the first of them. A run carries a key; a repeated
key gets the same answer. Scenes are also pushed over a WebSocket at /tables/{id}/socket?side=&after=&chat=.
"""


def description(endpoints: Endpoints, prefix: str) -> dict[str, Any]:
    """The whole document, for an API under a prefix."""
    types = _types(endpoints)
    schemas, components = schema_components(types, ref_template=REFERENCE)
    by_type = dict(zip(types, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints.all:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": version("sandtable"), "description": ABOUT},
        "servers": [{"url": prefix}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "sandtable"}},
        },
    }


def _types(endpoints: Endpoints) -> list[Any]:
    named = [kind for endpoint in endpoints.all for kind in (endpoint.body, *_parts(answer_type(endpoint)))]
    return list(dict.fromkeys([*filter(_is_message, named), Refusal]))


def answer_type(endpoint: Endpoint) -> Any:
    """The type of an endpoint's answer, also where it comes as bytes that were encoded once."""
    return ENCODED_ONCE.get(endpoint.answer, endpoint.answer)


def _parts(kind: Any) -> tuple[Any, ...]:
    """An endpoint may answer with one of several messages."""
    return kind.__args__ if isinstance(kind, UnionType) else (kind,)


def _is_message(kind: Any) -> bool:
    return kind is not None and kind is not bytes and not isinstance(kind, str)


def _operation(endpoint: Endpoint, by_type: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": (inspect.getdoc(endpoint.handler) or "").partition("\n")[0],
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint, by_type),
    }
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": endpoint.body is not Nothing,
            "content": _content(endpoint.body, by_type),
        }
    if endpoint.who is Who.KNOWN:
        operation["security"] = [{"session": []}]
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.at is None:
        return []
    schema = next(iter(schema_components([endpoint.at])[1].values()))
    return [_parameter(name, kind, f"{{{name}}}" in endpoint.path) for name, kind in schema["properties"].items()]


def _parameter(name: str, kind: dict[str, Any], in_path: bool) -> dict[str, Any]:
    return {"name": name, "in": "path" if in_path else "query", "required": in_path, "schema": kind}


def _responses(endpoint: Endpoint, by_type: dict[Any, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {"description": "Done.", "content": _content(answer_type(endpoint), by_type)},
    }
    for status in endpoint.refuses:
        kinds = ", ".join(kind for kind, at in STATUS_OF_KIND.items() if at == status)
        responses[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {kinds}.",
            "content": _content(Refusal, by_type),
        }
    return responses


def _content(kind: Any, by_type: dict[Any, Any]) -> dict[str, Any]:
    if kind is bytes or isinstance(kind, str):
        return {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    schemas = [by_type[part] for part in _parts(kind)]
    return {JSON: {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}


def encoded(endpoints: Endpoints, prefix: str) -> bytes:
    return msgspec.json.encode(description(endpoints, prefix))
