"""Briefs of sides before a game: briefing, conditions of victory, and forces in brief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.games import handbook_of, muster_zones, rule_system_of
from engine.narration.markdown_text import as_html
from engine.narration.scenario_names import ScenarioNames
from engine.narration.victory_text import victory_sentences
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.session.seats import FogOfWar
from engine.texts import has_text, localised, names_with_branches, text

MAX_TYPES = 6


@dataclass(frozen=True)
class SideBrief:
    """The brief of a side, as only that side may read it; `briefing` is HTML."""

    side: str
    name: str
    briefing: str
    conditions: tuple[str, ...]
    forces: tuple[str, ...]


def brief_side(scenario: Scenario, side: str, language: str | None = None) -> SideBrief:
    """Return the brief of a side."""
    handout = scenario_handout(scenario, side)
    told = localised(handout.briefings.get(side, ""), language).strip()
    return SideBrief(
        side,
        ScenarioNames(scenario, language).side(side),
        as_html(told) if told else "",
        tuple(victory_sentences(handout, language)),
        tuple(_forces(handout, side, language)),
    )


def fog_by_rules(game: str) -> FogOfWar:
    """Return who sees what by the rules: hidden where a side writes in secret or sees a part."""
    system = rule_system_of(game)
    is_hidden = system.is_double_blind or system.writes_in_secret or bool(system.secret_phases)
    return FogOfWar.PER_SIDE if is_hidden else FogOfWar.OPEN


def hidden_things_text(game: str, language: str | None = None) -> str:
    """Name what fog of war hides in a game."""
    own = (f"{file}.hidden-things" for file in names_with_branches(game))
    return text(next(filter(has_text, own), "overview.hidden-things"), language)


def _forces(scenario: Scenario, side: str, language: str | None) -> Iterator[str]:
    """Yield the units by type, those that come later, and the money for more."""
    present = [unit.type for unit in scenario.units if unit.arrives is None]
    later = [unit.type for unit in scenario.units if unit.arrives is not None]
    if present:
        yield _by_type(scenario, Counter(present), language)
    if scenario.bodies:
        yield _bodies(scenario, language)
    if later:
        units = _by_type(scenario, Counter(later), language)
        yield text("overview.forces-later", language, units=units)
    if side in muster_zones(scenario):  # it buys its army
        yield text("overview.forces-budget", language, budget=scenario.side(side).budget)


def _by_type(scenario: Scenario, counts: Counter[str], language: str | None) -> str:
    """Return the most frequent types with their numbers."""
    known = handbook_of(scenario).units()
    named = [
        f"{localised(known.get(type_, {}).get('name', type_), language)} × {count}"
        for type_, count in counts.most_common(MAX_TYPES)
    ]
    more = sum(counts.values()) - sum(count for _, count in counts.most_common(MAX_TYPES))
    if more:
        named.append(text("overview.forces-more", language, count=more))
    return ScenarioNames(scenario, language).listed(named)


def _bodies(scenario: Scenario, language: str | None) -> str:
    counts: Counter[str] = Counter()
    for body in scenario.bodies:
        counts[body.type] += body.strength
    return _by_type(scenario, counts, language)
