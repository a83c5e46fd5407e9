"""VASSAL modules: their structure, and that their hexes are where and what the map says."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from engine.interchange.brought import Losses
from engine.interchange.vassal import (
    Area,
    Marker,
    Module,
    Picture,
    Piece,
    Pile,
    Stack,
    grid_values,
    numbering_values,
    piece_definition,
    sequence,
    written,
)
from engine.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber, letters
from engine.layout import Grid, Orientation, Shifted
from engine.map import Map

HEX_PX, CORNER = 80.0, (12.0, 7.0)


def picture(file: str) -> Picture:
    return Picture(file, b"\x89PNG", (60, 60))


def module(map_: Map | None = None) -> Module:
    tank = Piece("Tank 1/2; 'A'", picture("c.png"), (Marker("Hit", picture("m.png"), True),))
    card = Piece("Rain", picture("r.png"), back=picture("b.png"))
    made = Module(
        "Hill & Dale", map_ or Map.blank(Grid(4, 3)), picture("board.png"), HEX_PX, CORNER
    )
    made.sides = ["Red", "Blue"]
    made.stacks = [Stack("0101", (50, 60), (tank, tank))]
    made.areas = [Area("North", ((0, 0), (10, 0), (10, 10)))]
    made.reserves = {"Turn 3": [tank]}
    made.piles = [Pile("Events", (card, card))]
    made.charts = [("Key", picture("key.png"))]
    return made


def opened(made: Module) -> tuple[zipfile.ZipFile, Any]:
    archive = zipfile.ZipFile(io.BytesIO(written(made, Losses())))
    return archive, fromstring(archive.read("buildFile.xml"))


def unpacked(said: str, delimiter: str) -> list[str]:
    """Words as VASSAL unpacks them: escaped delimiters belong to their word."""
    words, word = [], ""
    for place, sign in enumerate(said):
        if sign != delimiter:
            word += sign
        elif place and said[place - 1] == "\\":
            word = word[:-1] + sign
        else:
            words.append(word)
            word = ""
    found = [*words, word]
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in found]


# --- where hexes are and what they are called -----------------------------------------------------


def named(x: float, y: float, grid: dict[str, Any], numbers: dict[str, Any]) -> str:
    """The name VASSAL has for a point of the board, worked out as it does."""
    along, across = (y, x) if grid["sideways"] == "true" else (x, y)
    dx, dy = float(grid["dx"]), float(grid["dy"])
    line = math.floor((along - grid["x0"]) / dx + 0.5)
    lower = dy / 2 if line % 2 else 0
    place = round((across - grid["y0"] - lower) / dy)

    def said(number: int, kind: str, zeros: int) -> str:
        return letters(number + 1) if kind == "A" else f"{number:0{zeros + 1}d}"

    h = said(line + numbers["hOff"], numbers["hType"], numbers["hLeading"])
    v = said(place + numbers["vOff"], numbers["vType"], numbers["vLeading"])
    return h + v if numbers["first"] == "H" else v + h


STYLES: list[LabelStyle] = [
    ColumnRow(),
    ColumnRow(first_column=9, first_row=0, digits=3),
    LetterNumber(),
    LetterNumber(letters="rows", first_letter=3, first_number=0, digits=2),
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", Shifted)
def test_vassal_calls_every_hex_as_the_map_does(
    orientation: Orientation, shifted: Shifted, style: LabelStyle
) -> None:
    map_ = Map.blank(Grid(13, 11, orientation, shifted))
    map_.label_style = style
    made, losses = module(map_), Losses()
    grid, numbers = grid_values(made), numbering_values(map_, losses)
    for hex_ in map_.grid:
        x, y = map_.grid.centre(hex_, HEX_PX)
        assert named(x + CORNER[0], y + CORNER[1], grid, numbers) == map_.labels.label(hex_)
    assert losses.listed() == []


def test_labels_that_vassal_cannot_number_are_told() -> None:
    losses = Losses()
    map_ = Map.blank(Grid(40, 3))
    map_.label_style = KmSquare(45975, 63025)
    numbering_values(map_, losses)
    map_.label_style = LetterNumber()
    numbering_values(map_, losses)
    assert {loss.code for loss in losses.listed()} == {"vassal-labels", "vassal-letters"}


# --- structure ------------------------------------------------------------------------------------


def test_a_module_holds_its_build_file_its_data_and_every_picture_it_names() -> None:
    archive, root = opened(module())
    names = set(archive.namelist())
    assert {"buildFile.xml", "moduledata"} <= names
    said = archive.read("buildFile.xml").decode()
    files = {"board.png", "c.png", "m.png", "r.png", "b.png", "key.png"}
    assert names == {"buildFile.xml", "moduledata"} | {f"images/{file}" for file in files}
    assert all(file in said for file in files)
    assert root.get("name") == "Hill & Dale"


def test_the_grid_lies_in_the_zones_in_the_board_in_the_picker_in_the_map() -> None:
    _, root = opened(module())
    way = [
        "VASSAL.build.module.Map",
        "VASSAL.build.module.map.BoardPicker",
        "VASSAL.build.module.map.boardPicker.Board",
        "VASSAL.build.module.map.boardPicker.board.ZonedGrid",
        "VASSAL.build.module.map.boardPicker.board.HexGrid",
        "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering",
    ]
    assert root.find("/".join(way)) is not None
    zone = root.find("/".join([*way[:4], "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"]))
    assert (zone.get("name"), zone.get("path")) == ("North", "0,0;10,0;10,10")
    assert root.find("/".join([*way[:2], "setup"])).text == "MapBoardPicker\tSheet\t0\t0"


def test_every_piece_has_a_number_of_its_own_below_the_next_one() -> None:
    _, root = opened(module())
    slots = [one for one in root.iter() if one.get("gpid")]
    numbers = [int(slot.get("gpid")) for slot in slots]
    assert numbers == list(range(1, 6))
    assert root.get("nextPieceSlotId") == "6"


def test_a_deck_lies_face_down_with_a_pile_for_what_is_played() -> None:
    _, root = opened(module())
    piles = list(root.iter("VASSAL.build.module.map.DrawPile"))
    assert [(pile.get("faceDown"), len(pile)) for pile in piles] == [("Always", 2), ("Never", 0)]
    assert piles[1].get("reshuffleTarget") == piles[0].get("name")


def test_the_same_scenario_makes_the_same_module() -> None:
    assert written(module(), Losses()) == written(module(), Losses())


# --- pieces ---------------------------------------------------------------------------------------


def traits(definition: str) -> Iterator[tuple[str, str]]:
    """The traits of a piece from the outermost in, each with its state."""
    command, identity, kind, state = unpacked(definition, "/")
    assert (command, identity) == ("+", "null")
    while True:
        kinds, states = unpacked(kind, "\t"), unpacked(state, "\t")
        yield kinds[0], states[0]
        if len(kinds) == 1:
            return
        kind, state = kinds[1], states[1]


def test_a_piece_is_unpacked_as_it_was_packed() -> None:
    markers = tuple(Marker(name, picture(f"{name}.png"), name == "b") for name in "abc")
    piece = Piece("Tank 1/2; \tx", picture("c;1.png"), markers, picture("back.png"))
    found = list(traits(piece_definition(piece, 7)))
    assert [kind.split(";")[0] for kind, _ in found] == ["obs", "emb2", "emb2", "emb2", "piece"]
    assert [state for _, state in found] == ["null", "-1", "1", "-1", "null;0;0;7;0"]
    assert unpacked(found[-1][0], ";") == ["piece", "", "", "c;1.png", "Tank 1/2; x"]


def test_a_layer_has_its_picture_and_its_key_where_vassal_looks_for_them() -> None:
    piece = Piece("Tank", picture("c.png"), (Marker("Hit", picture("m.png")),))
    layer = unpacked(next(traits(piece_definition(piece, 1)))[0], ";")
    fields = layer[1:]  # after the trait's name
    assert (fields[0], fields[15], fields[18]) == ("Hit", "m.png", "Hit")
    assert fields[23:27] == ["1", "1", "false", "49,130"]


@pytest.mark.parametrize("word", ["a;b", "a\\", "'a'", "", "a/b", "日本"])
def test_a_word_is_unpacked_as_it_was_packed(word: str) -> None:
    assert unpacked(sequence(["x", word, "y"], ";"), ";") == ["x", word, "y"]
