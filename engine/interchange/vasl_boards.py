"""Boards of VASL, which are archives by themselves: a picture, and a note of how its hexes lie.

Hexes lie flat, column A half cut off by the left edge; B0, D0 … and the last of those columns are
cut in half by the edges above and below.
"""

from __future__ import annotations

import math
from pathlib import Path

from engine.hexes.labels import LETTERS, LetterNumber
from engine.interchange.foreign_files import Archive, Element, element_mark, parse_xml, refuse
from engine.interchange.import_result import ImportResult, Losses
from engine.interchange.map_assembly import GroundBuilder, plain_title
from engine.interchange.picture_grid import PictureHexGrid
from engine.interchange.underlay_pictures import LaidPicture, format_of
from engine.map.map import Map
from engine.problems import TextPosition
from engine.texts import text

NOTE = "BoardMetadata.xml"
HEX_METRES, LEVEL_METRES = 40.0, 5.0
DEFAULT_WIDTH, DEFAULT_HEIGHT = 56.25, 64.5  # pixels between columns, and of a hex
DEFAULT = 33, 10  # columns and rows of a board that does not say it


def read(path: Path) -> ImportResult:
    """The map of a board with its picture; InvalidFileError says what is wrong with the archive."""
    archive = Archive(path)
    note = archive.read(NOTE)
    if note is None:
        refuse("vasl-no-note", path, note=NOTE)
    root = parse_xml(path, note, "boardMetadata")
    mark = element_mark(root)
    image = root.get("boardImageFileName", "")
    content = archive.read(image)
    found = format_of(content) if content is not None else None
    if content is None or found is None:
        refuse("vasl-no-picture", path, mark, image=image)
    ending, size = found
    hexes = _hexes(path, root, mark, size)
    losses = Losses()
    map_ = _map(hexes, losses)
    map_.title = plain_title(f"{root.get('name', '')}") or path.stem
    map_.origin = plain_title(f"VASL: {map_.title} {root.get('version', '')} ({path.name})")
    for element in root.iter():
        if element.get("hexName"):
            losses.add("vasl-hex", f"{element.tag} {element.get('hexName')}")
    picture = LaidPicture(content, ending, size, hexes.placed)
    return ImportResult(map_, losses.listed(), [text("interchange.vassal-trace")], picture)


def _hexes(path: Path, root: Element, mark: TextPosition, size: tuple[int, int]) -> PictureHexGrid:
    """The hexes of a board: A1 lies with its middle on the left edge."""
    between = _number(path, root, mark, "hexWidth", DEFAULT_WIDTH)
    along = _number(path, root, mark, "hexHeight", DEFAULT_HEIGHT)
    columns = round(_number(path, root, mark, "width", DEFAULT[0]))
    rows = round(_number(path, root, mark, "height", DEFAULT[1]))
    left = _number(path, root, mark, "A1CenterX", 0.0, least=-between)
    top = _number(path, root, mark, "A1CenterY", along / 2, least=-along)
    sheet = (0, columns - 1), (-1, rows - 1)
    found = PictureHexGrid((left, top), between, along, size, sheet=sheet)
    found.require_usable_size(path, mark)
    return found


def _number(
    path: Path, root: Element, mark: TextPosition, key: str, otherwise: float, least: float = 1.0
) -> float:
    said = root.get(key, "").strip()
    try:
        value = float(said) if said else otherwise
    except ValueError:
        value = math.nan
    if not least <= value <= 10_000:
        refuse("vasl-number", path, mark, key=key, found=said)
    return value


def _map(hexes: PictureHexGrid, losses: Losses) -> Map:
    """A sheet with a row 0, of which every other column has none: A0, C0 …"""
    map_ = Map.blank(hexes.grid)
    map_.hex_metres, map_.level_metres = HEX_METRES, LEVEL_METRES
    ground = GroundBuilder(map_.grid)
    ground.plane[0, ::2] = ground.index("no-data")
    ground.lay_on(map_)
    map_.label_style = LetterNumber(first_number=0)
    for column in range(LETTERS, map_.grid.columns):
        for row in range(map_.grid.rows):
            losses.add("vasl-letters", "", map_.grid.name(map_.grid.hex(column, row)))
    return map_
