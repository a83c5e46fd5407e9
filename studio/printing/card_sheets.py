"""Event cards on sheets: nine to an A4 without bleed, eight with it, one deck after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.games.effects import card_effects
from engine.games.handbooks import handbook_of
from engine.scenario import Card, Deck, Scenario
from studio.drawing.cards import CARD, CardLook, paint_card_back, paint_card_face
from studio.printing.grid import Piece
from studio.printing.leaf import Leaf, Part
from studio.printing.settings import GameSettings
from studio.printing.two_sided import Layout, Side, TwoSided, leaves

WHOLE = QRectF(QPointF(0, 0), CARD)


def card_leaves(
    scenario: Scenario, settings: GameSettings, language: str, title: str, folder: Path
) -> Iterator[Leaf]:
    """Sheets of cards, each side's deck beginning a row; pictures lie beside their deck's file."""
    bleed = settings.card_bleed
    piece = Piece(CARD.width(), CARD.height(), 2 * bleed, bleed)
    layout = Layout(
        Part.CARDS, settings.paper, settings.margin, settings.duplex, piece, language, title
    )
    effects = card_effects(scenario.game, scenario.rules)
    groups = []
    for deck in handbook_of(scenario).decks(scenario).values():
        path = folder / scenario.deck_paths.get(deck.id, "")
        look = CardLook(effects, path.parent if path.is_file() else folder, bleed)
        groups.append([
            _piece(card, deck, language, look)
            for card in deck.cards
            for _ in range(card.copies)
        ])  # fmt: skip
    return leaves(layout, groups) if groups else iter(())


def _piece(card: Card, deck: Deck, language: str, look: CardLook) -> TwoSided:
    return TwoSided(
        card.id,
        Side(_no_ground, partial(_face, card, deck, language, look)),
        Side(_no_ground, partial(_back, deck, language, look)),
    )


def _no_ground(painter: QPainter, room: QRectF) -> None:
    """A card draws its own ground: between those that bleed is a gap."""


def _face(card: Card, deck: Deck, language: str, look: CardLook, painter: QPainter) -> None:
    paint_card_face(painter, card, deck, language, WHOLE, look)


def _back(deck: Deck, language: str, look: CardLook, painter: QPainter) -> None:
    paint_card_back(painter, deck, language, WHOLE, look)
