"""The errors that keep a scenario on a table from being played: figure groups and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.checks.checked_scenario import CheckedScenario
from engine.games.figure_group_kinds import FigureGroupKind
from engine.problems import Problem
from engine.scenario.figure_groups import FigureGroup
from engine.texts import localised


def _known_bodies(plan: CheckedScenario) -> Iterator[tuple[FigureGroup, FigureGroupKind]]:
    for body in plan.scenario.bodies:
        kind = plan.limits.bodies.get(body.type)
        if kind is not None:
            yield body, kind


def _unknown_kinds(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies of kinds the game does not have."""
    for body in plan.scenario.bodies:
        if body.type not in plan.limits.bodies:
            path = plan.group_path(body, "type")
            yield plan.unknown_word_problem(
                "unknown-body-type", path, body.type, plan.limits.bodies, type=body.type
            )


def _off_the_table(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies laid by points beyond the table."""
    table = plan.scenario.table
    for body in plan.scenario.bodies:
        for point in body.at:
            if not table.has(point):
                values = {"body": body.id, "width": table.width // 16, "depth": table.depth // 16}
                yield plan.error("off-the-table", plan.group_path(body, "at"), **values)
                break


def _unknown_table_zones(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies set up in zones the table does not have."""
    zones = plan.scenario.table.zones
    for body in plan.scenario.bodies:
        if body.zone and body.zone not in zones:
            path = plan.group_path(body, "zone")
            yield plan.unknown_word_problem(
                "no-such-table-zone", path, body.zone, zones, zone=body.zone
            )


def _two_places(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies that begin in more than one way."""
    for body in plan.scenario.bodies:
        if sum(map(bool, (body.at, body.zone, body.aboard))) > 1:
            yield plan.error("body-place", plan.group_path(body), body=body.id)


def _too_many(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies with more figures than their kind may have."""
    for body, kind in _known_bodies(plan):
        if body.strength > kind.most:
            values = {"body": body.id, "count": body.strength, "most": kind.most}
            yield plan.error("too-many-figures", plan.group_path(body, "strength"), **values)


def _along_a_line(plan: CheckedScenario) -> Iterator[Problem]:
    """Guns and the like, which stand in one place, laid from one place to another."""
    for body, kind in _known_bodies(plan):
        if not kind.formations and len(body.at) > 1:
            values = {"body": body.id, "type": body.type}
            yield plan.error("body-in-a-line", plan.group_path(body, "at"), **values)


def _strange_words(plan: CheckedScenario) -> Iterator[Problem]:
    """Formations, skills, arms and loads that mean nothing for a kind of body."""
    for body, kind in _known_bodies(plan):
        allowed = {
            "formation": kind.formations,
            "skill": [word.id for word in kind.skills],
            "arm": [word.id for word in kind.arms],
        }
        said = [(key, getattr(body, key)) for key in allowed]
        for key, word in said:
            if word and word not in allowed[key]:
                path, values = plan.group_path(body, key), {"word": word, "type": body.type}
                yield plan.unknown_word_problem(
                    "strange-body-word", path, word, allowed[key], **values
                )
        loads = [word.id for word in kind.loads]
        for word in body.load:
            if word not in loads:
                path, values = (
                    plan.group_path(body, "load", word),
                    {"word": word, "type": body.type},
                )
                yield plan.unknown_word_problem("strange-body-word", path, word, loads, **values)


def _strange_carriers(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies aboard what is not there, is the enemy's, or does not carry them."""
    known = {body.id: body for body in plan.scenario.bodies}
    for body in plan.scenario.bodies:
        if not body.aboard:
            continue
        path, carrier = plan.group_path(body, "aboard"), known.get(body.aboard)
        if carrier is None or carrier.side != body.side:
            friends = [each.id for each in known.values() if each.side == body.side]
            yield plan.unknown_word_problem(
                "no-such-body", path, body.aboard, friends, body=body.aboard
            )
            continue
        kind = plan.limits.bodies.get(carrier.type)
        if kind is not None and body.type not in kind.carries:
            values = {"type": carrier.type, "carried": body.type}
            yield plan.error("carries-no-such-body", path, **values)


def _cannot_stand(plan: CheckedScenario) -> Iterator[Problem]:
    """Bodies that cannot stand as they are laid: in a house, in water, in each other's places."""
    if any(True for check in _BEFORE_STANDING for _ in check(plan)):
        return
    for fault in plan.limits.standing(plan.scenario):
        path = plan.file.bodies[fault.body]
        yield plan.error("cannot-stand", path, body=fault.body, why=fault.why)


def _doubtful_armies(plan: CheckedScenario) -> Iterator[Problem]:
    """Armies that are against a rule of the game: a defender with too many points."""
    for remark in plan.limits.remarks(plan.scenario):
        if remark.is_wrong:
            yield plan.warning("doubtful-armies", ["bodies"], why=localised(remark.words))


_BEFORE_STANDING: tuple[Callable[[CheckedScenario], Iterator[Problem]], ...] = (
    _unknown_kinds,
    _off_the_table,
    _unknown_table_zones,
    _two_places,
    _too_many,
    _along_a_line,
    _strange_words,
    _strange_carriers,
)
CHECKS = (_off_the_table, _unknown_table_zones, _two_places)
GAME_CHECKS = (
    _unknown_kinds,
    _too_many,
    _along_a_line,
    _strange_words,
    _strange_carriers,
    _cannot_stand,
    _doubtful_armies,
)
