"""The report of a balance study in words, as JSON, and as a table of games with their seeds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from engine.balance.balance_summary import HEAT, BalanceSummary, HeatPlane, ObjectiveFate
from engine.balance.confidence_intervals import CONFIDENCE, DistributionSummary, RateWithInterval
from engine.balance.luck_adjustment import LuckAdjustedWinRate, as_values
from engine.balance.series import PATCH, GameRecord
from engine.games import rules_of
from engine.narration.number_format import format_decimal, round_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.play.position import Point
from engine.scenario.scenario import Scenario
from engine.tabletop.lengths import place_in_feet
from engine.texts import text


class GamesCsvWriter:
    """Writes a line a game into a file that is open for writing."""

    def __init__(self, scenario: Scenario, out: IO[str]) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._sides = [side.id for side in scenario.sides]
        self._goals = [objective.id for objective in scenario.objectives]
        head = ["game", "seed", "winner", "reason", "turns", "answers", "first"]
        head += [f"points {side}" for side in self._sides] + [
            f"lost {side}" for side in self._sides
        ]
        self._writer.writerow([*head, "lost units", *(f"holds {goal}" for goal in self._goals)])

    def add(self, record: GameRecord) -> None:
        """One line more."""
        self._writer.writerow(
            [
                record.number, record.seed, record.winner or "", record.reason, record.turns,
                record.answers, record.first,
                *(record.points.get(side, 0) for side in self._sides),
                *(record.count_lost(side) for side in self._sides),
                " ".join(unit.unit for unit in record.fallen),
                *(record.holders.get(goal, "") for goal in self._goals),
            ]
        )  # fmt: skip


def as_csv(balance: BalanceSummary) -> str:
    """The games of a balance that has kept them."""
    out = io.StringIO()
    table = GamesCsvWriter(balance.series.scenario, out)
    for record in balance.records:
        table.add(record)
    return out.getvalue()


METHOD = {
    False: "Wilson score (Wilson 1927)",
    True: "beta-binomial mixture, valid at every look (Robbins 1970); others: Wilson score",
}

# --- sentences ------------------------------------------------------------------------------------


def report_sentences(balance: BalanceSummary, language: str | None = None) -> Iterator[str]:
    """Yield the conclusions that the numbers of a series allow, with their limits."""
    for side in balance.sides:
        yield wins_sentence(balance, side, language)
    yield _draws_sentence(balance, language)
    yield verdict_text(balance, language)
    first = balance.wins(balance.sides[0])
    width = round(100 * (first.high - first.low))
    yield text("balance.more-games", language, width=width)
    if balance.is_watched:
        yield text("balance.watched", language)
    yield from _luck_sentences(balance, language)
    yield players_text(balance, language)


def players_text(balance: BalanceSummary, language: str | None = None) -> str:
    """Return a sentence that names the players, since the result holds only for them."""
    return text("balance.of-whom", language, players=players_by_side_text(balance, language))


def wins_sentence(balance: BalanceSummary, side: str, language: str | None = None) -> str:
    """Between what and what a side's chance to win lies."""
    named = {"side": ScenarioNames(balance.series.scenario, language).side(side)}
    return text("balance.wins", language, **named, **_word(balance.wins(side), language))


def _draws_sentence(balance: BalanceSummary, language: str | None) -> str:
    key = "balance.draws" if balance.draws.times else "balance.no-draws"
    return text(key, language, **_word(balance.draws, language))


def verdict_text(balance: BalanceSummary, language: str | None = None) -> str:
    """Return the verdict: a side is favoured, or the games do not show it."""
    names, favoured = ScenarioNames(balance.series.scenario, language), balance.favoured
    if favoured:
        shares = _word(balance.decided_wins(favoured), language)
        return text("balance.favoured", language, side=names.side(favoured), **shares)
    first = balance.sides[0]
    if balance.decided_wins(first).of == 0:
        return text("balance.no-winner", language)
    if len(balance.sides) != 2:
        return text("balance.several", language)
    shares = _word(balance.decided_wins(first), language)
    return text("balance.even", language, side=names.side(first), **shares)


def _luck_sentences(balance: BalanceSummary, language: str | None) -> Iterator[str]:
    """Yield the luck-free win rate of the first side, if it can be estimated."""
    first = balance.sides[0]
    found = balance.luck_free_balance(first)
    if found is not None:
        named = {"side": ScenarioNames(balance.series.scenario, language).side(first)}
        yield text(
            "balance.without-luck", language, **named, **luck_free_percentages(found, language)
        )


def with_luck_free_rate(said: str, balance: BalanceSummary, language: str | None = None) -> str:
    """Add the luck-free win rate of the first side to a sentence about a series."""
    first = balance.sides[0]
    found = balance.luck_free_balance(first)
    if found is None:
        return said
    words = luck_free_percentages(found, language)
    side = ScenarioNames(balance.series.scenario, language).side(first)
    return text("balance.with-luck-aside", language, said=said, side=side, **words)


def luck_free_percentages(
    found: LuckAdjustedWinRate, language: str | None = None
) -> dict[str, str]:
    """Return the luck-free win rate and its interval, formatted as percentages."""
    return {name: format_percent(part, language) for name, part in found._asdict().items()}


