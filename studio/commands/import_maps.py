"""`sandtable import board|… SOURCE… OUT`: maps of other programs brought in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder
from studio.commands.speaking import FILE, json_option, says_what_failed
from studio.commands.tell_losses import tell_written

if TYPE_CHECKING:
    from engine.interchange.brought import Brought

sources_option = click.argument("sources", metavar="SOURCE... OUT", type=FILE, nargs=-1)


def bring_in(
    words: tuple[Path, ...], read: Callable[[Path], Brought], *, overwrite: bool, as_json: bool
) -> None:
    """Read a source and write the map it is; with several sources, OUT is a folder."""
    if len(words) < 2:
        raise click.UsageError(text("interchange.source-and-out"))
    *sources, out = words
    written, losses, notes = targets(sources, out), [], []
    require_free(written, overwrite=overwrite)
    for source, target in zip(sources, written, strict=True):
        check_folder(target)
        brought = read(source)
        write_map(brought, target)
        losses += brought.losses
        notes += [note for note in brought.notes if note not in notes]
    tell_written(written, losses, notes, as_json=as_json)


def targets(sources: list[Path], out: Path) -> list[Path]:
    """Where each source goes: to OUT, or to a map of its name in the folder OUT."""
    if not out.is_dir():
        if len(sources) > 1:
            raise SandtableError(text("interchange.out-no-folder", None, out=out))
        return [out]
    found = [out / f"{source.name.partition('.')[0]}.map.yaml" for source in sources]
    if len(set(found)) < len(found):
        raise SandtableError(text("interchange.same-names", None, out=out))
    return found


def write_map(brought: Brought, out: Path) -> None:
    """Write a map brought in."""
    from engine.files.map_writing import fresh

    source_text.write(out, fresh(brought.map, out))


@click.command("board")
@sources_option
@overwrite_option
@json_option
@says_what_failed
def board(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek import read

    bring_in(sources, read, overwrite=overwrite, as_json=as_json)


@click.command("wesnoth")
@sources_option
@overwrite_option
@json_option
@says_what_failed
def wesnoth(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.wesnoth import read

    bring_in(sources, read, overwrite=overwrite, as_json=as_json)


@click.command("tiled")
@sources_option
@click.option("--legend", type=FILE, help=text("interchange.option-legend"))
@overwrite_option
@json_option
@says_what_failed
def tiled(sources: tuple[Path, ...], legend: Path | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.tiled import read, read_legend

    said = read_legend(legend) if legend else {}
    bring_in(sources, lambda path: read(path, said), overwrite=overwrite, as_json=as_json)
