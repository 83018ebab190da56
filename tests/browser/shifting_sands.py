"""Shifting Sands' printed map as an exhibit of the map room: who controls what when the campaign begins, and the
units of its set-up."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.board import board
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed, load_printed
from sandtable.kernel.scene import Piece, Scene, Tint
from tests.browser.map_room import Exhibit

CLOSED = "Algeria-Tunisia"
"""10.51: until Torch nobody enters this region."""
SET_UP = {
    AXIS: (
        "Tripoli:17 27; Buerat:1BS 2BS; Tobruk:61 64; Bardia:62 63 ITa; Sidi-Azeiz:1Lib 2Lib 4BS; "
        "Addis-Ababa:GDS; Harar:IT1 IT2; Keren:IT3 IT4; Kismayu:IT5; Mega:IT6; Ghimbi:IT7; Gondar:IT8; "
        "Beirut:VFa VF1 VF2; Palmyra:VF3 VF4; Sidon:VF5 VF6; Aleppo:VF7; Damascus:VF8; Hassetche:VF9; "
        "Baghdad:IR1 IR2; Kirkuk:IR3; Samawah:IR4"
    ),
    ALLIED: (
        "Mersa-Matruh:4Ind; Bir-el-Kenaysis:7Arm; Cairo:BR1; Alexandria:BR2; Suez:BR3; Port-Said:BR4; "
        "Halfaya:BR5; Kassala:BR6; Gallabat:BR7; Marsabit:BR8; Moyale:BR9; Nairobi:SA1; Berbera:BR10; "
        "South-Africa:SA2; Jerusalem:BR11; Habbaniyah:BR12; Basra:IN1; Chad:FF1"
    ),
}
ARMOUR = ("ITa", "VFa", "7Arm")


def exhibit(after_torch: bool = False) -> Exhibit:
    """The map in 1940, or with Algeria and Tunisia open."""
    printed = load_printed()
    scene = Scene(
        side=AXIS,
        heading="Summer 1940" if not after_torch else "Fall 1942",
        pieces=tuple(_pieces(printed)),
        tints=tuple(_tints(printed, after_torch)),
    )
    return Exhibit(title="Shifting Sands", board=board(printed), scene=scene, targets=tuple(_targets(printed)))


def _targets(printed: Printed) -> Iterator[int]:
    """Whatever lies one move from Tobruk."""
    return iter(printed.graph.neighbours[printed.number["tobruk"]])


def _pieces(printed: Printed) -> Iterator[Piece]:
    for side, lines in SET_UP.items():
        for line in lines.split("; "):
            space, _, names = line.partition(":")
            for name in names.split():
                yield _piece(name, side, printed.nouns.number("space", space))


def _piece(name: str, side: int, cell: int) -> Piece:
    armour = name in ARMOUR
    symbol = "armour" if armour else "infantry"
    figures = "3-3-5" if armour else "1-1-3"
    return Piece(
        id=name, side=side, name=name, symbol=symbol, letter=symbol[0], figures=figures, size="XX", cell=cell
    )


def _tints(printed: Printed, after_torch: bool) -> Iterator[Tint]:
    for number, space in enumerate(printed.spaces):
        if space.on_map:
            closed = space.region == CLOSED and not after_torch
            yield Tint(number, tone="out" if closed else str(space.control))
