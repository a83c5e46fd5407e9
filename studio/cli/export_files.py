"""Maps and scenarios exported by commands: one file, several, or folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import source_text
from engine.interchange.plugin_formats import Exporter
from engine.problems import Problem, SandtableError
from engine.texts import localised, preferred_language, text
from studio.cli.batch_files import batch_files, batch_targets, print_file_progress
from studio.cli.output_files import (
    FileWriteOutcome,
    check_folder_exists,
    print_progress,
    refuse_existing,
    report_outcomes,
    report_written,
)

if TYPE_CHECKING:
    from engine.interchange.import_result import Loss

MAPS, SCENARIOS = (".map.yaml",), (".scenario.yaml",)
KNOWN = (*MAPS, *SCENARIOS, ".yaml")


def export_files(
    words: tuple[Path, ...],
    one: Exporter,
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Write maps, or scenarios with their maps; of several files or a folder, OUT is a folder.

    A folder stands for the maps in it, or for its scenarios where the format holds those. Files
    that cannot be exported are reported; the others are written.
    """
    if len(words) < 2:
        raise click.UsageError(text("interchange.source-and-out"))
    *named, out = words
    export = _Export(one, given, options, overwrite=overwrite)
    if len(named) == 1 and not source_text.is_folder(named[0]):
        (target,) = batch_targets(named, out, KNOWN, one.ending)
        export.report(named[0], target, as_json=as_json)
        return
    endings = SCENARIOS if one.has_scenario else MAPS
    sources = [(source, target) for source, target in batch_files(named, out, endings, one.ending)]
    refuse_existing([target for _, target in sources], overwrite=overwrite)
    outcomes = []
    for number, (source, target) in enumerate(sources, 1):
        print_file_progress(number, len(sources), source, as_json=as_json)
        outcomes.append(export.outcome(source, target))
    report_outcomes(outcomes, as_json=as_json)


@dataclass(frozen=True)
class _Export:
    """An export to one format, with the options that were given."""

    one: Exporter
    given: Mapping[str, Any]
    options: Mapping[str, Any]
    overwrite: bool

    def report(self, file: Path, out: Path, *, as_json: bool) -> None:
        """Write one file and report what was lost."""
        written = [out, *self.one.files_beside(out)]
        check_folder_exists(out)
        losses, problems = self._write(file, out)
        report_written(written, losses, self._notes(), problems, as_json=as_json)

    def outcome(self, file: Path, out: Path) -> FileWriteOutcome:
        """Write one file of several; a reason if it is refused."""
        try:
            source_text.make_folder(out.parent)
            losses, _ = self._write(file, out)
        except SandtableError as error:
            return FileWriteOutcome(file, out, error=error)
        return FileWriteOutcome(file, out, losses, self._notes())

    def _notes(self) -> Sequence[str]:
        return [localised(self.one.note)] if self.one.note else []

    def _write(self, file: Path, out: Path) -> tuple[list[Loss], list[Problem] | None]:
        from studio.cli.map_rules import load_map_or_scenario

        one, options = self.one, dict(self.options)
        refuse_existing([out, *one.files_beside(out)], overwrite=self.overwrite)
        map_, scenario = load_map_or_scenario(file)
        application, problems = None, None
        if one.has_progress:
            options["report"] = print_progress(out)
        if one.has_scenario:
            options |= {"scenario": scenario, "folder": file.parent}
        if one.hex_px is not None:
            from studio.rendering import qt_environment

            application = qt_environment.ensure_application()  # kept while drawing: it has fonts
            spoken = self.given["language"] or preferred_language()
            options |= {"hex_px": self.given["hex_px"], "language": spoken}
        losses = one.write(map_, out, **options)
        if one.has_scenario and application is not None:
            from studio.rendering.cards.text_overflow import find_overfull_cards

            problems = find_overfull_cards(file, options["language"])
        del application
        return losses, problems
