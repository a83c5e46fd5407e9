"""Rows of rolls: the dice, who rolled, how the level was made, and what it came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPen
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.games import result_looks_of
from engine.games.game_appearance import UNKNOWN
from engine.narration.forecast_text import figure_value_text
from engine.narration.phrase_renderer import PhraseRenderer
from engine.narration.turn_text import turn_and_phase
from engine.session.roll_history import RollRecord
from engine.session.rule_explanations import ExplanationRequest
from engine.session.timeline import AnswerSource
from studio.rendering.charts.dice_pictures import IVORY, paint_die, text_colour_on
from studio.rendering.counters.counter_painter import side_colours
from studio.rendering.painting import make_colour
from studio.rendering.text_painting import draw_text
from studio.widgets.localization import Localizer
from studio.widgets.tokens import current_colours
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.panels.forecast_block_drawings import (
    ForecastBlockStyle,
    ForecastText,
    wrapped_height,
    write_wrapped,
)


@dataclass(frozen=True)
class RollText:
    """A roll as the strip shows it: its dice's colour, and all its words."""

    cast: RollRecord
    shade: str
    who: str
    sentence: str
    made: str  # how the level was made, what softened the result
    laid: str  # who laid the dice, if they did not fall by themselves
    result: str  # in words
    grade: str  # its colour, if it is a result of the game
    won_by: str = ""  # the colour of the side that the result names

    @property
    def asked(self) -> ExplanationRequest:
        """The inquiry about why it came to this."""
        rolled = self.cast.rolled
        cells = (rolled.cell, *rolled.looked_up) if rolled.cell is not None else rolled.looked_up
        return ExplanationRequest(self.as_text(), cells=cells, purpose=rolled.purpose)

    def as_text(self) -> str:
        """The line as it is copied and read aloud."""
        said = (self.who, self.sentence, self.made, self.laid, self.result)
        return "; ".join(words for words in said if words)


class RollTexts:
    """Puts rolls into lines, in one language."""

    def __init__(self, play: GameController, localize: Localizer) -> None:
        self.game, self.localize = play.session.game, localize
        self.speaker = PhraseRenderer(self.game, localize.language)
        self.names, self.results = self.speaker.names, result_looks_of(play.session.scenario.game)
        self.colours = side_colours(play.session.scenario)

    def of(self, cast: RollRecord) -> RollText:
        """One roll."""
        rolled, described = cast.rolled, self.game.rules.describe_rolled
        return RollText(
            cast,
            self.colours.get(rolled.side, IVORY),
            self._who(cast),
            described(rolled, self.localize.language),
            "; ".join(self._made(cast)),
            self._laid(cast),
            self._result(rolled.result),
            self.results.colour(rolled.result) if rolled.result in self.results else "",
            self.colours.get(rolled.result, ""),
        )

    def _who(self, cast: RollRecord) -> str:
        """Name the firer and target; else the unit, the hex, or the time of the roll."""
        if cast.rolled.unit:
            return self.speaker.unit(cast.rolled.unit)
        units = [self.speaker.unit(unit) for unit in cast.place.units]
        if cast.place.shot is not None and len(units) > 1:
            target, *firers = units
            return self.localize("strip-shot", firer=self.names.listed(firers), target=target)
        if units:
            return units[0]
        if cast.place.hexes:
            return self.names.label(cast.place.hexes[0])
        phase = self.names.word("phase", cast.phase)
        if not cast.turn:
            return phase
        return turn_and_phase(self.names.scenario.game, cast.turn, cast.phase, self.names.language)

    def _made(self, cast: RollRecord) -> Iterator[str]:
        rolled, localize = cast.rolled, self.speaker.render
        if rolled.corrections and rolled.level is not None:
            made = (
                f"{localize(each.what)} {localize(figure_value_text(each))}"
                for each in rolled.corrections
            )
            listed = self.names.listed(made)
            yield self.localize("strip-level", level=localize(rolled.level), corrections=listed)
        if rolled.softened is not None:
            yield self.localize("strip-softened", cause=localize(rolled.softened))

    def _laid(self, cast: RollRecord) -> str:
        if cast.override is not None:
            return self.localize("strip-overridden", why=cast.override.why)
        return self.localize("strip-by-hand") if cast.giver is AnswerSource.HAND else ""

    def _result(self, result: str) -> str:
        if result in self.results:
            return self.names.word("result", result)
        return self.names.side(result) if result in self.colours else result


LINE = Qt.ItemDataRole.UserRole
ABREAST = 4  # so many dice lie side by side, more in further rows
IDLE = 0.32  # how visible dice are that do not count
LINK = 1.4  # height of the link below the dice, in letters
Index = QModelIndex | QPersistentModelIndex


class RollDelegate(QStyledItemDelegate):
    """Draws a roll: its dice, who, what it came to, and the sentence."""

    def __init__(self, strip: QListWidget, localize: Localizer) -> None:
        super().__init__(strip)
        self._strip, self._localize = strip, localize

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size as high as its text."""
        wide = self._strip.viewport().width()
        line, look = index.data(LINE), self._look()
        drawn = RollRowLayout(line, look, QRectF(0, 0, wide, 0), self._localize("why"))
        return QSize(min(wide, 100), round(drawn.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, room = self._look(), QRectF(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            shade = self._strip.palette().color(QPalette.ColorRole.Accent)
            shade.setAlphaF(0.22)
            painter.fillRect(room, shade)
        elif index.row() % 2:
            painter.fillRect(room, look.faint(0.04))
        RollRowLayout(index.data(LINE), look, room, self._localize("why")).paint(painter)
        painter.restore()

    def is_question_at(self, index: Index, at: QPoint) -> bool:
        """Return True if a point of the strip is a roll's "why" button."""
        room = QRectF(self._strip.visualRect(index))
        return RollRowLayout(
            index.data(LINE), self._look(), room, self._localize("why")
        ).why.contains(QPointF(at))

    def _look(self) -> ForecastBlockStyle:
        strip = self._strip
        return ForecastBlockStyle.of(strip.palette(), strip.font(), self._localize.language)


