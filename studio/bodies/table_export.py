"""A table, with the bodies that begin on it, drawn as a picture."""

from __future__ import annotations

from pathlib import Path

from engine.files import source_text
from engine.scenario.scenario import Scenario
from engine.tabletop.table import TabletopMap
from studio.document.work import Document
from studio.drawing.formats import picture_format
from studio.drawing.table_look import TabletopRenderOptions
from studio.parts.filing import FileOperations
from studio.parts.jobs import Progress


def export_table_picture(
    filing: FileOperations, work: Document, table: TabletopMap, scenario: Scenario | None = None
) -> None:
    """Export a table's sheet as PNG, SVG or PDF, in the background."""
    folder = work.path.parent if work.path else Path()
    path = filing.asking.picture_file(folder / f"{filing.stem(work)}.png")
    if path is None:
        return
    format_ = picture_format(path)
    if format_ is None:
        filing.asking.tell(filing.say("unknown-picture", file=path))
        return
    look = TabletopRenderOptions(filing.say.language, zones=True)

    def draw(progress: Progress) -> None:
        from studio.drawing.table_forces import group_tokens
        from studio.drawing.table_pictures import TabletopSheet, default_inch_px, render_tabletop

        tokens = group_tokens(scenario) if scenario is not None else ()
        title = filing.say.of(scenario.title) if scenario is not None else ""
        sheet = TabletopSheet(table, look, default_inch_px(table), tokens, title)
        drawn = render_tabletop(sheet, format_)
        progress.commit()
        source_text.write(path, drawn.content)

    words = filing.say("job-drawing", name=path.name)
    filing.begin(words, draw, filing.say("exported", file=path))
