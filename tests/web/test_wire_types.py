"""The types of the browser client are those of the messages."""

from __future__ import annotations

import runpy
from pathlib import Path

import msgspec
from msgspec import inspect as shapes

SCRIPT = Path(__file__).parents[2] / "scripts" / "wire_types.py"
MADE = runpy.run_path(str(SCRIPT))


def test_the_types_are_fresh() -> None:
    assert MADE["TARGET"].read_text(encoding="utf-8") == MADE["generated"](), f"run python {SCRIPT}"


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends."""

    side: int
    to: int | None = None
    """Where to."""


class Told(msgspec.Struct, tag="told", tag_field="is"):
    ways: tuple[tuple[int, ...], ...] = ()
    pair: tuple[str, float] = ("", 0.0)
    options: dict[str, bool] = {}
    sent: Sent | None = None


def test_what_is_sent_may_leave_out_what_has_a_default() -> None:
    assert MADE["interface"](Sent).splitlines() == [
        "/** What a client sends. */",
        "export interface Sent {",
        "  readonly side: number;",
        "  /** Where to. */",
        "  readonly to?: number | null;",
        "}",
    ]


def test_what_is_told_is_always_whole() -> None:
    assert MADE["interface"](Told).splitlines() == [
        "export interface Told {",
        '  readonly is: "told";',
        "  readonly ways: readonly (readonly number[])[];",
        "  readonly pair: readonly [string, number];",
        "  readonly options: Readonly<Record<string, boolean>>;",
        "  readonly sent: Sent | null;",
        "}",
    ]


def test_every_shape_of_the_messages_is_known() -> None:
    for module in MADE["MODULES"]:
        for struct in MADE["structs_of"](module):
            shape = shapes.type_info(struct)
            assert isinstance(shape, shapes.StructType)
            for field in shape.fields:
                assert MADE["type_text"](field.type)
