"""The rolls of a game as dice, the newest first, with what each came to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from engine.games import results_of
from engine.games.looks import UNKNOWN
from engine.session.casts import Cast, casts
from engine.session.explaining import Inquiry
from engine.session.moments import Giver
from engine.telling.outlooks import value_of
from engine.telling.speaker import Speaker
from engine.telling.turns import turn_and_phase
from studio.drawing.counters import side_colours
from studio.drawing.dice import IVORY, paint_die
from studio.drawing.inks import colour
from studio.drawing.lettering import write
from studio.drawing.outcomes import lettering_on
from studio.parts.asking import Asking
from studio.parts.speech import Speech
from studio.parts.unsought import Unsought
from studio.playtest.board.finger import Finger
from studio.playtest.board.play import Play
from studio.playtest.panels.blocks import BlockLook, OutlookWords, high_of, write_wrapped
from studio.playtest.panels.following import PlayFollower, rolls

LINE = Qt.ItemDataRole.UserRole
ABREAST = 4  # so many dice lie side by side, more in further rows
IDLE = 0.32  # how much is seen of dice that do not count
Index = QModelIndex | QPersistentModelIndex
USUAL = QSize(340, 240)


@dataclass(frozen=True)
class StripLine:
    """A roll as the strip shows it: its dice's colour, and all its words."""

    cast: Cast
    shade: str
    who: str
    sentence: str
    made: str  # how the level was made, what softened the result
    laid: str  # who laid the dice, if they did not fall by themselves
    result: str  # in words
    grade: str  # its colour, if it is a result of the game
    won_by: str = ""  # the colour of the side that the result names

    @property
    def asked(self) -> Inquiry:
        """What is asked by who wants to know why it came to this."""
        rolled = self.cast.rolled
        cells = (rolled.cell, *rolled.looked_up) if rolled.cell is not None else rolled.looked_up
        return Inquiry(self.as_text(), cells=cells, purpose=rolled.purpose)

    def as_text(self) -> str:
        """The line as it is copied and read aloud."""
        said = (self.who, self.sentence, self.made, self.laid, self.result)
        return "; ".join(words for words in said if words)


class Lines:
    """Puts rolls into lines, in one language."""

    def __init__(self, play: Play, say: Speech) -> None:
        self.game, self.say = play.session.game, say
        self.speaker = Speaker(self.game, say.language)
        self.names, self.results = self.speaker.names, results_of(play.session.scenario.game)
        self.colours = side_colours(play.session.scenario)

    def of(self, cast: Cast) -> StripLine:
        """One roll."""
        rolled, described = cast.rolled, self.game.rules.describe_rolled
        return StripLine(
            cast,
            self.colours.get(rolled.side, IVORY),
            self._who(cast),
            described(rolled, self.say.language),
            "; ".join(self._made(cast)),
            self._laid(cast),
            self._result(rolled.result),
            self.results.colour(rolled.result) if rolled.result in self.results else "",
            self.colours.get(rolled.result, ""),
        )

    def _who(self, cast: Cast) -> str:
        """Who fires at whom; else the unit, the hex, or the time it is about."""
        if cast.rolled.unit:
            return self.speaker.unit(cast.rolled.unit)
        units = [self.speaker.unit(unit) for unit in cast.place.units]
        if cast.place.shot is not None and len(units) > 1:
            target, *firers = units
            return self.say("strip-shot", firer=self.names.listed(firers), target=target)
        if units:
            return units[0]
        if cast.place.hexes:
            return self.names.label(cast.place.hexes[0])
        phase = self.names.word("phase", cast.phase)
        if not cast.turn:
            return phase
        return turn_and_phase(self.names.scenario.game, cast.turn, cast.phase, self.names.language)

    def _made(self, cast: Cast) -> Iterator[str]:
        rolled, say = cast.rolled, self.speaker.say
        if rolled.corrections and rolled.level is not None:
            made = (f"{say(each.what)} {value_of(each)}" for each in rolled.corrections)
            listed = self.names.listed(made)
            yield self.say("strip-level", level=say(rolled.level), corrections=listed)
        if rolled.softened is not None:
            yield self.say("strip-softened", cause=say(rolled.softened))

    def _laid(self, cast: Cast) -> str:
        if cast.override is not None:
            return self.say("strip-overridden", why=cast.override.why)
        return self.say("strip-by-hand") if cast.giver is Giver.HAND else ""

    def _result(self, result: str) -> str:
        if result in self.results:
            return self.names.word("result", result)
        return self.names.side(result) if result in self.colours else result


