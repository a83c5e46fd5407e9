"""The storage of a scenario's decks: in itself, or in files that others may share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.editing.scenario_edits import free_id
from engine.files import deck_files as deckfile
from engine.scenario.scenario import Card, Deck, Scenario, ScenarioSide, StartingHand
from engine.texts import text, text_languages
from studio.documents.deck_document import relative_path
from studio.documents.scenario_document import ScenarioDocument


def with_deck(scenario: Scenario, deck: Deck) -> Scenario:
    """A deck of the scenario's own, in the place of the one of this id."""
    return replace(scenario, decks={**scenario.decks, deck.id: deck})


def add_deck(scenario: Scenario, cards: tuple[Card, ...]) -> tuple[Scenario, str]:
    """Another deck with some cards, which no side draws from yet; its id.

    The cards get ids of their own: one id means one thing in all decks of a scenario.
    """
    id_ = free_id("deck-", scenario.decks)
    taken = {card.id for deck in scenario.decks.values() for card in deck.cards}
    cards = tuple(replace(card, id=free_id(f"{card.id}-", taken)) for card in cards)
    title = {language: text("decks.new-title", language) for language in text_languages()}
    return with_deck(scenario, Deck(id_, cards, title)), id_


def without_deck(scenario: Scenario, name: str) -> Scenario:
    """The scenario without a deck; sides that drew from it draw from the game's own."""
    sides = tuple(_not_drawing(side, name) for side in scenario.sides)
    decks = {key: deck for key, deck in scenario.decks.items() if key != name}
    paths = {key: path for key, path in scenario.deck_paths.items() if key != name}
    return replace(scenario, sides=sides, decks=decks, deck_paths=paths)


def draws_from(side: ScenarioSide, name: str) -> bool:
    """Return True if a side draws from a deck, even as one of several."""
    return name in (side.deck, *(hand.deck for hand in side.decks))


def set_deck_sides(
    scenario: Scenario, name: str, sides: tuple[str, ...], most: int = 1
) -> Scenario:
    """The scenario in which just these sides draw from a deck, of at most so many each."""
    changed = tuple(
        _drawing(side, name, most) if side.id in sides else _not_drawing(side, name)
        for side in scenario.sides
    )
    return replace(scenario, sides=changed)


def _drawing(side: ScenarioSide, name: str, most: int) -> ScenarioSide:
    if draws_from(side, name):
        return side
    if most == 1 and not side.decks:
        return replace(side, deck=name)
    first = (StartingHand(side.deck),) if side.deck else ()
    return replace(side, deck="", decks=(*first, *side.decks, StartingHand(name)))


def _not_drawing(side: ScenarioSide, name: str) -> ScenarioSide:
    kept = tuple(hand for hand in side.decks if hand.deck != name)
    return replace(side, deck="" if side.deck == name else side.deck, decks=kept)


def folder_of(document: ScenarioDocument) -> Path:
    """Return the folder to which the scenario's paths are relative."""
    return document.path.parent if document.path is not None else Path()


def deck_file(document: ScenarioDocument, name: str) -> Path | None:
    """The file a deck lies in; None where it is the scenario's own."""
    written = document.scenario.deck_paths.get(name)
    return (folder_of(document) / written).absolute() if written is not None else None


def picture_folder(document: ScenarioDocument, name: str) -> Path:
    """Return the folder to which a deck's pictures are relative."""
    file = deck_file(document, name)
    return file.parent if file is not None else folder_of(document)


def move_deck_to_file(document: ScenarioDocument, name: str, path: Path) -> Scenario:
    """Write a deck to a file of its own; the scenario that names it there. SaveError."""
    scenario = document.scenario
    deck = _seen_from(scenario.decks[name], picture_folder(document, name), path.parent)
    deckfile.save(deck, path, game=scenario.game)
    has_file = document.path is not None
    written = relative_path(path, folder_of(document)) if has_file else str(path.absolute())
    paths = {**scenario.deck_paths, name: written}
    return replace(with_deck(scenario, deck), deck_paths=paths)


def embed_deck(document: ScenarioDocument, name: str) -> Scenario:
    """The scenario with a deck of a file as its own; the file stays as it is."""
    scenario = document.scenario
    deck = _seen_from(
        scenario.decks[name], picture_folder(document, name), folder_of(document).absolute()
    )
    paths = {key: path for key, path in scenario.deck_paths.items() if key != name}
    return replace(with_deck(scenario, deck), deck_paths=paths)


def _seen_from(deck: Deck, was: Path, folder: Path) -> Deck:
    cards = tuple(
        replace(card, picture=relative_path(was / card.picture, folder)) if card.picture else card
        for card in deck.cards
    )
    return replace(deck, cards=cards)
