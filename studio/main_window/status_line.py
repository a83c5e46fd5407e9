"""The line at the foot of the window: what is pointed at, what is chosen, how near it is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QSize, Qt, QTime
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QStatusBar, QToolButton

from engine.narration.scenario_names import fallback_notice
from studio.documents.document import Document
from studio.framework.background_jobs import BackgroundJobs, JobProgressBar
from studio.framework.document_tab import DocumentTab
from studio.previews.visibility_heat import HeatProgress
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.tokens import Space

TOLD_MS = 6000
HIGH, SMALL_ICON = 26, 14  # pixels


class StatusLine:
    """Reads the work in front, and says a sentence for a while."""

    def __init__(
        self, bar: QStatusBar, jobs: BackgroundJobs, localize: Localizer, zoom: Iterable[QAction]
    ) -> None:
        self._bar = bar
        self._localize, self._told = localize, set[tuple[Path, str]]()
        self._saved_at: WeakKeyDictionary[Document, QTime] = WeakKeyDictionary()
        self.problems, self.saved = QToolButton(), QLabel()
        self.reading, self.selected, self.zoom = QLabel(), QLabel(), QLabel()
        self.heat_progress = HeatProgress(localize)
        self.job_line = JobProgressBar(jobs, localize)
        self._buttons = [_button(action) for action in zoom]
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setAutoRaise(True)
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(0, 0, Space.SMALL, 0)
        bar.addWidget(self.problems)
        bar.addWidget(self.reading, 1)
        right = self.heat_progress, self.job_line, self.selected, self.saved, *self._buttons
        for each in (*right, self.zoom):
            bar.addPermanentWidget(each)
        self.show_problems(0)

    def dress(self) -> None:
        """Fit the line to the size of words."""
        side = scale_length(SMALL_ICON)
        for button in (self.problems, *self._buttons):
            button.setIconSize(QSize(side, side))
        self._bar.setFixedHeight(scale_length(HIGH))

    def read(self, tab: DocumentTab | None) -> None:
        """Read the work in front."""
        self.reading.setText(tab.pointer_description() if tab else "")
        heat = tab.heat_map_progress if tab else None
        if heat is not None or self.heat_progress.isVisible():
            self.heat_progress.show_heat(heat)
        self.selected.setText(tab.selection_text() if tab else "")
        self.zoom.setText(tab.zoom_text() if tab else "")

    def show_problems(self, count: int) -> None:
        """Say how many problems the work in front has."""
        self.problems.setIcon(action_icon("problems" if count else "no-problems"))
        key = "problems" if count else "sound"
        self.problems.setText(self._localize(key, count=count))

    def note_saved(self, work: Document) -> None:
        """Remember that a work was saved now."""
        self._saved_at[work] = QTime.currentTime()

    def show_file(self, tab: DocumentTab | None) -> None:
        """Say whether the work in front is saved, and since when."""
        work = tab.document if tab is not None else None
        self.problems.setVisible(work is not None)
        for button in self._buttons:
            button.setVisible(tab is not None and tab.surface is not None)
        at = self._saved_at.get(work) if work is not None else None
        if work is not None and work.is_dirty:
            self.saved.setText(self._localize("status-unsaved"))
        else:
            words = self._localize("status-saved", time=at.toString("HH:mm")) if at else ""
            self.saved.setText(words)

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


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    return button
