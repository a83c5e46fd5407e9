"""Where a game stands, as a page tells it: turn, score, ground, losses, who is to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games import UnknownGame, handbook_of
from engine.play.game import Game
from engine.play.position import Naming, spot_formatter_for
from engine.scenario.scenario import Scenario
from engine.session.overview import OverviewLine, OverviewPart, overview_now, special_rules
from engine.texts import text_languages

Plain = dict[str, Any]


def situation(game: Game[Any], side: str | None) -> list[Plain]:
    """What changes as the game goes on, part by part, as a side may know it; None knows all.

    Games without a handbook do not say what lies open in them: of those nothing is told.
    """
    try:
        handbook_of(game.scenario)
    except UnknownGame:
        return []
    return _tell(game.scenario, [overview_now(game, side, each) for each in text_languages()])


def rules_made(known: Scenario, side: str) -> list[Plain]:
    """Where it is played otherwise than the rulebook says, of a scenario as a side knows it."""
    return _tell(known, [(special_rules(known, side, each),) for each in text_languages()])


def _tell(scenario: Scenario, said: list[tuple[OverviewPart, ...]]) -> list[Plain]:
    name = spot_formatter_for(scenario)
    return [_part(name, parts) for parts in zip(*said, strict=True)]


def _part(name: Naming, parts: tuple[OverviewPart, ...]) -> Plain:
    """One part, said in every language."""
    return {
        "id": parts[0].id,
        "title": _in_each(part.title for part in parts),
        "lines": [_line(name, lines) for lines in zip(*(p.lines for p in parts), strict=True)],
        "empty": _in_each(part.empty for part in parts),
    }


def _line(name: Naming, lines: tuple[OverviewLine, ...]) -> Plain:
    first = lines[0]
    where = {"at": [name(spot) for spot in first.at]} if first.at else {}
    return {"words": _in_each(line.words for line in lines), "side": first.side, **where}


def _in_each(words: Iterable[str]) -> dict[str, str]:
    return dict(zip(text_languages(), words, strict=True))
