"""VASSAL modules: a zip of a build file and pictures, made from a scenario that was drawn.

Pictures come as bytes; what draws them has a window and is not part of the engine. The build file's
elements are named after VASSAL's classes, their attributes as those read them.

VASSAL's hex grid lies flat with odd columns half a hex lower, or `sideways`: the same with x and y
exchanged, so that what it calls columns are then rows. Where even lines are shifted the grid begins
one line before the map.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from engine.interchange.import_result import Losses
from engine.interchange.vassal_numbering import has_regions, numbering_values, vassal_boolean
from engine.map.map import Map

VERSION = "3.7.0"  # of VASSAL, the oldest that reads all of this
SAVED = (2000, 1, 1, 0, 0, 0)  # the same module for the same scenario
MAP = "VASSAL.build.module.map"
GRID = f"{MAP}.boardPicker.board"
MAIN, CARDS, BOARD = "Map", "Cards", "Sheet"
FLIP = "70,130"  # Ctrl+F
KEYS = "123456789"  # Ctrl and one of these switches a marker


@dataclass(frozen=True)
class VassalPicture:
    """A picture of the module: its file, its bytes, its size in pixels."""

    file: str
    content: bytes
    size: tuple[int, int]


@dataclass(frozen=True)
class VassalMarker:
    """A state a counter may be in, and the picture laid over the counter then."""

    name: str
    picture: VassalPicture
    is_on: bool = False


@dataclass(frozen=True)
class VassalPiece:
    """A counter, or a card, which has a back."""

    name: str
    picture: VassalPicture
    markers: tuple[VassalMarker, ...] = ()
    back: VassalPicture | None = None


@dataclass(frozen=True)
class VassalStack:
    """Counters that lie somewhere on the board at the start."""

    name: str
    at: tuple[float, float]
    pieces: tuple[VassalPiece, ...]


@dataclass(frozen=True)
class VassalZone:
    """A zone by its outline in pixels, which may run round several parts and holes."""

    name: str
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class VassalDeck:
    """A deck of cards, face down."""

    name: str
    cards: tuple[VassalPiece, ...]


@dataclass
class VassalModuleContents:
    """All that a module holds. `corner` is where the map's sheet begins on the board's picture."""

    name: str
    map: Map
    board: VassalPicture
    hex_px: float
    corner: tuple[float, float]
    description: str = ""
    sides: list[str] = field(default_factory=list)
    stacks: list[VassalStack] = field(default_factory=list)
    areas: list[VassalZone] = field(default_factory=list)
    reserves: dict[str, list[VassalPiece]] = field(default_factory=dict)
    piles: list[VassalDeck] = field(default_factory=list)
    charts: list[tuple[str, VassalPicture]] = field(default_factory=list)
    discards: str = "{deck}: discards"  # what the pile of a deck's played cards is called


def compose(module: VassalModuleContents, losses: Losses) -> bytes:
    """The module as a file; labels that VASSAL cannot number so are reported.

    Piles of one name are numbered: VASSAL finds the deck to shuffle into by its name.
    """
    names = distinct_names([pile.name for pile in module.piles])
    module.piles = [replace(pile, name=name)
                    for pile, name in zip(module.piles, names, strict=True)]  # fmt: skip
    build = _Building(module, losses).build_file()
    pictures = {picture.file: picture.content for picture in _pictures(module)}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "buildFile.xml", build.encode())
        _add(archive, "moduledata", _data(module).encode())
        for file, picture in sorted(pictures.items()):
            _add(archive, f"images/{file}", picture)
    return content.getvalue()


def distinct_names(names: Sequence[str]) -> list[str]:
    """Names with a number behind those that stood before; an empty one is a number alone."""
    found: list[str] = []
    for name in names:
        bare = " ".join(name.split())
        said, number = bare, 2 if bare else 1
        while not said or said in found:
            said, number = f"{bare} {number}".strip(), number + 1
        found.append(said)
    return found


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, SAVED)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _pictures(module: VassalModuleContents) -> Iterator[VassalPicture]:
    yield module.board
    yield from (picture for _, picture in module.charts)
    pieces = [piece for stack in module.stacks for piece in stack.pieces]
    pieces += [piece for reserve in module.reserves.values() for piece in reserve]
    pieces += [card for pile in module.piles for card in pile.cards]
    for piece in pieces:
        yield piece.picture
        yield from (marker.picture for marker in piece.markers)
        if piece.back:
            yield piece.back


def _data(module: VassalModuleContents) -> str:
    values = {"version": "1.0", "extra1": "", "extra2": "", "VassalVersion": VERSION,
              "dateSaved": 0, "description": module.description, "name": module.name}  # fmt: skip
    lines = [f"<{key}>{escape(str(value))}</{key}>" for key, value in values.items()]
    return "\n".join([HEAD, '<data version="1">', *lines, "</data>", ""])


HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'


# --- the grid ---------------------------------------------------------------------------------


def grid_values(module: VassalModuleContents) -> dict[str, Any]:
    """The hex grid on the board's picture, as VASSAL measures it."""
    grid = module.map.grid
    first = grid.hex(0, 0)
    x, y = grid.centre(first, module.hex_px)
    x, y = x + module.corner[0], y + module.corner[1]
    along, across = (y, x) if grid.pointy else (x, y)
    between = module.hex_px * 3**0.5 / 2
    if grid.shift(0):
        along, across = along - between, across - module.hex_px / 2
    return {
        "sideways": vassal_boolean(grid.pointy), "x0": round(along), "y0": round(across),
        "dx": f"{between:.6f}", "dy": f"{module.hex_px:.6f}", "snapTo": "true",
        "edgesLegal": "false", "cornersLegal": "false", "visible": "false",
        "dotsVisible": "false", "color": "0,0,0",
    }  # fmt: skip


