"""The Kriegspiel outside a game: unit kinds, printed tables, limits of scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.games.figure_group_kinds import FigureGroupProblem
from engine.games.littlewars import initial_state
from engine.games.littlewars.adapter.handbook import LittleWarsHandbook
from engine.games.littlewars.adapter.scenario_limits import (
    check_rulebook,
    faults_in,
    limits_of_rulebook,
)
from engine.games.littlewars.data.rulebook import Rulebook
from engine.games.littlewars.kriegspiel.rule_overrides import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rulebook import load_kriegspiel_rulebook
from engine.games.rule_system import Overrides
from engine.games.scenario_limits import ScenarioLimits
from engine.games.scenario_rules import InvalidRules
from engine.scenario.scenario import Scenario


class KriegspielHandbook(LittleWarsHandbook):
    """The Kriegspiel by its standard rulebook, or by one a scenario has changed."""

    id = "littlewars-kriegspiel"

    def __init__(self, overrides: Overrides | None = None) -> None:
        super().__init__(load_kriegspiel_rulebook(overrides))


def krieg_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The limits of the Kriegspiel under a scenario's `rules:`."""
    return replace(
        limits_of_rulebook(check_rulebook(load_kriegspiel_rulebook, overrides)),
        standing=placement_faults,
    )


def placement_faults(scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """Bodies laid where they cannot stand: each with the first of its figures that cannot."""
    return faults_in(
        initial_state.initial_position(scenario, KRIEGSPIEL, rulebook_or_default(scenario)),
        scenario,
    )


def rulebook_or_default(scenario: Scenario) -> Rulebook:
    """The rulebook of a scenario, or the printed one where its rules are faulty."""
    try:
        return load_kriegspiel_rulebook(scenario.rules)
    except InvalidRules:
        return load_kriegspiel_rulebook()
