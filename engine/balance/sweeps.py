"""What-if studies: a series for each variant of a scenario, and the fairest change.

The variants meet the same dice as far as they can. The one that comes nearest to even among many
looks better than it is, so it is played again in fresh games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.balance.balance_report import (
    as_json,
    format_percent,
    players_text,
    verdict_text,
    with_luck_free_rate,
)
from engine.balance.balance_summary import EVEN, BalanceSummary
from engine.balance.series import Series, open_game
from engine.balance.variants import InvalidVariantError, Variant, parse_variants
from engine.narration.scenario_names import ScenarioNames
from engine.problems import SandtableError
from engine.texts import text


@dataclass(frozen=True)
class Sweep:
    """The scenario as it is and its variants, each with its games; the fresh games of the best."""

    names: Sequence[str]
    """Of the variants, as they were typed; the first is empty: the scenario as it is."""
    found: Sequence[BalanceSummary]
    fresh: BalanceSummary | None = None

    @property
    def base(self) -> BalanceSummary:
        """The scenario as it is."""
        return self.found[0]

    @property
    def best_variant(self) -> int:
        """Return the place of the variant nearest to even, by the first side's decided games."""
        side = self.base.sides[0]
        far = [abs(each.decided_wins(side).rate - EVEN) for each in self.found]
        return far.index(min(far))

    @property
    def is_wanted(self) -> bool:
        """Return True if a change is proposed: the scenario is uneven, and a variant less so."""
        return len(self.base.sides) == 2 and bool(self.base.favoured) and self.best_variant > 0

    @property
    def has_effect(self) -> bool:
        """Return True if any of the changes changed any game."""
        return any(each.sums != self.base.sums for each in self.found[1:])


SeriesPlayer = Callable[[Series, str], BalanceSummary]
"""Plays a series that has a name, and tells what its games say."""


def play_sweep(plan: Sequence[tuple[str, Series]], play: SeriesPlayer) -> Sweep:
    """Play what was planned, the same never twice, and try what is proposed in fresh games."""
    known = {_what_is_played(each): play(each, name) for name, each in distinct_series(plan)}
    names = [name for name, _ in plan]
    sweep = Sweep(names, [known[_what_is_played(series)] for _, series in plan])
    if not sweep.is_wanted:
        return sweep
    return replace(
        sweep, fresh=play(confirmation_series(sweep, plan[0][1].games), names[sweep.best_variant])
    )


def distinct_series(plan: Sequence[tuple[str, Series]]) -> list[tuple[str, Series]]:
    """Return the series of a plan to play: of equal variants only the first."""
    first: dict[str, tuple[str, Series]] = {}
    for name, series in plan:
        first.setdefault(_what_is_played(series), (name, series))
    return list(first.values())


def _what_is_played(series: Series) -> str:
    """Return the fingerprint by which equal variants are recognised."""
    return series.scenario.fingerprint()


def plan_series(series: Series, wishes: Sequence[str]) -> list[tuple[str, Series]]:
    """The series of a sweep, the scenario as it is first; all can be played.

    Raises InvalidVariantError.
    """
    every = [variant for wish in wishes for variant in parse_variants(series.scenario, wish)]
    return [("", series), *((each.name, _series(series, each)) for each in every)]


def _series(series: Series, variant: Variant) -> Series:
    found = replace(series, scenario=variant.scenario)
    try:
        open_game(found)
    except SandtableError as error:
        values = {"name": variant.name, "why": error}
        raise InvalidVariantError(text("variants.not-playable", None, **values)) from error
    return found


def confirmation_series(sweep: Sweep, games: int) -> Series:
    """Games of the best variant not seen before."""
    series = sweep.found[sweep.best_variant].series
    return replace(series, seed=series.seed_of(0), games=games)


# --- what is said of it --------------------------------------------------------------------------


def variant_name(name: str, language: str | None = None) -> str:
    """Return the display name of a variant."""
    return name or text("balance.as-it-is", language)


def sweep_sentences(sweep: Sweep, language: str | None = None) -> Iterator[str]:
    """A line for each variant, what is proposed, and whose games they are."""
    yield from variant_sentences(sweep, language)
    if len(sweep.found) > 1 and not sweep.has_effect:
        yield text("balance.no-effect", language)
    yield proposed_change(sweep, language)
    yield players_text(sweep.base, language)


def variant_sentences(sweep: Sweep, language: str | None = None) -> Iterator[str]:
    """A line for each variant."""
    side = sweep.base.sides[0]
    named = ScenarioNames(sweep.base.series.scenario, language)
    for name, balance in zip(sweep.names, sweep.found, strict=True):
        share = balance.decided_wins(side)
        values = {
            key: format_percent(getattr(share, key), language) for key in ("rate", "low", "high")
        }
        values |= {"name": variant_name(name, language), "side": named.side(side)}
        whole = text("balance.variant", language, **values, games=str(balance.games))
        yield with_luck_free_rate(whole, balance, language)


def proposed_change(sweep: Sweep, language: str | None = None) -> str:
    """The change that makes it fair, with what fresh games say of it."""
    if not sweep.base.favoured:
        return text("balance.no-change-needed", language)
    name = variant_name(sweep.names[sweep.best_variant], language)
    if not sweep.is_wanted or sweep.fresh is None:
        return text("balance.no-change-helps", language)
    values = {
        "name": name,
        "games": sweep.fresh.games,
        "verdict": verdict_text(sweep.fresh, language),
    }
    key = "still-uneven" if sweep.fresh.favoured else "made-fair"
    return text(f"balance.{key}", language, **values)


def sweep_document(sweep: Sweep, language: str | None = None) -> dict[str, Any]:
    """All of it as one JSON document."""
    told = [
        {"variant": name or None, **as_json(balance, language)}
        for name, balance in zip(sweep.names, sweep.found, strict=True)
    ]
    proposed = sweep.names[sweep.best_variant] if sweep.is_wanted else None
    fresh = as_json(sweep.fresh, language) if sweep.fresh else None
    said = list(sweep_sentences(sweep, language))
    return {"variants": told, "proposed": proposed, "fresh": fresh, "says": said}
