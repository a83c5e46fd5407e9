"""Maps and set-ups of other programs, opened in the window; maps and scenarios written for them.

What is lost on the way is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.files import source_text
from engine.interchange.format_registry import importers
from engine.interchange.plugin_formats import Exporter, Importer, ImportTarget, default_options
from engine.map.map import Map
from engine.problems import SandtableError
from engine.texts import localised
from studio.documents.document import Document
from studio.documents.map_document import MapDocument
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, JobProgress, Outcome
from studio.framework.file_operations import FileOperations
from studio.rendering.export.drawn_formats import exporters

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportedScenario, ImportResult, Loss, Report

T = TypeVar("T")
Writing = Callable[[Path, "Report"], "list[Loss]"]
SUGGESTED = "tiled"  # the kind of export that a dialog offers first for a map


def import_formats() -> Mapping[str, Importer]:
    """Return the formats by ending as a dialog lists them; files without one have an empty one."""
    targets = list(ImportTarget)
    formats = sorted(
        importers().values(), key=lambda one: (one.plugin != "", targets.index(one.target))
    )
    return _by_ending(formats)


def export_formats(*, of_scenario: bool) -> Mapping[str, Exporter]:
    """Return the formats by ending as a dialog lists them: first those of such a document."""

    def place(found: tuple[str, Exporter]) -> tuple[bool, ...]:
        kind, one = found
        is_drawn = one.hex_px is not None
        return one.has_scenario != of_scenario, one.plugin != "", kind != SUGGESTED, is_drawn

    return _by_ending([one for _, one in sorted(exporters().items(), key=place)])


F = TypeVar("F", Importer, Exporter)


def _by_ending(formats: Sequence[F]) -> dict[str, F]:
    found: dict[str, F] = {}
    for one in formats:
        for ending in one.endings:
            found.setdefault(ending, one)
    return found


def import_file(filing: FileOperations, jobs: BackgroundJobs) -> None:
    """Open a map of another program, as one that has no file yet, and say what was lost."""
    formats, localize = import_formats(), filing.localize
    endings = [ending for ending in formats if ending]
    patterns = [one.file_pattern for one in formats.values() if one.file_pattern]
    path = filing.prompts.file_to_read(
        localize("import-title"), [*endings, *dict.fromkeys(patterns)], None
    )
    if path is None:
        return
    one = _format_of(path, formats)
    if one is None:
        filing.prompts.show_message(
            localize("import-unknown", file=path, endings=" ".join(endings))
        )
    elif one.target is ImportTarget.SCENARIO:
        _bring_in_set_up(path, one, filing, jobs)
    elif one.target is ImportTarget.TRACED_MAP:
        _bring_in_picture(path, one, filing, jobs)
    else:
        _bring_in_map(path, one, filing, jobs)


def _format_of(path: Path, formats: Mapping[str, F]) -> F | None:
    """Return the format that a file's name ends in; an empty ending is meant as it stands."""
    name = path.name.lower()
    found = (one for ending, one in formats.items() if ending and name.endswith(ending))
    return next(found, None if path.suffix else formats.get(""))


def _bring_in_map(path: Path, one: Importer, filing: FileOperations, jobs: BackgroundJobs) -> None:
    def read(_: JobProgress) -> ImportResult:
        return one.read_map(path, default_options(one))

    def opened(found: Outcome[ImportResult]) -> None:
        brought = _tell(filing, found)
        if brought is not None:
            document = MapDocument.new(brought.map, filing.journals)
            document.mark_unsaved()
            filing.opened.emit(document)
            _report(filing, filing.localize("import-title"), brought.losses, brought.notes)

    jobs.start(filing.localize("job-opening", name=path.name), read, opened)


def _bring_in_set_up(
    path: Path, one: Importer, filing: FileOperations, jobs: BackgroundJobs
) -> None:
    """Write a set-up as a scenario with its map, where the user says, and open it."""
    from engine.interchange.imported_scenario_writer import map_beside, write
    from engine.interchange.underlay_pictures import files_in_use

    out = filing.prompts.file_to_save(path.with_name(f"{path.stem}.scenario.yaml"))
    if out is None or not all(_may_write(file, filing) for file in files_in_use(map_beside(out))):
        return

    def convert(progress: JobProgress) -> ImportedScenario:
        found = one.read_scenario(path, default_options(one))
        progress.commit()
        write(found, out)
        return found

    job = filing.localize("job-opening", name=path.name)
    jobs.start(job, convert, _open_written(out, filing))


def _bring_in_picture(
    path: Path, one: Importer, filing: FileOperations, jobs: BackgroundJobs
) -> None:
    """Write what is on a picture as a map with the picture under it, and open it."""
    from engine.files.map_writer import new_map_text
    from engine.interchange.underlay_pictures import files_in_use, write_underlay

    out = filing.prompts.file_to_save(path.with_name(f"{path.name.partition('.')[0]}.map.yaml"))
    if out is None or not all(_may_write(file, filing) for file in files_in_use(out)[1:]):
        return

    def convert(progress: JobProgress) -> ImportResult:
        found = one.read_map(path, default_options(one))
        progress.commit()
        if found.picture:
            write_underlay(out, found.picture)
        source_text.write(out, new_map_text(found.map, out))
        return found

    job = filing.localize("job-opening", name=path.name)
    jobs.start(job, convert, _open_written(out, filing))


