"""One-click fixes of features, stocks, hands of cards, and the newer conditions of victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.editing import hex_feature_edits, victory_edits
from engine.editing import scenario_edits as edits
from engine.hexes.hex import SIDES, Hex, distance
from engine.problems import Problem
from engine.quick_fixes.fix_targets import (
    Fixer,
    Fixes,
    ScenarioFix,
    problem_condition,
    problem_feature,
    problem_path_steps,
    problem_side,
    remove_condition_fix,
    suggested_word,
)
from engine.scenario.scenario import Scenario, ScenarioFeature, ScenarioSide
from engine.texts import in_each_language, text

# --- features -------------------------------------------------------------------------------------


def _take_away(scenario: Scenario, feature: ScenarioFeature) -> ScenarioFix:
    changed = hex_feature_edits.without_features(scenario, [feature.id])
    return ScenarioFix("remove-feature", {"feature": feature.id}, changed)


def _feature(scenario: Scenario, problem: Problem) -> Fixes:
    """The kind that was meant; else it goes."""
    feature, near = problem_feature(scenario, problem), suggested_word(problem)
    if feature is None:
        return
    if near:
        changed = hex_feature_edits.changed_features(scenario, [feature.id], kind=near)
        yield ScenarioFix("meant-word", {"word": near}, changed)
    yield _take_away(scenario, feature)


def _front(scenario: Scenario, problem: Problem) -> Fixes:
    feature = problem_feature(scenario, problem)
    if feature is not None:
        changed = hex_feature_edits.changed_features(scenario, [feature.id], facing=None)
        yield ScenarioFix("drop-front", {"unit": feature.id}, changed)


def _face_enemies(scenario: Scenario, problem: Problem) -> Fixes:
    """It faces where its enemies begin."""
    feature = problem_feature(scenario, problem)
    if feature is None or feature.at is None:
        return
    facing = _towards_enemies(scenario, feature, feature.at)
    way = scenario.map.grid.orientation.directions[facing].lower()
    said = in_each_language(lambda language: text(f"aims.facing-{way}", language))
    changed = hex_feature_edits.changed_features(scenario, [feature.id], facing=facing)
    yield ScenarioFix("give-front", {"unit": feature.id, "facing": said}, changed)


def _towards_enemies(scenario: Scenario, feature: ScenarioFeature, at: Hex) -> int:
    """The direction of most hexes where others begin; of the map's hexes where none is known."""
    grid = scenario.map.grid
    others = [unit for unit in scenario.units if unit.side != feature.side]
    hexes = [unit.at for unit in others if unit.at is not None]
    zones = {unit.arrives.zone if unit.arrives else unit.zone for unit in others}
    hexes += [hex_ for zone in sorted(zones) for hex_ in _hexes_of(scenario, zone)]
    goals = hexes or list(grid)
    beside = [grid.neighbour(at, way) for way in range(SIDES)]
    return min(range(SIDES), key=lambda way: sum(distance(beside[way], goal) for goal in goals))


def _hexes_of(scenario: Scenario, zone: str) -> Sequence[Hex]:
    known = zone in scenario.zones or zone in scenario.map.zones
    return list(scenario.zone(zone)) if known else []


def unknown_zone_fixes(scenario: Scenario, problem: Problem, zones: Sequence[str]) -> Fixes:
    """A feature or a condition in the zone that was meant; else it goes."""
    feature, found = problem_feature(scenario, problem), problem_condition(scenario, problem)
    for zone in zones:
        if feature is not None:
            changed = hex_feature_edits.with_features_in_zone(scenario, [feature.id], zone)
            yield ScenarioFix("meant-zone", {"zone": zone}, changed)
        elif found is not None:
            changed = victory_edits.with_victory(scenario, found[0], replace(found[1], zone=zone))
            yield ScenarioFix("meant-zone", {"zone": zone}, changed)
    if feature is not None:
        yield _take_away(scenario, feature)
    if found is not None:
        yield remove_condition_fix(scenario, found[0])


def unknown_side_fixes(scenario: Scenario, problem: Problem) -> Fixes:
    """A feature of the side that was meant, or of none."""
    feature = problem_feature(scenario, problem)
    if feature is None:
        return
    for side in dict.fromkeys((suggested_word(problem), "")):
        changed = hex_feature_edits.changed_features(scenario, [feature.id], side=side)
        values = {"side": side} if side else {}
        yield ScenarioFix("meant-side" if side else "nobodys", values, changed)


# --- sides ----------------------------------------------------------------------------------------


