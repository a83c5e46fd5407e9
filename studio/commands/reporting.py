"""How commands write reports: the name is checked before the work, the file written after it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.texts import text
from studio.drawing.formats import PageFormat
from studio.drawing.formats import report_format as page_format_of

if TYPE_CHECKING:
    from engine.interchange.brought import Report
    from studio.reports.pages import ReportPage

PATIENCE = 1.0  # seconds without a word


def say_progress(path: Path) -> Report:
    """Return what says on standard error how much of a file is done, where that takes long."""
    told = time.monotonic()

    def report(share: float) -> None:
        nonlocal told
        if time.monotonic() - told >= PATIENCE:
            told = time.monotonic()
            values = {"file": path, "percent": round(100 * share)}
            click.echo(text("interchange.progress", None, **values), err=True)

    return report


def report_format(path: Path) -> PageFormat:
    """The kind of report a file's name asks for; another ending is wrong use."""
    found = page_format_of(path)
    if found is None:
        raise click.UsageError(text("balance.report-format", None, file=path))
    check_folder_exists(path)
    return found


def check_folder_exists(path: Path) -> None:
    """Raises CannotSave when a file's folder does not exist: better before long work than after."""
    if not source_text.is_folder(path.parent):
        raise source_text.NoSuchFolder.of(path)


def write_report(page: ReportPage, path: Path, format_: PageFormat) -> None:
    """Write a report. Needs the application of `studio.drawing.system`."""
    from studio.reports.pages import render_report

    source_text.write(path, render_report(page, format_))
