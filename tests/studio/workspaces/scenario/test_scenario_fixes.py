"""One-click fixes of scenarios: what was doubtful is so no more, and nothing else is new."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from engine.editing import scenario_edits as edits
from engine.editing import victory_edits, zone_edits
from engine.files.source_text import SHIPPED
from engine.languages import MADE_IN
from engine.problems import Problem, Waiver
from engine.quick_fixes.scenario_fixes import FIXERS, scenario_fixes, waive_warning
from engine.scenario.scenario import Arrival, Scenario, VictoryCondition, VictoryKind
from studio.documents.scenario_document import ScenarioDocument
from studio.workspaces.scenario.editor.problem_places import problem_place
from studio.workspaces.scenario.editor.scenario_checker import find_scenario_problems

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
HOLDING, LOSSES, POINTS, LIMIT, *_ = VictoryKind
Spoil = Callable[[Scenario], Scenario]


@pytest.fixture
def document(tmp_path: Path) -> ScenarioDocument:
    return ScenarioDocument.open(CROSSROADS)


def problems(document: ScenarioDocument) -> list[Problem]:
    return find_scenario_problems(document.writing(), document.scenario.map)


def off_the_map(scenario: Scenario) -> Scenario:
    return edits.with_units_at(scenario, ["r1"], scenario.map.grid.hex(99, 3))


def in_a_lake(scenario: Scenario) -> Scenario:
    wet = next(hex_ for hex_ in scenario.map.grid if scenario.map.ground_at(hex_) == "river")
    return edits.with_units_at(scenario, ["r1"], wet)


def crowded(scenario: Scenario) -> Scenario:
    """All of red in one hex that holds one less."""
    red = [unit.id for unit in scenario.units if unit.side == "red"]
    scenario = replace(scenario, rules={**scenario.rules, "stacking": len(red) - 1})
    return edits.with_units_at(scenario, red, scenario.map.grid.hex(2, 2))


def flooded(scenario: Scenario) -> Scenario:
    """Each side draws as many cards as is its own; there is water under a row of blue units."""
    map_ = deepcopy(scenario.map)
    for place, unit in enumerate(each for each in scenario.units if each.side == "blue"):
        at = map_.grid.hex(12 + place, 2)
        scenario = edits.with_units_at(scenario, [unit.id], at)
        map_.ground[map_.grid.index(at)] = map_.grounds.index("river")
    rules = {**scenario.rules, "cards_per_turn": {"red": 1, "blue": 2}}
    return replace(scenario, ground=map_, rules=rules)


def with_condition(condition: VictoryCondition) -> Spoil:
    return lambda scenario: victory_edits.with_victory(scenario, 99, condition)


def with_first_objective(**fields: object) -> Spoil:
    def spoilt(scenario: Scenario) -> Scenario:
        first = scenario.objectives[0]
        changed = replace(first, **fields)  # type: ignore[arg-type]  # fields by their names
        return victory_edits.with_objective(scenario, changed, first.id)

    return spoilt


def with_unit(**fields: object) -> Spoil:
    return lambda scenario: edits.changed_units(scenario, ["r1"], **fields)


def with_rules(rules: dict[str, object]) -> Spoil:
    return lambda scenario: replace(scenario, rules=rules)


def with_red(**fields: object) -> Spoil:
    def spoilt(scenario: Scenario) -> Scenario:
        red = replace(scenario.side("red"), **fields)  # type: ignore[arg-type]  # likewise
        return edits.with_side(scenario, red, "red")

    return spoilt


def both_begin(scenario: Scenario) -> Scenario:
    sides = tuple(replace(side, begins=True) for side in scenario.sides)
    return replace(scenario, sides=sides)


def among_enemies(scenario: Scenario) -> Scenario:
    return edits.with_units_at(scenario, ["r1", "b2"], scenario.map.grid.hex(5, 1))


SPOILT: dict[str, Spoil] = {
    "enemies-together": among_enemies,
    "unknown-hex": off_the_map,
    "forbidden-ground": in_a_lake,
    "over-stacking": crowded,
    "unknown-zone": with_unit(zone="westerbi"),
    "unknown-unit-type": with_unit(type="tnak"),
    "unknown-mark": with_unit(marks=("hungry",)),
    "arrives-too-late": lambda s: edits.with_units_arriving(s, ["r4"], 40, "north-edge"),
    "over-budget": with_red(budget=2),
    "same-number": with_unit(name={"en": "Tank 4", "zh": "坦克4"}),
    "like-colours": with_red(colour="#2b62d8"),
    "several-begin": both_begin,
    "unknown-deck": with_red(deck="standart"),
    "no-such-side": with_first_objective(holder="rad"),
    "unknown-objective": with_condition(VictoryCondition(HOLDING, "red", ("bridge", "crossway"))),
    "victory-for-nobody": with_condition(VictoryCondition(LOSSES, "")),
    "victory-key": with_condition(VictoryCondition(LOSSES, "red", count=2)),
    "victory-count": with_condition(VictoryCondition(HOLDING, "red", count=7)),
    "victory-points": with_condition(VictoryCondition(POINTS, "red", points=999)),
    "victory-from-the-start": lambda s: with_condition(
        VictoryCondition(HOLDING, "red", ("bridge",))
    )(victory_edits.with_objective(s, replace(s.objectives[1], holder="red"), "bridge")),
    "zone-hides-another": lambda s: zone_edits.with_zone(s, "village", [s.map.grid.hex(1, 1)]),
    "invalid-rules": with_rules({"stacking": 0}),
    "map-changed": lambda s: replace(s, map_hash={**s.map_hash, "ground": "00000000"}),
    "unused-waiver": lambda s: replace(s, waived=(Waiver("over-budget", (), "so"),)),
    "unknown-waiver": lambda s: replace(s, waived=(Waiver("over-bugdet", (), "so"),)),
}


@pytest.mark.parametrize("code", SPOILT)
def test_what_a_fix_promises_it_does(document: ScenarioDocument, code: str) -> None:
    document.apply(SPOILT[code](document.scenario), "spoilt")
    found = [each for each in problems(document) if each.code == code]
    assert found, [each.code for each in problems(document)]
    offered = scenario_fixes(document.scenario, found[0])
    assert offered
    for fix in offered:
        assert all(fix.name(language) for language in MADE_IN)
        document.apply(fix.scenario, fix.name("en"))
        left = [each for each in problems(document) if each.code == code]
        assert len(left) < len(found), fix.name("en")
        document.history.undo()


def test_every_fixer_is_for_a_problem_that_is_told() -> None:
    from engine.problems import file_key
    from engine.texts import has_text

    assert [code for code in FIXERS if not has_text(file_key(code))] == []


def test_a_unit_off_the_map_comes_to_the_edge_beside_it(document: ScenarioDocument) -> None:
    document.apply(off_the_map(document.scenario), "spoilt")
    (problem,) = [each for each in problems(document) if each.code == "unknown-hex"]
    assert problem_place(problem, document.scenario).unit == "r1"
    first = scenario_fixes(document.scenario, problem)[0].scenario
    at = next(unit.at for unit in first.units if unit.id == "r1")
    assert at is not None
    column, row = first.map.grid.column_row(at)
    assert column >= first.map.grid.columns - 3
    assert abs(row - 3) <= 2


def test_a_warning_that_is_waived_is_told_no_more(document: ScenarioDocument) -> None:
    document.apply(with_red(budget=2)(document.scenario), "spoilt")
    (problem,) = [each for each in problems(document) if each.code == "over-budget"]
    document.apply(waive_warning(document.scenario, problem, "on purpose"), "kept")
    assert [each.code for each in problems(document)] == []


def test_a_sound_scenario_has_no_problems_as_it_is_written(document: ScenarioDocument) -> None:
    assert problems(document) == []


def test_problems_are_those_of_what_is_written_not_of_the_file(document: ScenarioDocument) -> None:
    document.apply(edits.with_units_arriving(document.scenario, ["r1"], 40, "north-edge"), "late")
    assert [each.code for each in problems(document)] == ["arrives-too-late"]
    assert isinstance(document.scenario.units[0].arrives, Arrival)


# --- what destroys work ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", SPOILT)
def test_what_destroys_work_is_offered_after_all_that_does_not(
    document: ScenarioDocument, code: str
) -> None:
    document.apply(SPOILT[code](document.scenario), "spoilt")
    for problem in problems(document):
        gentle = [not fix.is_destructive for fix in scenario_fixes(document.scenario, problem)]
        assert gentle == sorted(gentle, reverse=True)


def test_units_under_a_lake_are_moved_one_by_one_each_to_room_of_its_own(
    document: ScenarioDocument,
) -> None:
    document.apply(flooded(document.scenario), "flooded")
    before = {unit.id for unit in document.scenario.units}
    wet = [each for each in problems(document) if each.code == "forbidden-ground"]
    assert len(wet) > 3
    for problem in wet:
        first = scenario_fixes(document.scenario, problem)[0]
        assert first.id == "place-unit"
        document.apply(first.scenario, first.name("en"))
    assert {unit.id for unit in document.scenario.units} == before
    assert [each.code for each in problems(document)] == ["map-changed"]


def test_those_too_many_in_a_hex_are_spread_round_it(document: ScenarioDocument) -> None:
    document.apply(crowded(document.scenario), "crowded")
    (problem,) = [each for each in problems(document) if each.code == "over-stacking"]
    gentle, harsh = scenario_fixes(document.scenario, problem)
    assert not gentle.is_destructive
    assert harsh.is_destructive
    document.apply(gentle.scenario, gentle.name("en"))
    assert problems(document) == []
    assert len(gentle.scenario.units) == len(harsh.scenario.units) + 1
