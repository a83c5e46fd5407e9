"""The line at the foot of the window: what is pointed at, what is chosen, how near it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QStatusBar

from engine.narration.scenario_names import fallback_notice
from studio.documents.document import Document
from studio.framework.background_jobs import BackgroundJobs, JobProgressBar
from studio.framework.document_tab import DocumentTab
from studio.previews.visibility_heat import HeatProgress
from studio.widgets.localization import Localizer

TOLD_MS = 6000


class StatusLine:
    """Reads the work in front, and says a sentence for a while."""

    def __init__(self, bar: QStatusBar, jobs: BackgroundJobs, localize: Localizer) -> None:
        self._bar = bar
        self._localize, self._told = localize, set[tuple[Path, str]]()
        self.reading, self.selected, self.zoom = QLabel(), QLabel(), QLabel()
        self.heat_progress = HeatProgress(localize)
        self.job_line = JobProgressBar(jobs, localize)
        bar.addWidget(self.reading, 1)
        for each in (self.heat_progress, self.job_line, self.selected, self.zoom):
            bar.addPermanentWidget(each)

    def read(self, tab: DocumentTab | None) -> None:
        """Read the work in front."""
        self.reading.setText(tab.pointer_description() if tab else "")
        heat = tab.heat_map_progress if tab else None
        if heat is not None or self.heat_progress.isVisible():
            self.heat_progress.show_heat(heat)
        self.selected.setText(tab.selection_text() if tab else "")
        self.zoom.setText(tab.zoom_text() if tab else "")

    def announce_language(self, work: Document) -> None:
        """Say once of a file that it is read in another language than the reader's."""
        words = fallback_notice(work.title, self._localize.language)
        told = (work.path or Path(), words)
        if words and told not in self._told:
            self._told.add(told)
            self.tell(words)

    def tell(self, words: str) -> None:
        """Say something for a while."""
        self._bar.showMessage(words, TOLD_MS)

    def warn(self, words: str) -> None:
        """The same, of what is amiss."""
        self.tell(f"⚠ {words}")
