"""`sandtable import board|… SOURCE… OUT`: maps of other programs brought in.

`sandtable import picture|uvtt|foundry SOURCE… OUT`: pictures with hexes as maps to trace.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import source_text
from engine.hexes.grid import Orientation
from engine.problems import SandtableError
from engine.texts import text
from studio.cli.common_options import FILE, LimitedNumber, json_option, report_errors_of_command
from studio.cli.output_files import (
    FileWriteOutcome,
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_outcomes,
    report_written,
)

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportResult


sources_option = click.argument("sources", metavar="SOURCE... OUT", type=FILE, nargs=-1)


def import_map(
    words: tuple[Path, ...],
    read: Callable[[Path], ImportResult],
    endings: tuple[str, ...],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Read a source and write the map it is; with several sources, OUT is a folder.

    A folder among the sources stands for every file in it with one of the `endings`, and keeps
    its shape in OUT. Of several, those that cannot be read are reported; the others are written.
    """
    if len(words) < 2:
        raise click.UsageError(text("interchange.source-and-out"))
    *named, out = words
    if len(named) == 1 and not source_text.is_folder(named[0]):
        _bring_one(
            named[0], batch_targets(named, out)[0], read, overwrite=overwrite, as_json=as_json
        )
        return
    pairs = import_batch(named, out, endings)
    refuse_existing([target for _, target in pairs], overwrite=overwrite)
    outcomes = []
    for number, (source, target) in enumerate(pairs, 1):
        _say_progress(number, len(pairs), source, as_json=as_json)
        outcomes.append(_outcome(source, target, read, overwrite=overwrite))
    report_outcomes(outcomes, as_json=as_json)


def _bring_one(
    source: Path,
    target: Path,
    read: Callable[[Path], ImportResult],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    refuse_existing([target], overwrite=overwrite)
    check_folder_exists(target)
    brought = read(source)
    written = write_map(brought, target, overwrite=overwrite)
    report_written(written, brought.losses, brought.notes, as_json=as_json)


def _outcome(
    source: Path, target: Path, read: Callable[[Path], ImportResult], *, overwrite: bool
) -> FileWriteOutcome:
    try:
        brought = read(source)
        source_text.make_folder(target.parent)
        write_map(brought, target, overwrite=overwrite)
    except SandtableError as error:
        return FileWriteOutcome(source, target, error=error)
    return FileWriteOutcome(source, target, brought.losses, brought.notes)


def _say_progress(number: int, count: int, source: Path, *, as_json: bool) -> None:
    """Say which file is being read, on a terminal only: a log has the outcomes."""
    if sys.stderr.isatty() and not as_json:
        click.echo(
            text("interchange.one-of-several", None, n=number, count=count, file=source), err=True
        )


def import_batch(named: list[Path], out: Path, endings: tuple[str, ...]) -> list[tuple[Path, Path]]:
    """Every source with its target in the folder OUT, those of a folder in the same tree."""
    sources = [path for path in named if not source_text.is_folder(path)]
    pairs = list(zip(sources, batch_targets(sources, out), strict=True)) if sources else []
    for folder in (path for path in named if source_text.is_folder(path)):
        inside = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(endings))
        if not inside:
            values = {"folder": folder, "endings": ", ".join(endings)}
            raise SandtableError(text("interchange.nothing-inside", None, **values))
        pairs += [(path, (out / path.relative_to(folder)).parent / _map_name(path))
                  for path in inside]  # fmt: skip
    if len({target for _, target in pairs}) < len(pairs):
        raise SandtableError(text("interchange.same-names", None, out=out))
    return pairs


def batch_targets(sources: list[Path], out: Path) -> list[Path]:
    """Where each source goes: to OUT, or to a map of its name in the folder OUT.

    A folder for several sources is made where there is none.
    """
    if len(sources) < 2 and not source_text.is_folder(out):
        return [out]
    if source_text.path_exists(out) and not source_text.is_folder(out):
        raise SandtableError(text("interchange.out-no-folder", None, out=out))
    return [out / _map_name(source) for source in sources]


def _map_name(source: Path) -> str:
    return f"{source.name.partition('.')[0]}.map.yaml"


