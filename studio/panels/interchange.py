"""Maps of other programs, opened in the window and written from it; what is lost is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.problems import SandtableError
from studio.document.document import Document
from studio.panels.filing import Filing
from studio.panels.jobs import Cancelled, Jobs, Outcome, Progress

if TYPE_CHECKING:
    from engine.interchange.brought import Brought, Loss
    from engine.map import Map

T = TypeVar("T")

# The module of the engine for each ending, in the order in which a dialog lists them.
READERS: Mapping[str, str] = {
    ".board": "megamek", ".board2": "megamek", ".tmx": "tiled", ".tmj": "tiled", ".map": "wesnoth",
}  # fmt: skip
WRITERS: Mapping[str, str] = {
    ".tmx": "tiled", ".tmj": "tiled", ".board": "megamek", ".board2": "megamek", ".map": "wesnoth",
    ".geojson": "geojson", ".csv": "table",
}  # fmt: skip


def bring_in(filing: Filing, jobs: Jobs) -> None:
    """Open a map of another program, as one that has no file yet, and say what was lost."""
    say = filing.say
    path = filing.asking.file_to_read(say("import-title"), list(READERS), None)
    module = READERS.get(path.suffix.lower()) if path else None
    if path is None:
        return
    if module is None:
        filing.asking.tell(say("import-unknown", file=path, endings=" ".join(READERS)))
        return

    def read(_: Progress) -> Brought:
        found: Brought = _module(module).read(path)
        return found

    def opened(found: Outcome[Brought]) -> None:
        brought = _told(filing, found)
        if brought is not None:
            document = Document.new(brought.map, filing.journals)
            document.mark_unsaved()
            filing.opened.emit(document)
            _report(filing, say("import-title"), brought.losses, brought.notes)

    jobs.start(say("job-opening", name=path.name), read, opened)


def give_out(document: Document, filing: Filing, jobs: Jobs) -> None:
    """Write the map in front for another program, and say what is lost."""
    say = filing.say
    name = Path(filing.name(document)).name.partition(".")[0]
    path = filing.asking.page_file(f"{name}.tmx", list(WRITERS))
    if path is None:
        return
    module = WRITERS.get(path.suffix.lower())
    if module is None:
        filing.asking.tell(say("import-unknown", file=path, endings=" ".join(WRITERS)))
        return
    map_ = deepcopy(document.map)

    def write(progress: Progress) -> list[Loss]:
        progress.commit()
        writes: Callable[[Map, Path], list[Loss]] = _module(module).write
        return writes(map_, path)

    def done(found: Outcome[list[Loss]]) -> None:
        losses = _told(filing, found)
        if losses is not None:
            filing.done.emit(say("exported", file=path))
            _report(filing, say("export-map-title"), losses, [])

    jobs.start(say("job-drawing", name=path.name), write, done)


def _module(name: str) -> Any:
    return import_module(f"engine.interchange.{name}")


def _told(filing: Filing, found: Outcome[T]) -> T | None:
    """What came of a job; why nothing did is told."""
    try:
        return found()
    except Cancelled:
        return None
    except SandtableError as error:
        filing.asking.tell(str(error))
        return None


def _report(filing: Filing, title: str, losses: Sequence[Loss], notes: Sequence[str]) -> None:
    language = filing.say.language
    lines = [*notes, *(loss.sentence(language) for loss in losses)]
    if losses:
        filing.asking.report(title, filing.say("import-losses"), "\n".join(lines))
