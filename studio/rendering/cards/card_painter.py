"""Event cards, face and back, in millimetres: for the screen and for print (tank E1).

A card is 63 × 88 mm where its deck's layout does not say otherwise. Lettering shrinks until it
fits, never below 6 points; whether it fits is returned, for only the fonts decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageReader,
    QPainter,
    QPainterPath,
    QPen,
)

from engine.files.card_layout_files import default_layout
from engine.games.card_effects import PLAIN, CardEffectType
from engine.games.scenario_limits import AllowedCardTerms, card_terms_text
from engine.languages import is_chinese
from engine.scenario.card_layout import CardLayout
from engine.scenario.scenario import Card, Deck
from engine.texts import localised, text
from studio.rendering.cards.card_emblems import paint_emblem
from studio.rendering.cards.card_text import (
    TextStyle,
    draw_fitted_text,
    draw_rotated_text,
    draw_vertical_text,
    fit_text,
    text_with_icons,
)
from studio.rendering.counters.layout_painter import paint_picture
from studio.rendering.painting import add_polygon, blend, clip_to, draw, fill, round_pen
from studio.rendering.text_painting import INK, PALE

CARD = QSizeF(63.0, 88.0)  # mm
CORNER, BLEED = 3.0, 3.0  # mm
MIN_POINTS = 6.0
TERMS_POINTS = (7.5, 7.0, 6.5, 6.0)
TITLE_POINTS = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
TEXT_POINTS = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
PAPER, BACK = "#fbf7ec", "#2f3a33"
SHARPEST = 1600  # pixels of a picture's longer side that are kept: 750 to the inch

NO_TERMS = AllowedCardTerms()


@dataclass(frozen=True)
class CardRenderContext:
    """The context of a drawn card: the meaning of effects, and the picture folder.

    `bleed` is how far the card's colours go beyond its edges, in millimetres; without it the
    corners are round. `terms` are the terms of the game's cards besides their effects.
    """

    effects: Mapping[str, CardEffectType] = field(default_factory=dict, hash=False)
    folder: Path = Path()
    bleed: float = 0.0
    terms: AllowedCardTerms = NO_TERMS
    side: str = ""  # the colour of the side that draws the card, for a mark on it

    def effect(self, card: Card) -> CardEffectType | None:
        """Return the card's effect, if its game knows it."""
        return self.effects.get(card.effect)


def paint_card_face(
    painter: QPainter,
    card: Card,
    deck: Deck,
    language: str,
    rect_mm: QRectF,
    look: CardRenderContext,
) -> bool:
    """Draw a card's face in a rectangle of 63 × 88 of the painter's units, which are millimetres.

    Returns whether its words fit in letters of 6 points or more; if not, they are cut.
    """
    effect, design = look.effect(card), card_layout(deck)
    shade = QColor(effect.colour if effect else PLAIN)
    with _sheet(painter, rect_mm.topLeft(), QColor(design.paper), look.bleed, design):
        _paint_band(painter, shade, look.bleed, design)
        titles = TextStyle(_down_from(design.title_points, TITLE_POINTS), PALE, True, True)
        fits = draw_fitted_text(painter, card_title(card, language), QRectF(*design.title), titles)
        terms = card_terms_text(card, look.terms, language) if design.terms else ""
        if design.picture:
            down = design.terms[3] / 2 if terms and design.terms else 0.0
            _paint_picture(painter, card, look, shade, language, down, design)
        if terms and design.terms:
            _paint_terms(painter, terms, shade, QRectF(*design.terms))
        words = TextStyle(_down_from(design.text_points, TEXT_POINTS), INK, False)
        said = localised(card.text, language)
        fits &= draw_fitted_text(painter, said, QRectF(*design.text), words, design.icons)
        if design.foot:
            _paint_foot(painter, effect, deck, language, shade, QRectF(*design.foot))
        if design.side_mark and look.side:
            _paint_side_mark(painter, look, QRectF(*design.side_mark), design)
    return fits


def paint_card_back(
    painter: QPainter, deck: Deck, language: str, rect_mm: QRectF, look: CardRenderContext
) -> bool:
    """Draw a card's back: the words for event cards from top to bottom, and the deck's title."""
    design = card_layout(deck)
    back = design.back
    with _sheet(painter, rect_mm.topLeft(), QColor(back.ground), look.bleed, design):
        if back.picture is not None:
            _paint_back_picture(painter, back.picture, look.bleed, design)
            return True
        if back.hexes:
            _paint_hexes(painter, look.bleed, design)
        return _paint_plate(painter, deck, language)


