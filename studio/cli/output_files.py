"""Output of commands: files overwritten only if the user agrees, and what was written or lost."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import source_text
from engine.interchange.import_result import Loss, loss_sentences
from engine.problems import Problem, SandtableError
from engine.texts import text
from studio.cli.common_options import error_as_json, print_error, print_json, print_problem
from studio.rendering.file_formats import PageFormat
from studio.rendering.file_formats import report_format as page_format_of

if TYPE_CHECKING:
    from engine.interchange.import_result import Report
    from studio.reports.report_pages import ReportPage


overwrite_option = click.option(
    "--overwrite", is_flag=True, help=text("interchange.option-overwrite")
)


def refuse_existing(targets: Iterable[Path], *, overwrite: bool) -> None:
    """Refuse to overwrite any existing file, unless that is wanted."""
    taken = next((file for file in targets if source_text.path_exists(file)), None)
    if taken is not None and not overwrite:
        raise SandtableError(text("interchange.is-there", None, file=taken))


PATIENCE = 1.0  # seconds without a word


def print_progress(path: Path) -> Report:
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
    """Raises SaveError when a file's folder does not exist: better before long work than after."""
    if not source_text.is_folder(path.parent):
        raise source_text.NoSuchFolderError.of(path)


def write_report(page: ReportPage, path: Path, format_: PageFormat) -> None:
    """Write a report. Needs the application of `studio.rendering.qt_environment`."""
    from studio.reports.report_pages import render_report

    source_text.write(path, render_report(page, format_))


@dataclass(frozen=True)
class FileWriteOutcome:
    """The fate of one file of several: written with these losses, or refused with a reason."""

    source: Path
    out: Path
    losses: Sequence[Loss] = ()
    notes: Sequence[str] = ()
    error: SandtableError | None = None

    def loss_texts(self) -> list[dict[str, Any]]:
        """The losses as `--json` prints them, each with its file."""
        return [{"file": str(self.source)} | loss.as_json() for loss in self.losses]


def report_written(
    written: Sequence[Path],
    losses: Sequence[Loss],
    notes: Sequence[str],
    problems: Sequence[Problem] | None = None,
    *,
    as_json: bool,
) -> None:
    """Answer `{"written", "losses", "notes"}`; or say the same, losses on standard error.

    Where a file is drawn, `problems` are what is not drawn whole: told, and in the answer too.
    """
    names = [str(path) for path in written]
    for problem in problems or ():
        print_problem(problem)
    if as_json:
        found = [loss.as_json() for loss in losses]
        told = {} if problems is None else {"problems": [each.as_json() for each in problems]}
        print_json({"written": names, "losses": found, "notes": list(notes), **told})
        return
    for name in names:
        click.echo(text("interchange.written", None, file=name))
    for note in notes:
        click.echo(note, err=True)
    if lines := loss_sentences(losses):
        click.echo(text("interchange.losses", None, count=len(lines)), err=True)
        for line in lines:
            click.echo(f"  {line}", err=True)


def report_outcomes(outcomes: Sequence[FileWriteOutcome], *, as_json: bool) -> None:
    """Answer for several files as for one, each loss and each failure with its file.

    Raises SystemExit with 1 where a file was refused; the others are written all the same.
    """
    written = [each for each in outcomes if not each.error]
    failed = [each for each in outcomes if each.error]
    notes = list(dict.fromkeys(note for each in outcomes for note in each.notes))
    if as_json:
        print_json({
            "written": [str(each.out) for each in written],
            "losses": [loss for each in written for loss in each.loss_texts()],
            "notes": notes,
            "failed": [{"file": str(each.source)} | error_as_json(each.error)
                       for each in failed if each.error],
        })  # fmt: skip
    else:
        _say_outcomes(outcomes, notes)
    if failed:
        raise SystemExit(1)


def _say_outcomes(outcomes: Sequence[FileWriteOutcome], notes: Sequence[str]) -> None:
    for each in outcomes:
        if each.error:
            click.echo(text("interchange.refused", None, file=each.source), err=True)
            print_error(each.error)
            continue
        click.echo(text("interchange.written", None, file=each.out))
        for line in loss_sentences(each.losses):
            click.echo(f"  {each.source}: {line}", err=True)
    for note in notes:
        click.echo(note, err=True)
    failed = sum(each.error is not None for each in outcomes)
    lossy = sum(bool(each.losses) for each in outcomes)
    values = {"written": len(outcomes) - failed, "lossy": lossy, "failed": failed}
    click.echo(text("interchange.summary", None, **values), err=True)