def _with(scenario: Scenario, side: ScenarioSide, **fields: Any) -> Scenario:
    return edits.with_side(scenario, replace(side, **fields), side.id)


def _stock(scenario: Scenario, problem: Problem) -> Fixes:
    side, name, near = (
        problem_side(scenario, problem),
        str(problem.values["stock"]),
        suggested_word(problem),
    )
    if side is None:
        return
    if near and near not in side.stocks:
        meant = {near if each == name else each: count for each, count in side.stocks.items()}
        yield ScenarioFix("meant-word", {"word": near}, _with(scenario, side, stocks=meant))
    kept = {each: count for each, count in side.stocks.items() if each != name}
    yield ScenarioFix("drop-stock", {"stock": name}, _with(scenario, side, stocks=kept))


def _many_decks(scenario: Scenario, problem: Problem) -> Fixes:
    side, most = problem_side(scenario, problem), int(str(problem.values["most"]))
    if side is not None:
        changed = _with(scenario, side, decks=side.decks[:most])
        yield ScenarioFix("first-decks", {"count": most}, changed)


def _two_ways(scenario: Scenario, problem: Problem) -> Fixes:
    side = problem_side(scenario, problem)
    if side is not None:
        yield ScenarioFix("only-decks", {}, _with(scenario, side, deck=""))


def _large_hand(scenario: Scenario, problem: Problem) -> Fixes:
    side, count = problem_side(scenario, problem), int(str(problem.values["count"]))
    match problem_path_steps(problem):
        case ["sides", _, "decks", int(number), *_] if side and number < len(side.decks):
            hands = list(side.decks)
            hands[number] = replace(hands[number], cards=count)
            changed = _with(scenario, side, decks=tuple(hands))
            yield ScenarioFix("smaller-hand", {"count": count}, changed)


# --- conditions -----------------------------------------------------------------------------------


def _zoneless(scenario: Scenario, problem: Problem) -> Fixes:
    """In the first zone there is, or not at all."""
    yield from unknown_zone_fixes(scenario, problem, [*scenario.zones, *scenario.map.zones][:1])


def _word(scenario: Scenario, problem: Problem, key: str) -> Fixes:
    """A word of a condition as it was meant; else without it."""
    found, near = problem_condition(scenario, problem), suggested_word(problem)
    if found is None:
        return
    place, condition = found
    written = getattr(condition, key)
    wrong = str(problem.values.get({"kinds": "kind", "units": "unit"}.get(key, key), ""))
    for word in dict.fromkeys((near, "")):
        fields: dict[str, Any] = {key: word}
        if isinstance(written, tuple):
            exchanged = (word if each == wrong else each for each in written)
            fields = {key: tuple(each for each in exchanged if each)}
        changed = victory_edits.with_victory(scenario, place, replace(condition, **fields))
        values = {"word": word} if word else {"word": wrong}
        yield ScenarioFix("meant-word" if word else "drop-word", values, changed)


def _kinds(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _word(scenario, problem, "kinds")


def _units(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _word(scenario, problem, "units")


def _grade(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _word(scenario, problem, "grade")


def _group(scenario: Scenario, problem: Problem) -> Fixes:
    yield from _word(scenario, problem, "group")


def _aim(scenario: Scenario, problem: Problem) -> Fixes:
    found = problem_condition(scenario, problem)
    if found is not None:
        yield remove_condition_fix(scenario, found[0])


def _count(scenario: Scenario, problem: Problem) -> Fixes:
    found = problem_condition(scenario, problem)
    if found is not None:
        changed = victory_edits.with_victory(scenario, found[0], replace(found[1], count=0))
        yield ScenarioFix("all-count", {"found": problem.values["found"]}, changed)


def _percent(scenario: Scenario, problem: Problem) -> Fixes:
    found = problem_condition(scenario, problem)
    if found is not None:
        changed = victory_edits.with_victory(scenario, found[0], replace(found[1], percent=100))
        yield ScenarioFix("all-percent", {}, changed)


FIXERS: Mapping[str, Fixer] = {
    "unknown-feature": _feature,
    "cannot-lie": _feature,
    "feature-without-front": _front,
    "feature-needs-front": _face_enemies,
    "unknown-stock": _stock,
    "too-many-decks": _many_decks,
    "deck-and-decks": _two_ways,
    "hand-too-large": _large_hand,
    "victory-without-zone": _zoneless,
    "unknown-unit": _units,
    "unknown-counted": _kinds,
    "unknown-grade": _grade,
    "no-groups": _group,
    "unknown-aim": _aim,
    "victory-units": _count,
    "victory-percent": _percent,
}
"""By the code of the problem."""
