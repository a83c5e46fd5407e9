"""The problems panel: what is doubtful about the map, as it is painted."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.problems import Problem, Severity
from studio.panels.speech import Speech

PROBLEM = Qt.ItemDataRole.UserRole
SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "▲"}


class Problems(QWidget):
    """Lists problems; a click goes there, and a warning can be kept with a reason."""

    visited = Signal(object)  # Problem
    waived = Signal(object)  # Problem

    def __init__(self, say: Speech) -> None:
        super().__init__()
        self._say = say
        self._problems: list[Problem] = []
        self.summary = QLabel()
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.itemClicked.connect(self._visit)
        self.list.itemActivated.connect(self._visit)
        self.list.currentItemChanged.connect(self._enable)
        self.waive = QPushButton()
        self.waive.clicked.connect(self._waive)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.waive)
        say.changed.connect(self.retranslate)
        self.retranslate()

    def show_problems(self, problems: list[Problem]) -> None:
        """List what was found, in the order found; the one chosen stays so if it is there."""
        chosen = self.chosen
        self._problems = problems
        self.list.clear()
        for problem in problems:
            self._add(problem)
            if chosen is not None and (problem.code, problem.at) == (chosen.code, chosen.at):
                self.list.setCurrentRow(self.list.count() - 1)
        count = len(problems)
        self.summary.setText(self._say("problems", count=count) if count else self._say("sound"))
        self._enable()

    @property
    def chosen(self) -> Problem | None:
        """The problem chosen in the list."""
        item = self.list.currentItem()
        problem = item.data(PROBLEM) if item else None
        return problem if isinstance(problem, Problem) else None

    def retranslate(self) -> None:
        """Tell everything in the window's language."""
        self.waive.setText(self._say("waive"))
        self.waive.setToolTip(self._say("waive-hint"))
        self.show_problems(self._problems)

    def _add(self, problem: Problem) -> None:
        language = self._say.language
        place = f" [{problem.where}]" if problem.where else ""
        item = QListWidgetItem(f"{SIGNS[problem.severity]} {problem.message(language)}{place}")
        item.setToolTip(problem.hint(language))
        item.setData(PROBLEM, problem)
        self.list.addItem(item)

    def _visit(self, item: QListWidgetItem) -> None:
        self.visited.emit(item.data(PROBLEM))

    def _waive(self) -> None:
        if self.chosen is not None:
            self.waived.emit(self.chosen)

    def _enable(self) -> None:
        chosen = self.chosen
        self.waive.setEnabled(chosen is not None and chosen.severity is Severity.WARNING)
