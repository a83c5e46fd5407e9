"""`sandtable new FILE`: a blank map, or a bare table, to start from."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from engine.files import source_text
from engine.files.map_reader import MAX_HEXES
from engine.files.map_writer import new_map_text
from engine.files.schemas import KINDS
from engine.files.tabletop_map_reader import ENDING
from engine.hexes.grid import Grid, Orientation
from engine.integers import parse_count
from engine.map.map import Map
from engine.map_generator.recipe import (
    MAX_SEED,
    MapRecipe,
    RiverCourse,
    amount_bounds,
    amount_names,
    find_landscape,
    list_landscapes,
    recipe_from,
    values_of,
)
from engine.problems import SandtableError
from engine.tabletop.feature_kinds import FigureScale
from engine.texts import text
from studio.cli.common_options import (
    OUT,
    LimitedNumber,
    json_option,
    print_json,
    report_errors_of_command,
)
from studio.cli.output_files import overwrite_option, refuse_existing
from studio.cli.tabletop_files import create_tabletop_map

SIDE = click.IntRange(1, 10_000)


def _told_amounts() -> str:
    """Return the amounts that can be set, with the range of each."""
    ranges = ", ".join(
        f"{name} {'…'.join(map(str, amount_bounds(name)))}" for name in amount_names()[1:]
    )
    return text("commands.new-amount", ranges=ranges)


@click.command("new")
@click.argument("file", type=OUT)
@click.option(
    "--columns", type=SIDE, default=24, show_default=True, help=text("commands.new-columns")
)
@click.option("--rows", type=SIDE, default=18, show_default=True, help=text("commands.new-rows"))
@click.option(
    "--orientation",
    type=click.Choice([orientation.value for orientation in Orientation]),
    default="pointy",
    show_default=True,
    help=text("commands.new-orientation"),
)
@click.option(
    "--hex-metres",
    type=LimitedNumber(1, 100_000),
    default=50,
    show_default=True,
    help=text("commands.new-metres"),
)
@click.option("--width", default="8 ft", show_default=True, help=text("commands.new-width"))
@click.option("--depth", default="6 ft", show_default=True, help=text("commands.new-depth"))
@click.option(
    "--scale",
    type=click.Choice([scale.value for scale in FigureScale]),
    default="little-wars",
    show_default=True,
    help=text("commands.new-scale"),
)
@click.option(
    "--generate",
    type=click.Choice([each.id for each in list_landscapes()]),
    help=text("commands.new-generate"),
)
@click.option("--seed", type=click.IntRange(0, MAX_SEED), help=text("commands.new-seed"))
@click.option("--amount", "given", multiple=True, metavar="NAME=N", help=_told_amounts())
@click.option("--setup", is_flag=True, help=text("commands.new-setup"))
@click.option("--title", default="", help=text("commands.new-title"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path,
    columns: int,
    rows: int,
    orientation: str,
    hex_metres: float,
    width: str,
    depth: str,
    scale: str,
    generate: str | None,
    seed: int | None,
    given: tuple[str, ...],
    setup: bool,
    title: str,
    overwrite: bool,
    as_json: bool,
) -> None:
    refuse_existing([file], overwrite=overwrite)
    if not may_be_a_map(file.name) and not file.name.endswith(ENDING):
        raise SandtableError(text("commands.new-ending", file=file, name=file.name.split(".")[0]))
    if file.name.endswith(ENDING):
        if generate is not None:
            raise SandtableError(text("commands.new-no-country", file=file))
        create_tabletop_map(file, title, (width, depth), scale, as_json)
        return
    if columns * rows > MAX_HEXES:
        values = {"columns": columns, "rows": rows, "most": MAX_HEXES}
        raise SandtableError(text("problems.map-too-large", None, **values))
    map_ = Map.blank(Grid(columns, rows, Orientation(orientation)))
    map_.title, map_.hex_metres = title, hex_metres
    map_.symbols, map_.grounds = zip(*LEGEND.items(), strict=True)
    recipe = _recipe(generate, seed, given, setup)
    if recipe is not None:
        from engine.map_generator.generator import generate_map, with_setup_zones

        map_ = generate_map(recipe, map_)
        if setup:
            map_ = with_setup_zones(map_)
    source_text.write(file, new_map_text(map_, file))
    told: dict[str, Any] = {"file": str(file), "columns": columns, "rows": rows}
    if recipe is not None:
        told["recipe"] = values_of(recipe)
    if as_json:
        print_json(told)
        return
    key = "commands.new-written" if recipe is None else "commands.new-made"
    seed = None if recipe is None else recipe.seed
    click.echo(text(key, file=file, columns=columns, rows=rows, landscape=generate, seed=seed))


def may_be_a_map(name: str) -> bool:
    """Return whether a name is that of a map, and not of another kind of file."""
    stem, _, ending = name.rpartition(".")
    return ending in ("yaml", "yml") and stem.rpartition(".")[2] not in set(KINDS) - {"map"}


def _recipe(
    generate: str | None, seed: int | None, given: Sequence[str], setup: bool
) -> MapRecipe | None:
    """The country asked for, if any; without a seed, one is chosen at random."""
    if generate is None:
        if seed is not None or given or setup:
            raise SandtableError(text("commands.new-needs-generate"))
        return None
    values = values_of(find_landscape(generate).recipe)
    values["seed"] = secrets.randbelow(MAX_SEED) if seed is None else seed
    for each in given:
        name, _, value = each.partition("=")
        values |= {name.strip(): _amount(each, name.strip(), value.strip())}
    return recipe_from(values)


def _amount(said: str, name: str, value: str) -> int | str:
    if name == "bed" and value in [*RiverCourse]:
        return value
    amount = parse_count(value)
    if name in amount_names() and name != "seed" and amount is not None:
        return amount
    known = ", ".join((*amount_names()[1:], "bed=sides|hexes"))
    raise SandtableError(text("commands.new-bad-amount", said=said, known=known))


# What most maps need, so that painting in a text editor can begin at once.
LEGEND = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