class RollRowLayout:
    """The layout of a line."""

    def __init__(self, line: RollText, look: ForecastBlockStyle, room: QRectF, why: str) -> None:
        """`why`: the word that asks for its reasons."""
        self.line, self.look, self.room, self.asks = line, look, room, why
        self.die, self.edge = 1.7 * look.size, 0.5 * look.size
        self.step = self.die + 0.3 * look.size
        count = len(line.cast.rolled.faces)
        self.abreast, self.deep = min(max(count, 2), ABREAST), -(-count // ABREAST)
        self.left = 2 * self.edge + self.abreast * self.step
        self.words = room.width() - self.left - self.edge
        self.parts = [
            ForecastText(said, quiet=quiet)
            for said, quiet in ((line.sentence, False), (line.made, True), (line.laid, True))
            if said
        ]
        self.chip = self._chip_wide() if line.result else 0.0
        self.named = self.words - self.chip - 0.5 * look.size
        self.head = self._head_high() if line.who or line.result else 0.0
        below = sum(part.height(self.words, look) for part in self.parts)
        lowest = self.deep * self.step + (1.2 * look.size if count > 1 else 0)
        self.height = max(self.head + below, lowest + LINK * look.size) + 2 * self.edge
        wide = min(QFontMetricsF(look.small).horizontalAdvance(why), self.left - 4)
        middle = room.left() + self.edge + (self.abreast * self.step - 0.3 * look.size) / 2
        top = room.top() + self.edge + lowest
        self.why = QRectF(middle - wide / 2 - 2, top, wide + 4, LINK * look.size)

    def paint(self, painter: QPainter) -> None:
        """Draw dice and words."""
        self._paint_dice(painter)
        self._paint_why(painter)
        look, down = self.look, self.room.top() + self.edge
        if self.head:
            self._paint_head(painter, QRectF(self._across, down, self.words, self.head))
            down += self.head
        for part in self.parts:
            high = part.height(self.words, look)
            part.paint(painter, QRectF(self._across, down, self.words, high), look)
            down += high

    def _chip_wide(self) -> float:
        look = self.look
        return QFontMetricsF(look.small).horizontalAdvance(self.line.result) + look.size

    def _head_high(self) -> float:
        """One line, or as many as the name takes beside the result."""
        wrapped = wrapped_height(self.line.who, self.look.bold, self.named)
        return max(1.6 * self.look.size, wrapped + 0.15 * self.look.size)

    @property
    def _across(self) -> float:
        return self.room.left() + self.left

    def _paint_dice(self, painter: QPainter) -> None:
        cast, look = self.line.cast, self.look
        step, faces = self.step, cast.rolled.faces
        left, top = self.room.left() + self.edge, self.room.top() + self.edge
        if len(faces) == 1:
            left += step / 2
        for number, face in enumerate(faces):
            row, place = divmod(number, ABREAST)
            square = QRectF(left + place * step, top + row * step, self.die, self.die)
            is_idle = cast.rolled.least is not None and face < cast.rolled.least
            painter.setOpacity(IDLE if is_idle else 1.0)
            paint_die(painter, square, face, cast.sides, self.line.shade)
            painter.setOpacity(1.0)
            if self.line.laid:
                self._paint_laid(painter, square)
        if len(faces) > 1:
            middle = QPointF(left + (self.abreast * step - 0.3 * look.size) / 2,
                             top + self.deep * step + 0.55 * look.size)  # fmt: skip
            rolled = cast.rolled
            said = f"= {rolled.sum}" if rolled.least is None else f"✓ {rolled.counted}"
            draw_text(painter, middle, said, look.bold, look.ink)

    def _paint_why(self, painter: QPainter) -> None:
        """Paint the word that asks for its reasons, as a link."""
        font = QFont(self.look.small)
        font.setUnderline(True)
        draw_text(painter, self.why.center(), self.asks, font, self.look.ink)

    def _paint_laid(self, painter: QPainter, square: QRectF) -> None:
        """A frame round dice that were entered: whole by the umpire, dashed by a hand."""
        pen = QPen(make_colour(current_colours().warning), 2.0)
        if self.line.cast.override is None:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square.adjusted(-2, -2, 2, 2), 5, 5)

    def _paint_head(self, painter: QPainter, room: QRectF) -> None:
        """Paint the subject, and the result at the right."""
        line, look = self.line, self.look
        if line.result:
            chip = QRectF(room.right() - self.chip, room.top(), self.chip, 1.35 * look.size)
            shade = make_colour(line.grade or line.won_by or UNKNOWN)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(chip, 3, 3)
            draw_text(painter, chip.center(), line.result, look.small, text_colour_on(shade))
        write_wrapped(painter, room, line.who, look.bold, look.ink, self.named)