# --- pieces -----------------------------------------------------------------------------------


def encode_sequence(words: Iterable[object], delimiter: str) -> str:
    """Words as one, as VASSAL packs them: the delimiter within a word is escaped."""
    packed = []
    for word in map(str, words):
        escaped = word.replace(delimiter, "\\" + delimiter)
        is_odd = word.endswith("\\") or (word.startswith("'") and word.endswith("'") and word)
        packed.append(f"'{escaped}'" if is_odd else escaped)
    return delimiter.join(packed)


def piece_definition(piece: VassalPiece, number: int) -> str:
    """A piece as VASSAL packs it: its traits round one another, then the state of each."""
    name = " ".join(piece.name.split())
    kind = "piece;" + encode_sequence(["", "", piece.picture.file, name], ";")
    state = encode_sequence(["null", 0, 0, number, 0], ";")
    for place, marker in enumerate(piece.markers):
        kind = encode_sequence([_layer(marker, place), kind], "\t")
        state = encode_sequence([1 if marker.is_on else -1, state], "\t")
    if piece.back:
        mask = encode_sequence([FLIP, piece.back.file, "Flip", "I", "?", ""], ";")
        kind, state = (
            encode_sequence([f"obs;{mask}", kind], "\t"),
            encode_sequence(["null", state], "\t"),
        )
    return "+/" + encode_sequence(["null", kind, state], "/")


def _layer(marker: VassalMarker, place: int) -> str:
    """A layer that is switched on and off by Ctrl and a number, or from the piece's menu."""
    key = f"{ord(KEYS[place])},130" if place < len(KEYS) else ""
    fields = [
        marker.name, 128, "", "", 128, "", "", 128, "", "", "", "1", "false", 0, 0,
        encode_sequence([marker.picture.file], ","), encode_sequence([f"+ ({marker.name})"], ","),
        "true", marker.name, "", "", "false", "", 1, 1, "false", key, "", "", "", "1.0",
    ]  # fmt: skip
    return "emb2;" + encode_sequence(fields, ";")


def _sheet(map_: Map) -> str:
    """Return the sheet's size and its first line of the grid, which has no end."""
    return f"sandtable {map_.grid.columns}x{map_.grid.rows} {map_.grid.shift(0)}"