def players_by_side_text(balance: BalanceSummary, language: str | None = None) -> str:
    """Return the players of the sides as text."""
    names, series = ScenarioNames(balance.series.scenario, language), balance.series
    named = [
        text("balance.agent", language, side=names.side(side), player=names.player(who))
        for side, who in series.players.items()
    ]
    return text("balance.comma", language).join(named)


def provenance_text(balance: BalanceSummary, language: str | None = None) -> str:
    """Return what reproduces the numbers: games, seed, fingerprints and versions."""
    facts = _origin(balance)
    values = {
        "games": balance.games, "seed": facts["seed"], "scenario": facts["scenario_hash"],
        "map": facts["map_hash"], "program": facts["program"], "game": facts["game"],
        "rules": facts["rules"],
    }  # fmt: skip
    return text("balance.made-by", language, **values)


def format_percent(part: float, language: str | None = None) -> str:
    """A part as a percentage; what is neither 0 nor 1 is not rounded to them."""
    number = str(round(100 * part))
    if number in ("0", "100") and 0 < part < 1:
        number = format_decimal(round_decimal(min(max(100 * part, 0.1), 99.9), 1), language)
    return text("balance.percent", language, number=number)


def _word(share: RateWithInterval, language: str | None) -> dict[str, object]:
    parts = {"rate": share.rate, "low": share.low, "high": share.high}
    words = {name: format_percent(part, language) for name, part in parts.items()}
    return {"count": share.times, "of": share.of, **words}


# --- JSON -----------------------------------------------------------------------------------------


def as_json(balance: BalanceSummary, language: str | None = None) -> dict[str, Any]:
    """The whole balance as one document; heat planes as lists of hexes with their counts."""
    sides = balance.sides
    return {
        **_origin(balance),
        "confidence": CONFIDENCE,
        "method": METHOD[balance.is_watched],
        "wins": {side: _share(balance.wins(side)) for side in sides},
        "draws": _share(balance.draws),
        "decided": {side: _share(balance.decided_wins(side)) for side in sides},
        "wins_when_first": {side: _share(balance.wins_when_first(side)) for side in sides},
        "without_luck": {side: as_values(balance.luck_free_balance(side)) for side in sides},
        "favoured": balance.favoured or None,
        "says": list(report_sentences(balance, language)),
        "reasons": [
            {"winner": winner, "reason": reason, "count": count}
            for winner, reason, count in balance.ending_counts
        ],
        "turns": _spread(balance.turns),
        "points": {side: _spread(balance.points(side)) for side in sides},
        "losses": {side: _spread(balance.losses(side)) for side in sides},
        "units": {u.id: _share(balance.unit_lost(u.id)) for u in balance.series.scenario.units},
        "types": [entry._asdict() for entry in balance.type_losses()],
        "objectives": {fate.objective: _fate(fate) for fate in balance.fates()},
        "heat": {what: _heats(balance, what) for what in HEAT},
    }


def _origin(balance: BalanceSummary) -> dict[str, Any]:
    series = balance.series
    scenario = series.scenario
    return {
        "title": ScenarioNames(scenario, "en").title,
        "game": scenario.game,
        "rules": rules_of(scenario.game).version,
        "program": balance.program,
        "scenario_hash": scenario.fingerprint(),
        "map_hash": scenario.ground_fingerprint(),
        "players": dict(series.players),
        "seed": series.seed,
        "games": balance.games,
    }


def _share(share: RateWithInterval) -> dict[str, float]:
    parts = {"rate": share.rate, "low": share.low, "high": share.high}
    return {"count": share.times, "of": share.of} | {k: round(v, 6) for k, v in parts.items()}


def _spread(found: DistributionSummary) -> dict[str, float]:
    return {name: round(value, 6) for name, value in found._asdict().items()}


def _fate(fate: ObjectiveFate) -> dict[str, Any]:
    return {
        "held": {side or "nobody": _share(share) for side, share in fate.held.items()},
        "fell": _share(fate.fell),
        "changes": round(fate.changes, 6),
    }


def _heats(balance: BalanceSummary, what: str) -> dict[str, list[dict[str, Any]]]:
    return {side: _heat(balance, balance.heat_plane(what, side)) for side in balance.sides}


def _heat(balance: BalanceSummary, plane: HeatPlane) -> list[dict[str, Any]]:
    if balance.series.scenario.is_on_table:
        return [_square(row, column, plane) for row, column in np.argwhere(plane).tolist()]
    grid, labels = balance.series.scenario.map.grid, balance.series.scenario.map.labels
    found = []
    for row, column in np.argwhere(plane).tolist():
        hex_ = grid.hex(column, row)
        count = int(plane[row, column])
        found.append({"at": grid.name(hex_), "label": labels.label(hex_), "count": count})
    return found


def _square(row: int, column: int, plane: HeatPlane) -> dict[str, Any]:
    """A square of a table, by its middle in sixteenths of an inch."""
    at = Point(column * PATCH + PATCH // 2, row * PATCH + PATCH // 2)
    count = int(plane[row, column])
    return {"at": f"{at.x},{at.y}", "label": place_in_feet(at), "count": count}
