"""One-click fixes of units' places: off the map, on barred ground, crowded, among enemies."""

from __future__ import annotations

from collections.abc import Mapping

from engine.editing import scenario_edits as edits
from engine.editing.free_hexes import (
    count_staying,
    nearest_free_hex,
    spread_crowded_units,
    valid_scenario_limits,
)
from engine.hexes.hex import Hex
from engine.problems import Problem
from engine.quick_fixes.fix_targets import Fixer, Fixes, ScenarioFix, problem_unit, remove_unit_fix
from engine.scenario.scenario import Scenario, ScenarioUnit


def _place_of_unit(scenario: Scenario, problem: Problem) -> Fixes:
    """A unit off the map, or where it cannot stand: to the nearest hex with room, or out."""
    unit = problem_unit(scenario, problem)
    if unit is None or unit.at is None:
        return
    grid = scenario.map.grid
    column, row = grid.column_row(unit.at)
    edge = grid.hex(min(max(column, 0), grid.columns - 1), min(max(row, 0), grid.rows - 1))
    near = nearest_free_hex(scenario, valid_scenario_limits(scenario), unit, edge)
    if near is not None and near != unit.at:
        yield _move_to(scenario, unit, near)
    yield remove_unit_fix(scenario, unit)


def _spread_out(scenario: Scenario, problem: Problem) -> Fixes:
    """Too many in a hex: those beyond what it holds to hexes near by, or the last one out."""
    unit, allowed = problem_unit(scenario, problem), valid_scenario_limits(scenario)
    if unit is None or unit.at is None:
        return
    if allowed is not None:
        changed = spread_crowded_units(scenario, allowed, unit.side, unit.at)
        if changed is not None:
            here = [each for each in scenario.units if (each.side, each.at) == (unit.side, unit.at)]
            count = count_staying(scenario, allowed, here)
            values = {"hex": scenario.map.labels.label(unit.at), "count": count}
            yield ScenarioFix("spread-units", values, changed)
    yield remove_unit_fix(scenario, unit)


def _away_from_enemies(scenario: Scenario, problem: Problem) -> Fixes:
    """The later of two enemies in one hex: to the nearest hex without any, where it has room."""
    unit = problem_unit(scenario, problem)
    if unit is None or unit.at is None:
        return
    near = nearest_free_hex(scenario, valid_scenario_limits(scenario), unit, unit.at)
    if near is not None and near != unit.at:
        yield _move_to(scenario, unit, near)


def _move_to(scenario: Scenario, unit: ScenarioUnit, at: Hex) -> ScenarioFix:
    values = {"unit": unit.id, "hex": scenario.map.labels.label(at)}
    return ScenarioFix("place-unit", values, edits.with_units_at(scenario, [unit.id], at))


FIXERS: Mapping[str, Fixer] = {
    "unknown-hex": _place_of_unit,
    "forbidden-ground": _place_of_unit,
    "over-stacking": _spread_out,
    "enemies-together": _away_from_enemies,
}
"""By the code of the problem."""
