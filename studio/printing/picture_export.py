"""The export of pictures: a map or a part of it, a table with its bodies, every card of a deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from engine.files import source_text
from engine.hexes import flat_index
from engine.hexes.flat_index import Indices
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex
from engine.map.map import Map
from studio.documents.deck_document import DeckDocument
from studio.documents.document import Document
from studio.framework.background_jobs import JobProgress
from studio.framework.document_tab import MapDocumentTab
from studio.framework.file_operations import FileOperations
from studio.rendering.file_formats import picture_format
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from engine.tabletop.tabletop_map import TabletopMap
    from studio.canvas.canvas_content import LayerSettings
    from studio.rendering.map.deployment import Deployment
    from studio.widgets.map_style_box import StyleChoice


def export_table_picture(
    filing: FileOperations, work: Document, table: TabletopMap, scenario: Scenario | None = None
) -> None:
    """Export a table's sheet as PNG, SVG or PDF, in the background."""
    folder = work.path.parent if work.path else Path()
    path = filing.prompts.picture_file(folder / f"{filing.file_stem(work)}.png")
    if path is None:
        return
    format_ = picture_format(path)
    if format_ is None:
        filing.prompts.show_message(filing.localize("unknown-picture", file=path))
        return
    look = TabletopRenderOptions(filing.localize.language, zones=True)

    def draw(progress: JobProgress) -> None:
        from studio.rendering.tabletop.figure_tokens import tokens_at_start
        from studio.rendering.tabletop.tabletop_sheet import (
            TabletopSheet,
            default_inch_px,
            render_tabletop,
        )

        tokens = tokens_at_start(scenario) if scenario is not None else ()
        title = filing.localize.localize_text(scenario.title) if scenario is not None else ""
        sheet = TabletopSheet(table, look, default_inch_px(table), tokens, title)
        drawn = render_tabletop(sheet, format_)
        progress.commit()
        source_text.write(path, drawn.content)

    words = filing.localize("job-drawing", name=path.name)
    filing.start_job(words, draw, filing.localize("exported", file=path))


SELECTION, SEEN = "selection", "view"


def export_rects(tab: MapDocumentTab, selected: Indices | None) -> dict[str, QRectF]:
    """The rectangles round what is selected and what is seen, in widths of a hex."""
    parts = {}
    if selected is not None and selected.size:
        parts[SELECTION] = bounding_rect(tab.map.grid, selected)
    camera, canvas = tab.canvas.camera, tab.canvas
    left, top = camera.page_point(0, 0)
    wide, high = tab.map.grid.size()
    unit = camera.width
    seen = QRectF(left / unit, top / unit, canvas.width() / unit, canvas.height() / unit)
    seen &= QRectF(0, 0, wide, high)
    if not seen.isEmpty():
        parts[SEEN] = seen
    return parts


def bounding_rect(grid: Grid, selected: Indices) -> QRectF:
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
    return flat_index.from_indices(grid, selected[is_out])


def card_files(
    document: DeckDocument, folder: Path, language: str
) -> tuple[list[Path], Callable[[float], object]]:
    """The files that the cards of a deck become in a folder, and what writes them."""
    from studio.printing import piece_pictures
    from studio.printing.card_sheets import card_pieces
    from studio.printing.file_printouts import card_effects_and_terms
    from studio.rendering.cards.card_painter import CardRenderContext, card_size

    effects, terms = card_effects_and_terms(document.game)
    home = document.path.parent if document.path else Path()
    groups = [card_pieces(document.deck, CardRenderContext(effects, home, terms=terms), language)]
    size = card_size(document.deck)
    sides = (size.width(), size.height())
    files = piece_pictures.piece_picture_files(groups, folder)
    return files, partial(piece_pictures.write_piece_pictures, groups, sides, folder)


@dataclass(frozen=True)
class PictureExportSubject:
    """The part of a map to draw into a file, how large and with which layers."""

    map: Map
    layers: LayerSettings
    parts: Mapping[str, QRectF]  # rectangles that can be drawn alone, in widths of a hex
    deployment: Deployment | None = None  # of a scenario
    styles: Sequence[StyleChoice] = ()  # those it can be drawn in


@dataclass(frozen=True)
class PictureExportRequest:
    """A picture as it is asked for; `part` is a rectangle in widths of a hex, or None for all."""

    look: RenderOptions
    part: QRectF | None = None
    with_units: bool = True