def _paint_plate(painter: QPainter, deck: Deck, language: str) -> bool:
    """The words on a card's back, over its hexes; false where they do not fit."""
    back = card_layout(deck).back
    plate = QRectF(*back.plate)
    path = QPainterPath()
    path.addRoundedRect(plate, 2.0, 2.0)
    fill(painter, path, QColor(back.ground))
    draw(painter, path, QPen(QColor(PALE), 0.35))
    words = text("decks.card-back", language)
    if is_chinese(language):
        draw_vertical_text(painter, words, plate.adjusted(2.0, 3.0, -2.0, -8.0))
    else:
        draw_rotated_text(painter, words.upper(), plate.adjusted(2.0, 3.0, -2.0, -8.0))
    room = QRectF(plate.left() + 1.0, plate.bottom() - 6.5, plate.width() - 2.0, 5.5)
    title = TextStyle((7.0, 6.5, 6.0), PALE, False, True)
    return draw_fitted_text(painter, localised(deck.title, language), room, title)


def card_layout(deck: Deck) -> CardLayout:
    """The design of a deck's cards."""
    return deck.design or default_layout()


def card_size(deck: Deck) -> QSizeF:
    """Return the size of a deck's cards, in millimetres."""
    return QSizeF(*card_layout(deck).size)


def fits_on_card(card: Card, language: str, design: CardLayout | None = None) -> bool:
    """Return True if a card's words fit on its face in letters of 6 points or more."""
    design = design or default_layout()
    title, said = card_title(card, language), localised(card.text, language)
    rooms = QRectF(*design.title).size(), QRectF(*design.text).size()
    titles = TextStyle(_down_from(design.title_points, TITLE_POINTS), PALE, True)
    words = TextStyle(_down_from(design.text_points, TEXT_POINTS), INK, False)
    plain, _ = text_with_icons(said, design.icons)
    return fit_text(title, rooms[0], titles).is_whole and fit_text(plain, rooms[1], words).is_whole


def overfull_card_titles(deck: Deck, language: str) -> list[str]:
    """The titles of the cards whose words do not fit on their faces and are cut off."""
    return [
        card_title(card, language)
        for card in deck.cards
        if not fits_on_card(card, language, deck.design)
    ]


def _down_from(points: float, sizes: tuple[float, ...]) -> tuple[float, ...]:
    """The sizes of letters to try, the largest first."""
    return (points, *(each for each in sizes if each < points))


def card_title(card: Card, language: str) -> str:
    """Return the heading of a card: its title, or its id."""
    return localised(card.title, language) or card.id


def has_picture(card: Card, folder: Path) -> bool:
    """Return True if the picture a card names exists and can be read, or it has none."""
    return not _picture(folder / card.picture).isNull() if card.picture else True


# --- parts ----------------------------------------------------------------------------------------


@contextmanager
def _sheet(
    painter: QPainter, corner: QPointF, shade: QColor, bleed: float, design: CardLayout
) -> Iterator[None]:
    """Paint a card's ground, its corner the origin, and meanwhile nothing beyond it.

    Without bleed its corners are round.
    """
    whole = QPainterPath()
    box = _whole(bleed, design)
    if bleed:
        whole.addRect(box)
    else:
        whole.addRoundedRect(box, CORNER, CORNER)
    with clip_to(painter, whole.translated(corner)):
        painter.translate(corner)
        fill(painter, whole, shade)
        yield


def _whole(bleed: float, design: CardLayout) -> QRectF:
    """A card with its bleed."""
    wide, high = design.size
    return QRectF(-bleed, -bleed, wide + 2 * bleed, high + 2 * bleed)


def _paint_band(painter: QPainter, shade: QColor, bleed: float, design: CardLayout) -> None:
    """The band over the card, in the colour of its effect."""
    band = QRectF(_whole(bleed, design))
    band.setHeight(design.band + bleed)
    fill(painter, _box(band), shade)
    fill(painter, _box(QRectF(band.left(), band.bottom(), band.width(), 0.6)), shade.darker(140))


def _paint_side_mark(
    painter: QPainter, look: CardRenderContext, mark: QRectF, design: CardLayout
) -> None:
    """The colour of the side that draws the card; it runs on to the edges it touches."""
    wide, high = design.size
    left = look.bleed if mark.left() <= 0 else 0.0
    right = look.bleed if mark.right() >= wide else 0.0
    foot = look.bleed if mark.bottom() >= high else 0.0
    top = look.bleed if mark.top() <= 0 else 0.0
    fill(painter, _box(mark.adjusted(-left, -top, right, foot)), QColor(look.side))


def _paint_back_picture(painter: QPainter, file: Path, bleed: float, design: CardLayout) -> None:
    """A picture that fills a back and its bleed."""
    room = _whole(bleed, design)
    if file.suffix.lower() == ".svg":
        paint_picture(painter, file, room)
        return
    picture = _picture(file)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(room, picture, _filling(picture, room))


