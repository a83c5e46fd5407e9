"""Fields for what an author writes: every letter counts at once, a run of typing is one step."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.languages import LANGUAGES, MADE_IN, language_name, shown_languages
from engine.texts import LocalText
from studio.rendering.markdown_layout import set_markdown
from studio.widgets.containers import use_compact_tabs
from studio.widgets.form_fields import (
    IntegerBox,
    PlainTextArea,
    PlainTextLine,
    merge_language_lines,
)
from studio.widgets.localization import Localizer

_bursts = count(1)
SHOWN_AT_ONCE = 1_000  # letters of a text whose preview follows every key
TYPING_RESTS_MS = 300
PRESSES = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
UNDOING = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def is_undo_redo_event(event: QEvent) -> bool:
    """Return True if an event is undo or redo, which the window handles, step by step."""
    if not isinstance(event, QKeyEvent) or event.type() not in PRESSES:
        return False
    return any(event.matches(keys) for keys in UNDOING)


def new_typing_session() -> str:
    """A new, unique name for a run of typing."""
    return f"typed-{next(_bursts)}"


class UndoableLine(PlainTextLine):
    """A line of text that leaves undo and redo to the window."""

    def event(self, event: QEvent) -> bool:
        """Handle what is meant for the line."""
        if is_undo_redo_event(event):
            event.ignore()
            return True
        return super().event(event)


class UndoableNumberBox(IntegerBox):
    """A whole number; undo and redo are the window's. `typed` is as of a line."""

    def __init__(self, least: int, most: int, value: int = 0) -> None:
        super().__init__(least, most, value)
        self.setLineEdit(UndoableLine())
        self.typed = new_typing_session()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new step of typing."""
        self.typed = new_typing_session()
        super().focusInEvent(event)


class UndoableComboBox(QComboBox):
    """One of several things; what arrow keys run through until the field is left is one step."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = new_typing_session()

    def showPopup(self) -> None:
        """Begin a new step for a choice from the list."""
        self.typed = new_typing_session()
        super().showPopup()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new step for what the arrow keys choose."""
        self.typed = new_typing_session()
        super().focusInEvent(event)


class UndoableEditableBox(UndoableComboBox):
    """Words to choose from, or to be written; undo and redo are the window's."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.setLineEdit(UndoableLine())


class UndoableTextLine(UndoableLine):
    """A line of text; `typed` is the name of what is typed until the field is left."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = new_typing_session()
        self._owner: object = None
        self.setMinimumWidth(60)

    def show_text_of(self, owner: object, words: str) -> None:
        """Show a text of something; what is half typed stays as long as it is of the same."""
        if self._owner != owner or not self.hasFocus():
            self.put(words)
        self._owner = owner

    def put(self, words: str) -> None:
        """Show a text, the cursor staying where it is."""
        if self.text() != words:
            place = self.cursorPosition()
            self.setText(words)
            self.setCursorPosition(min(place, len(words)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new step of typing."""
        self.typed = new_typing_session()
        super().focusInEvent(event)


class UndoableTextArea(PlainTextArea):
    """Several lines of text, likewise; Tab leaves the field."""

    edited = Signal()  # by the user

    def __init__(self) -> None:
        super().__init__()
        self.typed = new_typing_session()
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.edited)

    def put(self, words: str) -> None:
        """Show a text without reporting an edit."""
        if self.toPlainText() != words:
            with QSignalBlocker(self):
                place = self.textCursor().position()
                self.setPlainText(words)
                cursor = self.textCursor()
                cursor.setPosition(min(place, len(words)))
                self.setTextCursor(cursor)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new step of typing."""
        self.typed = new_typing_session()
        super().focusInEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window."""
        if is_undo_redo_event(event):
            event.ignore()
            return True
        return super().event(event)


