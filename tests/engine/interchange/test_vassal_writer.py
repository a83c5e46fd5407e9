"""VASSAL modules: their structure, and that their hexes are where and what the map says."""

from __future__ import annotations

import io
import math
import re
import time
import zipfile
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.interchange.import_result import Losses
from engine.interchange.vassal_numbering import numbering_values
from engine.interchange.vassal_writer import (
    MANNERS,
    VassalDeck,
    VassalMarker,
    VassalModuleContents,
    VassalPicture,
    VassalPiece,
    VassalStack,
    VassalZone,
    compose,
    encode_sequence,
    grid_values,
    piece_definition,
)
from engine.map.map import Map
from tests.assertions import require
from tests.engine.interchange.vassal_reckoning import Numbering, traits, words

HEX_PX, CORNER = 80.0, (12.0, 7.0)


def picture(file: str) -> VassalPicture:
    return VassalPicture(file, b"\x89PNG", (60, 60))


def module(map_: Map | None = None) -> VassalModuleContents:
    tank = VassalPiece(
        "Tank 1/2; 'A'", picture("c.png"), (VassalMarker("Hit", picture("m.png"), True),)
    )
    card = VassalPiece("Rain", picture("r.png"), back=picture("b.png"))
    made = VassalModuleContents(
        "Hill & Dale", map_ or Map.blank(Grid(4, 3)), picture("board.png"), HEX_PX, CORNER
    )
    made.sides = ["Red", "Blue"]
    made.stacks = [VassalStack("0101", (50, 60), (tank, tank))]
    made.areas = [VassalZone("North", ((0, 0), (10, 0), (10, 10)))]
    made.reserves = {"Turn 3": [tank]}
    made.piles = [VassalDeck("Events", (card, card))]
    made.charts = [("Key", picture("key.png"))]
    return made


def opened(made: VassalModuleContents) -> tuple[zipfile.ZipFile, Any]:
    archive = zipfile.ZipFile(io.BytesIO(compose(made, Losses())))
    return archive, fromstring(archive.read("buildFile.xml"))


def unpacked(said: str, delimiter: str) -> list[str]:
    return list(words(said, delimiter))


# --- where hexes are and what they are called -----------------------------------------------------


def numbered(map_: Map, hex_px: float = HEX_PX, losses: Losses | None = None) -> Numbering:
    made = module(map_)
    made.hex_px = hex_px
    return Numbering(grid_values(made), numbering_values(map_, losses or Losses()))


def pixels(map_: Map, hex_: Hex, hex_px: float = HEX_PX) -> tuple[int, int]:
    """Where a counter of a hex is laid on the board's picture."""
    x, y = map_.grid.centre(hex_, hex_px)
    return round(x + CORNER[0]), round(y + CORNER[1])


