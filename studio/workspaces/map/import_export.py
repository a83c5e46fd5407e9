"""Maps and set-ups of other programs, opened in the window; maps and scenarios written for them.

What is lost on the way is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.files import source_text
from engine.games import default_game
from engine.interchange.virtual_tabletops import VirtualTabletop, scene_instructions
from engine.map.map import Map
from engine.problems import SandtableError
from studio.documents.document import Document
from studio.documents.map_document import MapDocument
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, JobProgress, Outcome
from studio.framework.file_operations import FileOperations

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportResult, Loss, Report
    from engine.interchange.megamek_setups import MegamekSetup

T = TypeVar("T")
Writing = Callable[[Path, "Report"], "list[Loss]"]

# The module of the engine for each ending, in the order in which a dialog lists them.
READERS: Mapping[str, str] = {
    ".board": "megamek", ".board2": "megamek", ".tmx": "tiled", ".tmj": "tiled", ".map": "wesnoth",
    ".wxx": "worldographer",
}  # fmt: skip
WRITERS: Mapping[str, str] = {
    ".tmx": "tiled", ".tmj": "tiled", ".board": "megamek", ".board2": "megamek", ".map": "wesnoth",
    ".geojson": "geojson", ".csv": "map_csv",
}  # fmt: skip
MODULE = ".vmod"
SET_UPS: Mapping[str, str] = {".mms": "megamek_setups", MODULE: "vassal_reader"}  # come with a map
# Maps that come with the picture they are traced from: the module of the engine and what reads.
PICTURED: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp"), ("picture_import", "read")),
    **dict.fromkeys((".uvtt", ".dd2vtt", ".df2vtt"), ("picture_import", "read_universal")),
    ".json": ("picture_import", "read_scene"),
    "": ("vasl_boards", "read"),  # boards of VASL have no ending
}
VASL_BOARD = "bd*"  # how the names of its boards begin
MODULE_HEX_PX, SCENE_HEX_PX = 80.0, 100
SCENES: Mapping[str, VirtualTabletop] = {
    ".foundry.json": VirtualTabletop.FOUNDRY,
    ".roll20.json": VirtualTabletop.ROLL20,
    ".tts.json": VirtualTabletop.TABLETOP_SIMULATOR,
    ".uvtt": VirtualTabletop.UNIVERSAL,
    ".dd2vtt": VirtualTabletop.UNIVERSAL,
}


def import_file(filing: FileOperations, jobs: BackgroundJobs) -> None:
    """Open a map of another program, as one that has no file yet, and say what was lost."""
    from engine.interchange.plugin_formats import importers

    plugged = {ending: one.read for one in importers().values() for ending in one.endings}
    own = [*READERS, *SET_UPS, *filter(None, PICTURED)]
    localize, endings = filing.localize, list(dict.fromkeys([*own, *plugged]))
    path = filing.prompts.file_to_read(localize("import-title"), [*endings, VASL_BOARD], None)
    if path is None:
        return
    if path.suffix.lower() in SET_UPS:
        _bring_in_set_up(path, filing, jobs)
        return
    if path.suffix.lower() in PICTURED:
        _bring_in_picture(path, filing, jobs)
        return
    ending = path.suffix.lower()
    if ending not in endings:
        filing.prompts.show_message(
            localize("import-unknown", file=path, endings=" ".join(endings))
        )
        return

    def read(_: JobProgress) -> ImportResult:
        reads = _module(READERS[ending]).read if ending in READERS else plugged[ending]
        found: ImportResult = reads(path)
        return found

    def opened(found: Outcome[ImportResult]) -> None:
        brought = _tell(filing, found)
        if brought is not None:
            document = MapDocument.new(brought.map, filing.journals)
            document.mark_unsaved()
            filing.opened.emit(document)
            _report(filing, localize("import-title"), brought.losses, brought.notes)

    jobs.start(localize("job-opening", name=path.name), read, opened)


def _bring_in_set_up(path: Path, filing: FileOperations, jobs: BackgroundJobs) -> None:
    """Write a set-up as a scenario with its map, where the user says, and open it."""
    from engine.interchange.imported_scenario_writer import map_beside, write
    from engine.interchange.underlay_pictures import files_in_use

    read, localize = _module(SET_UPS[path.suffix.lower()]).read, filing.localize
    out = filing.prompts.file_to_save(path.with_name(f"{path.stem}.scenario.yaml"))
    if out is None or not all(_may_write(one, filing) for one in files_in_use(map_beside(out))):
        return

    def convert(progress: JobProgress) -> MegamekSetup:
        found: MegamekSetup = read(path, default_game())
        progress.commit()
        write(found, out)
        return found

    jobs.start(localize("job-opening", name=path.name), convert, _open_written(out, filing))


def _bring_in_picture(path: Path, filing: FileOperations, jobs: BackgroundJobs) -> None:
    """Write what is on a picture as a map with the picture under it, and open it."""
    from engine.files.map_writer import new_map_text
    from engine.interchange.underlay_pictures import files_in_use, write_underlay

    module, reader = PICTURED[path.suffix.lower()]
    read, localize = getattr(_module(module), reader), filing.localize
    out = filing.prompts.file_to_save(path.with_name(f"{path.name.partition('.')[0]}.map.yaml"))
    if out is None or not all(_may_write(one, filing) for one in files_in_use(out)[1:]):
        return

    def convert(progress: JobProgress) -> ImportResult:
        found: ImportResult = read(path)
        progress.commit()
        if found.picture:
            write_underlay(out, found.picture)
        source_text.write(out, new_map_text(found.map, out))
        return found

    jobs.start(localize("job-opening", name=path.name), convert, _open_written(out, filing))


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
    from engine.interchange.plugin_formats import exporters

    plugged = [one.ending for one in exporters().values()]
    others = [*WRITERS, *SCENES, *plugged]
    endings = list(dict.fromkeys([*others, MODULE] if work.scenario is None else [MODULE, *others]))
    path = filing.prompts.page_file(f"{filing.file_stem(work)}{endings[0]}", endings)
    if path is None:
        return
    ending = next((one for one in endings if path.name.lower().endswith(one)), "")
    if not ending:
        filing.prompts.show_message(
            localize("import-unknown", file=path, endings=" ".join(endings))
        )
        return
    if not source_text.path_exists(path) and not all(
        _may_write(one, filing) for one in _beside(path)
    ):
        return
    writing = _writing(work, ending, localize.language)

    def write(progress: JobProgress) -> _ExportPlan:
        return _ExportPlan.of(writing, path.name, progress.report)

    def done(found: Outcome[_ExportPlan]) -> None:
        trial = _tell(filing, found)
        if trial is None:
            return
        notes = [localize("vassal-note")] if ending == MODULE else []
        notes += [scene_instructions(SCENES[ending])] if ending in SCENES else []
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
    """What would be written, file by file, and what would be lost."""

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
    """Whether a file may be written although this is lost."""
    from engine.interchange.import_result import loss_sentences

    localize = filing.localize
    lines = [*loss_sentences(losses, localize.language), *(["", *notes] if notes else [])]
    words, deed = localize("export-losses"), localize("export-do")
    return filing.prompts.approve(localize("export-map-title"), words, "\n".join(lines), deed)


def _writing(work: Document, ending: str, language: str) -> Writing:
    """A function that writes a work as it is now, whatever is done to it meanwhile."""
    scenario = work.scenario
    map_ = scenario.map if scenario is not None else work.surface()
    assert isinstance(map_, Map), "no map is written"
    folder = work.path.parent if work.path else Path()
    if ending in SCENES:
        from studio.rendering.export import vtt_scenes

        return lambda path, report: vtt_scenes.write_vtt_scene(
            map_, SCENES[ending], path, SCENE_HEX_PX, language, report
        )
    if ending != MODULE:
        from engine.interchange.plugin_formats import exporters

        if ending not in WRITERS:
            plugged = {one.ending: one.write for one in exporters().values()}[ending]
            return lambda path, _: plugged(map_, path)
        writes: Callable[[Map, Path, Report], list[Loss]] = _module(WRITERS[ending]).write
        return lambda path, report: writes(map_, path, report)
    from studio.rendering.export.vassal_module import (
        write_vassal_module,  # loaded only when a module is wanted
    )

    return lambda path, report: write_vassal_module(
        map_, scenario, folder, path, MODULE_HEX_PX, language, report
    )


def _beside(path: Path) -> list[Path]:
    """The files that are written with one."""
    from engine.interchange.tiled_writer import picture_file
    from studio.rendering.export.vtt_scenes import scene_files

    scene = next((one for end, one in SCENES.items() if path.name.lower().endswith(end)), None)
    if scene is not None:
        return scene_files(scene, path)[1:]
    return [picture_file(path)] if WRITERS.get(path.suffix.lower()) == "tiled" else []


def _may_write(path: Path, filing: FileOperations) -> bool:
    """Whether a file nobody named may be written: it does not exist, or may be overwritten."""
    localize = filing.localize
    words = localize("overwrite", file=path.name)
    return not source_text.path_exists(path) or filing.prompts.confirm(
        words, localize("overwrite-do")
    )


def _module(name: str) -> Any:
    return import_module(f"engine.interchange.{name}")


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
