"""What can be drawn into a file alone: a part of a map, every card of a deck."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF

from engine.hexes import flat
from engine.hexes.flat import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from studio.document.deck_document import DeckDocument
from studio.parts.tab import MapDocumentTab

SELECTION, SEEN = "selection", "view"


def parts_of(tab: MapDocumentTab, selected: Indices | None) -> dict[str, QRectF]:
    """The rectangles round what is selected and what is seen, in widths of a hex."""
    parts = {}
    if selected is not None and selected.size:
        parts[SELECTION] = around(tab.map.grid, selected)
    camera, canvas = tab.canvas.camera, tab.canvas
    left, top = camera.page(0, 0)
    wide, high = tab.map.grid.size()
    unit = camera.width
    seen = QRectF(left / unit, top / unit, canvas.width() / unit, canvas.height() / unit)
    seen &= QRectF(0, 0, wide, high)
    if not seen.isEmpty():
        parts[SEEN] = seen
    return parts


def around(grid: Grid, selected: Indices) -> QRectF:
    """The rectangle that holds the whole of some hexes."""
    points = [point for hex_ in _outermost(grid, selected) for point in grid.outline(hex_)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return QRectF(left, top, right - left, bottom - top)


def _outermost(grid: Grid, selected: Indices) -> list[Hex]:
    """The selected hexes of the first and last rows and columns: no others reach as far."""
    rows, columns = selected // grid.columns, selected % grid.columns
    is_out = (rows <= rows.min() + 1) | (rows >= rows.max() - 1)
    is_out |= (columns <= columns.min() + 1) | (columns >= columns.max() - 1)
    return flat.hexes(grid, selected[is_out])


def card_files(
    document: DeckDocument, folder: Path, language: str
) -> tuple[list[Path], Callable[[float], object]]:
    """The files that the cards of a deck become in a folder, and what writes them."""
    from studio.drawing.cards import CardRenderContext, card_size
    from studio.printing import piece_pictures
    from studio.printing.card_sheets import card_pieces
    from studio.printing.deck_print import card_render_context

    effects, terms = card_render_context(document.game)
    home = document.path.parent if document.path else Path()
    groups = [card_pieces(document.deck, CardRenderContext(effects, home, terms=terms), language)]
    size = card_size(document.deck)
    sides = (size.width(), size.height())
    files = piece_pictures.single_files(groups, folder)
    return files, partial(piece_pictures.write_singles, groups, sides, folder)