STYLES: list[LabelStyle] = [
    ColumnRow(),
    ColumnRow(first_column=9, first_row=0, digits=3),
    LetterNumber(),
    LetterNumber(letters="rows", first_letter=3, first_number=0, digits=2),
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_vassal_calls_every_hex_as_the_map_does_and_finds_it_by_that_name(
    orientation: Orientation, shifted: OffsetParity, style: LabelStyle
) -> None:
    map_ = Map.blank(Grid(13, 11, orientation, shifted))
    map_.label_style = style
    losses = Losses()
    vassal = numbered(map_, losses=losses)
    for hex_ in map_.grid:
        x, y = pixels(map_, hex_)
        assert vassal.name((x, y)) == map_.labels.label(hex_)
        assert math.dist(vassal.centre(map_.labels.label(hex_)) or (-9, -9), (x, y)) < 3
    assert losses.listed() == []


@pytest.mark.parametrize("hex_px", [24.0, 53.0, 80.0, 131.5])
@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("shifted", OffsetParity)
def test_a_counter_dropped_anywhere_in_a_hex_jumps_to_its_middle(
    orientation: Orientation, shifted: OffsetParity, hex_px: float
) -> None:
    map_ = Map.blank(Grid(61, 60, orientation, shifted))
    vassal = numbered(map_, hex_px)
    for hex_ in [*map_.grid][::7]:
        x, y = pixels(map_, hex_, hex_px)
        for dx, dy in ((0, 0), (0.3, 0.2), (-0.3, 0.2), (0.2, -0.3), (-0.2, -0.3)):
            dropped = round(x + dx * hex_px), round(y + dy * hex_px)
            assert math.dist(vassal.snapped(dropped), (x, y)) < 3


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


def test_the_same_scenario_makes_the_same_module_on_another_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = compose(module(), Losses())
    monkeypatch.setattr(time, "time", lambda: 2e9)
    assert compose(module(), Losses()) == today


# --- pieces ---------------------------------------------------------------------------------------


def test_a_piece_is_unpacked_as_it_was_packed() -> None:
    markers = tuple(VassalMarker(name, picture(f"{name}.png"), name == "b") for name in "abc")
    piece = VassalPiece("Tank 1/2; \tx", picture("c;1.png"), markers, picture("back.png"))
    found = list(traits(piece_definition(piece, 7)))
    assert [kind[0] for kind, _ in found] == ["obs", "emb2", "emb2", "emb2", "piece"]
    states = [state for _, state in found]
    assert states == [["null"], ["-1"], ["1"], ["-1"], ["null", "0", "0", "7", "0"]]
    assert found[-1][0] == ["piece", "", "", "c;1.png", "Tank 1/2; x"]


# The fields of a layer in the order in which VASSAL's Embellishment reads them.
LAYER = (
    "activate", "activate-modifiers", "activate-key", "up", "up-modifiers", "up-key", "down",
    "down-modifiers", "down-key", "reset", "reset-key", "reset-level", "underneath", "x", "y",
    "images", "names", "loops", "name", "random-key", "random", "follows", "property",
    "first-level", "version", "always-active", "key", "increase-key", "decrease-key",
    "description", "scale",
)  # fmt: skip


def test_a_layer_has_every_field_where_vassal_reads_it() -> None:
    piece = VassalPiece("Tank", picture("c.png"), (VassalMarker("Hit", picture("m.png")),))
    (kind, *fields), _ = next(traits(piece_definition(piece, 1)))
    assert (kind, len(fields)) == ("emb2", len(LAYER))
    layer = dict(zip(LAYER, fields, strict=True))
    said = {"activate": "Hit", "images": "m.png", "names": "+ (Hit)", "name": "Hit",
            "key": "49,130", "version": "1", "always-active": "false", "follows": "false",
            "underneath": "false", "loops": "true", "scale": "1.0"}  # fmt: skip
    assert said.items() <= layer.items()
    numbers = ("activate-modifiers", "up-modifiers", "down-modifiers", "x", "y", "first-level")
    assert all(layer[name].isdecimal() for name in numbers)
    assert {layer[name] for name in ("activate-key", "up-key", "down-key")} == {""}


def test_a_mask_has_every_field_where_vassal_reads_it() -> None:
    card = VassalPiece("Rain", picture("r.png"), back=picture("b.png"))
    fields, _ = next(traits(piece_definition(card, 1)))
    assert fields == ["obs", "70,130", "b.png", "Flip", "I", "?", ""]


SIGNS = st.text(st.sampled_from(list("ab;,/\t\\'日")), max_size=8)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(SIGNS, min_size=1, max_size=5), st.sampled_from(list(";,/\t")))
def test_words_are_unpacked_as_they_were_packed(said: list[str], delimiter: str) -> None:
    assert unpacked(encode_sequence(said, delimiter), delimiter) == said


@settings(max_examples=100, deadline=None, derandomize=True)
@given(SIGNS, st.lists(SIGNS, max_size=4))
def test_any_name_comes_through_any_number_of_layers(name: str, layers: list[str]) -> None:
    markers = tuple(VassalMarker(layer, picture(f"{layer}.png")) for layer in layers)
    found = [
        kind for kind, _ in traits(piece_definition(VassalPiece(name, picture("c"), markers), 3))
    ]
    assert found[-1][4] == " ".join(name.split())
    assert [kind[1] for kind in found[:-1]] == layers[::-1]


# --- attributes -----------------------------------------------------------------------------------

