"""Battles at the terminal: a line for each under the prompt, and with `battles` all that is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from sandtable.kernel.scene import Combat, Factor, Outcome, Scene, Warn
from sandtable.terminal.show import names_of

MOST_LINES = 4
BAR = 12
"""Letters of a bar that is certain."""
STYLES = {"good": "green", "bad": "red", "warn": "yellow"}


def show_in_short(console: Console, scene: Scene) -> int:
    """The battles that are being decided, with what is still to be done. Returns the number of lines."""
    lines = [line for combat in _named(scene) if combat.decides for line in _in_short(combat)]
    for line in lines[:MOST_LINES]:
        console.print(line, no_wrap=True, overflow="ellipsis")
    if len(lines) > MOST_LINES:
        console.print(f"  and {len(lines) - MOST_LINES} more lines: type 'battles' for all of them")
    return min(len(lines), MOST_LINES + 1)


def show_all(console: Console, scene: Scene, sides: Sequence[str]) -> None:
    """Every battle: who fights, what makes the odds, the chances and the costs."""
    if not scene.combats:
        console.print("There is no battle now.")
    for combat in _named(scene):
        for line in _whole(combat, sides):
            console.print(line)


def _named(scene: Scene) -> Iterator[Combat]:
    """The battles with what their pieces are called in the place of ids."""
    names = names_of(scene)

    def called(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(names.get(each, each) for each in ids)

    def told(warnings: Sequence[Warn]) -> tuple[Warn, ...]:
        return tuple(replace(warning, pieces=called(warning.pieces)) for warning in warnings)

    for one in scene.combats:
        who = {"attackers": called(one.attackers), "defenders": called(one.defenders), "could": called(one.could)}
        yield replace(one, **who, costs=told(one.costs), duties=told(one.duties))


def _in_short(combat: Combat) -> Iterator[Text]:
    chances = ", ".join(f"{_name(one)} {percent(one.share)}" for one in combat.outcomes)
    who = _who(combat) if combat.column or not combat.duties else ""  # else the duties name them
    parts = [who, combat.column, chances]
    words = "; ".join(part for part in parts if part) or combat.note
    yield Text.assemble(("  " + combat.title, "bold"), f": {words}" if words else "")
    yield from (_warning(duty) for duty in combat.duties)


def _whole(combat: Combat, sides: Sequence[str]) -> Iterator[Text]:
    yield Text.assemble((combat.title, "bold"), f"  {combat.column}" if combat.column else "")
    for side, names, more in zip(_parties(combat, sides), _names(combat), combat.unseen, strict=True):
        hidden = [f"{more} not shown"] if more else []
        if names or hidden:
            yield Text(f"  {side}: {', '.join([*names, *hidden])}")
    if combat.could:
        yield Text(f"  could join: {', '.join(combat.could)}")
    yield from (_factor(factor) for factor in combat.factors)
    yield from (_chance(outcome) for outcome in combat.outcomes)
    yield from (_warning(warning) for warning in (*combat.costs, *combat.duties))
    if combat.note:
        yield Text(f"  {combat.note}")


def _parties(combat: Combat, sides: Sequence[str]) -> tuple[str, str]:
    known = 0 <= combat.attacking < len(sides)
    return f"{sides[combat.attacking]} attack" if known else "attack", "against"


def _names(combat: Combat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return combat.attackers, combat.defenders


def _who(combat: Combat) -> str:
    return " > ".join(", ".join(names) for names in _names(combat) if names)


def _factor(factor: Factor) -> Text:
    style = "bold" if factor.sums else STYLES.get(factor.tone, "")
    return Text.assemble((f"    {factor.text}: {factor.value}", style), (_rule(factor.rule), "dim"))


def _chance(outcome: Outcome) -> Text:
    bar = "#" * round(outcome.share * BAR)
    said = [outcome.text, *(part for part in (outcome.rolls, outcome.cost) if part)]
    return Text.assemble(
        f"    {percent(outcome.share):>5} ",
        (f"{bar:<{BAR}} ", STYLES.get(outcome.tone, "")),
        "; ".join(said),
        (_rule(outcome.rule), "dim"),
    )


def _warning(warning: Warn) -> Text:
    names = f": {', '.join(warning.pieces)}" if warning.pieces else ""
    style = STYLES.get(warning.tone, "")
    return Text.assemble((f"    {warning.text}{names}", style), (_rule(warning.rule), "dim"))


def _rule(rule: str) -> str:
    return f"  ({rule})" if rule else ""


def _name(outcome: Outcome) -> str:
    """The code of a result, if it has one, as DE."""
    return outcome.text.partition(":")[0]


def percent(share: float) -> str:
    """A chance, never told as none while there is one."""
    return "< 1 %" if 0 < share < 0.005 else f"{share:.0%}".replace("%", " %")