# --- the build file ---------------------------------------------------------------------------


class _Building:
    """A module's build file, element by element; every piece gets a number."""

    def __init__(self, module: VassalModuleContents, losses: Losses) -> None:
        self.module, self.losses, self.pieces = module, losses, 0

    def build_file(self) -> str:
        inside = [
            _element("VASSAL.build.module.BasicCommandEncoder"),
            _element("VASSAL.build.module.Documentation"),
            self._roster(),
            _element("VASSAL.build.module.GlobalOptions", autoReport="Always"),
            self._main_map(),
            *([self._card_map()] if self.module.piles else []),
            *(self._palette(name, pieces) for name, pieces in self.module.reserves.items()),
            *([self._charts()] if self.module.charts else []),
            _element("VASSAL.build.module.DiceButton", name="2d6", text="2d6", nDice=2, nSides=6,
                     plus=0, addToTotal=0, reportTotal="false", prompt="false", hotkey="",
                     icon="", tooltip="2d6", reportFormat="** $name$ = $result$"),
        ]  # fmt: skip
        root = _element(
            "VASSAL.build.GameModule", *inside, name=self.module.name, version="1.0",
            VassalVersion=VERSION, description=self.module.description,
            nextPieceSlotId=self.pieces + 1, ModuleOther1=_sheet(self.module.map), ModuleOther2="",
        )  # fmt: skip
        return f"{HEAD}\n{root}\n"

    def _roster(self) -> str:
        entries = [f"<entry>{escape(side)}</entry>" for side in self.module.sides]
        return _element("VASSAL.build.module.PlayerRoster", *entries, buttonText="Retire")

    def _main_map(self) -> str:
        board = _element(
            f"{MAP}.boardPicker.Board", self._grid(), name=BOARD,
            image=self.module.board.file, reversible="false",
        )  # fmt: skip
        stacks = [self._stack(stack) for stack in self.module.stacks]
        return _map(MAIN, board, stacks, launch=False)

    def _grid(self) -> str:
        grid = self._regions() if has_regions(self.module.map) else self._hexes()
        zones = [
            _element(
                f"{GRID}.mapgrid.Zone", name=area.name, locationFormat="$gridLocation$ ($name$)",
                path=";".join(f"{round(x)},{round(y)}" for x, y in area.outline),
                useParentGrid="true", useHighlight="false", highlightProperty="",
            )
            for area in self.module.areas
        ]  # fmt: skip
        return _element(f"{GRID}.ZonedGrid", *zones, grid) if zones else grid

    def _regions(self) -> str:
        """A region a hex, for labels that VASSAL's hex grid cannot number."""
        map_, (left, top) = self.module.map, self.module.corner
        regions = []
        for hex_ in map_.grid:
            x, y = map_.grid.centre(hex_, self.module.hex_px)
            at = {"originx": round(x + left), "originy": round(y + top)}
            regions.append(_element(f"{GRID}.Region", name=map_.labels.label(hex_), **at))
        return _element(f"{GRID}.RegionGrid", *regions, snapto="true", visible="false", fontsize=9)

    def _hexes(self) -> str:
        numbering = _element(
            f"{GRID}.mapgrid.HexGridNumbering", **numbering_values(self.module.map, self.losses)
        )
        return _element(f"{GRID}.HexGrid", numbering, **grid_values(self.module))

    def _stack(self, stack: VassalStack) -> str:
        slots = [self._slot("VASSAL.build.widget.PieceSlot", piece) for piece in stack.pieces]
        x, y = stack.at
        return _element(
            f"{MAP}.SetupStack", *slots, name=stack.name, owningBoard=BOARD,
            useGridLocation="false", location="", x=round(x), y=round(y),
        )  # fmt: skip

    def _slot(self, kind: str, piece: VassalPiece) -> str:
        self.pieces += 1
        wide, high = piece.picture.size
        definition = escape(piece_definition(piece, self.pieces))
        return _element(
            kind, definition, entryName=piece.name, gpid=self.pieces, width=wide, height=high
        )

    def _card_map(self) -> str:
        wide, high = self.module.piles[0].cards[0].picture.size
        size = {"width": (wide + 40) * len(self.module.piles) * 2 + 40, "height": high + 80}
        board = _element(f"{MAP}.boardPicker.Board", name=CARDS, color="230,224,205", **size)
        piles = []
        for place, pile in enumerate(self.module.piles):
            discards = self.module.discards.format(deck=pile.name)
            x, y = 20 + wide // 2 + place * 2 * (wide + 40), 40 + high // 2
            at = {"owningBoard": CARDS, "y": y, "width": wide, "height": high,
                  "allowMultiple": "false", "allowSelect": "false", "draw": "true",
                  "color": "120,110,90", "hotkeyOnEmpty": "false"}  # fmt: skip
            cards = [self._slot("VASSAL.build.widget.CardSlot", card) for card in pile.cards]
            piles += [
                _element(f"{MAP}.DrawPile", *cards, name=pile.name, x=x, faceDown="Always",
                         shuffle="Always", reversible="false", reshufflable="false", **at),
                _element(f"{MAP}.DrawPile", name=discards, x=x + wide + 40,
                         faceDown="Never", shuffle="Never", reversible="false",
                         reshufflable="true", reshuffleCommand="Reshuffle",
                         reshuffleTarget=pile.name, **at),
            ]  # fmt: skip
        return _map(CARDS, board, piles, launch=True)

    def _palette(self, name: str, pieces: Sequence[VassalPiece]) -> str:
        slots = [self._slot("VASSAL.build.widget.PieceSlot", piece) for piece in pieces]
        inside = _element("VASSAL.build.widget.ListWidget", *slots, entryName=name)
        return _element("VASSAL.build.module.PieceWindow", inside, name=name, text=name, hotkey="",
                        icon="", tooltip=name, defaultWidth=300, hidden="false")  # fmt: skip

    def _charts(self) -> str:
        charts = [
            _element("VASSAL.build.widget.Chart", chartName=name, fileName=picture.file,
                     description="")
            for name, picture in self.module.charts
        ]  # fmt: skip
        tabs = _element("VASSAL.build.widget.TabWidget", *charts, entryName="Charts")
        return _element("VASSAL.build.module.ChartWindow", tabs, name="Charts", text="Charts",
                        hotkey="", icon="", tooltip="Charts")  # fmt: skip


