"""A table, with the bodies that begin on it, drawn as a picture."""

from __future__ import annotations

from pathlib import Path

from engine.files import source_text
from engine.scenario.scenario import Scenario
from engine.tabletop.table import Table
from studio.document.work import Work
from studio.drawing.formats import format_of
from studio.drawing.table_look import TableLook
from studio.parts.filing import Filing
from studio.parts.jobs import Progress


def export_table_picture(
    filing: Filing, work: Work, table: Table, scenario: Scenario | None = None
) -> None:
    """Export a table's sheet as PNG, SVG or PDF, in the background."""
    folder = work.path.parent if work.path else Path()
    path = filing.asking.picture_file(folder / f"{filing.stem(work)}.png")
    if path is None:
        return
    format_ = format_of(path)
    if format_ is None:
        filing.asking.tell(filing.say("unknown-picture", file=path))
        return
    look = TableLook(filing.say.language, zones=True)

    def draw(progress: Progress) -> None:
        from studio.drawing.table_forces import tokens_of_bodies
        from studio.drawing.table_pictures import CountrySheet, render_table, usual_inch

        tokens = tokens_of_bodies(scenario) if scenario is not None else ()
        title = filing.say.of(scenario.title) if scenario is not None else ""
        sheet = CountrySheet(table, look, usual_inch(table), tokens, title)
        drawn = render_table(sheet, format_)
        progress.commit()
        source_text.write(path, drawn.content)

    words = filing.say("job-drawing", name=path.name)
    filing.begin(words, draw, filing.say("exported", file=path))
