"""What `sandtable check` would find in the deck as it is, and what does not fit on its cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from PySide6.QtCore import QObject, QTimer, Signal

from engine.deckfile import read_deck
from engine.decklint import lint_deck
from engine.files import TOP, Source
from engine.problems import InvalidFile, Problem, Severity
from engine.scenario import Card, Deck
from engine.texts import LANGUAGES, text
from studio.document.deck_document import DeckDocument
from studio.drawing.cards import fits_on_card

PAUSE_MS = 200  # without a change, before the deck is looked at
ASK_MS = 20  # how often the answer is asked for
CARD = re.compile(r"cards\[(\d+)\](?:\.(\w+))?(?:\.([\w-]+))?")
TOO_FULL = "card-too-full"


def problems_of(writing: Callable[[], Source]) -> list[Problem]:
    """Every error and doubt about a deck as its file would say it."""
    try:
        found, problems = read_deck(writing(), "")
    except InvalidFile as error:
        return list(error.problems)
    return problems + (lint_deck(found) if found is not None else [])


def card_of(problem: Problem, deck: Deck) -> str:
    """The id of the card that a problem is about; nothing for the deck itself."""
    named = str(problem.values.get("card", ""))
    place = CARD.search(problem.where)
    if named or place is None:
        return named
    return deck.cards[int(place[1])].id if int(place[1]) < len(deck.cards) else ""


def field_of(problem: Problem) -> tuple[str, str]:
    """The field of a card that a problem is about, and what in it."""
    place = CARD.search(problem.where)
    return (place[2] or "", place[3] or "") if place else ("", "")


def by_card(problems: Sequence[Problem], deck: Deck) -> Mapping[str, list[Problem]]:
    """The problems of each card."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        if card := card_of(problem, deck):
            found.setdefault(card, []).append(problem)
    return found


class Fitting:
    """Which cards do not fit, measured once for each card and language."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Card, tuple[str, ...]]] = {}

    def problems(self, deck: Deck, file: str) -> list[Problem]:
        """The cards whose words have no room in letters of 6 points."""
        was, self._known = self._known, {}
        found = []
        for place, card in enumerate(deck.cards):
            kept = was.get(id(card))
            full = kept[1] if kept is not None and kept[0] is card else _too_full(card)
            self._known[id(card)] = (card, full)
            if full:
                names = (text(f"scenario.language-{language}") for language in full)
                said = text("scenario.and-so-on").join(names)
                values = {"card": card.id, "languages": said}
                found.append(Problem(TOO_FULL, Severity.WARNING, file, TOP,
                                     f"cards[{place}].text", values=values))  # fmt: skip
        return found


def _too_full(card: Card) -> tuple[str, ...]:
    return tuple(language for language in LANGUAGES if not fits_on_card(card, language))


@cache
def _checkers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "deck-checks")


class DeckChecking(QObject):
    """Looks at the deck after every pause in the writing; nothing waits for it.

    The answer is fetched from here, not sent from the other thread: nobody knows what that finds
    when the document has been closed meanwhile.
    """

    found = Signal()
    """Emitted when `problems` are those of the deck as it is."""

    def __init__(self, document: DeckDocument) -> None:
        super().__init__(document)
        self.problems: list[Problem] = []
        self._document, self._fitting = document, Fitting()
        self._look: Future[list[Problem]] | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self._ask = QTimer(self, interval=ASK_MS)
        self._ask.timeout.connect(self._take)
        document.changed.connect(self.look_again)
        document.filed.connect(self.look_again)
        self.look_again()

    @property
    def is_waiting(self) -> bool:
        """Whether the deck has changed since the problems were found."""
        return self._pause.isActive() or self._look is not None

    def look_again(self) -> None:
        """Find the problems anew."""
        self._pause.start()

    def _begin(self) -> None:
        if self._look is None:
            self._look = _checkers().submit(problems_of, self._document.writing())
            self._ask.start()
        else:
            self._pause.start()  # the last look is still under way

    def _take(self) -> None:
        if self._look is None or not self._look.done():
            return
        look, self._look = self._look, None
        self._ask.stop()
        fitting = self._fitting.problems(self._document.deck, str(self._document.path or ""))
        self.problems = [*look.result(), *fitting]
        self.found.emit()
