"""One-click fixes of scenarios: for each problem whose remedy is clear, the scenario put right.

Those of cargo, of what lies in hexes and of places have files of their own; what a fix is says
fixing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.checks.objective_checks import KEYS
from engine.editing import scenario_edits as edits
from engine.editing import victory_edits, zone_edits
from engine.editing.scenario_edits import (
    free_id,
    with_distinct_unit_numbers,
    without_rule,
)
from engine.hexes.labels import UnknownHexError
from engine.problems import Problem, Waiver
from engine.quick_fixes import (
    hex_feature_fixes,
    placement_fixes,
    unit_fixes,
    victory_fixes,
)
from engine.quick_fixes.fix_targets import (
    Fixer,
    Fixes,
    ScenarioFix,
    problem_condition,
    problem_objective,
    problem_path_steps,
    problem_side,
    problem_unit,
    remove_condition_fix,
    remove_objective_fix,
    remove_unit_fix,
    suggested_word,
)
from engine.quick_fixes.map_fixes import sort_by_harm
from engine.scenario.counters import clearest_colour, side_colours, units_sharing_numbers
from engine.scenario.map_change import make_map_record
from engine.scenario.scenario import Scenario, VictoryCondition
from engine.texts import localised


def scenario_fixes(scenario: Scenario, problem: Problem) -> tuple[ScenarioFix, ...]:
    """Return the quick fixes of a problem, the likeliest first.

    Fixes that destroy work come last.
    """
    fixer = FIXERS.get(problem.code)
    return sort_by_harm(fixer(scenario, problem)) if fixer else ()


# --- units ----------------------------------------------------------------------------------------


def _unknown_zone(scenario: Scenario, problem: Problem) -> Fixes:
    """The zone that was meant, or the first there is."""
    near = suggested_word(problem)
    zones = [near] if near else [*scenario.zones, *scenario.map.zones][:1]
    unit, objective = problem_unit(scenario, problem), problem_objective(scenario, problem)
    if unit is not None and "once" in problem_path_steps(problem):
        return
    if unit is None and objective is None:
        yield from hex_feature_fixes.unknown_zone_fixes(scenario, problem, zones)
        return
    for zone in zones:
        if unit is not None and unit.arrives is not None:
            changed = edits.with_units_arriving(scenario, [unit.id], unit.arrives.turn, zone)
        elif unit is not None:
            changed = edits.with_units_in_zone(scenario, [unit.id], zone)
        elif objective is not None:
            changed = victory_edits.with_objective(
                scenario, replace(objective, zone=zone, at=None), objective.id
            )
        else:
            return
        yield ScenarioFix("meant-zone", {"zone": zone}, changed)
    if unit is not None:
        yield remove_unit_fix(scenario, unit)
    if objective is not None:
        yield remove_objective_fix(scenario, objective)


def _unknown_type(scenario: Scenario, problem: Problem) -> Fixes:
    """All units of the type get the one that was meant."""
    unit, known = problem_unit(scenario, problem), str(problem.values.get("known", "")).split(", ")
    if unit is None:
        return
    meant = suggested_word(problem) or known[0]
    if meant and meant != "–":
        alike = [each.id for each in scenario.units if each.type == unit.type]
        changed = edits.changed_units(scenario, alike, type=meant)
        yield ScenarioFix("meant-type", {"type": meant, "count": len(alike)}, changed)


def _unknown_mark(scenario: Scenario, problem: Problem) -> Fixes:
    unit, mark = problem_unit(scenario, problem), problem.values.get("mark")
    if unit is not None:
        kept = tuple(each for each in unit.marks if each != mark)
        changed = edits.changed_units(scenario, [unit.id], marks=kept)
        yield ScenarioFix("drop-mark", {"mark": mark, "unit": unit.id}, changed)


def _late(scenario: Scenario, problem: Problem) -> Fixes:
    """It comes in the last turn, or the game lasts until it comes."""
    unit = problem_unit(scenario, problem)
    if unit is not None and unit.arrives is not None:
        turns, turn = scenario.turns, unit.arrives.turn
        changed = edits.with_units_arriving(scenario, [unit.id], turns, unit.arrives.zone)
        yield ScenarioFix("arrive-by", {"unit": unit.id, "turn": turns}, changed)
        yield ScenarioFix("play-until", {"turn": turn}, replace(scenario, turns=turn))


def _same_number(scenario: Scenario, problem: Problem) -> Fixes:
    """All but the first get the next numbers that no counter of their side bears."""
    meant = problem_unit(scenario, problem)
    for same in units_sharing_numbers(scenario.units):
        if meant is not None and meant.id in [unit.id for unit in same]:
            changed = with_distinct_unit_numbers(scenario, same[1:])
            yield ScenarioFix("number-apart", {"count": len(same) - 1}, changed)


# --- sides ----------------------------------------------------------------------------------------


def _over_budget(scenario: Scenario, problem: Problem) -> Fixes:
    side, found = problem_side(scenario, problem), int(str(problem.values["found"]))
    if side is not None:
        changed = edits.with_side(scenario, replace(side, budget=found), side.id)
        yield ScenarioFix("raise-budget", {"budget": found}, changed)


def _like_colours(scenario: Scenario, problem: Problem) -> Fixes:
    """The colour that looks least like those of all others."""
    side = problem_side(scenario, problem)
    if side is not None:
        others = {name: shade for name, shade in side_colours(scenario).items() if name != side.id}
        colour = clearest_colour(others.values())
        changed = edits.with_side(scenario, replace(side, colour=colour), side.id)
        yield ScenarioFix("clear-colour", {"side": localised(side.name) or side.id}, changed)


def _several_begin(scenario: Scenario, problem: Problem) -> Fixes:
    first = next((side for side in scenario.sides if side.begins), None)
    if first is not None:
        yield ScenarioFix(
            "begins-alone", {"side": first.id}, edits.with_side(scenario, first, first.id)
        )


def _unknown_deck(scenario: Scenario, problem: Problem) -> Fixes:
    side, near = problem_side(scenario, problem), suggested_word(problem)
    if side is None:
        return
    named = str(problem.values["deck"])
    if near:
        hands = (replace(h, deck=near) if h.deck == named else h for h in side.decks)
        deck = near if side.deck == named else side.deck
        meant = replace(side, deck=deck, decks=tuple(hands))
        yield ScenarioFix("meant-deck", {"deck": near}, edits.with_side(scenario, meant, side.id))
    if side.deck != named:
        kept = tuple(hand for hand in side.decks if hand.deck != named)
        changed = edits.with_side(scenario, replace(side, decks=kept), side.id)
        yield ScenarioFix("drop-deck", {"deck": named}, changed)
        return
    own = edits.with_side(scenario, replace(side, deck=""), side.id)
    yield ScenarioFix("own-deck", {}, own)


def _no_such_side(scenario: Scenario, problem: Problem) -> Fixes:
    """The side that was meant; else no side holds it, or the condition goes."""
    yield from hex_feature_fixes.unknown_side_fixes(scenario, problem)
    near, objective, condition = (
        suggested_word(problem), problem_objective(scenario, problem),
        problem_condition(scenario, problem)
    )  # fmt: skip
    if objective is not None:
        for side in dict.fromkeys((near, "")):
            changed = victory_edits.with_objective(
                scenario, replace(objective, holder=side), objective.id
            )
            key = "meant-side" if side else "nobody-holds"
            yield ScenarioFix(key, {"side": side} if side else {}, changed)
    if condition is not None:
        if near:
            changed = victory_edits.with_victory(
                scenario, condition[0], replace(condition[1], side=near)
            )
            yield ScenarioFix("meant-side", {"side": near}, changed)
        yield remove_condition_fix(scenario, condition[0])


# --- aims -----------------------------------------------------------------------------------------


def _idle_objective(scenario: Scenario, problem: Problem) -> Fixes:
    objective = problem_objective(scenario, problem)
    if objective is not None:
        yield remove_objective_fix(scenario, objective)


def _unknown_objective(scenario: Scenario, problem: Problem) -> Fixes:
    """The objective that was meant, or one less."""
    found, name = problem_condition(scenario, problem), str(problem.values.get("objective"))
    if found is None:
        return
    place, condition = found
    near = suggested_word(problem)
    if near and near not in condition.objectives:
        meant = tuple(near if each == name else each for each in condition.objectives)
        changed = victory_edits.with_victory(scenario, place, replace(condition, objectives=meant))
        yield ScenarioFix("meant-objective", {"objective": near}, changed)
    less = tuple(each for each in condition.objectives if each != name)
    if less:
        count = min(condition.count, len(less))
        fewer = replace(condition, objectives=less, count=count)
        changed = victory_edits.with_victory(scenario, place, fewer)
        yield ScenarioFix("drop-objective", {"objective": name}, changed)
    else:
        yield remove_condition_fix(scenario, place)


def _idle_condition(scenario: Scenario, problem: Problem) -> Fixes:
    found = problem_condition(scenario, problem)
    if found is not None:
        yield remove_condition_fix(scenario, found[0])


def _idle_key(scenario: Scenario, problem: Problem) -> Fixes:
    """Only what means something for its kind is left of a condition."""
    found = problem_condition(scenario, problem)
    if found is not None:
        place, was = found
        kept = {key: getattr(was, key) for key in KEYS[was.kind]}
        kept |= {"group": was.group, "grade": was.grade}
        changed = victory_edits.with_victory(
            scenario, place, VictoryCondition(was.kind, was.side, **kept)
        )
        yield ScenarioFix("drop-keys", {"number": place + 1}, changed)


def _count(scenario: Scenario, problem: Problem) -> Fixes:
    """All that count are enough; where none does the condition goes."""
    found = problem_condition(scenario, problem)
    if found is None:
        return
    place, condition = found
    if problem.values.get("found"):
        changed = victory_edits.with_victory(scenario, place, replace(condition, count=0))
        yield ScenarioFix("all-count", {"found": problem.values["found"]}, changed)
    yield remove_condition_fix(scenario, place)


def _points(scenario: Scenario, problem: Problem) -> Fixes:
    found, most = problem_condition(scenario, problem), int(str(problem.values["most"]))
    if found is not None:
        place, condition = found
        if most:
            changed = victory_edits.with_victory(scenario, place, replace(condition, points=most))
            yield ScenarioFix("most-points", {"points": most}, changed)
        yield remove_condition_fix(scenario, place)


def _win_already(scenario: Scenario, problem: Problem) -> Fixes:
    """Take away the side's objectives at the start."""
    found = problem_condition(scenario, problem)
    if found is not None:
        side = found[1].side
        changed = replace(
            scenario,
            objectives=tuple(
                replace(each, holder="") if each.holder == side else each
                for each in scenario.objectives
            ),
        )
        yield ScenarioFix("free-objectives", {"side": side}, changed)


