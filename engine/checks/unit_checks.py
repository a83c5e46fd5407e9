"""Checks of passengers and carriers, bearers, which way units face and what they consist of."""

from __future__ import annotations

from collections.abc import Iterator

from engine.checks.checked_scenario import CheckedScenario
from engine.games.scenario_limits import Holding
from engine.problems import Problem
from engine.scenario.scenario import ScenarioUnit

KEYS = ("aboard", "bearer")


def unknown_carriers(plan: CheckedScenario) -> Iterator[Problem]:
    """Units that begin with a unit there is not, or with one of another side."""
    units = {unit.id: unit for unit in plan.scenario.units}
    for unit in plan.scenario.units:
        for key in filter(lambda key: getattr(unit, key), KEYS):
            name = getattr(unit, key)
            path, values = plan.path(unit, key), {"unit": unit.id, "carrier": name}
            carrier = units.get(name)
            if carrier is None:
                known = [each.id for each in plan.scenario.units if each.side == unit.side]
                yield plan.unknown_word_problem("unknown-carrier", path, name, known, **values)
            elif carrier.side != unit.side:
                side = plan.side_name(carrier.side)
                yield plan.error("carrier-of-another-side", path, side=side, **values)


def carrier_circles(plan: CheckedScenario) -> Iterator[Problem]:
    """Units that carry each other round: none of them is anywhere. Reported once per circle."""
    units = {unit.id: unit for unit in plan.scenario.units}
    told: set[str] = set()
    for unit in plan.scenario.units:
        way: list[str] = []
        at: ScenarioUnit | None = unit
        while at is not None and at.id not in way:
            way.append(at.id)
            at = units.get(at.aboard or at.bearer)
        if at is not None and at.id == unit.id and told.isdisjoint(way):
            told |= set(way)
            key = "aboard" if unit.aboard else "bearer"
            round_ = " → ".join([*way, unit.id])
            yield plan.error("carrier-circle", plan.path(unit, key), units=round_)


# --- what the game has to say ---------------------------------------------------------------------


def check_cargo_limits(plan: CheckedScenario) -> Iterator[Problem]:
    """Units with more aboard, or with other weapons, than the game lets them have."""
    rules: dict[str, Holding] = {"aboard": plan.limits.carrying, "bearer": plan.limits.bearing}
    for key, may_hold in rules.items():
        for holder in plan.scenario.units:
            held = [unit for unit in plan.scenario.units if getattr(unit, key) == holder.id]
            types = tuple(unit.type for unit in held)
            why = may_hold(holder.type, types) if held else None
            if why is not None:
                code = "cannot-carry" if key == "aboard" else "cannot-bear"
                values = {"unit": holder.id, "held": held[-1].id, "explained": why}
                yield plan.error(code, plan.path(held[-1], key), **values)


def unborne_weapons(plan: CheckedScenario) -> Iterator[Problem]:
    """Weapons that begin in a hex or zone of their own."""
    for unit in plan.scenario.units:
        if unit.type in plan.limits.weapons and not unit.bearer:
            yield plan.error("needs-bearer", plan.path(unit), unit=unit.id, type=unit.type)


def check_useless_facing(plan: CheckedScenario) -> Iterator[Problem]:
    """Units of types without a front that are to face somewhere."""
    for unit in plan.scenario.units:
        known = unit.type in plan.limits.mobility and unit.type not in plan.limits.faces
        if unit.facing is not None and known:
            values = {"unit": unit.id, "type": unit.type}
            yield plan.error("no-front", plan.path(unit, "facing"), **values)


def check_compositions(plan: CheckedScenario) -> Iterator[Problem]:
    """Figures and ways to stand ready that the game does not have, or not together."""
    figures = [word.id for word in plan.limits.figures]
    modes = [word.id for word in plan.limits.modes]
    for unit in plan.scenario.units:
        if unit.mode and unit.mode not in modes:
            values, path = {"unit": unit.id, "mode": unit.mode}, plan.path(unit, "mode")
            yield plan.unknown_word_problem("unknown-mode", path, unit.mode, modes, **values)
        elif unit.mode and (why := plan.limits.readying(unit)) is not None:
            path = plan.path(unit, "mode")
            yield plan.error("cannot-stand-ready", path, unit=unit.id, explained=why)
        path, strange = plan.path(unit, "figures"), [f for f in unit.figures if f not in figures]
        for figure in strange:
            values = {"unit": unit.id, "figure": figure}
            yield plan.unknown_word_problem("unknown-figure", path, figure, figures, **values)
        why = plan.limits.composing(unit.type, unit.figures) if unit.figures else None
        if why is not None and not strange:
            yield plan.error("cannot-consist", path, unit=unit.id, explained=why)


def check_units_have_figures(plan: CheckedScenario) -> Iterator[Problem]:
    """Units without figures, where their side has none in store to build them from."""
    kinds = {word.id for word in plan.limits.figures}
    builders = {side.id for side in plan.scenario.sides if kinds & set(side.stocks)}
    for unit in plan.scenario.units:
        if unit.type in plan.limits.manned and not unit.figures and unit.side not in builders:
            yield plan.error("needs-figures", plan.path(unit), unit=unit.id)


def check_marks(plan: CheckedScenario) -> Iterator[Problem]:
    """Marks that a unit of its kind may not begin with, or not together."""
    for unit in plan.scenario.units:
        if unit.marks and all(mark in plan.limits.marks for mark in unit.marks):
            why = plan.limits.marking(unit)
            if why is not None:
                path = plan.path(unit, "marks")
                yield plan.error("cannot-have-marks", path, unit=unit.id, explained=why)


CHECKS = (unknown_carriers, carrier_circles)
GAME_CHECKS = (
    check_cargo_limits,
    unborne_weapons,
    check_useless_facing,
    check_compositions,
    check_units_have_figures,
    check_marks,
)
