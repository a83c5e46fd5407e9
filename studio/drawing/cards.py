"""Event cards, face and back, in millimetres: for the screen and for print (tank E1).

A card is 63 × 88 mm. Lettering shrinks until it fits, never below 6 points; whether it fits is
told, for only who has the fonts can know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QImageReader,
    QPainter,
    QPainterPath,
    QPen,
    QTextLayout,
    QTextOption,
)

from engine.games.allowed import CardTerms
from engine.games.card_effects import PLAIN, Effect
from engine.games.card_terms import terms_said
from engine.scenario.scenario import Card, Deck
from engine.texts import spoken, text
from studio.drawing.emblems import paint_emblem
from studio.drawing.formats import MM_AN_INCH
from studio.drawing.inks import add_polygon, blended, draw, fill, round_pen
from studio.drawing.lettering import INK, PALE
from studio.drawing.system import font

CARD = QSizeF(63.0, 88.0)  # mm
CORNER, BLEED = 3.0, 3.0  # mm
LEAST_POINTS = 6.0
TERMS_POINTS = (7.5, 7.0, 6.5, 6.0)
TITLE_POINTS = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
TEXT_POINTS = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
PAPER, BACK = "#fbf7ec", "#2f3a33"
UNIT = 100  # lettering is measured in hundredths of a millimetre
SPACING = 1.32  # between lines, in heights of letters
SHARPEST = 1600  # pixels of a picture's longer side that are kept: 750 to the inch

TITLE = QRectF(5.5, 2.7, 52.0, 11.0)
PICTURE = QRectF(4.5, 19.0, 54.0, 29.0)
TERMS = QRectF(4.5, 19.0, 54.0, 4.4)  # over the picture's upper rim
TEXT = QRectF(5.5, 50.0, 52.0, 29.5)
FOOT = QRectF(5.5, 81.0, 52.0, 3.4)


NO_TERMS = CardTerms()


@dataclass(frozen=True)
class CardLook:
    """What a drawn card needs beside its words: what effects are, and where pictures lie.

    `bleed` is how far the card's colours go beyond its edges, in millimetres; without it the
    corners are round. `terms` are what cards of the game say beside their effects.
    """

    effects: Mapping[str, Effect] = field(default_factory=dict, hash=False)
    folder: Path = Path()
    bleed: float = 0.0
    terms: CardTerms = NO_TERMS

    def effect(self, card: Card) -> Effect | None:
        """What the card does, where its game knows it."""
        return self.effects.get(card.effect)


def paint_card_face(
    painter: QPainter, card: Card, deck: Deck, language: str, rect_mm: QRectF, look: CardLook
) -> bool:
    """Draw a card's face in a rectangle of 63 × 88 of the painter's units, which are millimetres.

    Whether its words fit in letters of 6 points or more; where they do not, they are cut.
    """
    effect = look.effect(card)
    shade = QColor(effect.colour if effect else PLAIN)
    painter.save()
    painter.translate(rect_mm.topLeft())
    _paint_sheet(painter, QColor(PAPER), look.bleed)
    band = QRectF(-look.bleed, -look.bleed, CARD.width() + 2 * look.bleed, 16.0 + look.bleed)
    fill(painter, _box(band), shade)
    fill(painter, _box(QRectF(band.left(), band.bottom(), band.width(), 0.6)), shade.darker(140))
    fits = _write(painter, title_of(card, language), TITLE, Style(TITLE_POINTS, PALE, True, True))
    terms = terms_said(card, look.terms, language)
    _paint_picture(painter, card, look, shade, language, TERMS.height() / 2 if terms else 0.0)
    _paint_terms(painter, terms, shade)
    fits &= _write(painter, spoken(card.text, language), TEXT, Style(TEXT_POINTS, INK, False))
    _paint_foot(painter, effect, deck, language, shade)
    painter.restore()
    return fits


def paint_card_back(
    painter: QPainter, deck: Deck, language: str, rect_mm: QRectF, look: CardLook
) -> bool:
    """Draw a card's back: the words for event cards from top to bottom, and the deck's title."""
    painter.save()
    painter.translate(rect_mm.topLeft())
    _paint_sheet(painter, QColor(BACK), look.bleed)
    _paint_hexes(painter, look.bleed)
    plate = QRectF(19.5, 9.0, 24.0, 70.0)
    path = QPainterPath()
    path.addRoundedRect(plate, 2.0, 2.0)
    fill(painter, path, QColor(BACK))
    draw(painter, path, QPen(QColor(PALE), 0.35))
    words = text("decks.card-back", language)
    if language == "zh":
        _write_downwards(painter, words, plate.adjusted(2.0, 3.0, -2.0, -8.0))
    else:
        _write_turned(painter, words.upper(), plate.adjusted(2.0, 3.0, -2.0, -8.0))
    room = QRectF(plate.left() + 1.0, plate.bottom() - 6.5, plate.width() - 2.0, 5.5)
    fits = _write(
        painter, spoken(deck.title, language), room, Style((7.0, 6.5, 6.0), PALE, False, True)
    )
    painter.restore()
    return fits


def fits_on_card(card: Card, language: str) -> bool:
    """Whether a card's words fit on its face in letters of 6 points or more."""
    title, said = title_of(card, language), spoken(card.text, language)
    return (
        _fit(title, TITLE.size(), Style(TITLE_POINTS, PALE, True)).is_whole
        and _fit(said, TEXT.size(), Style(TEXT_POINTS, INK, False)).is_whole
    )


