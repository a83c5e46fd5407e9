"""The tab of a file that cannot be read yet: its text, with what is wrong marked in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextEdit, QVBoxLayout

from engine.problems import InvalidFileError, Problem, Severity
from studio.documents.text_document import TextDocument
from studio.framework.background_checks import BackgroundChecker, Look
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import UndoableTextArea
from studio.widgets.localization import Localizer
from studio.widgets.tokens import colour_with_opacity, current_colours

PAUSE_MS = 200  # without a key, before the text is looked at
CALM_MS = 1200  # without a key, before it is taken for what it says it is


class TextChecker(BackgroundChecker):
    """Checks the text as it is typed."""

    def __init__(self, document: TextDocument) -> None:
        self._document = document
        super().__init__(document, PAUSE_MS)

    def _look(self) -> Look:
        return self._document.problem_finder()


class TextEditorTab(DocumentTab):
    """A text being corrected; once it can be read, and typing has paused, it opens as itself."""

    document: TextDocument
    readable = Signal()  # it has become what it says it is

    def __init__(self, document: TextDocument, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(document, localize)
        self._prompts = prompts
        self.words, self.find_map, self.area = (
            QLabel(wordWrap=True),
            QPushButton(),
            UndoableTextArea(),
        )
        self.area.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.area.setLineWrapMode(UndoableTextArea.LineWrapMode.NoWrap)
        head, layout = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.words, 1)
        head.addWidget(self.find_map)
        layout.addLayout(head)
        layout.addWidget(self.area, 1)
        self.find_map.hide()
        self.find_map.clicked.connect(self._find_map)
        self.area.edited.connect(self._edit)
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._settle)
        self.checking = TextChecker(document)
        self.checking.found.connect(self._check)
        document.changed.connect(self._show)
        localize.changed.connect(self._retranslate)
        self._retranslate()
        self._show()

    def _show(self) -> None:
        self.area.put(self.document.value)
        self._calm.start()

    def _edit(self) -> None:
        name = self.localize("step-text")
        self.document.apply(self.area.toPlainText(), name, self.area.typed)

    def _retranslate(self) -> None:
        self.words.setText(self.localize("text-broken"))
        self.find_map.setText(self.localize("find-map"))
        self.checking.schedule_check()

    def focus(self) -> None:
        """Give the keyboard focus to the text."""
        self.area.setFocus()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self._calm.stop()
        self.localize.changed.disconnect(self._retranslate)
        self.document.changed.disconnect(self._show)

    # --- problems ---------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """Return the problems that keep the text from being read."""
        return self.checking.problems

    def show_problem(self, problem: Problem) -> None:
        """Put the cursor where a problem is."""
        self.area.setTextCursor(self._cursor(problem))
        self.area.centerCursor()
        self.area.setFocus()

    def _check(self) -> None:
        """Mark what was found; go to the first of it when the text was just opened."""
        is_first = not self.area.extraSelections() and not self.document.is_dirty
        here = [each for each in self.problems if each.file == str(self.document.path)]
        self.area.setExtraSelections([self._marked(problem) for problem in here])
        self.find_map.setVisible("no-such-map" in [problem.code for problem in self.problems])
        if is_first and here:
            self.area.setTextCursor(self._cursor(here[0]))
            self.area.centerCursor()
        self.checked.emit()

    def _cursor(self, problem: Problem) -> QTextCursor:
        block = self.area.document().findBlockByNumber(problem.mark.line - 1)
        cursor = QTextCursor(self.area.document())
        if block.isValid():
            column = min(problem.mark.column - 1, max(block.length() - 1, 0))
            cursor.setPosition(block.position() + column)
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End)
        return cursor

    def _marked(self, problem: Problem) -> QTextEdit.ExtraSelection:
        """The rest of the line from where a problem is, underlined."""
        marked = QTextEdit.ExtraSelection()
        marked.cursor = self._cursor(problem)
        end = QTextCursor.MoveOperation.EndOfBlock
        marked.cursor.movePosition(end, QTextCursor.MoveMode.KeepAnchor)
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        colours = current_colours()
        shade = colours.danger if problem.severity is Severity.ERROR else colours.warning
        look.setUnderlineColor(QColor(shade))
        look.setBackground(colour_with_opacity(shade, 0.15))
        marked.format = look
        return marked

    # --- becoming what it says --------------------------------------------------------------------

    def _find_map(self) -> None:
        """Ask where the map is, and name it in the text."""
        path = self.document.path
        file = self._prompts.map_file(path)
        if file is None:
            return
        try:
            said = self.document.text_with_map_file(Path(file))
        except InvalidFileError as error:
            self.refused.emit(str(error))
            return
        self.document.apply(said, self.localize("find-map"))

    def _settle(self) -> None:
        """Open it if it can be read, once typing has paused."""
        if self.checking.is_waiting:
            self._calm.start()
        elif self.document.history.index() and self.document.is_readable:
            self.readable.emit()
