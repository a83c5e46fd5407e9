"""`sandtable export board|… MAP OUT`: maps written for other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.texts import text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists, say_progress
from studio.commands.speaking import FILE, OUT, json_option, reports_errors
from studio.commands.tell_losses import report_written

if TYPE_CHECKING:
    from engine.interchange.brought import Loss, Report
    from engine.map.map import Map

FORMS = ("csv", "base64", "zlib", "gzip", "zstd")  # of Tiled

map_argument = click.argument("file", metavar="MAP|SCENARIO", type=FILE)
out_argument = click.argument("out", type=OUT)


def export_map(
    file: Path,
    out: Path,
    write: Callable[[Map, Path, Report], list[Loss]],
    *,
    overwrite: bool,
    as_json: bool,
    beside: Sequence[Path] = (),
) -> None:
    """Write the map in a file, or a scenario's map; `beside` are files written with it."""
    from studio.commands.map_rules import load_sheet

    check_folder_exists(out)
    refuse_existing([out, *beside], overwrite=overwrite)
    map_, _ = load_sheet(file)
    losses = write(map_, out, say_progress(out))
    report_written([out, *beside], losses, [], as_json=as_json)


@click.command("board")
@map_argument
@out_argument
@overwrite_option
@json_option
@reports_errors
def board(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek import write

    export_map(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("wesnoth")
@map_argument
@out_argument
@overwrite_option
@json_option
@reports_errors
def wesnoth(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.wesnoth import write

    export_map(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("tiled")
@map_argument
@out_argument
@click.option("--encoding", type=click.Choice(FORMS), help=text("interchange.option-encoding"))
@overwrite_option
@json_option
@reports_errors
def tiled(file: Path, out: Path, encoding: str | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.tiled import write
    from engine.interchange.tiled_writing import picture_file

    beside = [picture_file(out)]
    export_map(
        file,
        out,
        lambda map_, path, report: write(map_, path, report, form=encoding or ""),
        overwrite=overwrite,
        as_json=as_json,
        beside=beside,
    )


@click.command("geojson")
@map_argument
@out_argument
@click.option("--wgs84", is_flag=True, help=text("interchange.option-wgs84"))
@overwrite_option
@json_option
@reports_errors
def geojson(file: Path, out: Path, wgs84: bool, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.geojson import write, write_degrees

    export_map(file, out, write_degrees if wgs84 else write, overwrite=overwrite, as_json=as_json)