def _open_written(out: Path, filing: FileOperations) -> Callable[[Outcome[Any]], None]:
    """A function that opens a file a job has written, and says what was lost."""

    def open_(outcome: Outcome[Any]) -> None:
        found = _tell(filing, outcome)
        if found is not None:
            filing.open_file(out)
            _report(filing, filing.localize("import-title"), found.losses, found.notes)

    return open_


def export_document(work: Document, filing: FileOperations, jobs: BackgroundJobs) -> None:
    """Write the map or scenario in front for another program, and say what is lost."""
    localize = filing.localize
    formats = export_formats(of_scenario=work.scenario is not None)
    endings = list(formats)
    path = filing.prompts.page_file(f"{filing.file_stem(work)}{endings[0]}", endings)
    if path is None:
        return
    one = _format_of(path, formats)
    if one is None:
        filing.prompts.show_message(
            localize("import-unknown", file=path, endings=" ".join(endings))
        )
        return
    if not source_text.path_exists(path) and not all(
        _may_write(file, filing) for file in one.files_beside(path)
    ):
        return
    writing = _writing(work, one, localize.language)

    def write(progress: JobProgress) -> _ExportPlan:
        return _ExportPlan.of(writing, path.name, progress.report)

    def done(found: Outcome[_ExportPlan]) -> None:
        trial = _tell(filing, found)
        if trial is None:
            return
        notes = [localised(one.note, localize.language)] if one.note else []
        if trial.losses and not _may_lose(filing, trial.losses, notes):
            return
        try:
            trial.write(path.parent)
        except SandtableError as error:
            filing.prompts.show_message(str(error))
            return
        filing.done.emit(localize("exported", file=path))
        if not trial.losses:
            _report(filing, localize("export-map-title"), [], notes)

    jobs.start(localize("job-drawing", name=path.name), write, done)


class _ExportPlan(NamedTuple):
    """The files that would be written, and the losses."""

    files: Mapping[str, bytes]
    losses: list[Loss]

    @classmethod
    def of(cls, writing: Writing, name: str, report: Report) -> _ExportPlan:
        """Write to a temporary place."""
        with TemporaryDirectory() as folder:
            losses = writing(Path(folder) / name, report)
            return cls({file.name: file.read_bytes() for file in Path(folder).iterdir()}, losses)

    def write(self, folder: Path) -> None:
        """Write to the wanted place."""
        for name, content in self.files.items():
            source_text.write(folder / name, content)


def _may_lose(filing: FileOperations, losses: Sequence[Loss], notes: Sequence[str]) -> bool:
    """Return True if a file may be written despite these losses."""
    from engine.interchange.import_result import loss_sentences

    localize = filing.localize
    lines = [*loss_sentences(losses, localize.language), *(["", *notes] if notes else [])]
    words, deed = localize("export-losses"), localize("export-do")
    return filing.prompts.approve(localize("export-map-title"), words, "\n".join(lines), deed)


def _writing(work: Document, one: Exporter, language: str) -> Writing:
    """A function that writes a work as it is now, whatever is done to it meanwhile."""
    scenario = work.scenario
    map_ = scenario.map if scenario is not None else work.surface()
    assert isinstance(map_, Map), "no map is written"
    options = default_options(one)
    if one.has_scenario:
        options |= {"scenario": scenario, "folder": work.path.parent if work.path else Path()}
    if one.hex_px is not None:
        options |= {"hex_px": one.hex_px, "language": language}

    def write(path: Path, report: Report) -> list[Loss]:
        progress = {"report": report} if one.has_progress else {}
        return one.write(map_, path, **options, **progress)

    return write


def _may_write(path: Path, filing: FileOperations) -> bool:
    """Return True if an unnamed file may be written: it does not exist, or may be replaced."""
    localize = filing.localize
    words = localize("overwrite", file=path.name)
    return not source_text.path_exists(path) or filing.prompts.confirm(
        words, localize("overwrite-do")
    )


def _tell(filing: FileOperations, found: Outcome[T]) -> T | None:
    """The result of a job, or None after saying why it failed."""
    try:
        return found()
    except JobCancelled:
        return None
    except SandtableError as error:
        filing.prompts.show_message(str(error))
        return None


def _report(
    filing: FileOperations, title: str, losses: Sequence[Loss], notes: Sequence[str]
) -> None:
    """Report what was lost, and below it what else is worth knowing, if there is either."""
    from engine.interchange.import_result import loss_sentences

    localize = filing.localize
    lost = "\n".join(loss_sentences(losses, localize.language))
    parts = [part for part in (lost, "\n".join(notes)) if part]
    if parts:
        words = localize("import-losses") if lost else localize("import-notes")
        filing.prompts.report(title, words, "\n\n".join(parts))