class LocalizedField(QWidget):
    """A text in every language, a line each."""

    edited = Signal(object, str)  # LocalText, and what is typed with it

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._was: LocalText = ""
        self.lines = {language: UndoableTextLine() for language in LANGUAGES}
        self._labels = {language: QLabel() for language in LANGUAGES}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(2)
        for row, (language, line) in enumerate(self.lines.items()):
            self._labels[language].setBuddy(line)
            layout.addWidget(self._labels[language], row, 0)
            layout.addWidget(line, row, 1)
            line.textEdited.connect(lambda _, line=line: self._edit(line))
        self.setFocusProxy(self.lines[MADE_IN[0]])

    def put(self, words: LocalText) -> None:
        """Show a text, unless it is what the lines say already."""
        self._was = words
        if self._said() != words:
            said = as_localized(words, self._localize.language)
            for language, line in self.lines.items():
                line.put(said.get(language, ""))
        others = [line.text().strip() for line in self.lines.values()]
        for line in self.lines.values():
            line.setPlaceholderText(next(filter(None, others), ""))
        self._show_rows()

    def _show_rows(self) -> None:
        shown = shown_languages(self._localize.language, self._was)
        for language, line in self.lines.items():
            line.setVisible(language in shown)
            self._labels[language].setVisible(language in shown)

    def set_texts(self) -> None:
        """Name the languages."""
        for language, label in self._labels.items():
            label.setText(language_name(language))
        self._show_rows()

    def _said(self) -> LocalText:
        return merge_language_lines(
            self._was, {name: line.text() for name, line in self.lines.items()}
        )

    def _edit(self, line: UndoableTextLine) -> None:
        self.edited.emit(self._said(), line.typed)


def as_localized(words: LocalText, language: str) -> Mapping[str, str]:
    """A text by languages; one for all of them stands in the window's."""
    return {language: words} if isinstance(words, str) else words


class LocalizedTextArea(QWidget):
    """A long text in every language: a tab each, and below it how its Markdown looks."""

    edited = Signal(object, str)  # LocalText, and what is typed with it

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._was: LocalText = ""
        self._rendered = ""
        self._rendering = QTimer(self, singleShot=True, interval=TYPING_RESTS_MS)
        self._rendering.timeout.connect(self._render)
        self.tabs = QTabBar(expanding=False, drawBase=False)
        use_compact_tabs(self.tabs)
        self.preview_wanted = QCheckBox()
        self.preview_wanted.setChecked(True)
        self.areas = {language: UndoableTextArea() for language in LANGUAGES}
        self.pages, self.preview = QStackedWidget(), QTextBrowser()
        self.preview.setOpenExternalLinks(True)
        self.preview.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for language, area in self.areas.items():
            self.tabs.addTab("")
            self.pages.addWidget(area)
            area.edited.connect(lambda language=language: self._edit(language))
        self._lay_out()
        self.tabs.currentChanged.connect(self._turn)
        self.preview_wanted.toggled.connect(self.preview.setVisible)
        self.tabs.setCurrentIndex(list(LANGUAGES).index(localize.language))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.parts.addWidget(self.pages)
        self.parts.addWidget(self.preview)
        self.parts.setChildrenCollapsible(False)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.tabs)
        layout.addWidget(self.parts, 1)
        layout.addWidget(self.preview_wanted)
        self.setFocusProxy(self.tabs)

    @property
    def language(self) -> str:
        """The language in front."""
        return list(LANGUAGES)[max(self.tabs.currentIndex(), 0)]

    def put(self, words: LocalText) -> None:
        """Show a text, unless it is what the areas say already."""
        self._was = words
        is_typed = self._said() == words
        if not is_typed:
            said = as_localized(words, self._localize.language)
            for language, area in self.areas.items():
                area.put(said.get(language, ""))
        self._show_tabs()
        if is_typed:
            self._render_soon()
        else:
            self._render()

    def set_texts(self) -> None:
        """Name the languages."""
        self.preview_wanted.setText(self._localize("story-preview"))
        self.preview_wanted.setToolTip(self._localize("story-preview-hint"))
        for place, language in enumerate(LANGUAGES):
            self.tabs.setTabText(place, language_name(language))
        self._show_tabs()

    def _show_tabs(self) -> None:
        shown = shown_languages(self._localize.language, self._was)
        for place, language in enumerate(LANGUAGES):
            self.tabs.setTabVisible(place, language in shown)

    def _turn(self, place: int) -> None:
        self.pages.setCurrentIndex(place)
        self._render()

    def _render(self) -> None:
        """Show the text in front as it will look; who reads on at a place of it stays there."""
        self._rendering.stop()
        words = self.areas[self.language].toPlainText()
        if words != self._rendered:
            self._rendered = words
            bar = self.preview.verticalScrollBar()
            place = bar.value()
            set_markdown(self.preview.document(), words)
            bar.setValue(place)

    def _render_soon(self) -> None:
        """Show it now where that takes no time, else once the typing rests."""
        if len(self.areas[self.language].toPlainText()) <= SHOWN_AT_ONCE:
            self._render()
        else:
            self._rendering.start()

    def _said(self) -> LocalText:
        return merge_language_lines(
            self._was, {name: area.toPlainText() for name, area in self.areas.items()}
        )

    def _edit(self, language: str) -> None:
        self._render_soon()
        self.edited.emit(self._said(), self.areas[language].typed)
