"""The limits of the primer for its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.primer.data.rulebook import check_zone_names, load_rulebook
from engine.games.primer.initial_state import MARKS
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import COUNTED_AIMS, OLD_AIMS, ScenarioLimits, as_rule_errors
from engine.games.stacking import head_count_stacking
from engine.games.victory_judgement import grade_names
from engine.scenario.scenario import Card

SIDES = 2


def primer_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The primer's limits under a scenario's `rules:`; RuleError for what they do not allow."""
    with as_rule_errors():
        rulebook = load_rulebook(overrides)
        known = list(sides)
        if known:
            check_zone_names(rulebook, known, rulebook.rings)
    return ScenarioLimits(
        SIDES,
        head_count_stacking(rulebook.choices.stacking),
        rulebook.mobilities,
        {name: unit.points for name, unit in rulebook.units.items()},
        MARKS,
        {},
        {},
        {},
        _no_card,
        {name: unit.cost for name, unit in rulebook.units.items()},
        army_deployment_zones(overrides, known),
        rulebook.deployment,
        rulebook.rings,
        aims=OLD_AIMS | COUNTED_AIMS,
        counted=tuple(GameWord(id_, unit.name) for id_, unit in rulebook.units.items()),
        grades=grade_names(),
        has_groups=True,
    )


def army_deployment_zones(overrides: Mapping[str, Any], sides: Iterable[str]) -> dict[str, str]:
    """The zone in which each side deploys what it buys (P8)."""
    named = overrides.get("deployment")
    zones: Mapping[str, str] = named if isinstance(named, Mapping) else {}
    return {side: zones.get(side, f"{side}-deployment") for side in sides}


def _no_card(card: Card) -> None:
    """The primer has no cards; their effects are not known anyway."""
