"""The comparison of a trial's odds: by the rulebook, and by this scenario."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.games import result_looks_of
from engine.games.game_appearance import ResultLooks
from engine.games.rules_design import Rules, RulesDesign, TrialField, TrialValues
from engine.games.scenario_limits import RuleError
from engine.narration.number_format import format_decimal, format_tenths, round_decimal
from engine.narration.scenario_names import game_word
from engine.play.forecast_blocks import ResultChance
from engine.problems import SandtableError
from studio.rendering.charts.dice_pictures import result_colour, text_colour_on
from studio.widgets.form_fields import IntegerBox
from studio.widgets.localization import Localizer

MAX_COLUMNS, MIN_LETTERS = 2, 5
Chances = Mapping[str, Fraction]
Box = QComboBox | IntegerBox


class OddsComparison(QWidget):
    """The input for trying rules out, and its results before and after the changes."""

    changed = Signal()

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.boxes: dict[str, Box] = {}  # by field
        self.title, self.odds = QLabel(), OddsComparisonView(localize)
        self._labels: dict[str, QLabel] = {}
        self._fields: tuple[TrialField, ...] = ()
        self._form = QGridLayout()
        self._design: RulesDesign | None = None
        self._rules: Rules = {}
        self._game = ""
        self._lay_out()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        for column in range(MAX_COLUMNS):
            self._form.setColumnStretch(2 * column + 1, 1)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        layout.addLayout(self._form)
        layout.addWidget(self.odds)

    def show_rules(self, game: str, design: RulesDesign, rules: Rules) -> None:
        """Show the result of rules; nothing if a game cannot be tried without its map or table."""
        is_other, self._game, self._design, self._rules = game != self._game, game, design, rules
        try:
            fields = design.trial_fields(rules)
        except SandtableError:
            return  # the rules cannot be played; the problems say why
        if is_other or [each.id for each in fields] != list(self.boxes):
            self._make_boxes(fields)
        for field in fields:
            self._fill(self.boxes[field.id], field)
        self._fields = fields
        self.setVisible(bool(fields))
        self.set_texts()
        self._look()

    def _make_boxes(self, fields: tuple[TrialField, ...]) -> None:
        """A box with its label for each field, two side by side."""
        for widget in (*self._labels.values(), *self.boxes.values()):
            self._form.removeWidget(widget)
            widget.deleteLater()
        self._labels, self.boxes = {}, {}
        for place, field in enumerate(fields):
            row, column = divmod(place, MAX_COLUMNS)
            label, box = QLabel(), self._box(field)
            label.setBuddy(box)
            self._form.addWidget(label, row, 2 * column)
            self._form.addWidget(box, row, 2 * column + 1)
            self._labels[field.id], self.boxes[field.id] = label, box

    def _box(self, field: TrialField) -> Box:
        if field.words:
            words = QComboBox()
            words.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            words.setMinimumContentsLength(MIN_LETTERS)
            words.activated.connect(self._look)
            words.currentTextChanged.connect(words.setToolTip)
            return words
        count = IntegerBox(field.least, field.most, field.usual)
        count.valueChanged.connect(self._look)
        return count

    def _fill(self, box: Box, field: TrialField) -> None:
        if isinstance(box, QComboBox):
            _offer(box, {word.id: self._localize.localize_text(word.said) for word in field.words})
        else:
            with QSignalBlocker(box):
                box.setRange(field.least, field.most)

    def set_texts(self) -> None:
        """Say in the window's language what the fields are."""
        self.title.setText(f"<b>{self._localize('trial-title')}</b>")
        for field in self._fields:
            self._labels[field.id].setText(self._localize.localize_text(field.name))

    @property
    def values(self) -> TrialValues:
        """Return the values in the fields."""
        return {name: _value_of(box) for name, box in self.boxes.items()}

    def _look(self) -> None:
        if self._design is not None and self.boxes:
            after = _chances(self._design, self._rules, self.values)
            self.odds.show_odds(self._game, _chances(self._design, {}, self.values), after)
            self.changed.emit()


def _value_of(box: Box) -> str | int:
    return str(box.currentData()) if isinstance(box, QComboBox) else box.value()


def _chances(design: RulesDesign, rules: Rules, trial: TrialValues) -> Chances | None:
    """The chances by some rules; None where they have no such types, or cannot be played."""
    try:
        found: tuple[ResultChance, ...] = design.trial_odds(rules, trial)
    except (RuleError, SandtableError, KeyError):
        return None
    return {chance.result: chance.chance for chance in found}


def _offer(box: QComboBox, words: Mapping[str, str]) -> None:
    """Offer words; the one that is chosen stays so where it is still there."""
    with QSignalBlocker(box):
        chosen = box.currentData()
        box.clear()
        for word, said in words.items():
            box.addItem(said, word)
        box.setCurrentIndex(max(box.findData(chosen), 0))