class DiceStrip(Unsought, QListWidget):
    """The last rolls that may be known to who looks; a click shows where they belong."""

    chosen = Signal(object)  # Cast: to be shown on its table
    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, say: Speech, asking: Asking) -> None:
        super().__init__()
        self._say, self._asking = say, asking
        self._play: Play | None = None
        self._finger: Finger | None = None
        self._shown: object = None  # rolls, and the language they are told in
        self.menu: QMenu | None = None
        self.setItemDelegate(_Delegate(self, say))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.itemClicked.connect(self._show_item)
        self.itemActivated.connect(self._show_item)
        self.seen = PlayFollower(self, self.refresh, rolls)
        say.changed.connect(self.seen.look)

    def sizeHint(self) -> QSize:
        """Room for a few rolls."""
        return USUAL

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: Play | None, finger: Finger | None) -> None:
        """Follow another game, or none."""
        self._play, self._finger, self._shown = play, finger, None
        self.seen.follow(play)

    def refresh(self) -> None:
        """The game has gone on or back: what was rolled until now."""
        language = self._say.language
        made = casts(self._play.session) if self._play is not None else []
        if (made, language) == self._shown:
            return
        self._shown = (made, language)
        self.clear()
        for line in self._lines(made):
            item = QListWidgetItem(line.as_text())
            item.setData(LINE, line)
            self.addItem(item)

    def lines(self) -> list[StripLine]:
        """What is shown, the newest first."""
        return [self.item(row).data(LINE) for row in range(self.count())]

    def _lines(self, made: Sequence[Cast]) -> list[StripLine]:
        if self._play is None:
            return []
        told = Lines(self._play, self._say)
        return [told.of(cast) for cast in made]

    # --- one roll ---------------------------------------------------------------------------------

    def _show_item(self, item: QListWidgetItem) -> None:
        self.show_roll(item.data(LINE).cast)

    def show_roll(self, cast: Cast) -> None:
        """Show a roll's cell in the tables, and its place on the map."""
        if self._finger is not None and cast.place.hexes:
            self._finger.point_out(cast.place)
        self.chosen.emit(cast)

    def _offer(self, at: QPoint) -> None:
        """What can be done with the roll at a point, or with the one the keyboard is at."""
        index = self.indexAt(at)
        index = index if index.isValid() else self.currentIndex()
        if not index.isValid():
            return
        line: StripLine = index.data(LINE)
        cast, place = line.cast, self.viewport().mapToGlobal(at)
        menu = self.menu = QMenu(self)
        menu.addAction(self._say("strip-show"), lambda: self.show_roll(cast))
        menu.addAction(self._say("why"), lambda: self.asked_why.emit((line.asked,), place))
        override = menu.addAction(self._say("strip-override"), lambda: self.override(cast))
        override.setEnabled(cast.answer is not None)
        menu.popup(place)

    def override(self, cast: Cast) -> None:
        """Ask which faces are to lie instead and why, and go on from there in another branch."""
        play, say = self._play, self._say
        if play is None or cast.answer is None:
            return
        named = play.session.game.rules.describe_rolled(cast.rolled, say.language)
        later = len(play.session.game.answers) - cast.answer - 1
        key = "strip-override-faces" if play.session.keeps_branches else "strip-override-back"
        title, question = say("strip-override-title"), say(key, roll=named, count=later)
        was = " ".join(map(str, cast.rolled.faces))
        written = self._asking.line(title, question, was)
        if written is None:
            return
        faces = [int(face) for face in re.findall(r"\d+", written)]
        why = self._asking.line(title, say("strip-override-why"))
        if why is None:
            return
        number, who = cast.answer, say("strip-umpire")
        play.jump(lambda: play.session.override_dice(number, faces, who, why))

    # --- looks ------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentences anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say how rolls get here where there are none yet."""
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = self.viewport().rect().adjusted(12, 12, -12, -12)
            painter.drawText(room, int(Qt.TextFlag.TextWordWrap), self._say("strip-none"))
            painter.end()