MAP = "VASSAL.build.module.map"
GRID = f"{MAP}.boardPicker.board"
# What VASSAL's classes read: `i` a whole number, `d` any number, `b` true or false, `s` text,
# `c` a colour `red,green,blue`, `k` a key.
READ: dict[str, dict[str, str]] = {
    "VASSAL.build.GameModule": {
        "name": "s", "version": "s", "VassalVersion": "s", "description": "s",
        "nextPieceSlotId": "i", "ModuleOther1": "s", "ModuleOther2": "s",
    },
    "VASSAL.build.module.BasicCommandEncoder": {},
    "VASSAL.build.module.Documentation": {},
    "VASSAL.build.module.PlayerRoster": {"buttonText": "s"},
    "entry": {}, "setup": {},
    "VASSAL.build.module.GlobalOptions": {"autoReport": "Always|Never"},
    "VASSAL.build.module.Map": {
        "mapName": "s", "allowMultiple": "b", "launch": "b", "buttonName": "s", "hotkey": "k",
        "icon": "s", "markMoved": "Always|Never", "edgeWidth": "i", "edgeHeight": "i",
        "backgroundcolor": "c", "color": "c", "thickness": "i", "moveWithinFormat": "s",
        "moveToFormat": "s", "createFormat": "s", "changeFormat": "s",
    },
    f"{MAP}.BoardPicker": {
        "title": "s", "slotScale": "d", "slotWidth": "i", "slotHeight": "i", "addRowText": "s",
        "addColumnText": "s", "boardPrompt": "s",
    },
    f"{MAP}.boardPicker.Board": {
        "name": "s", "image": "s", "reversible": "b", "width": "i", "height": "i", "color": "c",
    },
    f"{GRID}.ZonedGrid": {},
    f"{GRID}.HexGrid": {
        "sideways": "b", "x0": "i", "y0": "i", "dx": "d", "dy": "d", "snapTo": "b",
        "edgesLegal": "b", "cornersLegal": "b", "visible": "b", "dotsVisible": "b", "color": "c",
    },
    f"{GRID}.mapgrid.HexGridNumbering": {
        "first": "H|V", "sep": "s", "hType": "N|A", "hLeading": "i", "hOff": "i", "hDescend": "b",
        "vType": "N|A", "vLeading": "i", "vOff": "i", "vDescend": "b", "locationFormat": "s",
        "visible": "b", "fontSize": "i", "color": "c", "rotateText": "i", "hDrawOff": "i",
        "vDrawOff": "i", "stagger": "b",
    },
    f"{GRID}.mapgrid.Zone": {
        "name": "s", "locationFormat": "s", "path": "s", "useParentGrid": "b",
        "useHighlight": "b", "highlightProperty": "s",
    },
    f"{MAP}.SetupStack": {
        "name": "s", "owningBoard": "s", "useGridLocation": "b", "location": "s", "x": "i",
        "y": "i",
    },
    f"{MAP}.DrawPile": {
        "name": "s", "owningBoard": "s", "x": "i", "y": "i", "width": "i", "height": "i",
        "allowMultiple": "b", "allowSelect": "b",
        "faceDown": "Always|Never|Via right-click Menu",
        "shuffle": "Always|Never|Via right-click Menu", "reversible": "b", "draw": "b",
        "color": "c", "hotkeyOnEmpty": "b", "reshufflable": "b", "reshuffleCommand": "s",
        "reshuffleTarget": "s",
    },
    "VASSAL.build.widget.PieceSlot": {"entryName": "s", "gpid": "i", "width": "i", "height": "i"},
    "VASSAL.build.widget.CardSlot": {"entryName": "s", "gpid": "i", "width": "i", "height": "i"},
    "VASSAL.build.module.PieceWindow": {
        "name": "s", "text": "s", "tooltip": "s", "icon": "s", "hotkey": "k", "hidden": "b",
        "defaultWidth": "i",
    },
    "VASSAL.build.widget.ListWidget": {"entryName": "s"},
    "VASSAL.build.module.ChartWindow": {
        "name": "s", "text": "s", "tooltip": "s", "icon": "s", "hotkey": "k",
    },
    "VASSAL.build.widget.TabWidget": {"entryName": "s"},
    "VASSAL.build.widget.Chart": {"chartName": "s", "fileName": "s", "description": "s"},
    "VASSAL.build.module.DiceButton": {
        "name": "s", "text": "s", "tooltip": "s", "icon": "s", "nDice": "i", "nSides": "i",
        "plus": "i", "addToTotal": "i", "reportTotal": "b", "hotkey": "k", "prompt": "b",
        "reportFormat": "s",
    },
} | {f"{MAP}.{name}": {} for name in MANNERS}  # fmt: skip
FORMS = {"i": "-?[0-9]+", "d": r"[0-9]+(\.[0-9]+)?", "b": "true|false", "s": "(?s:.*)",
         "c": "[0-9]{1,3},[0-9]{1,3},[0-9]{1,3}", "k": "([0-9]+,[0-9]+)?"}  # fmt: skip
