"""`sandtable new-game DIR`: a small game of one's own, complete with tests, to start from."""

from __future__ import annotations

import keyword
import shlex
import sys
from pathlib import Path
from string import Template

import click

from engine import install_commands, plugins
from engine.files import map_writer, scenario_writer, source_text
from engine.games import is_installed
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from engine.scenario.scenario import Scenario, ScenarioSide, ScenarioUnit
from engine.texts import text
from studio.cli.common_options import OUT, json_option, print_json, report_errors_of_command
from studio.cli.output_files import overwrite_option, refuse_existing

TEMPLATE = Path(__file__).parent / "game_template"
HIT = 8  # of two dice, in the game that is made
COLUMNS, ROWS, PLATOONS, TURNS = 9, 7, 3, 10
TAKEN = {*sys.stdlib_module_names, "engine", "studio", "tests"}
"""Names by which Python would find something else."""
WOODS = ((3, 2), (4, 2), (4, 4), (5, 4), (5, 5))
PLACES = {  # where each file of the template goes
    "pyproject.toml": "{file}", "README.md": "{file}", "conftest.py": "{file}",
    "test_game.py": "tests/{file}",
    "__init__.py": "{package}/{file}", "state.py": "{package}/{file}",
    "rules.py": "{package}/{file}", "system.py": "{package}/{file}",
    "texts.yaml": "{package}/{file}", "marks.yaml": "{package}/looks/{file}",
    "results.yaml": "{package}/looks/{file}",
}  # fmt: skip


@click.command("new-game")
@click.argument("folder", metavar="DIR", type=OUT)
@click.option("--title", help=text("commands.new-game-title"))
@overwrite_option
@json_option
@report_errors_of_command
def command(folder: Path, title: str | None, overwrite: bool, as_json: bool) -> None:
    package = folder.name.replace("-", "_").lower()
    _check_name(package)
    title = title or folder.name.replace("-", " ").replace("_", " ").title()
    made = {**_sources(package, title), **_battle(folder, package, title)}
    refuse_existing([folder / name for name in made], overwrite=overwrite)
    for name, words in made.items():
        _write(folder / name, words)
    if as_json:
        print_json({"game": package, "files": [str(folder / name) for name in made]})
    else:
        install = install_commands.install_command(
            f"--editable {shlex.quote(str(folder.absolute()))}"
        )
        battle = shlex.quote(str(folder / "first.scenario.yaml"))
        values = {"folder": folder, "command": install, "battle": battle}
        click.echo(text("commands.new-game-made", None, **values))


def _check_name(package: str) -> None:
    is_word = package.isidentifier() and package.isascii() and not keyword.iskeyword(package)
    if not is_word or package in TAKEN:
        raise click.BadParameter(text("commands.new-game-name", None, found=package))
    if is_installed(package):
        raise click.BadParameter(text("commands.new-game-taken", None, found=package))


def _sources(package: str, title: str) -> dict[str, str]:
    """Every file of the template, filled in, by the place it goes to."""
    quoted = " ".join(title.replace('"', "”").replace("\\", "/").split())
    values = {"package": package, "title": quoted, "least": HIT, "api": plugins.API}
    return {
        place.format(package=package, file=file): Template(
            (TEMPLATE / f"{file}.txt").read_text(encoding="utf-8")
        ).substitute(values)
        for file, place in PLACES.items()
    }


def _battle(folder: Path, package: str, title: str) -> dict[str, str]:
    """A map with some woods, and platoons of two sides at its ends."""
    grid = Grid(COLUMNS, ROWS, Orientation.POINTY)
    map_ = Map.blank(grid)
    map_.grounds, map_.symbols = ("open", "woods"), (".", "w")
    map_.title = title
    for column, row in WOODS:
        map_.ground[row, column] = map_.grounds.index("woods")
    sides = (
        ScenarioSide("red", {"en": "Red", "zh": "红方"}, "#c0392b"),
        ScenarioSide("blue", {"en": "Blue", "zh": "蓝方"}, "#2a6fb0"),
    )
    units = tuple(
        ScenarioUnit(f"{side.id[0]}{n + 1}", side.id, "platoon", at=grid.hex(column, 2 * n + 1))
        for side, column in zip(sides, (0, COLUMNS - 1), strict=True)
        for n in range(PLATOONS)
    )
    scenario = Scenario(package, map_, sides, units, title, "first.map.yaml", TURNS)
    return {
        "first.map.yaml": map_writer.new_map_text(map_, folder / "first.map.yaml"),
        "first.scenario.yaml": scenario_writer.new_scenario_text(
            scenario, folder / "first.scenario.yaml"
        ),
    }


def _write(path: Path, words: str) -> None:
    source_text.make_folder(path.parent)
    source_text.write(path, words)
