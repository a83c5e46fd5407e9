"""Checks of formations: in a scenario, and in a file of forces for any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.checks.subject import CheckedScenario
from engine.files.sound_parts import Steps
from engine.files.source_text import Source
from engine.games import installed, is_installed, system_of
from engine.problems import Problem, nearest
from engine.scenario.force import Force
from engine.scenario.formations import chain, formations_by_id
from engine.scenario.scenario import Formation, ScenarioUnit

Told = tuple[str, Steps, dict[str, object]]  # code, path, values


def formations(plan: CheckedScenario) -> Iterator[Problem]:
    """Formations within what is not there or of another side, in a circle, or led by strangers."""
    scenario, paths = plan.scenario, plan.file.formations
    for code, (id_, *more), values in _doubts(scenario.formations, scenario.units):
        yield plan.error(code, [*paths[str(id_)], *more], **values)


def lint_force(force: Force, source: Source) -> Iterator[Problem]:
    """Every error of a file of forces: the same, and types the game has not."""
    places = _places(source, "formations")
    for code, (id_, *more), values in _doubts(force.formations, force.units):
        yield source.problem(code, ["formations", places[str(id_)], *more], values)
    if not is_installed(force.game):
        known = ", ".join(installed())
        values = {"game": force.game, "known": known, "near": nearest(force.game, installed())}
        yield source.problem("unknown-game", ["game"], values)
        return
    types, places = system_of(force.game).handbook({}).units(), _places(source, "units")
    for unit in force.units:
        if unit.type not in types:
            said = {"unit": unit.id, "type": unit.type, "known": ", ".join(types)}
            path: Steps = ["units", places[unit.id], "type"]
            yield source.problem(
                "unknown-unit-type", path, {**said, "near": nearest(unit.type, types)}
            )


def _places(source: Source, key: str) -> dict[str, int]:
    """Where the entries of a list stand in the file, by their ids; faulty ones among them."""
    listed = source.root.at([key]).value
    placed = [*enumerate(listed)] if isinstance(listed, list) else []
    return {str(node.at(["id"]).value): place for place, node in reversed(placed)}


def _doubts(formations: Sequence[Formation], units: Iterable[ScenarioUnit]) -> Iterator[Told]:
    known, leaders = formations_by_id(formations), {unit.id: unit for unit in units}
    for each in formations:
        above = known.get(each.within)
        if each.within and (above is None or above.side != each.side):
            near = nearest(each.within, [one.id for one in formations if one.side == each.side])
            said: dict[str, object] = {"formation": each.within, "near": near}
            yield "unknown-formation", [each.id, "within"], said
        elif each.within and any(one.id == each.id for one in chain(known, each.within)):
            yield "formation-circle", [each.id, "within"], {"formation": each.id}
        leader = leaders.get(each.headquarters)
        if each.headquarters and (leader is None or leader.side != each.side):
            values: dict[str, object] = {"unit": each.headquarters, "formation": each.id,
                      "near": nearest(each.headquarters, leaders)}  # fmt: skip
            yield "unknown-headquarters", [each.id, "headquarters"], values
