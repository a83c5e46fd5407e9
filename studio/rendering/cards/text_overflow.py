"""The cards of a file with more words than room, as the window and the printer measure them.

Only fonts decide; a deck with nothing but short cards need not wait for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.checks.deck_checks import card_path
from engine.checks.waivers import unwaived_problems
from engine.files import format_versions, schemas, source_text
from engine.files.deck_files import read_deck
from engine.files.scenario_reader import read_scenario
from engine.files.source_text import ParsedSource
from engine.files.valid_parts import Steps
from engine.languages import language_name, shown_languages
from engine.problems import InvalidFileError, Problem, Severity, Waiver
from engine.scenario.card_layout import CardLayout
from engine.scenario.scenario import Card, Deck
from engine.texts import localised, text

TOO_FULL = "card-too-full"
# Letters of 6 points, as wide as high: 24 to a line, half-empty lines, 3 for a title, 10 for text.
A_LINE, SURE_TITLE, SURE_TEXT = 24, 30, 100
_Cards = tuple[ParsedSource, Steps, Deck, tuple[Waiver, ...]]


def overfull_cards(file: Path) -> list[Problem]:
    """The cards of a deck, or of a scenario's decks, whose words do not fit; none for a map."""
    return [
        problem
        for source, path, deck, waivers in _cards_in(file)
        for problem in unwaived_problems(waivers, list(_judge(source, path, deck)))
    ]


def find_overfull_cards(file: Path, language: str) -> list[Problem]:
    """The cards of a file that are not printed whole in a language.

    Their words do not fit, or there is no such picture.
    """
    return [
        problem
        for source, path, deck, waivers in _cards_in(file)
        for problem in unwaived_problems(
            waivers, [*_judge(source, path, deck, language), *_without_picture(source, path, deck)]
        )
    ]


def overfull_languages(card: Card, design: CardLayout | None = None) -> tuple[str, ...]:
    """The languages in which a card's words do not fit in letters of 6 points."""
    from studio.rendering.cards.card_painter import fits_on_card

    read = shown_languages("", card.title, card.text)
    return tuple(language for language in read if not fits_on_card(card, language, design))


def certainly_fits(card: Card) -> bool:
    """Return True if a card has so few words that they fit in any font."""
    return all(
        _length(localised(card.title, language) or card.id) <= SURE_TITLE
        and _length(localised(card.text, language)) <= SURE_TEXT
        for language in shown_languages("", card.title, card.text)
    )


def languages_named(languages: tuple[str, ...]) -> str:
    """Languages in words."""
    return text("scenario.and-so-on").join(map(language_name, languages))


def _length(words: str) -> int:
    return len(words) + A_LINE * words.count("\n")


def _judge(source: ParsedSource, path: Steps, deck: Deck, language: str = "") -> Iterator[Problem]:
    """The cards of a list in a file that have more words than room, in any or in one language."""
    for card in deck.cards:
        if deck.design is None and certainly_fits(card):
            continue
        from studio.rendering.cards.card_painter import fits_on_card
        from studio.rendering.qt_environment import ensure_application

        ensure_application()  # it holds the fonts
        full = overfull_languages(card, deck.design)
        if language:
            full = () if fits_on_card(card, language, deck.design) else (language,)
        if full:
            place = [*card_path(source, path, card), "text"]
            values = {"card": card.id, "languages": languages_named(full)}
            yield source.problem(TOO_FULL, place, values, severity=Severity.WARNING)


def _without_picture(source: ParsedSource, path: Steps, deck: Deck) -> Iterator[Problem]:
    """The cards of a list in a file whose pictures are not there, or no pictures."""
    for card in deck.cards:
        if not card.picture:
            continue
        from studio.rendering.cards.card_painter import has_picture

        if not has_picture(card, Path(source.file).parent):
            place = [*card_path(source, path, card), "picture"]
            values = {"card": card.id, "picture": card.picture}
            yield source.problem("no-picture", place, values, severity=Severity.WARNING)


def _cards_in(file: Path) -> Iterator[_Cards]:
    """The cards of a file with their places; none if it cannot be read, which `check` reports."""
    try:
        source = source_text.read(file)
        kind, _ = schemas.file_kind_and_version(source)
        if kind not in ("deck", "scenario"):
            return
        source = format_versions.migrate(source, kind)
    except InvalidFileError:
        return
    if kind == "deck":
        deck, _ = read_deck(source, "")
        if deck is not None:
            yield source, ["cards"], deck.deck, deck.waived
    elif kind == "scenario":
        yield from _cards_of_scenario(source)


def _cards_of_scenario(source: ParsedSource) -> Iterator[_Cards]:
    found, _ = read_scenario(source)
    if found is None:
        return
    for name, deck in found.scenario.decks.items():
        if name in found.decks:
            file = found.decks[name]
            yield file.source, ["cards"], deck, file.waived
        else:
            yield source, ["decks", name, "cards"], deck, found.scenario.waived
