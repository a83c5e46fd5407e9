"""`sandtable new FILE`: a blank map, or a bare table, to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from engine.files import source_text
from engine.files.map_writing import fresh
from engine.files.maps import MOST_HEXES
from engine.files.tables import ENDING
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from engine.problems import SandtableError
from engine.tabletop.kinds import TableScale
from engine.texts import text
from studio.commands.speaking import OUT, Amount, answer, json_option, says_what_failed
from studio.commands.tables import begin

SIDE = click.IntRange(1, 10_000)


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
    type=Amount(1, 100_000),
    default=50,
    show_default=True,
    help=text("commands.new-metres"),
)
@click.option("--width", default="8 ft", show_default=True, help=text("commands.new-width"))
@click.option("--depth", default="6 ft", show_default=True, help=text("commands.new-depth"))
@click.option(
    "--scale",
    type=click.Choice([scale.value for scale in TableScale]),
    default="little-wars",
    show_default=True,
    help=text("commands.new-scale"),
)
@click.option("--title", default="", help=text("commands.new-title"))
@json_option
@says_what_failed
def command(
    file: Path,
    columns: int,
    rows: int,
    orientation: str,
    hex_metres: float,
    width: str,
    depth: str,
    scale: str,
    title: str,
    as_json: bool,
) -> None:
    if source_text.is_there(file):
        raise SandtableError(text("commands.new-exists", file=file))
    if file.name.endswith(ENDING):
        begin(file, title, (width, depth), scale, as_json)
        return
    if columns * rows > MOST_HEXES:
        values = {"columns": columns, "rows": rows, "most": MOST_HEXES}
        raise SandtableError(text("problems.map-too-large", None, **values))
    map_ = Map.blank(Grid(columns, rows, Orientation(orientation)))
    map_.title, map_.hex_metres = title, hex_metres
    map_.symbols, map_.grounds = zip(*LEGEND.items(), strict=True)
    source_text.write(file, fresh(map_, file))
    if as_json:
        answer({"file": str(file), "columns": columns, "rows": rows})
    else:
        click.echo(text("commands.new-written", file=file, columns=columns, rows=rows))


# What most maps need, so that painting in a text editor can begin at once.
LEGEND = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
