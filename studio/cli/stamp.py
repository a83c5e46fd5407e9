"""`sandtable stamp SCENARIO…`: record in scenarios the map as it now is."""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import source_text
from engine.files.scenario_reader import open_file
from engine.files.scenario_writer import record_map_digest
from engine.scenario.map_change import altered_hexes, altered_parts
from engine.texts import text
from studio.cli.common_options import FILE, json_option, print_json, report_errors_of_command


@click.command("stamp")
@click.argument("scenarios", metavar="SCENARIO", nargs=-1, required=True, type=FILE)
@json_option
@report_errors_of_command
def command(scenarios: tuple[Path, ...], as_json: bool) -> None:
    done = [_stamp(path) for path in scenarios]
    if as_json:
        print_json(done)
        return
    for entry in done:
        key = "stamped" if entry["written"] else "stamped-already"
        click.echo(text(f"commands.{key}", None, **entry))


def _stamp(path: Path) -> dict[str, object]:
    """Write one scenario's record of its map, if it is not the same already."""
    was = open_file(path)
    scenario = was.scenario
    changed = altered_parts(scenario) if scenario.map_hash else []
    hexes = [scenario.map.grid.name(change.at) for change in altered_hexes(scenario)]
    content = record_map_digest(was).text
    is_new = content != was.source.text
    if is_new:
        source_text.write(path, content)
    return {"file": str(path), "written": is_new, "changed": changed, "hexes": hexes}
