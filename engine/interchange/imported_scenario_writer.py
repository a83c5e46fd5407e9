"""A set-up brought in, written as a scenario and the map beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.files import map_writer, scenario_writer, source_text
from engine.interchange.import_result import ImportedScenario
from engine.interchange.underlay_pictures import underlay_files, write_underlay


def map_beside(scenario: Path) -> Path:
    """Return the path of an imported scenario's map: named like it, in its folder."""
    return scenario.with_name(f"{scenario.name.partition('.')[0]}.map.yaml")


def files_to_write(found: ImportedScenario, path: Path) -> list[Path]:
    """Every file that a set-up is written to."""
    beside = map_beside(path)
    return [path, beside, *(underlay_files(beside, found.picture) if found.picture else [])]


def write(found: ImportedScenario, path: Path) -> None:
    """Write all files; the map first, so that no scenario is without its map."""
    beside = map_beside(path)
    if found.picture:
        write_underlay(beside, found.picture)
    source_text.write(beside, map_writer.new_map_text(found.scenario.map, beside))
    scenario = replace(found.scenario, ground_path=beside.name)
    source_text.write(path, scenario_writer.new_scenario_text(scenario, path))
