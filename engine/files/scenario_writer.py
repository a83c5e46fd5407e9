"""Scenarios written to files: new ones in full, edited ones so that only the edits change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.files import source_text
from engine.files.deck_files import card_values, waiver_values
from engine.files.figure_group_reader import figure_group_values, length_style_of
from engine.files.format_versions import raise_version, version_needed
from engine.files.scenario_reader import ScenarioFile, read_leniently
from engine.files.schema_modeline import prepend_modeline, with_portable_modeline
from engine.files.schemas import newest_version
from engine.files.source_text import ParsedSource
from engine.files.value_merge import merge
from engine.files.yaml_rewriter import dump, rewrite_text
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.scenario.map_change import altered_hexes, altered_parts, make_map_record
from engine.scenario.scenario import VictoryKind
from engine.tabletop.lengths import PLAIN, LengthFormat

if TYPE_CHECKING:
    from engine.scenario.scenario import (
        Arrival,
        Formation,
        Objective,
        Scenario,
        ScenarioFeature,
        ScenarioSide,
        ScenarioUnit,
        VictoryCondition,
    )

Spelling = Callable[[Hex], str]
IN_PERCENT = frozenset({VictoryKind.LOSSES, VictoryKind.RATIO})


def save(scenario: Scenario, path: Path, was: ScenarioFile | None = None) -> ScenarioFile:
    """Write a scenario in one step, as an edit of the file it was read from if it was.

    A new file records the map as it is; an old one keeps its record until it is `stamped`. Returns
    the file as read back; raises SaveError, the old file then being whole.
    """
    now = (
        with_portable_modeline(rewrite(scenario, was), "scenario", path).text
        if was
        else new_scenario_text(scenario, path)
    )
    source_text.write(path, now)
    return read_leniently(path)


def new_scenario_text(scenario: Scenario, path: Path) -> str:
    """The text of a new scenario file, with the line that gives completion in common editors."""
    new = (
        scenario if scenario.is_on_table else replace(scenario, map_hash=make_map_record(scenario))
    )
    return prepend_modeline("scenario", path, dump(scenario_file_values(new)))


def rewrite(scenario: Scenario, was: ScenarioFile) -> ParsedSource:
    """The file of an edited scenario: its own text, changed only where the scenario was.

    A record of the map that the file has is never dropped: a scenario written before it was first
    saved knows of none.
    """
    scenario = replace(scenario, map_hash=scenario.map_hash or was.scenario.map_hash)
    old = scenario_file_values(was.scenario, _spelling(was.scenario, was), _manner(was))
    new = scenario_file_values(_recording(scenario), _spelling(scenario, was), _manner(was))
    now = merge(new, old | {"sandtable": new["sandtable"]}, was.source.root.plain())
    return rewrite_text(was.source, raise_version("scenario", now))


def _spelling(scenario: Scenario, was: ScenarioFile) -> Spelling | None:
    """Return the spelling of hexes in a file, perhaps for another map; None on a table."""
    if scenario.is_on_table:
        return None
    return scenario.map.labels.label if was.uses_labels else scenario.map.grid.name


def _manner(was: ScenarioFile) -> LengthFormat:
    """Return the format of a file's lengths."""
    return length_style_of(was.source, was.bodies)


def _recording(scenario: Scenario) -> Scenario:
    """With what an edit has come to use recorded too, unless the map is not as recorded."""
    if not scenario.map_hash or altered_parts(scenario) or any(altered_hexes(scenario)):
        return scenario
    return replace(scenario, map_hash=make_map_record(scenario))


def record_map_digest(was: ScenarioFile) -> ParsedSource:
    """The file with its map recorded as the map now is, and nothing else changed."""
    if was.scenario.is_on_table:
        return was.source
    return rewrite(replace(was.scenario, map_hash=make_map_record(was.scenario)), was)


def scenario_file_values(
    scenario: Scenario, spelling: Spelling | None = None, manner: LengthFormat = PLAIN
) -> dict[str, Any]:
    """Return all values of a scenario file, in the order in which new files have them."""
    said = _everything(scenario, spelling, manner)
    return {"sandtable": f"scenario/{version_needed('scenario', said)}", **said}


def journal_values(scenario: Scenario) -> dict[str, Any]:
    """The same for a journal, which is written at every step: as a file of the newest version."""
    said = _everything(scenario, None, PLAIN)
    return {"sandtable": f"scenario/{newest_version('scenario')}", **said}


def _everything(
    scenario: Scenario, spelling: Spelling | None, manner: LengthFormat
) -> dict[str, Any]:
    if scenario.is_on_table:
        values = _on_a_table(scenario, manner)
    else:
        values = _on_hexes(scenario, spelling or scenario.map.grid.name)
    needed = {"sides"} if scenario.is_on_table else {"sides", "forces"}
    return {k: v for k, v in values.items() if v not in ("", {}, []) or k in needed}


def _on_a_table(scenario: Scenario, manner: LengthFormat) -> dict[str, Any]:
    return {
        "title": scenario.title,
        "game": scenario.game,
        "table": scenario.ground_path,
        "turns": scenario.turns,
        "sides": [_side(side) for side in scenario.sides],
        "bodies": [figure_group_values(body, manner) for body in scenario.bodies],
        "decks": _decks(scenario),
        "victory": [_condition(entry) for entry in scenario.victory],
        **_in_words(scenario),
    }


