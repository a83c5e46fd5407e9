"""Balance studies of a scenario: one series, the same between other players, or with variants.

A command or a window plays the series and shows the results. Who is favoured may depend on how
strong the players are, so a study can compare players of several strengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.balance import sweeps
from engine.balance.balance_report import as_json, format_percent, verdict_text, with_luck_free_rate
from engine.balance.balance_summary import BalanceSummary
from engine.balance.series import Series, open_game
from engine.balance.sweeps import SeriesPlayer, Sweep
from engine.narration.scenario_names import ScenarioNames
from engine.texts import text

Strengths = Mapping[str, BalanceSummary]
"""A series for each player, who sits on all sides of it; at least one."""


def study_sentences(strengths: Strengths, language: str | None = None) -> Iterator[str]:
    """Yield the conclusions of each series, then those of all of them together."""
    yield from series_sentences(strengths, language)
    yield conclusion_text(strengths, language)


def series_sentences(strengths: Strengths, language: str | None = None) -> Iterator[str]:
    """Yield the conclusion of each series."""
    for player, balance in strengths.items():
        named = ScenarioNames(balance.series.scenario, language)
        rates = text("balance.comma", language).join(
            f"{named.side(side)} {format_percent(balance.wins(side).rate, language)}"
            for side in balance.sides
        )
        said = verdict_text(balance, language)
        values = {"player": named.player(player), "rates": rates, "verdict": said}
        whole = text("balance.strength", language, **values)
        yield with_luck_free_rate(whole, balance, language)


def conclusion_text(strengths: Strengths, language: str | None = None) -> str:
    """Say if the same side is favoured at every strength, at none, or it depends."""
    found = {player: balance.favoured for player, balance in strengths.items()}
    favoured = set(found.values())
    named = ScenarioNames(next(iter(strengths.values())).series.scenario, language)
    if favoured == {""}:
        return text("balance.strengths-even", language)
    if len(favoured) == 1:
        return text("balance.strengths-agree", language, side=named.side(favoured.pop()))
    comma = text("balance.comma", language)
    biased = [named.player(player) for player, side in found.items() if side]
    others = [named.player(player) for player, side in found.items() if not side]
    if not others:
        return text("balance.strengths-opposed", language)
    values = {"biased": comma.join(biased), "others": comma.join(others)}
    return text("balance.strengths-differ", language, **values)


def study_document(strengths: Strengths, language: str | None = None) -> dict[str, Any]:
    """All of it as one JSON document."""
    told = {player: as_json(balance, language) for player, balance in strengths.items()}
    return {"strengths": told, "says": list(study_sentences(strengths, language))}


@dataclass(frozen=True)
class BalanceStudy:
    """A series as it is, and what it is compared with: other players, or variants; or nothing.

    `reach` is how near the truth is to be known, as a part; 0 where all games are wanted.
    """

    series: Series
    reach: float = 0.0
    players: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()

    @property
    def compares(self) -> bool:
        """Return True if several series are compared."""
        return bool(self.players or self.wishes)

    def plan(self) -> list[tuple[str, Series]]:
        """Every series by its name; all of them can be played.

        Raises InvalidVariantError, UnknownPlayerError.
        """
        if self.wishes:
            open_game(self.series)
            return sweeps.plan_series(self.series, self.wishes)
        sides = [side.id for side in self.series.scenario.sides]
        plan = [
            (who, replace(self.series, players=dict.fromkeys(sides, who)))
            for who in dict.fromkeys(self.players)
        ] or [("", self.series)]
        for _, series in plan:
            open_game(series)
        return plan

    def count_most_games(self, plan: Sequence[tuple[str, Series]]) -> int:
        """Return the largest number of games that a plan may take, confirmation excluded."""
        series = sweeps.distinct_series(plan) if self.wishes else plan
        return sum(each.games for _, each in series)

    def play(self, plan: Sequence[tuple[str, Series]], play: SeriesPlayer) -> SeriesComparison:
        """Play what was planned, and try what is proposed."""
        if self.wishes:
            sweep = sweeps.play_sweep(plan, play)
            return SeriesComparison(self, list(sweep.names), list(sweep.found), sweep, True)
        found = [play(series, name) for name, series in plan]
        return SeriesComparison(self, [name for name, _ in plan], found, is_whole=True)


@dataclass(frozen=True)
class SeriesComparison:
    """Series beside each other, as far as they have been played, by their names in the plan."""

    inquiry: BalanceStudy
    names: Sequence[str]
    found: Sequence[BalanceSummary]
    sweep: Sweep | None = None
    """The whole of what if, where all of it has been played."""
    is_whole: bool = False

    def label(self, name: str, language: str | None = None) -> str:
        """Return the display name of a series."""
        if self.inquiry.wishes:
            return sweeps.variant_name(name, language)
        return ScenarioNames(self.inquiry.series.scenario, language).player(name)

    def named(self, language: str | None = None) -> list[tuple[str, BalanceSummary]]:
        """The series by what they are called, the fresh games of what is proposed last."""
        told = [(self.label(name, language), each) for name, each in self._by_name()]
        if self.sweep is not None and self.sweep.fresh is not None:
            name = self.sweep.names[self.sweep.best_variant]
            told.append((text("balance.fresh", language, name=name), self.sweep.fresh))
        return told

    def _by_name(self) -> list[tuple[str, BalanceSummary]]:
        return list(zip(self.names, self.found, strict=True))

    def sentences(self, language: str | None = None) -> list[str]:
        """Return the sentences about each series, and about all once all have been played."""
        if self.sweep is not None:
            return list(sweeps.sweep_sentences(self.sweep, language))
        if self.inquiry.wishes:
            return list(sweeps.variant_sentences(Sweep(self.names, self.found), language))
        tell = study_sentences if self.is_whole else series_sentences
        return list(tell(dict(self._by_name()), language))

    def document(self, language: str | None = None) -> dict[str, Any]:
        """All of it as one JSON document."""
        if self.inquiry.wishes:
            return sweeps.sweep_document(self.sweep or Sweep(self.names, self.found), language)
        return study_document(dict(self._by_name()), language)
