"""Maps and scenarios of other programs, imported by commands: one file, several, or folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.problems import SandtableError, Severity
from engine.texts import text
from studio.cli.batch_files import batch_files, batch_targets, print_file_progress
from studio.cli.output_files import (
    FileWriteOutcome,
    check_folder_exists,
    refuse_existing,
    report_outcomes,
    report_written,
)

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportedScenario, ImportResult

MAP_ENDING = ".map.yaml"


def import_map(
    words: tuple[Path, ...],
    read: Callable[[Path], ImportResult],
    endings: tuple[str, ...],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Read a source and write the map it is; with several sources, OUT is a folder.

    A folder among the sources stands for every file in it with one of the `endings`, and keeps
    its shape in OUT. Of several, those that cannot be read are reported; the others are written.
    """
    if len(words) < 2:
        raise click.UsageError(text("interchange.source-and-out"))
    *named, out = words
    if len(named) == 1 and not source_text.is_folder(named[0]):
        (target,) = batch_targets(named, out, endings, MAP_ENDING)
        _bring_one(named[0], target, read, overwrite=overwrite, as_json=as_json)
        return
    pairs = batch_files(named, out, endings, MAP_ENDING)
    refuse_existing([target for _, target in pairs], overwrite=overwrite)
    outcomes = []
    for number, (source, target) in enumerate(pairs, 1):
        print_file_progress(number, len(pairs), source, as_json=as_json)
        outcomes.append(_outcome(source, target, read, overwrite=overwrite))
    report_outcomes(outcomes, as_json=as_json)


def _bring_one(
    source: Path,
    target: Path,
    read: Callable[[Path], ImportResult],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    refuse_existing([target], overwrite=overwrite)
    check_folder_exists(target)
    brought = read(source)
    written = write_map(brought, target, overwrite=overwrite)
    report_written(written, brought.losses, brought.notes, as_json=as_json)


def _outcome(
    source: Path, target: Path, read: Callable[[Path], ImportResult], *, overwrite: bool
) -> FileWriteOutcome:
    try:
        brought = read(source)
        source_text.make_folder(target.parent)
        write_map(brought, target, overwrite=overwrite)
    except SandtableError as error:
        return FileWriteOutcome(source, target, error=error)
    return FileWriteOutcome(source, target, brought.losses, brought.notes)


def write_map(brought: ImportResult, out: Path, *, overwrite: bool) -> list[Path]:
    """Write an imported map, with the picture under it; returns every file written."""
    from engine.files.map_writer import new_map_text
    from engine.interchange.underlay_pictures import underlay_files, write_underlay

    beside = underlay_files(out, brought.picture) if brought.picture else []
    refuse_existing(beside, overwrite=overwrite)
    if brought.picture:
        write_underlay(out, brought.picture)
    source_text.write(out, new_map_text(brought.map, out))
    return [out, *beside]


def import_scenario(
    out: Path, read: Callable[[], ImportedScenario], *, overwrite: bool, as_json: bool
) -> None:
    """Write what was read as a scenario with its map, and report what is still wrong with it."""
    from engine.checks.check import check
    from engine.interchange.imported_scenario_writer import files_to_write, map_beside, write

    check_folder_exists(out)
    refuse_existing([out, map_beside(out)], overwrite=overwrite)
    found = read()
    written = files_to_write(found, out)
    refuse_existing(written, overwrite=overwrite)
    write(found, out)
    wrong = [problem.sentence() for problem in check(out) if problem.severity is Severity.ERROR]
    report_written(written, found.losses, [*found.notes, *wrong], as_json=as_json)
