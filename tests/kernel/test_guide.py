"""A guide that is wrong is refused with the file, the line or the field, and the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.gallery import guide_of
from sandtable.kernel.guidefile import FILE, pattern_of, read_guide, unexplained
from sandtable.kernel.scene import Marker, Piece, Scene, Tint, board_of
from sandtable.kernel.tables import DataError

TINY = sandtable.game("tiny-skirmish")
TEXT = (TINY.folder / FILE).read_text(encoding="utf-8")


def refusal(folder: Path, old: str, new: str) -> str:
    assert old in TEXT
    (folder / FILE).write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read_guide(TINY, folder)
    return str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[symbols]", "[symbols", "guide.toml, line "),
        ("about = [", "around = [", "unknown field `around`"),
        ("[symbols]", "[shields]", "unknown field `shields`"),
        ('captain = { words = "The strongest piece."', "captain = { words = 3", "field symbols[...].words"),
        ('The strongest piece.", rule = "1.2"', 'The strongest piece.", rule = "99"', "there is no paragraph 99"),
        ("The strongest piece.", "Its strength is 3.", "field symbols.captain: a number is written out"),
        ("The strongest piece.", "One of {pieces}.", "field symbols.captain: there is no figure {pieces}"),
        ('  "Cards decide who moves first, and can be kept to ambush an attacker.",\n', "", "field about: 3 sent"),
        ('words = "Putting three', 'side = "Green"\nwords = "Putting three', "unknown field `side`"),
        ('rule = "6.2"\n', 'rule = "6.2"\nside = "Green"\n', "field wins[0]: there is no side Green"),
        ('rule = "6.2"\n', 'rule = "6.2"\nside = "Red"\n', "field wins: how each side wins duel is not said"),
        ('rule = "6.2"\n', 'rule = "6.2"\nscenarios = ["siege"]\n', "there is no scenario siege"),
        ('part = "figures"', 'part = "hat"', "an arrow can point at figures, printed"),
    ],
)
def test_a_broken_guide_is_refused_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in refusal(tmp_path, old, new)


def test_the_line_of_an_entry_is_named(tmp_path: Path) -> None:
    lines = TEXT.splitlines()
    line = next(at for at, text in enumerate(lines, start=1) if text.startswith("captain ="))
    assert f"guide.toml, line {line}, field symbols.captain" in refusal(tmp_path, "The strongest", "The 1st")


def test_what_the_guide_does_not_explain_is_found() -> None:
    """A symbol, a badge, a size, a shape, figures, a look, a marker, control: each by its table and key."""
    board = board_of(TINY, TINY.load_data())
    strange = Piece(
        id="x",
        side=0,
        name="x",
        symbol="zeppelin",
        letter="Z",
        figures="1-2",
        size="X",
        shape="token",
        badges=("Q",),
        lies=True,
        steps=2,
    )
    scene = Scene(
        side=0,
        heading="",
        pieces=(strange,),
        markers=(Marker(name="", letter="?", cell=0),),
        tints=(Tint(0, tone="out"),),
    )
    written = read_guide(TINY)
    assert unexplained(written, board, scene) == {
        *("symbols.zeppelin", "figures.n-n", "sizes.X", "shapes.token", "badges.Q", "looks.lies", "looks.steps"),
        *("markers.?", "control.out"),
    }
    assert "figures.n-n" not in unexplained(written, board, scene, frozenset({"n-n"}))


def test_figures_are_told_apart_by_their_pattern() -> None:
    assert [pattern_of(figures) for figures in ("7-7-10", "4*", "+2", "10")] == ["n-n-n", "n*", "+n", "n"]


def test_numbers_of_a_guide_come_from_the_data() -> None:
    """Afrika Korps: the turns, the road and the range of supply are those of the printed data."""
    game = sandtable.game("afrika-korps")
    guide, printed = guide_of(game), game.load_data()
    assert f"turn {printed.turns}" in guide.wins[0].text
    assert f"{printed.attack_range} hexes" in guide.about[1]


def test_swatches_are_pieces_of_the_real_board() -> None:
    """A swatch of a terrain holds cells of it, a swatch of a line a pair of it, and not the whole map."""
    guide = guide_of(sandtable.game("afrika-korps"))
    groups = {group.id: group.meanings for group in guide.groups}
    for one in groups["terrains"]:
        assert one.swatch
        assert any(cell.terrain == one.id for cell in one.swatch.board.cells)
        assert len(one.swatch.board.cells) < 60
    for one in groups["lines"]:
        assert one.swatch
        assert any(line.kind == one.id and line.pairs for line in one.swatch.board.lines)
