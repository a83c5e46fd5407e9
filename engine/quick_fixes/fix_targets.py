"""Quick fixes of a scenario, and the parts of it that a problem refers to.

A fix is a value: its name, and the scenario it leads to. It is made for the scenario as it is now;
a problem that no longer exists has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.editing import scenario_edits as edits
from engine.editing import victory_edits
from engine.problems import Problem
from engine.scenario.scenario import (
    Objective,
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
)
from engine.texts import localised, text

DESTRUCTIVE = frozenset({"remove-unit", "remove-objective", "remove-condition", "remove-feature"})


@dataclass(frozen=True)
class ScenarioFix:
    """A way to put a problem right; `id` says which way, the same for all problems of a kind.

    Of `values` those that are mappings have their words by language.
    """

    id: str
    values: Mapping[str, object]
    scenario: Scenario

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        said = {
            name: localised(dict(value), language) if isinstance(value, Mapping) else value
            for name, value in self.values.items()
        }
        return text(f"aims.fix-{self.id}", language, **said)

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes something the author made."""
        return self.id in DESTRUCTIVE


Fixes = Iterator[ScenarioFix]
Fixer = Callable[[Scenario, Problem], Fixes]
_STEP = re.compile(r"([\w-]+)|\[(\d+)\]")


def problem_path_steps(problem: Problem) -> list[str | int]:
    """The path to what a problem speaks of: `forces.red[2].at` in steps."""
    found = _STEP.finditer(problem.where)
    return [match[1] if match[1] else int(match[2]) for match in found]


# --- what a problem speaks of ---------------------------------------------------------------------


def problem_unit(scenario: Scenario, problem: Problem) -> ScenarioUnit | None:
    """The unit a problem speaks of."""
    if "entry" in problem.values and problem_path_steps(problem)[:1] == ["forces"]:
        units = (unit for unit in scenario.units if unit.id == problem.values["entry"])
        return next(units, None)
    match problem_path_steps(problem):
        case ["forces", str(side), int(number), *_]:
            listed = [unit for unit in scenario.units if unit.side == side]
            return listed[number] if number < len(listed) else None
    return None


def problem_objective(scenario: Scenario, problem: Problem) -> Objective | None:
    """The objective a problem speaks of."""
    if "entry" in problem.values and problem_path_steps(problem)[:1] == ["objectives"]:
        entries = (each for each in scenario.objectives if each.id == problem.values["entry"])
        return next(entries, None)
    match problem_path_steps(problem):
        case ["objectives", int(number), *_] if number < len(scenario.objectives):
            return scenario.objectives[number]
    return None


def problem_condition(scenario: Scenario, problem: Problem) -> tuple[int, VictoryCondition] | None:
    """The condition a problem speaks of, and its place."""
    match problem_path_steps(problem):
        case ["victory", int(written), *_]:
            number = problem.values.get("entry", written)
            if isinstance(number, int) and number < len(scenario.victory):
                return number, scenario.victory[number]
    return None


def problem_side(scenario: Scenario, problem: Problem) -> ScenarioSide | None:
    """The side a problem speaks of."""
    match problem_path_steps(problem):
        case ["sides", int(number), *_] if number < len(scenario.sides):
            return scenario.sides[number]
    return None


def suggested_word(problem: Problem) -> str:
    """Return the likely word; empty if it is not known."""
    return str(problem.values.get("near") or "")


def problem_feature(scenario: Scenario, problem: Problem) -> ScenarioFeature | None:
    """The feature a problem speaks of."""
    match problem_path_steps(problem):
        case ["features", int(number), *_]:
            listed = [each.id for each in scenario.features]
            name = problem.values.get("entry", listed[number] if number < len(listed) else "")
            return next((each for each in scenario.features if each.id == name), None)
    return None


# --- what is done as a last resort ----------------------------------------------------------------


def remove_unit_fix(scenario: Scenario, unit: ScenarioUnit) -> ScenarioFix:
    """A unit is gone."""
    return ScenarioFix("remove-unit", {"unit": unit.id}, edits.without_units(scenario, [unit.id]))


def remove_objective_fix(scenario: Scenario, objective: Objective) -> ScenarioFix:
    """An objective is gone."""
    changed = victory_edits.without_objective(scenario, objective.id)
    return ScenarioFix("remove-objective", {"objective": objective.id}, changed)


def remove_condition_fix(scenario: Scenario, place: int) -> ScenarioFix:
    """A condition is gone."""
    changed = victory_edits.with_victory(scenario, place, None)
    return ScenarioFix("remove-condition", {"number": place + 1}, changed)
