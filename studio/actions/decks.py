"""What the File menu does with decks of event cards."""

from __future__ import annotations

from studio.actions.action import Studio


def new_deck(studio: Studio) -> None:
    """A deck to begin with, of the game that is looked at."""
    from engine.games.effects import card_effects  # only who begins a deck waits for it
    from studio.document.deck_document import DeckDocument
    from studio.document.deck_edits import begun_deck

    game = studio.lookout.outlook.game
    effect = next(iter(card_effects(game).values()))
    work = DeckDocument.new(begun_deck("deck", effect), game, studio.filing.journals)
    work.mark_unsaved()
    studio.filing.opened.emit(work)
