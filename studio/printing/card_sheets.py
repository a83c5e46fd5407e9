"""Event cards on sheets: nine to an A4 side by side, eight with bleed, deck after deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engine.files import source_text
from engine.games import card_effects_of, handbook_of, scenario_limits_of
from engine.scenario.scenario import Card, Deck, Scenario
from studio.printing.piece_cutting_grid import PieceSize
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings
from studio.printing.two_sided_sheets import PieceLayout, PieceSide, TwoSidedPiece, piece_pages
from studio.rendering.cards.card_painter import (
    CardRenderContext,
    card_layout,
    card_size,
    overfull_card_titles,
    paint_card_back,
    paint_card_face,
)
from studio.rendering.counters.counter_painter import side_colours

RIM = 2.0  # mm that cards side by side bleed at the rim of the sheet


@dataclass(frozen=True)
class PrintedDeck:
    """A deck with how it is drawn."""

    deck: Deck
    look: CardRenderContext


def card_sheet_pages(
    scenario: Scenario, settings: GamePrintSettings, language: str, title: str, folder: Path
) -> Iterator[PrintPage]:
    """Sheets of cards, each side's deck beginning a row; pictures lie beside their deck's file."""
    effects, colours = card_effects_of(scenario.game, scenario.rules), side_colours(scenario)
    terms = scenario_limits_of(
        scenario.game, scenario.rules, [side.id for side in scenario.sides]
    ).card_terms
    decks = [
        PrintedDeck(deck, CardRenderContext(effects, _folder(scenario, deck, folder), terms=terms,
                                side=colours.get(side, "")))
        for side, deck in handbook_of(scenario).decks(scenario)
    ]  # fmt: skip
    return deck_sheet_pages(decks, settings, language, title)


def deck_sheet_pages(
    decks: Sequence[PrintedDeck], settings: GamePrintSettings, language: str, title: str
) -> Iterator[PrintPage]:
    """Sheets of decks; those of one size share them."""
    sizes = dict.fromkeys(card_layout(each.deck).size for each in decks)
    for size in sizes:
        alike = [each for each in decks if card_layout(each.deck).size == size]
        yield from _leaves_of(size, alike, settings, language, title)


def _leaves_of(
    size: tuple[float, float],
    decks: Sequence[PrintedDeck],
    settings: GamePrintSettings,
    language: str,
    title: str,
) -> Iterator[PrintPage]:
    bleed = settings.card_bleed or RIM
    over, gap = (0.0, 2 * bleed) if settings.card_bleed else (RIM, 0.0)
    layout = PieceLayout(
        PrintedPart.CARDS, settings.paper, settings.margin, settings.duplex,
        PieceSize(*size, gap, bleed, over), language, title,
    )  # fmt: skip
    groups = [card_pieces(each.deck, replace(each.look, bleed=bleed), language) for each in decks]
    return piece_pages(layout, groups)


def card_pieces(deck: Deck, look: CardRenderContext, language: str) -> list[TwoSidedPiece]:
    """The cards of a deck, each as often as it is there."""
    return [_piece(card, deck, language, look) for card in deck.cards for _ in range(card.copies)]


def overfull_titles_in_scenario(scenario: Scenario, language: str) -> tuple[str, ...]:
    """The titles of a game's cards whose words do not fit and are cut off, each once."""
    decks = {deck.id: deck for _, deck in handbook_of(scenario).decks(scenario)}
    return tuple(title for deck in decks.values() for title in overfull_card_titles(deck, language))


def _folder(scenario: Scenario, deck: Deck, folder: Path) -> Path:
    """Return the folder of a deck's pictures: that of its own file, or the scenario's."""
    path = folder / scenario.deck_paths.get(deck.id, "")
    return path.parent if source_text.is_file(path) else folder


def _piece(card: Card, deck: Deck, language: str, look: CardRenderContext) -> TwoSidedPiece:
    return TwoSidedPiece(
        card.id,
        PieceSide(_no_ground, partial(_face, card, deck, language, look)),
        PieceSide(_no_ground, partial(_back, deck, language, look)),
    )


def _no_ground(painter: QPainter, room: QRectF) -> None:
    """A card draws its own ground, of which no more is seen than is its own."""


def _face(
    card: Card, deck: Deck, language: str, look: CardRenderContext, painter: QPainter
) -> None:
    paint_card_face(painter, card, deck, language, QRectF(QPointF(), card_size(deck)), look)


def _back(deck: Deck, language: str, look: CardRenderContext, painter: QPainter) -> None:
    paint_card_back(painter, deck, language, QRectF(QPointF(), card_size(deck)), look)
