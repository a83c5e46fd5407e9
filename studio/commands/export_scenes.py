"""`sandtable export foundry|roll20|tts|uvtt MAP OUT`: pictures for virtual tables, with grids."""

from __future__ import annotations

from pathlib import Path

import click

from engine.interchange.scenes import VirtualTabletop, note_of
from engine.languages import LANGUAGES
from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists, say_progress
from studio.commands.speaking import FILE, OUT, Amount, json_option, reports_errors
from studio.commands.tell_losses import report_written

HEX_PX = 100


def _command(scene: VirtualTabletop) -> click.Command:
    """The command that writes for one table."""

    @click.command(scene.value)
    @click.argument("file", metavar="MAP|SCENARIO", type=FILE)
    @click.argument("out", type=OUT)
    @click.option("--hex-px", type=Amount(24, 400), default=HEX_PX, show_default=True,
                  help=text("drawing.option-hex-px"))  # fmt: skip
    @click.option(
        "--language", type=click.Choice(tuple(LANGUAGES)), help=text("drawing.option-language")
    )
    @overwrite_option
    @json_option
    @reports_errors
    def command(
        file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
    ) -> None:
        from studio.commands.map_rules import load_sheet
        from studio.drawing import system

        check_folder_exists(out)
        map_, _ = load_sheet(file)
        application = system.ensure_application()  # kept while drawing: fonts belong to it
        from studio.drawing.scenes import scene_files, write_vtt_scene

        written = scene_files(scene, out)
        refuse_existing(written, overwrite=overwrite)
        spoken = language or preferred_language()
        losses = write_vtt_scene(map_, scene, out, round(hex_px), spoken, say_progress(out))
        del application
        report_written(written, losses, [note_of(scene)], as_json=as_json)

    return command


foundry = _command(VirtualTabletop.FOUNDRY)
roll20 = _command(VirtualTabletop.ROLL20)
tts = _command(VirtualTabletop.TABLETOP_SIMULATOR)
uvtt = _command(VirtualTabletop.UNIVERSAL)