def title_of(card: Card, language: str) -> str:
    """What is written over a card: its title, or its id."""
    return spoken(card.title, language) or card.id


def has_picture(card: Card, folder: Path) -> bool:
    """Whether the picture a card names is there and can be read."""
    return not _picture(folder / card.picture).isNull() if card.picture else True


# --- lettering ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """How words are written: the sizes to be tried in points, and the rest."""

    points: tuple[float, ...]
    ink: str
    is_bold: bool
    is_centred: bool = False


@dataclass(frozen=True)
class _Fitted:
    """Words laid out in lines; `is_whole` where all of them have room."""

    layout: QTextLayout
    height: float
    is_whole: bool


def letters(points: float, bold: bool = False) -> QFont:
    """A font so many points high, in hundredths of a millimetre."""
    return font(round(points / 72 * MM_AN_INCH * UNIT), bold)


def _fit(words: str, room: QSizeF, style: Style) -> _Fitted:
    """Words in the largest letters with which they have room; in the smallest, cut, if in none."""
    for points in style.points:
        found = _lay_out(words, room, points, style)
        if found.is_whole:
            break
    return found


def _lay_out(words: str, room: QSizeF, points: float, style: Style) -> _Fitted:
    shown = letters(points, style.is_bold)
    layout = QTextLayout(words.replace("\n", "\u2028"), shown)
    option = QTextOption(
        Qt.AlignmentFlag.AlignHCenter if style.is_centred else Qt.AlignmentFlag.AlignLeft
    )
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    step, down = shown.pixelSize() * SPACING, 0.0
    has_room = True
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room.width() * UNIT)
        if down + step > room.height() * UNIT + 1:
            has_room = False
            line.setPosition(QPointF(0, 10 * room.height() * UNIT))  # out of the clipped room
            break  # what follows it has no room either
        line.setPosition(QPointF(0, down + (step - line.height()) / 2))
        down += step
    layout.endLayout()
    return _Fitted(layout, down / UNIT, has_room)


def _write(painter: QPainter, words: str, room: QRectF, style: Style) -> bool:
    """Write words in a room, in its middle from top to bottom where they are centred."""
    if not words:
        return True
    found = _fit(words, room.size(), style)
    painter.save()
    painter.setClipRect(room.adjusted(0, -0.5, 0, 0.5), Qt.ClipOperation.IntersectClip)
    lower = (room.height() - found.height) / 2 if style.is_centred else 0.0
    painter.translate(room.left(), room.top() + lower)
    painter.scale(1 / UNIT, 1 / UNIT)
    painter.setPen(QColor(style.ink))
    found.layout.draw(painter, QPointF(0, 0))
    painter.restore()
    return found.is_whole


def _write_downwards(painter: QPainter, words: str, room: QRectF) -> None:
    """Write Chinese from top to bottom, a character below the other."""
    high = min(room.height() / max(len(words), 1), room.width() * 0.75)
    shown = font(round(0.8 * high * UNIT), True)
    top = room.top() + (room.height() - high * len(words)) / 2
    painter.setPen(QColor(PALE))
    painter.setFont(shown)
    painter.save()
    painter.scale(1 / UNIT, 1 / UNIT)
    for place, sign in enumerate(words):
        box = QRectF(room.left(), top + place * high, room.width(), high)
        scaled = QRectF(box.topLeft() * UNIT, box.size() * UNIT)
        painter.drawText(scaled, Qt.AlignmentFlag.AlignCenter, sign)
    painter.restore()


def _write_turned(painter: QPainter, words: str, room: QRectF) -> None:
    """Write words from bottom to top."""
    shown = QFont(font(round(0.3 * room.width() * UNIT), True))
    shown.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 118)
    painter.save()
    painter.translate(room.center())
    painter.rotate(-90)
    painter.scale(1 / UNIT, 1 / UNIT)
    painter.setPen(QColor(PALE))
    painter.setFont(shown)
    wide, high = room.height() * UNIT, room.width() * UNIT
    box = QRectF(-wide / 2, -high / 2, wide, high)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


# --- parts ----------------------------------------------------------------------------------------


