"""A league in words and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.balance.balance_report import format_percent, luck_free_percentages
from engine.balance.confidence_intervals import RateWithInterval
from engine.balance.league import league_heading
from engine.balance.luck_adjustment import as_values
from engine.balance.ratings import RatedPlayer, Standings
from engine.narration.scenario_names import ScenarioNames, rank_of
from engine.texts import text

FIRST, SECOND = 0, 1


def league_sentences(standings: Standings, language: str | None = None) -> Iterator[str]:
    """The players with their ratings, the best first; their meetings; the sides."""
    rated = standings.rated()
    for each in rated:
        yield rating_sentence(each, language)
    for better, other in combinations([each.player for each in rated], 2):
        yield _meeting(standings, better, other, language)
        yield from _luck_sentences(standings, better, other, language)
    for number, scenario in enumerate(standings.league.scenarios):
        first, second = standings.won_in(number, FIRST), standings.won_in(number, SECOND)
        named = {"title": ScenarioNames(scenario, language).title}
        shares = {
            **_interval(first, "first", language),
            "second": format_percent(second.rate, language),
        }
        yield text("league.sides-of", language, **named, **shares)
    yield text("league.scale", language)


def provenance_text(standings: Standings, language: str | None = None) -> str:
    """Return what the standings are based on: games, seed and program."""
    told = league_heading(standings.league)
    values = {"games": standings.games, "seed": told["seed"], "program": told["program"]}
    return text("league.made-by", language, **values)


def rating_sentence(each: RatedPlayer, language: str | None) -> str:
    """A player's rating with its interval and what it comes from."""
    values = each._asdict() | {"games": each.games, "score": format_percent(each.score, language)}
    values |= {key: with_sign(values[key]) for key in ("rating", "low", "high")}
    values["player"] = rank_of(each.player, language)
    return text("league.rated", language, **values)


def with_sign(rating: float) -> str:
    """A rating with its sign."""
    return f"{rating:+.0f}".replace("-", "−")


def _meeting(standings: Standings, player: str, other: str, language: str | None) -> str:
    both = standings.won(player, other)
    seats = {
        key: format_percent(standings.won(player, other, side).rate, language)
        for key, side in (("first", FIRST), ("second", SECOND))
    }
    named = {"player": rank_of(player, language), "other": rank_of(other, language)}
    return text("league.met", language, **named, **seats, **_interval(both, "rate", language))


def _luck_sentences(
    standings: Standings, player: str, other: str, language: str | None
) -> Iterator[str]:
    """Yield a player's luck-free win rate against another, if it can be estimated."""
    found = standings.luck_free_chance(player, other)
    if found is not None:
        named = {"player": rank_of(player, language), "other": rank_of(other, language)}
        yield text(
            "league.without-luck", language, **named, **luck_free_percentages(found, language)
        )


def _interval(share: RateWithInterval, rate: str, language: str | None) -> dict[str, str]:
    found = {rate: share.rate, "low": share.low, "high": share.high}
    return {key: format_percent(value, language) for key, value in found.items()}


def as_json(standings: Standings, language: str | None = None) -> dict[str, Any]:
    """The whole league as one document."""
    rated = standings.rated()
    players = [each.player for each in rated]
    return {
        **league_heading(standings.league),
        "played": standings.games,
        "games": standings.league.games,
        "method": "Bradley–Terry (1952), draws as half wins; 95 % of resampled games",
        "ratings": [
            {**{k: round(v, 1) if isinstance(v, float) else v for k, v in each._asdict().items()},
             "score": round(each.score, 6)}
            for each in rated
        ],
        "meetings": [
            {"player": one, "other": other, "wins": _share(standings.won(one, other)),
             "first": _share(standings.won(one, other, FIRST)),
             "second": _share(standings.won(one, other, SECOND)),
             "without_luck": as_values(standings.luck_free_chance(one, other))}
            for one in players for other in players if one != other
        ],
        "sides": [
            {"title": ScenarioNames(scenario, "en").title,
             "first": _share(standings.won_in(number, FIRST)),
             "second": _share(standings.won_in(number, SECOND))}
            for number, scenario in enumerate(standings.league.scenarios)
        ],
        "says": list(league_sentences(standings, language)),
    }  # fmt: skip


def _share(share: RateWithInterval) -> dict[str, float]:
    parts = {"rate": share.rate, "low": share.low, "high": share.high}
    return {"count": share.times, "of": share.of} | {k: round(v, 6) for k, v in parts.items()}
