"""Cards drawn: what fits, what is missing, and what lies where, in millimetres."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.files.card_layout_files import default_layout
from engine.files.deck_files import load
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of
from engine.scenario.scenario import Card
from studio.rendering.cards.card_emblems import PATHS
from studio.rendering.cards.card_painter import (
    BACK,
    BLEED,
    CARD,
    CardRenderContext,
    fits_on_card,
    has_picture,
    paint_card_back,
    paint_card_face,
)
from studio.rendering.cards.card_text import TextStyle, fit_text
from studio.rendering.text_painting import INK

PICTURE = QRectF(*(default_layout().picture or ()))
DECK = load(SHIPPED / "samples/tank/decks/standard.deck.yaml")
EFFECTS = card_effects_of("tank")
SCALE = 8  # pixels a millimetre
AROUND = 5.0  # millimetres of white about the card


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Fonts need Qt running."""


def canvas() -> tuple[QImage, QPainter]:
    width, height = (round((length + 2 * AROUND) * SCALE) for length in (63, 88))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    return image, painter


def face(card: Card, look: CardRenderContext, language: str = "en") -> tuple[QImage, bool]:
    image, painter = canvas()
    fits = paint_card_face(painter, card, DECK, language, QRectF(AROUND, AROUND, 63, 88), look)
    painter.end()
    return image, fits


def at(image: QImage, x: float, y: float) -> str:
    return image.pixelColor(round((AROUND + x) * SCALE), round((AROUND + y) * SCALE)).name()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("card", DECK.cards, ids=lambda card: card.id)
def test_the_printed_cards_fit_and_are_told_to_fit_alike(card: Card, language: str) -> None:
    assert fits_on_card(card, language)
    assert face(card, CardRenderContext(EFFECTS), language)[1]


@pytest.mark.parametrize("part", ["title", "text"])
def test_too_many_words_are_told_by_drawing_and_without(part: str) -> None:
    words: dict[str, Any] = {part: "as many words as there are " * 40}
    card = replace(DECK.cards[0], **words)
    assert not fits_on_card(card, "en")
    assert not face(card, CardRenderContext(EFFECTS))[1]


def test_text_that_does_not_fit_stays_within_its_card() -> None:
    card = replace(DECK.cards[0], text="as many words as there are " * 80)
    image, _ = face(card, CardRenderContext(EFFECTS))
    below = {at(image, x, 88.5) for x in range(63)}
    foot = {at(image, x / 4, 80.05) for x in range(20, 80)}
    assert below == {"#ffffff"}
    assert len(foot) == 1


def test_with_bleed_the_colours_go_beyond_the_edges_and_no_further() -> None:
    colour = EFFECTS[DECK.cards[0].effect].colour
    image, _ = face(DECK.cards[0], CardRenderContext(EFFECTS, bleed=BLEED))
    assert at(image, -BLEED + 0.2, -BLEED + 0.2) == colour
    assert at(image, -BLEED - 0.4, 5) == "#ffffff"
    assert at(image, CARD.width() + BLEED - 0.2, 5) == colour


def test_without_bleed_the_corners_are_round() -> None:
    image, _ = face(DECK.cards[0], CardRenderContext(EFFECTS))
    assert at(image, 0.2, 0.2) == "#ffffff"
    assert at(image, 31, 0.5) == EFFECTS[DECK.cards[0].effect].colour


def test_a_card_s_picture_fills_its_box(tmp_path: Path) -> None:
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(QColor("#123456"))
    assert picture.save(str(tmp_path / "a.png"))
    card = replace(DECK.cards[0], picture="a.png")
    image, _ = face(card, CardRenderContext(EFFECTS, tmp_path))
    inside = PICTURE.adjusted(1, 1, -1, -1)
    corners = (inside.topLeft(), inside.topRight(), inside.bottomLeft(), inside.bottomRight())
    assert {at(image, corner.x(), corner.y()) for corner in corners} == {"#123456"}
    assert has_picture(card, tmp_path)


def test_a_picture_that_is_not_there_is_shown_as_missing(tmp_path: Path) -> None:
    card = replace(DECK.cards[0], picture="gone.png")
    missing, _ = face(card, CardRenderContext(EFFECTS, tmp_path))
    plain, _ = face(DECK.cards[0], CardRenderContext(EFFECTS, tmp_path))
    assert missing != plain
    assert not has_picture(card, tmp_path)


def test_a_card_of_an_unknown_effect_is_drawn_too() -> None:
    _, fits = face(Card("odd", "no-such-effect"), CardRenderContext(EFFECTS))
    assert fits


def test_every_emblem_the_games_name_is_there() -> None:
    assert {effect.emblem for effect in EFFECTS.values()} <= set(PATHS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_backs_say_what_they_are_and_of_which_deck(language: str) -> None:
    image, painter = canvas()
    assert paint_card_back(
        painter, DECK, language, QRectF(AROUND, AROUND, 63, 88), CardRenderContext()
    )
    painter.end()
    assert at(image, 21, 10.5) == BACK
    shades = {at(image, 31.5 + dx, y) for dx in range(-4, 4) for y in range(14, 70)}
    assert len(shades) > 3  # letters down the middle


def test_words_without_room_end_with_an_ellipsis() -> None:
    style = TextStyle((8.0, 6.0), INK, False)
    room = QSizeF(50.0, 20.0)
    found = fit_text("Two movers have one movement point more this turn. " * 30, room, style)
    assert not found.is_whole
    assert found.layout.text().endswith("…")
    assert found.height <= room.height() + 0.1
    assert found.layout.lineForTextPosition(found.shown).isValid()  # the ellipsis is seen
    assert fit_text("Two movers.", room, style).layout.text() == "Two movers."