def _paint_picture(
    painter: QPainter,
    card: Card,
    look: CardRenderContext,
    shade: QColor,
    language: str,
    down: float,
    design: CardLayout,
) -> None:
    """The card's picture; the emblem of its effect if it names none; a cross if it is missing.

    The emblem lies below the middle, by this much, where a strip covers the picture's rim.
    """
    effect, place = look.effect(card), QRectF(*(design.picture or ()))
    tint = blend(QColor(design.paper), shade.name(), 0.14)
    fill(painter, _box(place), tint)
    if not card.picture:
        square = QRectF(0, 0, 0.76 * place.height(), 0.76 * place.height())
        square.moveCenter(place.center() + QPointF(0, down))
        paint_emblem(painter, effect.emblem if effect else "", square, shade.name())
    else:
        picture = _picture(look.folder / card.picture)
        if picture.isNull():
            _paint_missing(painter, card, language, place)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, picture, _filling(picture, place))
    draw(painter, _box(place), QPen(shade, 0.35))


def _paint_missing(painter: QPainter, card: Card, language: str, place: QRectF) -> None:
    alarm = QColor("#b3122a")
    cross = QPainterPath(place.topLeft())
    cross.lineTo(place.bottomRight())
    cross.moveTo(place.topRight())
    cross.lineTo(place.bottomLeft())
    draw(painter, cross, round_pen(blend(QColor(PAPER), alarm.name(), 0.35), 0.4))
    words = text("decks.picture-missing", language, picture=card.picture)
    plate = place.adjusted(4.0, 8.0, -4.0, -8.0)
    fill(painter, _box(plate), QColor(PAPER))
    draw_fitted_text(painter, words, plate.adjusted(1, 0, -1, 0),
           TextStyle((8.0, 7.0, 6.0), alarm.name(), True, True))  # fmt: skip


def _paint_terms(painter: QPainter, terms: str, shade: QColor, strip: QRectF) -> None:
    """Paint the cost and phase of a card on a strip."""
    fill(painter, _box(strip), shade.darker(115))
    draw_fitted_text(painter, terms, strip, TextStyle(TERMS_POINTS, PALE, True, True))


def _paint_foot(
    painter: QPainter,
    effect: CardEffectType | None,
    deck: Deck,
    language: str,
    shade: QColor,
    foot: QRectF,
) -> None:
    """A fine line, and below it what kind of card this is, and of which deck."""
    rule = QPainterPath(QPointF(foot.left(), foot.top() - 0.6))
    rule.lineTo(foot.right(), foot.top() - 0.6)
    draw(painter, rule, QPen(blend(QColor(PAPER), shade.name(), 0.5), 0.2))
    said = [localised(effect.name, language) if effect else "", localised(deck.title, language)]
    words = "  ·  ".join(filter(None, said))
    draw_fitted_text(
        painter, words, foot, TextStyle((MIN_POINTS,), shade.darker(120).name(), False, True)
    )


def _paint_hexes(painter: QPainter, bleed: float, design: CardLayout) -> None:
    """A pattern of hexes all over a back."""
    path, wide, card = QPainterPath(), 7.0, QSizeF(*design.size)
    high = wide / 3**0.5
    rows = int((card.height() + 2 * bleed) / (1.5 * high)) + 3
    for row in range(-1, rows):
        for column in range(-1, int((card.width() + 2 * bleed) / wide) + 2):
            x = -bleed + (column + 0.5 * (row % 2)) * wide
            y = -bleed + row * 1.5 * high
            corners = ((0, -1), (0.5, -0.5), (0.5, 0.5), (0, 1), (-0.5, 0.5), (-0.5, -0.5))
            add_polygon(path, [(x + right * wide, y + down * high) for right, down in corners])
    draw(painter, path, QPen(blend(QColor(design.back.ground), PALE, 0.22), 0.25))


def _box(room: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(room)
    return path


# --- pictures -------------------------------------------------------------------------------------


def _filling(picture: QImage, room: QRectF) -> QRectF:
    """The part of a picture that fills the box on the card, cropped equally on both sides."""
    wide, high = picture.width(), picture.height()
    scale = min(wide / room.width(), high / room.height())
    size = QSizeF(room.width() * scale, room.height() * scale)
    return QRectF(QPointF((wide - size.width()) / 2, (high - size.height()) / 2), size)


def _picture(path: Path) -> QImage:
    """The picture in a file, as it is now; an empty one where none can be read."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError:
        return QImage()


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> QImage:
    """A picture, no larger than needed; `changed` says which state of the file is meant."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    longer = max(size.width(), size.height())
    if longer > SHARPEST:
        reader.setScaledSize(size * SHARPEST / longer)
    return reader.read()
