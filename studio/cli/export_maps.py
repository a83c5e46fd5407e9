"""`sandtable export board|… MAP OUT`: maps written for other programs.

`sandtable export foundry|roll20|tts|uvtt MAP OUT`: pictures for virtual tables, with grids.

`sandtable export vassal SCENARIO OUT.vmod`: a module to play a scenario with in VASSAL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.interchange.virtual_tabletops import VirtualTabletop, scene_instructions
from engine.languages import LANGUAGES
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    json_option,
    language_option,
    report_errors_of_command,
)
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    print_progress,
    refuse_existing,
    report_written,
)
from studio.rendering.cards.text_overflow import find_overfull_cards

if TYPE_CHECKING:
    from engine.interchange.import_result import Loss, Report
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
    from studio.cli.map_rules import load_map_or_scenario

    check_folder_exists(out)
    refuse_existing([out, *beside], overwrite=overwrite)
    map_, _ = load_map_or_scenario(file)
    losses = write(map_, out, print_progress(out))
    report_written([out, *beside], losses, [], as_json=as_json)


@click.command("board")
@map_argument
@out_argument
@overwrite_option
@json_option
@report_errors_of_command
def board(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.megamek import write

    export_map(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("wesnoth")
@map_argument
@out_argument
@overwrite_option
@json_option
@report_errors_of_command
def wesnoth(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.wesnoth import write

    export_map(file, out, write, overwrite=overwrite, as_json=as_json)


@click.command("tiled")
@map_argument
@out_argument
@click.option("--encoding", type=click.Choice(FORMS), help=text("interchange.option-encoding"))
@overwrite_option
@json_option
@report_errors_of_command
def tiled(file: Path, out: Path, encoding: str | None, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.tiled import write
    from engine.interchange.tiled_writer import picture_file

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
@report_errors_of_command
def geojson(file: Path, out: Path, wgs84: bool, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.geojson import write, write_degrees

    export_map(file, out, write_degrees if wgs84 else write, overwrite=overwrite, as_json=as_json)


SCENE_HEX_PX = 100


def _command(scene: VirtualTabletop) -> click.Command:
    """The command that writes for one table."""

    @click.command(scene.value)
    @click.argument("file", metavar="MAP|SCENARIO", type=FILE)
    @click.argument("out", type=OUT)
    @click.option("--hex-px", type=LimitedNumber(24, 400), default=SCENE_HEX_PX, show_default=True,
                  help=text("drawing.option-hex-px"))  # fmt: skip
    @click.option(
        "--language", type=click.Choice(tuple(LANGUAGES)), help=text("drawing.option-language")
    )
    @overwrite_option
    @json_option
    @report_errors_of_command
    def command(
        file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
    ) -> None:
        from studio.cli.map_rules import load_map_or_scenario
        from studio.rendering import qt_environment

        check_folder_exists(out)
        map_, _ = load_map_or_scenario(file)
        application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
        from studio.rendering.export.vtt_scenes import scene_files, write_vtt_scene

        written = scene_files(scene, out)
        refuse_existing(written, overwrite=overwrite)
        spoken = language or preferred_language()
        losses = write_vtt_scene(map_, scene, out, round(hex_px), spoken, print_progress(out))
        del application
        report_written(written, losses, [scene_instructions(scene)], as_json=as_json)

    return command


foundry = _command(VirtualTabletop.FOUNDRY)
roll20 = _command(VirtualTabletop.ROLL20)
tts = _command(VirtualTabletop.TABLETOP_SIMULATOR)
uvtt = _command(VirtualTabletop.UNIVERSAL)


HEX_PX = 80.0


@click.command("vassal")
@click.argument("file", metavar="MAP|SCENARIO", type=FILE)
@click.argument("out", type=OUT)
@click.option("--hex-px", type=LimitedNumber(24, 400), default=HEX_PX, show_default=True,
              help=text("drawing.option-hex-px"))  # fmt: skip
@language_option(text("drawing.option-language"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
) -> None:
    from studio.cli.map_rules import load_map_or_scenario
    from studio.rendering import qt_environment

    check_folder_exists(out)
    refuse_existing([out], overwrite=overwrite)
    map_, scenario = load_map_or_scenario(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.rendering.export.vassal_module import write_vassal_module

    spoken = language or preferred_language()
    losses = write_vassal_module(
        map_, scenario, file.parent, out, hex_px, spoken, print_progress(out)
    )
    problems = find_overfull_cards(file, spoken)
    del application
    note = text("interchange.vassal-note")
    report_written([out], losses, [note], problems, as_json=as_json)
