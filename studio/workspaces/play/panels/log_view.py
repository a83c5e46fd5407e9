"""The log of a session: sentences under headings, followed to its end, and saved as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPalette,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from engine.narration.game_report import escape
from engine.session.timeline import LogLine


def as_text(lines: Iterable[LogLine]) -> str:
    """Lines as plain text, an empty line before every turn."""
    return "".join("\n" * (line.rank == 1) + line.words + "\n" for line in lines).lstrip("\n")


def as_markdown(title: str, lines: Iterable[LogLine]) -> str:
    """A log as Markdown: turns and phases as headings, events as a list."""
    return f"# {escape(title)}\n" + "".join(_write(lines))


def _write(lines: Iterable[LogLine]) -> Iterator[str]:
    was_event = False
    for line in lines:
        words = escape(line.words)
        if line.rank:
            yield f"\n{'#' * (line.rank + 1)} {words}\n"
        else:
            yield f"- {words}\n" if was_event else f"\n- {words}\n"
        was_event = not line.rank


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LogView(QPlainTextEdit):
    """Shows lines of a log. It stays at the end until the user scrolls up."""

    visited = Signal(object)  # LogLine: its place is to be shown
    gone_to = Signal(object)  # LogLine: its moment is to be shown
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[LogLine] = []
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.cursorPositionChanged.connect(self._mark_line)
        self._follows = True  # until the user scrolls up
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._note_scroll)
        bar.rangeChanged.connect(self._stay_at_end)

    # --- what is shown ----------------------------------------------------------------------------

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Show these lines; those already shown are left alone."""
        pairs = zip(self.lines, lines, strict=False)
        kept = sum(
            1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs)
        )
        if kept == len(self.lines) == len(lines):
            return
        bar, row = self.verticalScrollBar(), self.textCursor().blockNumber()
        follows, was = self._follows, bar.value()
        self._cut(kept)
        self._append(lines[kept:])
        self._put_caret(row)
        bar.setValue(bar.maximum() if follows else was)
        self._follows = follows

    def _note_scroll(self, value: int) -> None:
        """At the end the view follows; anywhere above, it stays."""
        self._follows = value >= self.verticalScrollBar().maximum()

    def _stay_at_end(self) -> None:
        """Stay at the end when lines wrap differently, or only now have room."""
        if self._follows:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep following the end after a resize, and when first shown."""
        follows = self._follows
        super().resizeEvent(event)
        self._follows = follows
        self._stay_at_end()

    def _cut(self, kept: int) -> None:
        """Leave only the first lines."""
        if kept >= len(self.lines):
            return
        del self.lines[kept:]
        cursor = QTextCursor(self.document().findBlockByNumber(kept))
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if kept:
            cursor.deletePreviousChar()  # the end of the line before

    def _append(self, lines: Sequence[LogLine]) -> None:
        document = self.document()
        cursor = QTextCursor(document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for row, line in enumerate(lines, len(self.lines)):
            letters, block = self._formats(line, row)
            if document.isEmpty():
                cursor.setBlockFormat(block)
                cursor.setBlockCharFormat(letters)
            else:
                cursor.insertBlock(block, letters)
            cursor.insertText(line.words, letters)
        self.lines += lines
        cursor.endEditBlock()

    def _formats(self, line: LogLine, row: int) -> tuple[QTextCharFormat, QTextBlockFormat]:
        """Headings are heavier, turns on a band; what came of an umpire's act in another ink."""
        letters, block = QTextCharFormat(), QTextBlockFormat()
        palette = self.palette()
        if line.rank:
            letters.setFontWeight(QFont.Weight.Bold)
        if line.rank == 1:
            block.setBackground(palette.brush(QPalette.ColorRole.Button))
        elif line.rank:
            letters.setForeground(palette.brush(QPalette.ColorRole.PlaceholderText))
        elif row % 2:
            block.setBackground(palette.brush(QPalette.ColorRole.AlternateBase))
        if line.is_umpires:
            letters.setForeground(palette.brush(QPalette.ColorRole.BrightText))
        return letters, block

    def changeEvent(self, event: QEvent) -> None:
        """Another theme has other inks."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            lines, self.lines = self.lines, []
            self.clear()
            self.show_lines(lines)

    # --- the selected line ------------------------------------------------------------------------

    @property
    def line(self) -> LogLine | None:
        """The line the caret is in."""
        row = self.textCursor().blockNumber()
        return self.lines[row] if row < len(self.lines) else None

    def choose(self, row: int) -> None:
        """Put the caret into a line."""
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(row)))

    def _put_caret(self, row: int) -> None:
        """Keep the caret in its line, whatever was written behind it."""
        self.blockSignals(True)
        self.choose(min(row, max(len(self.lines) - 1, 0)))
        self.blockSignals(False)
        self._mark_line()

    def _mark_line(self) -> None:
        mark = QTextEdit.ExtraSelection()
        shade = self.palette().color(QPalette.ColorRole.Accent)
        shade.setAlphaF(0.25)
        mark.format.setBackground(shade)
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.cursor = self.textCursor()
        mark.cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        mark.cursor.movePosition(
            QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
        )
        self.setExtraSelections([mark] if self.hasFocus() else [])

    def copy_line(self) -> None:
        """Copy what is selected, or the selected line."""
        if self.textCursor().hasSelection():
            self.copy()
        elif self.line is not None:
            QGuiApplication.clipboard().setText(self.line.words)

    def copy_all(self) -> None:
        """Copy all that is shown."""
        QGuiApplication.clipboard().setText(as_text(self.lines))

    # --- what the user does -----------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the place, with Ctrl it goes to the moment; Ctrl+C copies."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_line()
        elif event.key() in ENTER and self.line is not None:
            is_going = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            (self.gone_to if is_going else self.visited).emit(self.line)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click shows the place; a drag selects words."""
        super().mouseReleaseEvent(event)
        is_click = event.button() is Qt.MouseButton.LeftButton
        if is_click and not self.textCursor().hasSelection() and self.line is not None:
            self.visited.emit(self.line)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click goes to the moment."""
        if event.button() is Qt.MouseButton.LeftButton and self.line is not None:
            self.gone_to.emit(self.line)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the line under the pointer."""
        if not self.textCursor().hasSelection():
            self.setTextCursor(self.cursorForPosition(event.pos()))
        self.menu_wanted.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the selected line."""
        super().focusInEvent(event)
        self._mark_line()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Deselect the line."""
        super().focusOutEvent(event)
        self._mark_line()