def _paint_sheet(painter: QPainter, shade: QColor, bleed: float) -> None:
    """The card's ground; without bleed its corners are round, and nothing is drawn beyond."""
    whole = QPainterPath()
    box = QRectF(-bleed, -bleed, CARD.width() + 2 * bleed, CARD.height() + 2 * bleed)
    if bleed:
        whole.addRect(box)
    else:
        whole.addRoundedRect(box, CORNER, CORNER)
    painter.setClipPath(whole, Qt.ClipOperation.IntersectClip)
    fill(painter, whole, shade)


def _paint_picture(
    painter: QPainter, card: Card, look: CardLook, shade: QColor, language: str, down: float
) -> None:
    """The card's picture; the emblem of its effect if it names none; a cross if it is not there.

    The emblem lies so far below the middle, where a strip covers the picture's rim.
    """
    effect = look.effect(card)
    tint = blended(QColor(PAPER), shade.name(), 0.14)
    fill(painter, _box(PICTURE), tint)
    if not card.picture:
        square = QRectF(0, 0, 22.0, 22.0)
        square.moveCenter(PICTURE.center() + QPointF(0, down))
        paint_emblem(painter, effect.emblem if effect else "", square, shade.name())
    else:
        picture = _picture(look.folder / card.picture)
        if picture.isNull():
            _paint_missing(painter, card, language)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(PICTURE, picture, _filling(picture))
    draw(painter, _box(PICTURE), QPen(shade, 0.35))


def _paint_missing(painter: QPainter, card: Card, language: str) -> None:
    alarm = QColor("#b3122a")
    cross = QPainterPath(PICTURE.topLeft())
    cross.lineTo(PICTURE.bottomRight())
    cross.moveTo(PICTURE.topRight())
    cross.lineTo(PICTURE.bottomLeft())
    draw(painter, cross, round_pen(blended(QColor(PAPER), alarm.name(), 0.35), 0.4))
    words = text("decks.picture-missing", language, picture=card.picture)
    plate = PICTURE.adjusted(4.0, 8.0, -4.0, -8.0)
    fill(painter, _box(plate), QColor(PAPER))
    _write(painter, words, plate.adjusted(1, 0, -1, 0),
           Style((8.0, 7.0, 6.0), alarm.name(), True, True))  # fmt: skip


def _paint_terms(painter: QPainter, terms: str, shade: QColor) -> None:
    """What the card costs and when it is played, on a strip; none where it says nothing."""
    if terms:
        fill(painter, _box(TERMS), shade.darker(115))
        _write(painter, terms, TERMS, Style(TERMS_POINTS, PALE, True, True))


def _paint_foot(
    painter: QPainter, effect: Effect | None, deck: Deck, language: str, shade: QColor
) -> None:
    """A fine line, and below it what kind of card this is, and of which deck."""
    rule = QPainterPath(QPointF(FOOT.left(), FOOT.top() - 0.6))
    rule.lineTo(FOOT.right(), FOOT.top() - 0.6)
    draw(painter, rule, QPen(blended(QColor(PAPER), shade.name(), 0.5), 0.2))
    said = [spoken(effect.name, language) if effect else "", spoken(deck.title, language)]
    words = "  ·  ".join(filter(None, said))
    _write(painter, words, FOOT, Style((LEAST_POINTS,), shade.darker(120).name(), False, True))


def _paint_hexes(painter: QPainter, bleed: float) -> None:
    """A pattern of hexes all over a back."""
    path, wide = QPainterPath(), 7.0
    high = wide / 3**0.5
    rows = int((CARD.height() + 2 * bleed) / (1.5 * high)) + 3
    for row in range(-1, rows):
        for column in range(-1, int((CARD.width() + 2 * bleed) / wide) + 2):
            x = -bleed + (column + 0.5 * (row % 2)) * wide
            y = -bleed + row * 1.5 * high
            corners = ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5))
            add_polygon(path, [(x + right * wide, y + down * high) for right, down in corners])
    draw(painter, path, QPen(blended(QColor(BACK), PALE, 0.22), 0.25))


def _box(room: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(room)
    return path


# --- pictures -------------------------------------------------------------------------------------


def _filling(picture: QImage) -> QRectF:
    """The part of a picture that fills the box on the card, cut alike on both sides."""
    wide, high = picture.width(), picture.height()
    scale = min(wide / PICTURE.width(), high / PICTURE.height())
    size = QSizeF(PICTURE.width() * scale, PICTURE.height() * scale)
    return QRectF(QPointF((wide - size.width()) / 2, (high - size.height()) / 2), size)


def _picture(path: Path) -> QImage:
    """The picture in a file, as it is now; an empty one where none can be read."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError:
        return QImage()


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> QImage:
    """A picture, not larger than is seen; `changed` says which state of the file is meant."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    longer = max(size.width(), size.height())
    if longer > SHARPEST:
        reader.setScaledSize(size * SHARPEST / longer)
    return reader.read()
