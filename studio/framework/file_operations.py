"""Maps and their files: opened, saved, given another name, closed, recovered, drawn as pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtWidgets import QWidget

from engine.files import source_text
from engine.files.source_text import SaveError, absolute_path, is_sample
from engine.map.map import Map
from engine.problems import SandtableError
from studio.documents.document import Document, FileChangedOnDisk
from studio.documents.document_loader import (
    GAMES,
    ROOM,
    Making,
    file_kind,
    read_document_or_text,
    recover_document,
)
from studio.documents.map_document import ENDING as MAP_ENDING
from studio.documents.recovery_journal import RecoverableDocument, find_recoveries
from studio.framework.background_jobs import (
    BackgroundJob,
    BackgroundJobs,
    JobCancelled,
    JobProgress,
    Outcome,
)
from studio.framework.prompts import PromptAnswer, Prompts
from studio.rendering.file_formats import picture_format
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer

if TYPE_CHECKING:  # the dialog is loaded where there is something to recover
    from engine.scenario.scenario import Scenario
    from studio.framework.recovery_dialog import RecoveryChoice

T = TypeVar("T")
LONGEST_NAME = 60  # letters; each may take four of the 255 bytes a disk has for a name
DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)\d")  # what Windows takes for no file


class FileOperations(QObject):
    """Opens, saves, closes and exports files. Says so when it cannot be done; nothing is then lost.

    `journals` is where unsaved work is protected; None protects none.
    """

    opened = Signal(object)  # Work
    game_wanted = Signal(object)  # Path: of a saved game
    room_wanted = Signal(object)  # Path: of the record of an umpired game
    filed = Signal(object)  # Path: a file was opened or written, and may be opened again
    done = Signal(str)  # a sentence about what was done

    def __init__(
        self, prompts: Prompts, localize: Localizer, journals: Path | None, jobs: BackgroundJobs
    ) -> None:
        super().__init__(jobs)
        self.prompts, self.localize, self.journals = prompts, localize, journals
        self._jobs = jobs
        self.is_of_another: Callable[[Document, Path], bool] = lambda work, path: False
        self._saves: dict[Document, BackgroundJob] = {}
        self._again: dict[Document, Path | None] = {}

    # --- into the window --------------------------------------------------------------------------

    def open(self) -> None:
        """Open files the user chooses."""
        for path in self.prompts.ask_files_to_open():
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Open a file or a saved game, or show why it cannot be opened.

        From here on its path is the same from every folder.
        """
        path = absolute_path(path)
        if file_kind(path) in GAMES:
            self.filed.emit(path)
            self.game_wanted.emit(path)
            return
        if file_kind(path) == ROOM:
            self.room_wanted.emit(path)
            return
        words = self.localize("job-opening", name=path.name)
        self._jobs.start(
            words, lambda _: read_document_or_text(path), lambda made: self._opened(path, made)
        )

    def _opened(self, path: Path, found: Outcome[Making]) -> None:
        try:
            work = found()(self.journals)
        except JobCancelled:
            return
        except SandtableError as error:
            self.prompts.show_message(str(error))
            return
        self.filed.emit(path)
        self.opened.emit(work)

    def offer_recovery(self) -> None:
        """Offer to recover what a program that was killed left behind."""
        found = find_recoveries(self.journals) if self.journals else []
        if not found:
            return
        recovered, discarded = self._chosen_of(found)
        for recovery in recovered:
            self._try(partial(self._recover, recovery))
        for recovery in discarded:
            recovery.discard()

    def _chosen_of(self, found: Sequence[RecoverableDocument]) -> RecoveryChoice:
        """Ask about what was left: by a question about one work, by a list of several."""
        from studio.framework.recovery_dialog import RecoveryChoice, RecoveryQuestion

        if len(found) > 1:
            return self.prompts.ask(RecoveryQuestion(found)) or RecoveryChoice((), ())
        answer = self.prompts.question(
            self._told(found[0]), self.localize("recover"), self.localize("discard")
        )
        is_recovered, is_discarded = answer is PromptAnswer.YES, answer is PromptAnswer.NO
        return RecoveryChoice(found if is_recovered else (), found if is_discarded else ())

    def _told(self, recovery: RecoverableDocument) -> str:
        path, localize = recovery.path, self.localize
        name = path.name if path else localize.localize_text(recovery.title) or localize("unnamed")
        folder = str(path.parent) if path else localize("recover-no-folder")
        return localize("recover-question", name=name, folder=folder, count=recovery.steps)

    def _recover(self, recovery: RecoverableDocument) -> None:
        self.opened.emit(recover_document(recovery, self.journals))

    # --- onto the disk ----------------------------------------------------------------------------

    def save(self, document: Document) -> bool:
        """To its file, or to one the user names; whether it is saved, or being saved.

        A sample stays as it is for the next reader: what was made of it is another file.
        """
        if document.is_saving:
            return self._save(document, None)
        if document.path is None:
            return self.save_as(document)
        if is_sample(document.path):
            self.done.emit(self.localize("sample-stays"))
            return self._save_as(document, Path(document.path.name))
        return self._save(document, None)

    def save_as(self, document: Document) -> bool:
        """To a file the user names."""
        return self._save_as(document, document.path or self._likely(document))

    def _save_as(self, document: Document, likely: Path | None) -> bool:
        path = self.prompts.file_to_save(likely)
        if path is None:
            return False
        if self.is_of_another(document, path):
            self.prompts.show_message(self.localize("open-elsewhere", file=path.name))
            return False
        return self._save(document, path)

    def _likely(self, document: Document) -> Path | None:
        """Return the likely path of a document without a file."""
        stem = file_name(self.localize.localize_text(document.title))
        return document.likely_file(stem, lambda key: str(self.localize(key)))

    def _save(self, document: Document, path: Path | None) -> bool:
        if document.is_saving:
            self._again[document] = path  # what was edited since is saved next
            return True
        try:
            saving = document.begin_save(path)
        except FileChangedOnDisk as error:
            return self._resolve(document, str(error))

        def write(progress: JobProgress) -> Any:
            progress.commit()  # a file half written is worse than one that comes late
            return saving.write()

        words = self.localize("job-saving", name=saving.target.name)
        job = self._jobs.start(words, write, lambda file: self._saved(document, file))
        if not job.is_over:
            self._saves[document] = job
        return document.is_saving or not document.is_dirty

    def _saved(self, document: Document, file: Outcome[Any]) -> None:
        self._saves.pop(document, None)
        again = document in self._again
        path = self._again.pop(document, None)
        try:
            written = file()
        except FileChangedOnDisk as error:
            document.abandon_save()
            self._resolve(document, str(error))
            return
        except Exception as error:
            document.abandon_save()
            if not isinstance(error, SaveError):
                raise
            self.prompts.show_message(self.localize("not-saved", reason=error))
            return
        document.end_save(written)
        self.filed.emit(document.path)
        self.done.emit(self.localize("saved", file=document.path))
        if again:
            self._save(document, path)

    def finish_saving(self, document: Document) -> None:
        """Wait for a save that is under way."""
        while document in self._saves:
            self._jobs.wait(self._saves[document])

    def _resolve(self, document: Document, reason: str) -> bool:
        """The file was changed by others: keep both, take what they did, or replace it."""
        deeds = [self.localize("save-elsewhere"), self.localize("reload"), self.localize("replace")]
        match self.prompts.choose_command(reason, deeds):
            case 0:
                return self.save_as(document)
            case 1:
                self.revert(document)
            case 2:
                document.keep_mine()
                return self._save(document, None)
        return False

    def revert(self, document: Document) -> None:
        """Go back to the file on disk, as one step that can be undone."""
        self.finish_saving(document)
        self._try(lambda: document.revert(self.localize("action-revert")))

    def may_close(self, document: Document) -> bool:
        """Return True if a document may be closed; asks about unsaved changes."""
        document.end_stroke()
        self.finish_saving(document)
        if not document.is_dirty:
            return True
        answer = self.prompts.question(
            self.localize("close-question", name=self.document_display_name(document)),
            self.localize("save-it"),
            self.localize("discard"),
        )  # fmt: skip
        if answer is not PromptAnswer.YES:
            return answer is PromptAnswer.NO
        self.save(document)
        self.finish_saving(document)
        return not document.is_dirty

    def document_display_name(self, document: Document) -> str:
        """Return the name of a document: its file, its title, or unnamed."""
        if document.path:
            return document.path.name
        return self.localize.localize_text(document.title) or self.localize(document.unnamed)

    def file_stem(self, document: Document) -> str:
        """Return the prefix of files made from a document: from its file, else its title."""
        if document.path:
            return document.path.name.partition(".")[0]
        return self.fit_name(self.localize.localize_text(document.title))

    def fit_name(self, title: str) -> str:
        """A title as the name of a file; unnamed where nothing of it fits."""
        return file_name(title) or file_name(self.localize("unnamed"))

    def export(
        self,
        document: Document,
        look: RenderOptions,
        part: QRectF | None = None,
        *,
        with_units: bool = True,
    ) -> None:
        """Export the sheet of a map, or of a scenario with its units, as PNG, SVG or PDF.

        `part` is a rectangle of the map in widths of a hex; None is the whole sheet.
        """
        written = document.path or self._likely(document)
        path = self.prompts.picture_file(underlay_path(written) if written else None)
        if path is not None:
            self._export(document, path, look, part, with_units=with_units)

    def _export(
        self,
        document: Document,
        path: Path,
        look: RenderOptions,
        part: QRectF | None,
        *,
        with_units: bool,
    ) -> None:
        format_ = picture_format(path)
        if format_ is None:
            self.prompts.show_message(self.localize("unknown-picture", file=path))
            return
        map_, scenario = map_to_draw(document)

        def draw(progress: JobProgress) -> None:
            from studio.rendering.map.deployment import build_deployment
            from studio.rendering.map.map_pictures import render_map, render_part

            told = progress.report
            begun = build_deployment(scenario) if scenario is not None and with_units else None
            if part is None:
                picture = render_map(map_, look, format_, deployment=begun, report=told)
            else:
                picture = render_part(map_, look, part, format_, begun, told)
            progress.commit()
            source_text.write(path, picture.content)

        self.start_job(
            self.localize("job-drawing", name=path.name), draw, self.localize("exported", file=path)
        )

    def start_job(
        self, words: str, work: Callable[[JobProgress], object], done: str
    ) -> BackgroundJob:
        """Start a job, then report success or the reason of failure."""
        return self.make_in_background(words, work, lambda _: self.done.emit(done))

    def make_in_background(
        self, words: str, work: Callable[[JobProgress], T], then: Callable[[T], None]
    ) -> BackgroundJob:
        """Start a job, then do something with what it made, or report why it failed."""

        def end(outcome: Outcome[T]) -> None:
            try:
                made = outcome()
            except JobCancelled:
                return
            except SandtableError as error:
                self.prompts.show_message(str(error))
            else:
                then(made)

        return self._jobs.start(words, work, end)

    @property
    def parent_window(self) -> QWidget | None:
        """The window that other windows open over."""
        parent = self._jobs.parent()
        return parent if isinstance(parent, QWidget) else None

    def _try(self, deed: Callable[[], None]) -> None:
        """Do something, and show the reason if it fails."""
        try:
            deed()
        except SandtableError as error:
            self.prompts.show_message(str(error))


def file_name(title: str) -> str:
    """A title as the name of a file: small letters of any script, with hyphens between words.

    It fits every system: no name is too long for a disk, or kept for a device.
    """
    name = re.sub(r"[\W_]+", "-", title.lower())[:LONGEST_NAME].strip("-")
    return f"{name}-" if DEVICE.fullmatch(name) else name


def map_to_draw(work: Document) -> tuple[Map, Scenario | None]:
    """Return the map to draw of a document, with the scenario's title, and the scenario."""
    scenario = work.scenario
    if scenario is not None:
        return replace(scenario.map, title=scenario.title or scenario.map.title), scenario
    ground = work.surface()
    assert isinstance(ground, Map), "no map is drawn"
    return ground, None


def underlay_path(map_file: Path) -> Path:
    """The picture named like a map, in its folder."""
    stem = map_file.name.removesuffix(MAP_ENDING)
    return map_file.with_name(f"{stem if stem != map_file.name else map_file.stem}.png")
