"""`sandtable export board|… MAP OUT`: maps written for other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.texts import text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder, say_progress
from studio.commands.speaking import FILE, OUT, json_option, says_what_failed
from studio.commands.tell_losses import tell_written

if TYPE_CHECKING:
    from engine.interchange.brought import Loss, Report
    from engine.map.map import Map

FORMS = ("csv", "base64", "zlib", "gzip", "zstd")  # of Tiled

map_argument = click.argument("file", metavar="MAP|SCENARIO", type=FILE)
out_argument = click.argument("out", type=OUT)


def give_out(
    file: Path,
    out: Path,
    write: Callable[[Map, Path, Report], list[Loss]],
    *,
    overwrite: bool,
    as_json: bool,
    beside: Sequence[Path] = (),
) -> None:
    """Write the map in a file, or a scenario's map; `beside` are files written with it."""
    from studio.commands.map_rules import sheet_of

    check_folder(out)
    require_free([out, *beside], overwrite=overwrite)
    map_, _ = sheet_of(file)
    losses = write(map_, out, say_progress(out))
    tell_written([out, *beside], losses, [], as_json=as_json)


@click.command("board")
@map_argument
@out_argument
@overwrite_option
@json_option
@says_what_failed
def board(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek import write

    give_out(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("wesnoth")
@map_argument
@out_argument
@overwrite_option
@json_option
@says_what_failed
def wesnoth(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.wesnoth import write

    give_out(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("tiled")
@map_argument
@out_argument
@click.option("--encoding", type=click.Choice(FORMS), help=text("interchange.option-encoding"))
@overwrite_option
@json_option
@says_what_failed
def tiled(file: Path, out: Path, encoding: str | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.tiled import write
    from engine.interchange.tiled_writing import picture_file

    beside = [picture_file(out)]
    give_out(
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
@says_what_failed
def geojson(file: Path, out: Path, wgs84: bool, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.geojson import write, write_degrees

    give_out(file, out, write_degrees if wgs84 else write, overwrite=overwrite, as_json=as_json)