# What a map window needs so that counters can be moved, stacked, looked at and asked for a menu.
MANNERS = (
    "StackMetrics", "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer",
    "MapCenterer", "StackExpander", "PieceMover", "KeyBufferer", "ImageSaver",
    "CounterDetailViewer", "Zoomer", "HighlightLastMoved",
)  # fmt: skip


def _map(name: str, board: str, things: Sequence[str], *, launch: bool) -> str:
    setup = f"<setup>{escape(name)}BoardPicker\t{BOARD if name == MAIN else name}\t0\t0</setup>"
    picker = _element(f"{MAP}.BoardPicker", setup, board, title="Choose Boards", slotScale="0.2",
                      slotWidth=350, slotHeight=125, addRowText="Add row",
                      addColumnText="Add column", boardPrompt="Select board")  # fmt: skip
    manners = [_element(f"{MAP}.{manner}") for manner in MANNERS]
    return _element(
        "VASSAL.build.module.Map", picker, *manners, *things, mapName=name,
        allowMultiple="false", launch=vassal_boolean(launch), buttonName=name if launch else "",
        hotkey="", icon="", markMoved="Never", edgeWidth=0, edgeHeight=0,
        backgroundcolor="255,255,255", color="0,0,0", thickness=3,
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        createFormat="$pieceName$ created in $location$", changeFormat="$message$",
    )  # fmt: skip


def _element(kind: str, *inside: str, **attributes: Any) -> str:
    said = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{kind}{said}>{''.join(inside)}</{kind}>" if inside else f"<{kind}{said}/>"
