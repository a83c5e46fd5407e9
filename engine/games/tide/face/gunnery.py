"""The attacks of a game with their exact odds (RS4, RS5), for reports."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.tide import odds
from engine.games.tide.combat_events import AttackRolled
from engine.games.tide.odds import Handful
from engine.games.tide.state import TideGame
from engine.play.luck import Attack

WORDS = ("no-hit", "one-hit", "two-hits", "more-hits")


def attacks(game: TideGame) -> Iterator[Attack]:
    """Every attack on a unit by who made it, with the dice it had, rolled once."""
    red = game.state.book.charts.least_red
    for event in game.events:
        if isinstance(event, AttackRolled):
            yield _attack(event, red)


def _attack(told: AttackRolled, least_red: int) -> Attack:
    black = Handful(len(told.black), told.least)
    hits = odds.net_hits(black, Handful(len(told.red), least_red, told.sure))
    spread = odds.spread(hits, word_of)
    return Attack(
        told.side, word_of(told.hits), {word: float(spread.get(word, 0)) for word in WORDS}
    )


def word_of(hits: int) -> str:
    """Net hits as reports count them."""
    return WORDS[min(hits, len(WORDS) - 1)]
