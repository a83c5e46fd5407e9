"""The conditions of a scenario: what sides win by, and what reinforcements wait for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.subject import CheckedScenario
from engine.files.sound_parts import Steps
from engine.scenario.scenario import Victory


def of_victory(plan: CheckedScenario) -> Iterator[tuple[Victory, Steps]]:
    """What sides win by, and where it is written."""
    yield from zip(plan.scenario.victory, plan.file.victory, strict=True)


def of_arrivals(plan: CheckedScenario) -> Iterator[tuple[Victory, Steps]]:
    """What reinforcements wait for, and where it is written."""
    for unit in plan.scenario.units:
        if unit.arrives is not None and unit.arrives.once is not None:
            yield unit.arrives.once, plan.path(unit, "arrives", "once")


def of_all(plan: CheckedScenario) -> Iterator[tuple[Victory, Steps]]:
    """What sides win by and what reinforcements wait for, and where each is written."""
    yield from of_victory(plan)
    yield from of_arrivals(plan)
