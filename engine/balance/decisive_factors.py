"""The factors that decide a series: first move, cards, turning points, unused parts.

Differences of two shares have the interval of R. G. Newcombe, Interval estimation for the
difference between independent proportions, Statistics in Medicine 17 (1998), method 10. Where many
cards are looked at, each interval is as wide as their number calls for (Bonferroni), so that all
of them hold together with 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist
from typing import Any, NamedTuple

from engine.balance.balance_report import format_percent
from engine.balance.balance_summary import BalanceSummary
from engine.balance.confidence_intervals import CONFIDENCE, Z, wilson_interval
from engine.balance.turning_points import TurningPoint
from engine.narration.scenario_names import ScenarioNames
from engine.texts import localised, text

MIN_IDLE = 0.5  # of the games in which a unit does nothing, for it to be named
MAX_TOLD = 5


class WinRateGap(NamedTuple):
    """The win rate with something and without it, and the interval of the difference."""

    wins: int
    games: int
    other_wins: int
    other_games: int
    low: float
    high: float

    @classmethod
    def between(cls, wins: int, games: int, all_wins: int, all_games: int, z: float) -> WinRateGap:
        """Of the wins in some of all games, against those in the others."""
        other_wins, other_games = all_wins - wins, all_games - games
        one, other = wins / max(games, 1), other_wins / max(other_games, 1)
        (low, high), (least, most) = (
            wilson_interval(wins, games, z),
            wilson_interval(other_wins, other_games, z),
        )
        down = math.hypot(one - low, most - other)
        up = math.hypot(high - one, other - least)
        return cls(wins, games, other_wins, other_games, one - other - down, one - other + up)

    @property
    def is_sure(self) -> bool:
        """Return True if the difference is statistically significant."""
        return self.games > 0 < self.other_games and not self.low <= 0 <= self.high

    @property
    def gain(self) -> float:
        """By how much more games are won with it."""
        return self.wins / max(self.games, 1) - self.other_wins / max(self.other_games, 1)


class CardWinGap(NamedTuple):
    """The effect of a card on the win rate of the side that used it."""

    side: str
    card: str
    worth: WinRateGap


def first_move_advantage(balance: BalanceSummary) -> dict[str, WinRateGap]:
    """For each side that was asked first in some games of turn 1 and not in others."""
    by_first, found = balance.sums.by_first, {}
    for side in balance.sides:
        games = sum(count for (first, _), count in by_first.items() if first == side)
        if 0 < games < balance.games:
            won = balance.sums.winners[side]
            counts = by_first[side, side], games, won, balance.games
            found[side] = WinRateGap.between(*counts, Z)
    return found


def always_first(balance: BalanceSummary) -> str:
    """The side that was asked first in every game; empty where that changed."""
    found = {first for first, _ in balance.sums.by_first}
    return found.pop() if len(found) == 1 else ""


def card_win_gaps(balance: BalanceSummary) -> list[CardWinGap]:
    """Return the win-rate gap of each card used in some games only, the largest first."""
    sums = balance.sums
    known = [each for each, games in sums.spent.items() if 0 < games < balance.games]
    z = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(len(known), 1))
    found = []
    for side, card in known:
        counts = sums.won_with[side, card], sums.spent[side, card], sums.winners[side]
        found.append(CardWinGap(side, card, WinRateGap.between(*counts, balance.games, z)))
    return sorted(found, key=lambda each: (-abs(each.worth.gain), each.side, each.card))


def idle_units(balance: BalanceSummary) -> list[tuple[str, int]]:
    """The units that do nothing in half of the games or more, and in how many."""
    least = MIN_IDLE * balance.games
    found = [(unit, games) for unit, games in balance.sums.idle.items() if games >= least]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def unused_ground(balance: BalanceSummary) -> tuple[int, int]:
    """Return the number of hexes, or squares of a table, never entered; and of all."""
    plane = balance.heat_plane("entered") + balance.heat_plane("stood")
    return int((plane == 0).sum()), int(plane.size)


def factor_sentences(balance: BalanceSummary, language: str | None = None) -> Iterator[str]:
    """Yield sentences about deciding factors and unused parts, as far as the numbers show."""
    yield from _first(balance, language)
    yield from _cards(balance, language)
    yield from _idle(balance, language)
    yield from turning_sentences(balance, language)


def _first(balance: BalanceSummary, language: str | None) -> Iterator[str]:
    names, only = ScenarioNames(balance.series.scenario, language), always_first(balance)
    if only:
        yield text("balance.first-always", language, side=names.side(only))
    for side, found in first_move_advantage(balance).items():
        key = "first-matters" if found.is_sure else "first-unclear"
        yield text(
            f"balance.{key}",
            language,
            side=names.side(side),
            **win_gap_percentages(found, language),
        )


def _cards(balance: BalanceSummary, language: str | None) -> Iterator[str]:
    found = card_win_gaps(balance)
    sure = [each for each in found if each.worth.is_sure]
    if found and not sure:
        yield text("balance.cards-unclear", language)
    for each in sure[:MAX_TOLD]:
        values = win_gap_percentages(each.worth, language) | {
            "card": card_name(balance, each.card, language),
            "side": ScenarioNames(balance.series.scenario, language).side(each.side),
        }
        yield text("balance.card-matters", language, **values)


def _idle(balance: BalanceSummary, language: str | None) -> Iterator[str]:
    unused, of = unused_ground(balance)
    part = format_percent(unused / of, language)
    key = "unused-squares" if balance.series.scenario.is_on_table else "unused-hexes"
    yield text(f"balance.{key}", language, part=part, count=unused, of=of)
    if found := idle_units(balance):
        listed = text("balance.comma", language).join(
            text("balance.idle-unit", language, unit=unit_name(balance, unit, language),
                 part=format_percent(games / balance.games, language))
            for unit, games in found[: 2 * MAX_TOLD]
        )  # fmt: skip
        yield text("balance.idle-units", language, units=listed)


def turning_sentences(balance: BalanceSummary, language: str | None = None) -> Iterator[str]:
    """The answer that turned each game that was looked into, where one is shown to have."""
    names = ScenarioNames(balance.series.scenario, language)
    sure = [each for each in balance.sums.turnings if turning_point_swing(each[2]).is_sure]
    for number, seed, found in sure:
        values = win_gap_percentages(turning_point_swing(found), language) | {
            "game": number, "seed": seed, "turn": found.turn, "answer": found.answer + 1,
            "side": names.side(found.side), "words": localised(found.words, language),
            "before": format_percent(found.before / found.of, language),
            "after": format_percent(found.after / found.of, language), "of": found.of,
        }  # fmt: skip
        yield text("balance.turning", language, **values)
    looked_into = min(balance.series.looked_into, balance.games)
    if none := looked_into - len(sure):
        yield text("balance.no-turning", language, count=none, of=looked_into)


def turning_point_swing(found: TurningPoint) -> WinRateGap:
    """Return how much more often its side wins from after an answer than from before it."""
    won, games = found.before + found.after, 2 * found.of
    return WinRateGap.between(found.after, found.of, won, games, Z)


def win_gap_percentages(found: WinRateGap, language: str | None) -> dict[str, str]:
    """The numbers of a difference, to be filled in."""
    parts = {
        "rate": found.wins / max(found.games, 1),
        "other": found.other_wins / max(found.other_games, 1),
    }
    told = {key: format_percent(part, language) for key, part in parts.items()}
    ends = {"low": found.low, "high": found.high}
    return told | {key: f"{100 * value:+.0f}".replace("-", "−") for key, value in ends.items()}


def card_name(balance: BalanceSummary, card: str, language: str | None) -> str:
    """The title of a card, or its id."""
    decks = balance.series.scenario.decks.values()
    title = next((each.title for deck in decks for each in deck.cards if each.id == card), "")
    return localised(title, language) or card


def unit_name(balance: BalanceSummary, unit: str, language: str | None) -> str:
    """The name of a unit or a body, or its id."""
    scenario = balance.series.scenario
    body = next((each for each in scenario.bodies if each.id == unit), None)
    name = localised(body.name, language) if body else ScenarioNames(scenario, language).unit(unit)
    return name or unit


def factors_document(balance: BalanceSummary) -> dict[str, Any]:
    """Return the deciding factors of a series as JSON values."""
    unused, of = unused_ground(balance)
    return {
        "first_move": {
            side: _difference(each) for side, each in first_move_advantage(balance).items()
        },
        "always_first": always_first(balance) or None,
        "cards": [
            {"side": each.side, "card": each.card, **_difference(each.worth)}
            for each in card_win_gaps(balance)
        ],
        "idle": dict(sorted(balance.sums.idle.items())),
        "unused_ground": {"count": unused, "of": of},
        "turning_points": [
            {
                "game": number,
                "seed": seed,
                **found._asdict(),
                "words": dict(found.words),
                **{
                    key: _difference(turning_point_swing(found))[key]
                    for key in ("low", "high", "is_sure")
                },
            }
            for number, seed, found in balance.sums.turnings
        ],
    }


def _difference(found: WinRateGap) -> dict[str, Any]:
    told = found._asdict()
    told |= {key: round(told[key], 6) for key in ("low", "high")}
    return {**told, "is_sure": found.is_sure}