# --- zones, rules, the map, waivers ---------------------------------------------------------------


def _hiding_zone(scenario: Scenario, problem: Problem) -> Fixes:
    name = str(problem.values["zone"])
    if name in scenario.zones:
        other = free_id(f"{name}-", {*scenario.zones, *scenario.map.zones})
        changed = zone_edits.renamed_zone(scenario, name, other)
        yield ScenarioFix("rename-zone", {"other": other}, changed)


def _invalid_rule(scenario: Scenario, problem: Problem) -> Fixes:
    """Reset the rule at that place to the rulebook's; of a table, all of it."""
    path = [str(step) for step in problem_path_steps(problem)][1:]
    for length in (len(path), 2, 1):
        within = path[:length]
        if within and _has(scenario.rules, within):
            what = ".".join(within)
            yield ScenarioFix("rulebook", {"what": what}, without_rule(scenario, within))
            return


def _has(rules: Mapping[str, object], path: list[str]) -> bool:
    inner: object = rules
    for key in path:
        if not isinstance(inner, Mapping) or key not in inner:
            return False
        inner = inner[key]
    return True


def _map_changed(scenario: Scenario, problem: Problem) -> Fixes:
    """The map as it is now is the one the scenario is written for."""
    yield ScenarioFix("stamp", {}, replace(scenario, map_hash=make_map_record(scenario)))


