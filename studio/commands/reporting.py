"""How commands write reports: the name is checked before the work, the file written after it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.texts import text
from studio.drawing.formats import PageFormat, page_format_of

if TYPE_CHECKING:
    from studio.reports.pages import Page


def report_format(path: Path) -> PageFormat:
    """The kind of report a file's name asks for; another ending is wrong use."""
    found = page_format_of(path)
    if found is None:
        raise click.UsageError(text("balance.report-format", None, file=path))
    check_folder(path)
    return found


def check_folder(path: Path) -> None:
    """Raises CannotSave when a file's folder does not exist: better before long work than after."""
    if not source_text.is_folder(path.parent):
        values = {"file": path, "reason": os.strerror(errno.ENOENT)}
        raise source_text.CannotSave(text("problems.cannot-save", None, **values))


def write_page(page: Page, path: Path, format_: PageFormat) -> None:
    """Write a report. Needs the application of `studio.drawing.system`."""
    from studio.reports.pages import compose

    source_text.write(path, compose(page, format_))