def write_map(brought: ImportResult, out: Path, *, overwrite: bool) -> list[Path]:
    """Write an imported map, with the picture under it; returns every file written."""
    from engine.files.map_writer import new_map_text
    from engine.interchange.underlay_pictures import underlay_files, write_underlay

    beside = underlay_files(out, brought.picture) if brought.picture else []
    refuse_existing(beside, overwrite=overwrite)
    if brought.picture:
        write_underlay(out, brought.picture)
    source_text.write(out, new_map_text(brought.map, out))
    return [out, *beside]


@click.command("board")
@sources_option
@overwrite_option
@json_option
@report_errors_of_command
def board(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek import read

    import_map(sources, read, (".board", ".board2"), overwrite=overwrite, as_json=as_json)


@click.command("wesnoth")
@sources_option
@overwrite_option
@json_option
@report_errors_of_command
def wesnoth(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.wesnoth import read

    import_map(sources, read, (".map",), overwrite=overwrite, as_json=as_json)


@click.command("wxx")
@sources_option
@overwrite_option
@json_option
@report_errors_of_command
def wxx(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.worldographer import read

    import_map(sources, read, (".wxx",), overwrite=overwrite, as_json=as_json)


@click.command("vasl")
@sources_option
@overwrite_option
@json_option
@report_errors_of_command
def vasl(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.vasl_boards import read

    import_map(sources, read, ("",), overwrite=overwrite, as_json=as_json)


@click.command("tiled")
@sources_option
@click.option("--legend", type=FILE, help=text("interchange.option-legend"))
@overwrite_option
@json_option
@report_errors_of_command
def tiled(sources: tuple[Path, ...], legend: Path | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.tiled import read, read_legend

    said = read_legend(legend) if legend else {}
    import_map(
        sources,
        lambda path: read(path, said),
        (".tmx", ".tmj", ".json"),
        overwrite=overwrite,
        as_json=as_json,
    )


PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
UNIVERSAL = (".uvtt", ".dd2vtt", ".df2vtt")


def _with_hints(command: Callable[..., None]) -> Callable[..., None]:
    """The options by which a user corrects the grid."""

    @click.option(
        "--hex-px", type=LimitedNumber(4, 10_000), help=text("interchange.option-picture-hex")
    )
    @click.option("--middle", metavar="X,Y", help=text("interchange.option-picture-middle"))
    @click.option("--orientation", type=click.Choice([each.value for each in Orientation]),
                  help=text("interchange.option-picture-orientation"))  # fmt: skip
    @click.option(
        "--tilt", type=LimitedNumber(-45, 45), help=text("interchange.option-picture-tilt")
    )
    @wraps(command)
    def hinted(
        hex_px: float | None,
        middle: str | None,
        orientation: str | None,
        tilt: float | None,
        **others: Any,
    ) -> None:
        from engine.interchange.picture_import import GridHint

        lies = Orientation(orientation) if orientation else None
        command(hint=GridHint(hex_px, _point(middle), lies, tilt), **others)

    return hinted


def _point(word: str | None) -> tuple[float, float] | None:
    if word is None:
        return None
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise click.UsageError(text("interchange.not-a-point", None, word=word)) from None
    return x, y


@click.command("picture")
@sources_option
@_with_hints
@overwrite_option
@json_option
@report_errors_of_command
def picture(sources: tuple[Path, ...], hint: Any, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.picture_import import read

    import_map(
        sources, lambda path: read(path, hint), PICTURES, overwrite=overwrite, as_json=as_json
    )


@click.command("uvtt")
@sources_option
@_with_hints
@overwrite_option
@json_option
@report_errors_of_command
def uvtt(sources: tuple[Path, ...], hint: Any, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.picture_import import read_universal

    import_map(
        sources,
        lambda path: read_universal(path, hint),
        UNIVERSAL,
        overwrite=overwrite,
        as_json=as_json,
    )


@click.command("foundry")
@sources_option
@overwrite_option
@json_option
@report_errors_of_command
def foundry(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.picture_import import read_scene

    import_map(sources, read_scene, (".json",), overwrite=overwrite, as_json=as_json)