def _in_words(scenario: Scenario) -> dict[str, Any]:
    """Return the last values of a scenario file, the same on maps and tables."""
    return {
        "rules": scenario.rules,
        "briefings": scenario.briefings,
        "notes": scenario.notes,
        "credits": scenario.credits,
        "counters": scenario.counters,
        "waived": [waiver_values(waiver) for waiver in scenario.waived],
    }


def _on_hexes(scenario: Scenario, spell: Spelling) -> dict[str, Any]:
    return {
        "title": scenario.title,
        "game": scenario.game,
        "map": scenario.ground_path,
        "map_hash": {part: value for part, value in scenario.map_hash.items() if value},
        "turns": scenario.turns,
        "sides": [_side(side) for side in scenario.sides],
        "forces": _forces(scenario, spell),
        "formations": [_formation(each) for each in scenario.formations],
        "zones": {name: _zone(scenario, name, spell) for name in scenario.zones},
        "features": [_feature(feature, scenario.map, spell) for feature in scenario.features],
        "decks": _decks(scenario),
        "objectives": [_objective(entry, spell) for entry in scenario.objectives],
        "victory": [_condition(entry) for entry in scenario.victory],
        **_in_words(scenario),
    }


def _said(values: dict[str, Any]) -> dict[str, Any]:
    """The values that say something: defaults are left out."""
    return {
        key: value for key, value in values.items() if value not in ("", 0, None, [], {}, False)
    }


def _side(side: ScenarioSide) -> dict[str, Any]:
    return _said(
        {
            "id": side.id,
            "name": side.name,
            "definite": side.definite,
            "adjective": side.adjective,
            "colour": side.colour,
            "budget": side.budget,
            "begins": side.begins,
            "deck": side.deck,
            "decks": [_said({"deck": hand.deck, "hand": hand.cards}) for hand in side.decks],
            "stocks": dict(side.stocks),
        }
    )


def _zone(scenario: Scenario, name: str, spell: Spelling) -> Any:
    """A zone's hexes, and what it is called where that is said."""
    hexes = [spell(hex_) for hex_ in scenario.zones[name]]
    words = scenario.zone_names.get(name)
    return {"name": words, "hexes": hexes} if words else hexes


def _forces(scenario: Scenario, spell: Spelling) -> dict[str, Any]:
    return {
        side.id: [
            _unit(unit, scenario.map, spell) for unit in scenario.units if unit.side == side.id
        ]
        for side in scenario.sides
    }


def _formation(formation: Formation) -> dict[str, Any]:
    return _said(
        {
            "id": formation.id,
            "side": formation.side,
            "name": formation.name,
            "within": formation.within,
            "size": formation.size,
            "headquarters": formation.headquarters,
            "colour": formation.colour,
        }
    )


def _direction(map_: Map, facing: int | None) -> str:
    """Return the name of a direction on its map, as files write it."""
    return "" if facing is None else map_.grid.orientation.directions[facing]


def _unit(unit: ScenarioUnit, map_: Map, spell: Spelling) -> dict[str, Any]:
    return _said(
        {
            "id": unit.id,
            "type": unit.type,
            "name": unit.name,
            "formation": unit.formation,
            "size": unit.size,
            "at": spell(unit.at) if unit.at is not None else "",
            "zone": unit.zone,
            "arrives": unit.arrives and arrival_values(unit.arrives),
            "aboard": unit.aboard,
            "bearer": unit.bearer,
            "facing": _direction(map_, unit.facing),
            "marks": list(unit.marks),
            "figures": list(unit.figures),
            "mode": unit.mode,
        }
    )


def arrival_values(arrival: Arrival) -> dict[str, Any]:
    """Return the turn and place of a reinforcement's arrival, as values of a file."""
    once = arrival.once and _condition(arrival.once)
    return _said({"turn": arrival.turn, "zone": arrival.zone, "die": arrival.die, "once": once})


def _feature(feature: ScenarioFeature, map_: Map, spell: Spelling) -> dict[str, Any]:
    return _said(
        {
            "id": feature.id,
            "kind": feature.kind,
            "side": feature.side,
            "name": feature.name,
            "at": spell(feature.at) if feature.at is not None else "",
            "zone": feature.zone,
            "facing": _direction(map_, feature.facing),
        }
    )


def _decks(scenario: Scenario) -> dict[str, Any]:
    return {
        name: scenario.deck_paths.get(name)
        or ({"title": deck.title} if deck.title else {})
        | ({"layout": deck.layout} if deck.layout else {})
        | {"cards": [card_values(card) for card in deck.cards]}
        for name, deck in scenario.decks.items()
    }


def _objective(objective: Objective, spell: Spelling) -> dict[str, Any]:
    return _said(
        {
            "id": objective.id,
            "name": objective.name,
            "at": spell(objective.at) if objective.at is not None else "",
            "zone": objective.zone,
            "holder": objective.holder,
            "points": objective.points,
        }
    )


def _condition(condition: VictoryCondition) -> dict[str, Any]:
    says_percent = condition.kind in IN_PERCENT or condition.percent != 100
    percent = condition.percent if says_percent else 0
    return _said(
        {
            "by": condition.kind.value,
            "side": condition.side,
            "objectives": list(condition.objectives),
            "count": condition.count,
            "percent": percent,
            "points": condition.points,
            "at_once": condition.at_once,
            "zone": condition.zone,
            "units": list(condition.units),
            "kinds": list(condition.kinds),
            "group": condition.group,
            "grade": condition.grade,
            "turns": condition.turns,
            "at_end": condition.at_end,
        }
    )