# What may lie in what, by the classes VASSAL lets be put there.
INSIDE = {
    f"{MAP}.boardPicker.Board": f"{MAP}.BoardPicker",
    f"{GRID}.HexGridNumbering": f"{GRID}.HexGrid",
    f"{GRID}.mapgrid.Zone": f"{GRID}.ZonedGrid",
    f"{MAP}.SetupStack": "VASSAL.build.module.Map",
    f"{MAP}.DrawPile": "VASSAL.build.module.Map",
    "VASSAL.build.widget.CardSlot": f"{MAP}.DrawPile",
    "VASSAL.build.widget.Chart": "VASSAL.build.widget.TabWidget",
    "VASSAL.build.widget.TabWidget": "VASSAL.build.module.ChartWindow",
}


def test_every_element_and_attribute_is_one_that_vassal_reads_and_of_its_form() -> None:
    _, root = opened(module())
    for element in root.iter():
        known = READ[element.tag]
        for name, value in element.attrib.items():
            form = known[name]
            assert re.fullmatch(FORMS.get(form, form), value), (element.tag, name, value)


def test_every_element_lies_where_vassal_lets_it_lie() -> None:
    _, root = opened(module())
    lies = {child.tag: parent.tag for parent in root.iter() for child in parent}
    assert {tag: lies[tag] for tag in INSIDE if tag in lies}.items() <= INSIDE.items()
    assert {lies[tag] for tag in ("entry", "setup")} == {
        "VASSAL.build.module.PlayerRoster", f"{MAP}.BoardPicker",
    }  # fmt: skip


def test_what_one_element_names_of_another_is_there() -> None:
    _, root = opened(module())
    boards = {one.get("name") for one in root.iter(f"{MAP}.boardPicker.Board")}
    piles = {one.get("name") for one in root.iter(f"{MAP}.DrawPile")}
    assert {one.get("owningBoard") for one in root.iter() if one.get("owningBoard")} <= boards
    assert {one.get("reshuffleTarget") for one in root.iter()} - {None} <= piles
    for map_ in root.iter("VASSAL.build.module.Map"):
        setup = unpacked(map_.find(f"{MAP}.BoardPicker/setup").text, "\t")
        assert setup[0] == f"{map_.get('mapName')}BoardPicker"
        assert setup[1] in boards
        assert setup[2:] == ["0", "0"]


def test_two_decks_of_one_name_are_two_decks_each_with_its_discards() -> None:
    made = module()
    made.piles = [
        *made.piles,
        VassalDeck("Events", made.piles[0].cards),
        VassalDeck(" ", made.piles[0].cards),
    ]
    _, root = opened(made)
    piles = list(root.iter("VASSAL.build.module.map.DrawPile"))
    names = [pile.get("name") for pile in piles]
    assert len(set(names)) == 6
    assert all(name.strip() for name in names)
    targets = [pile.get("reshuffleTarget") for pile in piles[1::2]]
    assert targets == names[::2]
    assert len(set(targets)) == 3


@pytest.mark.parametrize("style", [KmSquare(45975, 63025), LetterNumber(first_letter=22)])
@pytest.mark.parametrize("orientation", Orientation)
def test_labels_without_a_rule_are_regions_where_their_hexes_are(
    orientation: Orientation, style: LabelStyle
) -> None:
    """Letters that pass Z have none either: VASSAL goes on with AA, BB."""
    map_ = Map.blank(Grid(7, 6, orientation))
    map_.label_style, map_.hex_metres = style, 100.0
    losses = Losses()
    root = fromstring(
        zipfile.ZipFile(io.BytesIO(compose(module(map_), losses))).read("buildFile.xml")
    )
    grid = require(root.find(".//VASSAL.build.module.map.boardPicker.board.RegionGrid"))
    found = {
        one.get("name"): (int(one.attrib["originx"]), int(one.attrib["originy"])) for one in grid
    }
    assert len(found) == len(map_.grid)
    for hex_ in map_.grid:
        x, y = pixels(map_, hex_, HEX_PX)
        assert math.dist(found[map_.labels.label(hex_)], (x, y)) < 3
    assert losses.listed() == []
