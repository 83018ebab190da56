"""Write the types of all messages for the browser client: `python scripts/wire_types.py`.

Makes src/sandtable/web/static/js/wire.d.ts from the modules of the kernel named below and from
`sandtable.table.messages`, with their docstrings. A field is optional if the struct omits defaults, or if it has a
default in something a client sends.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as shapes

from sandtable.kernel import charts, guide, orders, rulebook, scene, sequence, swatches
from sandtable.table import messages

MODULES = (scene, sequence, charts, orders, rulebook, swatches, guide, messages)
TARGET = Path(__file__).resolve().parents[1] / "src" / "sandtable" / "web" / "static" / "js" / "wire.d.ts"
WIDTH = 115
OPENING = """\
// Made by scripts/wire_types.py from structs of the kernel and from table.messages: do not edit.
// In a module: /** @typedef {import("./wire.js").Scene} Scene */ (there is no wire.js; types need none).
"""
SIMPLE: dict[type[shapes.Type], str] = {
    shapes.StrType: "string",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.RawType: "unknown",
    shapes.AnyType: "unknown",
}


def structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs a module defines, in its order."""
    own = [
        value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    return [value for value in own if issubclass(value, msgspec.Struct)]


def unions_of(module: ModuleType) -> dict[str, tuple[type[msgspec.Struct], ...]]:
    """The named unions of structs, such as Pushed."""
    return {
        name: parts
        for name, value in vars(module).items()
        if (parts := getattr(value, "__args__", ())) and all(_is_struct(part) for part in parts)
    }


def _is_struct(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct)


def type_text(shape: shapes.Type) -> str:
    """A type as TypeScript writes it."""
    if type(shape) in SIMPLE:
        return SIMPLE[type(shape)]
    match shape:
        case shapes.StructType():
            return str(shape.cls.__name__)
        case shapes.UnionType():
            return " | ".join(type_text(part) for part in shape.types)
        case shapes.LiteralType():
            return " | ".join(repr(value).replace("'", '"') for value in shape.values)
        case shapes.VarTupleType() | shapes.ListType():
            return f"readonly {_in_brackets(shape.item_type)}[]"
        case shapes.TupleType():
            return f"readonly [{', '.join(type_text(part) for part in shape.item_types)}]"
        case shapes.DictType():
            return f"Readonly<Record<{type_text(shape.key_type)}, {type_text(shape.value_type)}>>"
    raise TypeError(f"no TypeScript is known for {shape}")


def _in_brackets(shape: shapes.Type) -> str:
    text = type_text(shape)
    return f"({text})" if " " in text else text


def notes_of(struct: type[msgspec.Struct]) -> tuple[str, dict[str, str]]:
    """The docstring of a struct, and those under its fields."""
    body = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    notes = {}
    for line, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and (text := _words(after)):
            notes[line.target.id] = text
    return ast.get_docstring(body) or "", notes


def _words(line: ast.stmt) -> str:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str):
        return " ".join(line.value.value.split())
    return ""


def comment(text: str, indent: str = "") -> list[str]:
    """A documentation comment, wrapped."""
    if not text:
        return []
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    if len(paragraphs) == 1 and len(indent) + len(paragraphs[0]) + 7 <= WIDTH:
        return [f"{indent}/** {paragraphs[0]} */"]
    lines = [line for part in paragraphs for line in ["", *textwrap.wrap(part, WIDTH - len(indent) - 3)]][1:]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def interface(struct: type[msgspec.Struct]) -> str:
    """One struct as an interface."""
    shape = shapes.type_info(struct)
    assert isinstance(shape, shapes.StructType)
    may_be_left_out = shape.forbid_unknown_fields or struct.__struct_config__.omit_defaults
    about, notes = notes_of(struct)
    lines = [*comment(about), f"export interface {struct.__name__} {{"]
    if shape.tag_field is not None:
        lines.append(f'  readonly {shape.tag_field}: "{shape.tag}";')
    for field in shape.fields:
        mark = "?" if may_be_left_out and not field.required else ""
        lines += comment(notes.get(field.name, ""), "  ")
        lines.append(f"  readonly {field.encode_name}{mark}: {type_text(field.type)};")
    return "\n".join([*lines, "}", ""])


def generated() -> str:
    """The whole file."""
    parts: list[str] = [OPENING]
    for module in MODULES:
        parts += [interface(struct) for struct in structs_of(module)]
        parts += [_alias(name, union) for name, union in unions_of(module).items()]
    return "\n".join(parts)


def _alias(name: str, union: tuple[type[Any], ...]) -> str:
    return f"export type {name} = {' | '.join(part.__name__ for part in union)};\n"


def main() -> None:
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(generated(), encoding="utf-8")


if __name__ == "__main__":
    main()
