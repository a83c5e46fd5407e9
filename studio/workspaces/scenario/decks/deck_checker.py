"""The checks of a deck as it is, and of texts that do not fit on its cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.checks.deck_checks import lint_deck
from engine.checks.waivers import unwaived_problems
from engine.files.deck_files import read_deck
from engine.files.source_text import TOP, ParsedSource
from engine.problems import InvalidFileError, Problem, Severity
from engine.scenario.card_layout import CardLayout
from engine.scenario.scenario import Card, Deck
from studio.documents.deck_document import DeckDocument
from studio.framework.background_checks import BackgroundChecker, Look
from studio.rendering.cards.text_overflow import TOO_FULL, languages_named, overfull_languages

PAUSE_MS = 200  # without a change, before the deck is checked
CARD = re.compile(r"cards\[(\d+)\](?:\.(\w+))?(?:\.([\w-]+))?")


def find_deck_problems(writing: Callable[[], ParsedSource]) -> list[Problem]:
    """Every error and warning about a deck as its file would say it."""
    try:
        found, problems = read_deck(writing(), "")
    except InvalidFileError as error:
        return list(error.problems)
    return problems + (lint_deck(found) if found is not None else [])


def card_of(problem: Problem, deck: Deck) -> str:
    """The id of the card that a problem is about; empty for the deck itself."""
    named = str(problem.values.get("card", ""))
    place = CARD.search(problem.where)
    if named or place is None:
        return named
    return deck.cards[int(place[1])].id if int(place[1]) < len(deck.cards) else ""


def field_of(problem: Problem) -> tuple[str, str]:
    """The field of a card that a problem is about, and the part of the field."""
    place = CARD.search(problem.where)
    return (place[2] or "", place[3] or "") if place else ("", "")


def problems_by_card(problems: Sequence[Problem], deck: Deck) -> Mapping[str, list[Problem]]:
    """The problems of each card."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        if card := card_of(problem, deck):
            found.setdefault(card, []).append(problem)
    return found


class CardFitCache:
    """A cache of cards that do not fit, measured once for each card and language."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Card, tuple[str, ...]]] = {}
        self._design: CardLayout | None = None

    def problems(self, deck: Deck, file: str) -> list[Problem]:
        """The cards whose words do not fit in letters of 6 points."""
        was, self._known = (self._known if deck.design == self._design else {}), {}
        self._design = deck.design
        found = []
        for place, card in enumerate(deck.cards):
            kept = was.get(id(card))
            full = (
                kept[1]
                if kept is not None and kept[0] is card
                else overfull_languages(card, deck.design)
            )
            self._known[id(card)] = (card, full)
            if full:
                values = {"card": card.id, "languages": languages_named(full)}
                found.append(Problem(TOO_FULL, Severity.WARNING, file, TOP,
                                     f"cards[{place}].text", values=values))  # fmt: skip
        return found


class DeckChecker(BackgroundChecker):
    """Checks the deck as its file would say it, and whether its words fit on the cards."""

    def __init__(self, document: DeckDocument) -> None:
        self._document, self._fitting = document, CardFitCache()
        super().__init__(document, PAUSE_MS)
        document.filed.connect(self.schedule_check)

    def _look(self) -> Look:
        writing = self._document.writing()
        return lambda: find_deck_problems(writing)

    def _more(self) -> list[Problem]:
        file = str(self._document.path or "")
        found = self._fitting.problems(self._document.deck, file)
        return list(unwaived_problems(self._document.value.waived, found))
