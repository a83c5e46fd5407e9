"""What the Kriegspiel allows in its scenarios: its kinds of body beside those of Little Wars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.games.allowed import ScenarioLimits
from engine.games.bodies import FigureGroupProblem
from engine.games.littlewars import opening
from engine.games.littlewars.data.book import Rulebook
from engine.games.littlewars.face.limits import checked, faults_in, limits_of
from engine.games.littlewars.kriegspiel.customs import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rulebook import krieg_book
from engine.games.rulebook import InvalidRules
from engine.scenario.scenario import Scenario


def krieg_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The limits of the Kriegspiel under a scenario's `rules:`."""
    return replace(limits_of(checked(krieg_book, overrides)), standing=faults)


def faults(scenario: Scenario) -> Iterator[FigureGroupProblem]:
    """Bodies laid where they cannot stand: each with the first of its figures that cannot."""
    return faults_in(opening.start(scenario, KRIEGSPIEL, plain_book(scenario)), scenario)


def plain_book(scenario: Scenario) -> Rulebook:
    """The rulebook of a scenario, or the printed one where its rules are faulty."""
    try:
        return krieg_book(scenario.rules)
    except InvalidRules:
        return krieg_book()