class OddsComparisonView(QWidget):
    """Two strips of chances, one above the other, and a line for each result with the change."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize, self._game = localize, ""
        self.before: Chances | None = None
        self.after: Chances | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_odds(self, game: str, before: Chances | None, after: Chances | None) -> None:
        """Show chances by the rulebook and by the scenario; None where there are none."""
        self._game, self.before, self.after = game, before, after
        lines = [" ".join(line) for line in self.lines()]
        self.setAccessibleDescription("\n".join(lines))
        self.setToolTip("\n".join(" ".join(line) for line in self.fractions()))
        self.updateGeometry()
        self.update()

    @property
    def _results(self) -> ResultLooks:
        return result_looks_of(self._game)

    def lines(self) -> list[tuple[str, str, str, str, str]]:
        """A line for each result: its letter and words, before, after, and how much more."""
        before, after = self.before or {}, self.after or {}
        results = sorted({*before, *after}, key=self._results.weight)
        language = self._localize.language
        return [
            (
                result,
                game_word(self._game, "result", result, language),
                _shown(self.before, result, language),
                _shown(self.after, result, language),
                self._more(result),
            )
            for result in results
        ]

    def fractions(self) -> list[tuple[str, str]]:
        """The exact chances now."""
        after = self.after or {}
        return [
            (game_word(self._game, "result", result, self._localize.language), str(chance))
            for result, chance in after.items()
        ]

    def _more(self, result: str) -> str:
        if self.before is None or self.after is None:
            return ""
        more = self.after.get(result, Fraction(0)) - self.before.get(result, Fraction(0))
        shown = format_decimal(round_decimal(abs(100 * more), 1), self._localize.language)
        return "=" if not more else f"{'−' if more < 0 else '+'}{shown}"

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def _line(self) -> float:
        return QFontMetricsF(self.font()).height() + 5

    def sizeHint(self) -> QSize:
        """Two strips, a head and a line for each result."""
        count = len(self.lines()) + 1
        return QSize(240, round(2 * (self._line + 3) + count * self._line + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strips, then the lines."""
        painter, line = QPainter(self), self._line
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        painter.setPen(ink)
        words = (self._localize("trial-rulebook"), self._localize("trial-scenario"))
        letters = QFontMetricsF(self.font())
        first = max(map(letters.horizontalAdvance, words)) + 8
        for number, (said, odds) in enumerate(zip(words, (self.before, self.after), strict=True)):
            top = number * (line + 3)
            painter.setPen(ink)
            painter.drawText(QRectF(0, top, first, line), Qt.AlignmentFlag.AlignVCenter, said)
            self._paint_strip(painter, QRectF(first, top + 1, self.width() - first, line - 2), odds)
        self._paint_lines(painter, 2 * (line + 3) + 2)
        painter.end()

    def _paint_strip(self, painter: QPainter, room: QRectF, odds: Chances | None) -> None:
        """One strip, as long for each result as it is likely."""
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        if not odds:
            painter.setPen(faint)
            words = self._localize("trial-none" if odds is None else "trial-far")
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
            return
        left = room.left()
        for result in sorted(odds, key=self._results.weight):
            wide = float(odds[result]) * room.width()
            part, shade = (
                QRectF(left, room.top(), wide, room.height()),
                result_colour(self._results, result),
            )
            painter.fillRect(part, shade)
            if wide > self._line:
                painter.setPen(text_colour_on(shade))
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, result)
            left += wide
        painter.setPen(faint)
        painter.drawRect(room)

    def _paint_lines(self, painter: QPainter, top: float) -> None:
        line, right = self._line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        wides = [self.width() * share for share in (0.22, 0.22, 0.18)]
        left = self.width() - sum(wides)
        heads = ("", "", self._localize("trial-before"), self._localize("trial-after"), "±")
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        for number, row in enumerate([heads, *self.lines()]):
            down, across = top + number * line, left
            painter.setPen(faint if number == 0 else ink)
            if number:
                shade = result_colour(self._results, row[0])
                _paint_chip(painter, QRectF(0, down + 1, line - 2, line - 2), row[0], shade)
                painter.setPen(ink)
            room = QRectF(line + 4, down, left - line, line)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, row[1])
            for words, wide in zip(row[2:], wides, strict=True):
                is_more = number > 0 and words[:1] in "+−" and bool(words)
                painter.setFont(_heavy(self.font(), is_more))
                painter.drawText(QRectF(across, down, wide - 2, line), right, words)
                across += wide
            painter.setFont(self.font())


def _shown(odds: Chances | None, result: str, language: str) -> str:
    """A result's chance; a dash where there are no odds."""
    return "–" if odds is None else format_tenths(odds.get(result, Fraction(0)), language)


def _paint_chip(painter: QPainter, room: QRectF, result: str, shade: QColor) -> None:
    painter.fillRect(room, shade)
    painter.setPen(text_colour_on(shade))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, result)


def _heavy(letters: QFont, is_heavy: bool) -> QFont:
    heavy = QFont(letters)
    heavy.setBold(is_heavy)
    return heavy
