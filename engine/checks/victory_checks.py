"""Checks of the conditions of victory and reinforcements: zones, units, groups and grades."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.checked_scenario import CheckedScenario
from engine.files.valid_parts import Steps
from engine.problems import Problem
from engine.scenario.scenario import VictoryCondition, VictoryKind


def victory_conditions(plan: CheckedScenario) -> Iterator[tuple[VictoryCondition, Steps]]:
    """Yield the victory conditions of the sides, each with its path in the file."""
    yield from zip(plan.scenario.victory, plan.file.victory, strict=True)


def arrival_conditions(plan: CheckedScenario) -> Iterator[tuple[VictoryCondition, Steps]]:
    """Yield the conditions that reinforcements wait for, each with its path in the file."""
    for unit in plan.scenario.units:
        if unit.arrives is not None and unit.arrives.once is not None:
            yield unit.arrives.once, plan.path(unit, "arrives", "once")


def victory_and_arrival_conditions(
    plan: CheckedScenario,
) -> Iterator[tuple[VictoryCondition, Steps]]:
    """Yield the conditions of victory and of arrival, each with its path in the file."""
    yield from victory_conditions(plan)
    yield from arrival_conditions(plan)


OF_WINNING = frozenset({"group", "grade", "turns", "at_once", "at_end"})
IN_A_ZONE = frozenset({VictoryKind.EXIT, VictoryKind.CLEAR})


def check_condition_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions of a zone that name none, or one there is not."""
    for condition, path in victory_and_arrival_conditions(plan):
        zone = condition.zone
        if condition.kind in IN_A_ZONE and not zone:
            yield plan.error("victory-without-zone", path, by=condition.kind.value)
        elif zone and plan.zone(zone) is None:
            yield plan.unknown_word_problem(
                "unknown-zone", [*path, "zone"], zone, plan.zone_names, zone=zone
            )


def check_condition_units(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that name units the side has not, or count more than are named."""
    for condition, path in victory_and_arrival_conditions(plan):
        own = [unit.id for unit in plan.scenario.units if unit.side == condition.side]
        for place, name in enumerate(condition.units):
            if name not in own:
                where: Steps = [*path, "units", place]
                side = plan.side_name(condition.side)
                yield plan.unknown_word_problem(
                    "unknown-unit", where, name, own, unit=name, side=side
                )
        if condition.units and condition.count > len(condition.units):
            values = {"count": condition.count, "found": len(condition.units)}
            yield plan.error("victory-units", [*path, "count"], **values)


def check_loss_percentages(plan: CheckedScenario) -> Iterator[Problem]:
    """Check that no loss percentage is above 100."""
    for condition, path in victory_and_arrival_conditions(plan):
        if condition.kind is VictoryKind.LOSSES and condition.percent > 100:
            yield plan.error("victory-percent", [*path, "percent"], percent=condition.percent)


def check_judgement_times(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that are judged at once and yet must last, or both at once and at the end."""
    for condition, path in victory_conditions(plan):
        if condition.at_once and condition.turns:
            yield plan.error("victory-turns-at-once", [*path, "turns"], turns=condition.turns)
        if condition.at_once and condition.at_end:
            yield plan.error("victory-at-once-at-end", [*path, "at_end"])
        if condition.turns > plan.scenario.turns:
            values = {"turns": condition.turns, "most": plan.scenario.turns}
            yield plan.error("victory-turns", [*path, "turns"], **values)


def check_arrival_conditions(plan: CheckedScenario) -> Iterator[Problem]:
    """Check that arrival conditions state a fact of the game and use no key of victory."""
    for condition, path in arrival_conditions(plan):
        for key in plan.source.root.at(path).value:
            if key in OF_WINNING:
                yield plan.error("once-key", [*path, key], key=key)
        if condition.kind is VictoryKind.TURN_LIMIT:
            yield plan.error("once-turn-limit", [*path, "by"])


def check_victory_grades(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that hold together and are to be of two grades."""
    known: dict[tuple[str, str], str] = {}
    for condition, path in victory_conditions(plan):
        key = condition.side, condition.group
        if not condition.group or not condition.grade:
            continue
        if known.setdefault(key, condition.grade) != condition.grade:
            values = {"group": condition.group, "one": known[key], "other": condition.grade}
            yield plan.error("grades-differ", [*path, "grade"], **values)


# --- what the game has to say ---------------------------------------------------------------------


def check_condition_kinds(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions of a kind the game does not judge by, and words it does not know."""
    aims = [kind.value for kind in VictoryKind if kind in plan.limits.aims]
    kinds = [word.id for word in plan.limits.counted]
    grades = [word.id for word in plan.limits.grades]
    for condition, path in victory_and_arrival_conditions(plan):
        by, grade = condition.kind.value, condition.grade
        if by not in aims:
            yield plan.unknown_word_problem("unknown-aim", [*path, "by"], by, aims, by=by)
        for place, kind in enumerate(condition.kinds):
            if kind not in kinds:
                where: Steps = [*path, "kinds", place]
                yield plan.unknown_word_problem("unknown-counted", where, kind, kinds, kind=kind)
        if grade and grade not in grades:
            yield plan.unknown_word_problem(
                "unknown-grade", [*path, "grade"], grade, grades, grade=grade
            )
        if condition.group and not plan.limits.has_groups:
            yield plan.error("no-groups", [*path, "group"], group=condition.group)


def check_kill_points(plan: CheckedScenario) -> Iterator[Problem]:
    """Conditions that need more points of enemies than there are, with what may be bought."""
    for condition, path in victory_and_arrival_conditions(plan):
        most = _worth_of_enemies(plan, condition.side)
        if condition.kind is VictoryKind.KILL and condition.points > most:
            values = {"side": plan.side_name(condition.side), "points": condition.points}
            yield plan.error("victory-points", [*path, "points"], most=most, **values)


def _worth_of_enemies(plan: CheckedScenario, side: str) -> int:
    """Return the worth of a side's enemies, with the units that they may still buy."""
    units = (unit for unit in plan.scenario.units if unit.side != side)
    budgets = (each.budget for each in plan.scenario.sides if each.id != side)
    return sum(plan.limits.unit_worth(unit) for unit in units) + sum(budgets)


CHECKS = (
    check_condition_zones,
    check_condition_units,
    check_loss_percentages,
    check_judgement_times,
    check_arrival_conditions,
    check_victory_grades,
)
GAME_CHECKS = (check_condition_kinds, check_kill_points)
