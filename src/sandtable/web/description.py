"""The OpenAPI description of the API, made from the doors and the types of their messages."""

from __future__ import annotations

import inspect
from http import HTTPStatus
from importlib.metadata import version
from types import UnionType
from typing import Any

import msgspec
from msgspec.json import schema_components

from sandtable.kernel.scene import Board
from sandtable.table.messages import Refusal
from sandtable.web.answers import JSON, STATUS_OF_KIND
from sandtable.web.doors import Door, Doors, Nothing, Who

REFERENCE = "#/components/schemas/{name}"
ABOUT = """\
The table over HTTP. Requests that change anything are POST and need an Origin (or Sec-Fetch-Site) of our own
pages; who has no session gets one with the first of them. A run carries a key, and sent again it is answered the
same. Scenes are also pushed over a WebSocket at /tables/{id}/socket?side=&after=&chat=.
"""


def description(doors: Doors, prefix: str) -> dict[str, Any]:
    """The whole document, for an API that stands under a prefix."""
    types = _types(doors)
    schemas, components = schema_components(types, ref_template=REFERENCE)
    by_type = dict(zip(types, schemas, strict=True))
    paths: dict[str, Any] = {}
    for door in doors.doors:
        paths.setdefault(door.path, {})[door.method.lower()] = _operation(door, by_type)
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


def _types(doors: Doors) -> list[Any]:
    named = [kind for door in doors.doors for kind in (door.body, *_parts(answer_type(door)))]
    return list(dict.fromkeys([*filter(_is_message, named), Refusal]))


def answer_type(door: Door) -> Any:
    """The type of a door's answer; the board comes as bytes that were encoded once."""
    return Board if door.answer == "Board" else door.answer


def _parts(kind: Any) -> tuple[Any, ...]:
    """A door may answer with one of several messages."""
    return kind.__args__ if isinstance(kind, UnionType) else (kind,)


def _is_message(kind: Any) -> bool:
    return kind is not None and kind is not bytes and not isinstance(kind, str)


def _operation(door: Door, by_type: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": door.handler.__name__,
        "summary": (inspect.getdoc(door.handler) or "").partition("\n")[0],
        "parameters": _parameters(door),
        "responses": _responses(door, by_type),
    }
    if door.body is not None:
        operation["requestBody"] = {"required": door.body is not Nothing, "content": _content(door.body, by_type)}
    if door.who is Who.KNOWN:
        operation["security"] = [{"session": []}]
    return operation


def _parameters(door: Door) -> list[dict[str, Any]]:
    if door.at is None:
        return []
    schema = next(iter(schema_components([door.at])[1].values()))
    return [_parameter(name, kind, f"{{{name}}}" in door.path) for name, kind in schema["properties"].items()]


def _parameter(name: str, kind: dict[str, Any], in_path: bool) -> dict[str, Any]:
    return {"name": name, "in": "path" if in_path else "query", "required": in_path, "schema": kind}


def _responses(door: Door, by_type: dict[Any, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {"description": "Done.", "content": _content(answer_type(door), by_type)},
    }
    for status in door.refuses:
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


def encoded(doors: Doors, prefix: str) -> bytes:
    return msgspec.json.encode(description(doors, prefix))