class _Delegate(QStyledItemDelegate):
    """Draws a roll: its dice, who, what it came to, and the sentence."""

    def __init__(self, strip: DiceStrip, say: Speech) -> None:
        super().__init__(strip)
        self._strip, self._say = strip, say

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its words make it."""
        wide = self._strip.viewport().width()
        line, look = index.data(LINE), self._look()
        drawn = _Row(line, look, QRectF(0, 0, wide, 0))
        return QSize(min(wide, 100), round(drawn.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, room = self._look(), QRectF(option.rect)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            shade = self._strip.palette().color(QPalette.ColorRole.Highlight)
            shade.setAlphaF(0.22)
            painter.fillRect(room, shade)
        elif index.row() % 2:
            painter.fillRect(room, look.faint(0.04))
        _Row(index.data(LINE), look, room).paint(painter)
        painter.restore()

    def _look(self) -> BlockLook:
        strip = self._strip
        return BlockLook.of(strip.palette(), strip.font(), self._say.language)


class _Row:
    """Where everything of a line lies."""

    def __init__(self, line: StripLine, look: BlockLook, room: QRectF) -> None:
        self.line, self.look, self.room = line, look, room
        self.die, self.edge = 1.7 * look.size, 0.5 * look.size
        self.step = self.die + 0.3 * look.size
        count = len(line.cast.rolled.faces)
        self.abreast, self.deep = min(max(count, 2), ABREAST), -(-count // ABREAST)
        self.left = 2 * self.edge + self.abreast * self.step
        self.words = room.width() - self.left - self.edge
        self.parts = [
            OutlookWords(said, quiet=quiet)
            for said, quiet in ((line.sentence, False), (line.made, True), (line.laid, True))
            if said
        ]
        self.chip = self._chip_wide() if line.result else 0.0
        self.named = self.words - self.chip - 0.5 * look.size
        self.head = self._head_high() if line.who or line.result else 0.0
        below = sum(part.height(self.words, look) for part in self.parts)
        lowest = self.deep * self.step + (1.2 * look.size if count > 1 else 0)
        self.height = max(self.head + below, lowest) + 2 * self.edge

    def paint(self, painter: QPainter) -> None:
        """Draw dice and words."""
        self._paint_dice(painter)
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
        wrapped = high_of(self.line.who, self.look.bold, self.named)
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
            write(painter, middle, said, look.bold, look.ink)

    def _paint_laid(self, painter: QPainter, square: QRectF) -> None:
        """A frame round dice that somebody laid: whole by the umpire, dashed by a hand."""
        pen = QPen(colour("#e08a1e"), 2.0)
        if self.line.cast.override is None:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(square.adjusted(-2, -2, 2, 2), 5, 5)

    def _paint_head(self, painter: QPainter, room: QRectF) -> None:
        """Who, and at the right what it came to."""
        line, look = self.line, self.look
        if line.result:
            chip = QRectF(room.right() - self.chip, room.top(), self.chip, 1.35 * look.size)
            shade = colour(line.grade or line.won_by or UNKNOWN)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(chip, 3, 3)
            write(painter, chip.center(), line.result, look.small, lettering_on(shade))
        write_wrapped(painter, room, line.who, look.bold, look.ink, self.named)