def _idle_waiver(scenario: Scenario, problem: Problem) -> Fixes:
    """Written as it was meant, where that is likely, or removed."""
    place, waived = int(str(problem.values["place"])), scenario.waived
    if place >= len(waived):
        return
    before, after, near = waived[:place], waived[place + 1 :], suggested_word(problem)
    if near:
        meant = waived[place]._replace(code=near)
        changed = replace(scenario, waived=(*before, meant, *after))
        yield ScenarioFix("meant-waiver", {"near": near}, changed)
    yield ScenarioFix("idle-waiver", {}, replace(scenario, waived=(*before, *after)))


def waive_warning(scenario: Scenario, problem: Problem, reason: str) -> Scenario:
    """The scenario with a warning kept, and why."""
    known = tuple(name for name in problem.at if _is_on(scenario, name))
    return replace(scenario, waived=(*scenario.waived, Waiver(problem.code, known, reason)))


def _is_on(scenario: Scenario, name: str) -> bool:
    try:
        scenario.map.labels.find(name)
    except UnknownHexError:
        return False
    return True


FIXERS: Mapping[str, Fixer] = {
    "unknown-zone": _unknown_zone,
    "unknown-unit-type": _unknown_type,
    "unknown-mark": _unknown_mark,
    "arrives-too-late": _late,
    "same-number": _same_number,
    "over-budget": _over_budget,
    "like-colours": _like_colours,
    "several-begin": _several_begin,
    "unknown-deck": _unknown_deck,
    "no-such-side": _no_such_side,
    "empty-objective": _idle_objective,
    "unreachable-objective": _idle_objective,
    "unknown-objective": _unknown_objective,
    "victory-for-nobody": _idle_condition,
    "victory-key": _idle_key,
    "victory-count": _count,
    "victory-points": _points,
    "victory-from-the-start": _win_already,
    "zone-hides-another": _hiding_zone,
    "invalid-rules": _invalid_rule,
    "map-changed": _map_changed,
    "hex-changed": _map_changed,
    "unused-waiver": _idle_waiver,
    "unknown-waiver": _idle_waiver,
    **victory_fixes.FIXERS,
    **unit_fixes.FIXERS,
    **hex_feature_fixes.FIXERS,
    **placement_fixes.FIXERS,
}
"""By the code of the problem."""
