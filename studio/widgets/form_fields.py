"""Fields of forms: metres without trailing zeros, counts, letters, texts by language.

Lines and areas of text that take in what belongs there, whatever is pasted into them.

A cell of a spreadsheet comes with the end of its line, a text of a word processor with characters
that no file can hold.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QLocale, QMimeData, Signal
from PySide6.QtGui import QPalette, QValidator
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.files.source_text import NO_TEXT
from engine.hexes.labels import letters_to_number, number_to_letters
from engine.languages import LANGUAGES, language_name, shown_languages
from engine.texts import LocalText
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length

LINE_ENDS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
LAST_ENDS = re.compile(rf"{LINE_ENDS.pattern}\Z")
SOFT_ENDS = re.compile("[\v\f\x85]")  # as word processors end a line in a paragraph, or a page


class SingleLineValidator(QValidator):
    """Makes one line of whatever comes into a line of text."""

    def validate(self, words: str, place: int) -> tuple[QValidator.State, str, int]:
        """Return the line without line breaks, with its cursor."""
        if LINE_ENDS.search(words) or NO_TEXT.search(words):
            halves = words.encode("utf-16-le", "surrogatepass")
            before = _joined(halves[: 2 * place].decode("utf-16-le", "replace"))
            words = _joined(LAST_ENDS.sub("", words))
            place = min(_length(before), _length(words))
        return QValidator.State.Acceptable, words, place


class PlainTextLine(QLineEdit):
    """A line of words to be kept."""

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.setValidator(SingleLineValidator(self))


class PlainTextArea(QPlainTextEdit):
    """Several lines of words to be kept."""

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take in what is pasted or dropped, as far as a file can hold it."""
        words = QMimeData()
        words.setText(NO_TEXT.sub("", SOFT_ENDS.sub("\n", source.text())))
        super().insertFromMimeData(words)


def _joined(words: str) -> str:
    return NO_TEXT.sub("", LINE_ENDS.sub(" ", words))


def _length(words: str) -> int:
    """Return the length by Qt's count, in which some characters are two."""
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


DECIMALS = 6
MAY_BREAK = "\u200b"  # shows nothing; what lies behind it may go to the next line
LONG_WORD = re.compile(r"[^\s/\\]{24}(?=\S)|[/\\](?=\S)")
LINES_KEPT = 2  # for words about what is wrong
MAX_LETTERED = 26 + 26**2 + 26**3  # ZZZ


class MetresBox(QDoubleSpinBox):
    """A length; it is kept to the millionth and shown as short as it can be written."""

    def __init__(self, least: float, most: float, value: float = 0.0) -> None:
        super().__init__()
        self.setLocale(QLocale.c())
        self.setDecimals(DECIMALS)
        self.setRange(least, most)
        self.setValue(value)

    def textFromValue(self, value: float) -> str:
        """Return the number as a file would write it."""
        return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")


class IntegerBox(QSpinBox):
    """A whole number."""

    def __init__(self, least: int, most: int, value: int = 0) -> None:
        super().__init__()
        self.setRange(least, most)
        self.setValue(value)


class LetterNumberBox(QSpinBox):
    """A number written in letters: A … Z, AA … ZZZ."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(1, MAX_LETTERED)

    def textFromValue(self, value: int) -> str:
        """1 as A."""
        return number_to_letters(value)

    def valueFromText(self, text: str) -> int:
        """A as 1."""
        return letters_to_number(text.strip().upper())

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """One to three letters."""
        word = text.strip().upper()
        if not word:
            return QValidator.State.Intermediate, text, position
        is_fine = word.isascii() and word.isalpha() and len(word) <= 3
        state = QValidator.State.Acceptable if is_fine else QValidator.State.Invalid
        return state, text, position


class FieldErrorLabel(QLabel):
    """The error of the field above, in words; hidden if there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setForegroundRole(QPalette.ColorRole.BrightText)
        self.tell("")

    def tell(self, words: str) -> None:
        """Show what is wrong; hide for empty words."""
        self.setText(LONG_WORD.sub(lambda word: word[0] + MAY_BREAK, words))
        self.setAccessibleName(words)
        self.setVisible(bool(words))

    def text(self) -> str:
        """Return the error without the marks for line breaks in a long path."""
        return super().text().replace(MAY_BREAK, "")

    def keep_room(self) -> None:
        """Keep its space while hidden, so that the fields do not move."""
        self.setMinimumHeight(LINES_KEPT * self.fontMetrics().lineSpacing())
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)


class LocalizedLine(QWidget):
    """A text in every language of the program, a line each.

    One that is the same for all languages stands in the line of the window's language; what is left
    empty shows what is read there instead.
    """

    changed = Signal()

    def __init__(self, localize: Localizer, was: LocalText) -> None:
        super().__init__()
        self._was = was
        self.lines: dict[str, QLineEdit] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        said = {localize.language: was} if isinstance(was, str) else dict(was)
        shown = shown_languages(localize.language, was)
        ordered = sorted(shown, key=lambda language: language != localize.language)
        for row, language in enumerate(ordered):
            line = self.lines[language] = PlainTextLine(said.get(language, ""))
            line.setMinimumWidth(scale_length(140))
            line.textChanged.connect(self._follow)
            label = QLabel(language_name(language))
            label.setBuddy(line)
            layout.addWidget(label, row, 0)
            layout.addWidget(line, row, 1)
        self.setFocusProxy(self.lines[localize.language])
        self._follow()

    def text(self) -> LocalText:
        """The text as written now."""
        return merge_language_lines(
            self._was, {lang: line.text() for lang, line in self.lines.items()}
        )

    def _follow(self) -> None:
        said = [line.text().strip() for line in self.lines.values()]
        for line in self.lines.values():
            line.setPlaceholderText(next(filter(None, said), ""))
        self.changed.emit()


def merge_language_lines(was: LocalText, lines: dict[str, str]) -> LocalText:
    """A text with these lines, by language; languages without a line keep theirs.

    A plain text stays one while one line alone is written.
    """
    said = {language: lines[language].strip() for language in LANGUAGES if lines.get(language)}
    said = {language: words for language, words in said.items() if words}
    if isinstance(was, str):
        return said if len(said) > 1 else next(iter(said.values()), "")
    others = {language: words for language, words in was.items() if language not in lines}
    kept = {language: said[language] for language in was if language in said}
    return {**kept, **said, **others} or ""


def accept_cancel_buttons(
    dialog: QDialog, use: str, localize: Localizer
) -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons of a dialog, and the one that takes what is chosen, which Enter presses."""
    roles, buttons = QDialogButtonBox.ButtonRole, QDialogButtonBox()
    accept = buttons.addButton(use, roles.AcceptRole)
    accept.setDefault(True)
    buttons.addButton(localize("cancel"), roles.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, accept
