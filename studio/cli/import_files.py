"""Maps and scenarios of other programs, imported by commands: one file, several, or folders."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.problems import SandtableError, Severity
from engine.texts import text
from studio.cli.output_files import (
    FileWriteOutcome,
    check_folder_exists,
    refuse_existing,
    report_outcomes,
    report_written,
)

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportedScenario, ImportResult


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
        _bring_one(
            named[0], batch_targets(named, out)[0], read, overwrite=overwrite, as_json=as_json
        )
        return
    pairs = import_batch(named, out, endings)
    refuse_existing([target for _, target in pairs], overwrite=overwrite)
    outcomes = []
    for number, (source, target) in enumerate(pairs, 1):
        _say_progress(number, len(pairs), source, as_json=as_json)
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


def _say_progress(number: int, count: int, source: Path, *, as_json: bool) -> None:
    """Say which file is being read, on a terminal only: a log has the outcomes."""
    if sys.stderr.isatty() and not as_json:
        click.echo(
            text("interchange.one-of-several", None, n=number, count=count, file=source), err=True
        )


def import_batch(named: list[Path], out: Path, endings: tuple[str, ...]) -> list[tuple[Path, Path]]:
    """Every source with its target in the folder OUT, those of a folder in the same tree."""
    sources = [path for path in named if not source_text.is_folder(path)]
    pairs = list(zip(sources, batch_targets(sources, out), strict=True)) if sources else []
    for folder in (path for path in named if source_text.is_folder(path)):
        inside = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(endings))
        if not inside:
            values = {"folder": folder, "endings": ", ".join(endings)}
            raise SandtableError(text("interchange.nothing-inside", None, **values))
        pairs += [(path, (out / path.relative_to(folder)).parent / _map_name(path))
                  for path in inside]  # fmt: skip
    if len({target for _, target in pairs}) < len(pairs):
        raise SandtableError(text("interchange.same-names", None, out=out))
    return pairs


def batch_targets(sources: list[Path], out: Path) -> list[Path]:
    """Return the target of each source: OUT, or a map of its name in the folder OUT.

    A folder for several sources is created if there is none.
    """
    if len(sources) < 2 and not source_text.is_folder(out):
        return [out]
    if source_text.path_exists(out) and not source_text.is_folder(out):
        raise SandtableError(text("interchange.out-no-folder", None, out=out))
    return [out / _map_name(source) for source in sources]


def _map_name(source: Path) -> str:
    return f"{source.name.partition('.')[0]}.map.yaml"


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
