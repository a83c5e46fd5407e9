"""Checks of what a scenario is fought for: objectives within reach, victory that can be won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from engine.checks.checked_scenario import CheckedScenario
from engine.checks.victory_checks import victory_and_arrival_conditions, victory_conditions
from engine.files.valid_parts import Steps
from engine.hexes.hex import Hex
from engine.movement.mobility import Mobility
from engine.movement.standable_hexes import hexes_reached
from engine.problems import Problem
from engine.scenario.scenario import Objective, VictoryCondition, VictoryKind

JUDGED = frozenset({"at_once", "at_end"})
KEYS: Mapping[VictoryKind, frozenset[str]] = {
    VictoryKind.OBJECTIVES: frozenset({"objectives", "count", "turns"}) | JUDGED,
    VictoryKind.LOSSES: frozenset({"percent"}) | JUDGED,
    VictoryKind.POINTS: frozenset({"points"}) | JUDGED,
    VictoryKind.TURN_LIMIT: frozenset(),
    VictoryKind.EXIT: frozenset({"zone", "count", "points", "units", "kinds"}) | JUDGED,
    VictoryKind.CLEAR: frozenset({"zone", "kinds", "turns"}) | JUDGED,
    VictoryKind.KILL: frozenset({"points", "kinds"}) | JUDGED,
    VictoryKind.SURVIVE: frozenset({"count", "units", "kinds", "at_end"}),
    VictoryKind.RATIO: frozenset({"percent", "kinds", "at_end"}),
}
"""The keys of a condition by its kind, beside those that every kind has."""
OF_ALL = frozenset({"by", "side", "group", "grade"})


def check_objectives(plan: CheckedScenario) -> Iterator[Problem]:
    """Objectives in zones that are not there or empty, or held by a side that is not there."""
    for objective in plan.scenario.objectives:
        path = plan.file.objectives[objective.id]
        if objective.holder and objective.holder not in plan.sides:
            side, where = objective.holder, [*path, "holder"]
            yield plan.unknown_word_problem("no-such-side", where, side, plan.sides, side=side)
        hexes = _hexes(plan, objective)
        if hexes is None:
            names, zone = plan.zone_names, objective.zone
            yield plan.unknown_word_problem("unknown-zone", [*path, "zone"], zone, names, zone=zone)
        elif not hexes:
            yield plan.error("empty-objective", [*path, "zone"], objective=objective.id)


def unreachable_objectives(plan: CheckedScenario) -> Iterator[Problem]:
    """Objectives no unit of any side can ever come to."""
    wanted = {entry.id: _hexes(plan, entry) or () for entry in plan.scenario.objectives}
    targets = {hex_ for hexes in wanted.values() for hex_ in hexes}
    if not targets:
        return
    found: set[Hex] = set()
    for mobility, starts in _starts(plan):
        found |= hexes_reached(plan.map, mobility, starts, targets - found)
    for name, hexes in wanted.items():
        if hexes and found.isdisjoint(hexes):
            path = plan.file.objectives[name]
            yield plan.warning("unreachable-objective", path, hexes, objective=name)


def _starts(plan: CheckedScenario) -> list[tuple[Mobility, list[Hex]]]:
    """The classes of mobility in the forces, each with every hex its units may begin in."""
    starts: dict[int, dict[Hex, None]] = defaultdict(dict)
    classes: dict[int, Mobility] = {}
    for unit in plan.scenario.units:
        mobility = plan.limits.mobility.get(unit.type)
        if mobility is None:
            continue
        stands = plan.scenario.outermost(unit) if unit.aboard or unit.bearer else unit
        zone = stands.arrives.zone if stands.arrives else stands.zone
        hexes = (stands.at,) if stands.at is not None else plan.zone(zone) or ()
        classes[id(mobility)] = mobility
        starts[id(mobility)] |= dict.fromkeys(hexes)
    for mobility in plan.limits.mobility.values():
        for hexes in _musters(plan):
            classes[id(mobility)] = mobility
            starts[id(mobility)] |= dict.fromkeys(hexes)
    return [(classes[key], list(hexes)) for key, hexes in starts.items()]


def _musters(plan: CheckedScenario) -> list[tuple[Hex, ...]]:
    """Return the zones in which sides set up the units they buy."""
    buying = [side.id for side in plan.scenario.sides if side.budget]
    zones = (plan.limits.muster.get(side, "") for side in buying)
    return [plan.zone(zone) or () for zone in zones if zone]


def _hexes(plan: CheckedScenario, objective: Objective) -> tuple[Hex, ...] | None:
    return (objective.at,) if objective.at is not None else plan.zone(objective.zone)


# --- victory --------------------------------------------------------------------------------------


def check_victory_references(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that name sides or objectives that are not there, or keys that mean nothing."""
    known = [objective.id for objective in plan.scenario.objectives]
    for condition, path in victory_and_arrival_conditions(plan):
        by, side = condition.kind.value, condition.side
        if side and side not in plan.sides:
            yield plan.unknown_word_problem(
                "no-such-side", [*path, "side"], side, plan.sides, side=side
            )
        if not side and condition.kind is not VictoryKind.TURN_LIMIT:
            yield plan.error("victory-for-nobody", path, by=by, known=" / ".join(plan.sides))
        for place, name in enumerate(condition.objectives):
            if name not in known:
                where: Steps = [*path, "objectives", place]
                yield plan.unknown_word_problem(
                    "unknown-objective", where, name, known, objective=name
                )
        for key in plan.source.root.at(path).value:
            if key not in KEYS[condition.kind] | OF_ALL:
                yield plan.error("victory-key", [*path, key], key=key, by=by)


def victory_counts(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that need more objectives than count for them, or hold from the start."""
    for condition, path in victory_conditions(plan):
        if condition.kind is not VictoryKind.OBJECTIVES:
            continue
        wanted = [entry for entry in plan.scenario.objectives if _counts(condition, entry)]
        held = sum(entry.holder == condition.side for entry in wanted)
        count, side = condition.count or len(wanted), plan.side_name(condition.side)
        if count > len(wanted) or not wanted:
            values = {"side": side, "count": max(count, 1), "found": len(wanted)}
            yield plan.error("victory-count", path, **values)
        elif held >= count and not (condition.turns or condition.at_end or condition.group):
            yield plan.warning("victory-from-the-start", path, side=side)


def victory_points(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that need more points than all objectives and enemies together are worth."""
    for condition, path in victory_conditions(plan):
        most = _most_points(plan, condition.side)
        if condition.kind is VictoryKind.POINTS and condition.points > most:
            values = {"side": plan.side_name(condition.side), "points": condition.points}
            yield plan.error("victory-points", [*path, "points"], most=most, **values)


def _counts(condition: VictoryCondition, objective: Objective) -> bool:
    return not condition.objectives or objective.id in condition.objectives


def _most_points(plan: CheckedScenario, side: str) -> int:
    """Return the score of a side that holds everything and has annihilated every enemy."""
    held = sum(objective.points for objective in plan.scenario.objectives)
    enemies = (unit for unit in plan.scenario.units if unit.side != side)
    return held + sum(plan.limits.unit_worth(unit) for unit in enemies)


CHECKS = (check_objectives, check_victory_references, victory_counts)
GAME_CHECKS = (unreachable_objectives, victory_points)
WARNINGS = frozenset({"unreachable-objective", "victory-from-the-start"})
