"""`sandtable export foundry|roll20|tts|uvtt MAP OUT`: pictures for virtual tables, with grids."""

from __future__ import annotations

from pathlib import Path

import click

from engine.interchange.scenes import VirtualTable, note_of
from engine.languages import LANGUAGES
from engine.texts import preferred_language, text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder, say_progress
from studio.commands.speaking import FILE, OUT, Amount, json_option, says_what_failed
from studio.commands.tell_losses import tell_written

HEX_PX = 100


def _command(scene: VirtualTable) -> click.Command:
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
    @says_what_failed
    def command(
        file: Path, out: Path, hex_px: float, language: str | None, overwrite: bool, as_json: bool
    ) -> None:
        from studio.commands.map_rules import sheet_of
        from studio.drawing import system

        check_folder(out)
        map_, _ = sheet_of(file)
        application = system.application()  # kept while drawing: fonts belong to it
        from studio.drawing.scenes import files_of, write

        written = files_of(scene, out)
        require_free(written, overwrite=overwrite)
        spoken = language or preferred_language()
        losses = write(map_, scene, out, round(hex_px), spoken, say_progress(out))
        del application
        tell_written(written, losses, [note_of(scene)], as_json=as_json)

    return command


foundry = _command(VirtualTable.FOUNDRY)
roll20 = _command(VirtualTable.ROLL20)
tts = _command(VirtualTable.TABLETOP_SIMULATOR)
uvtt = _command(VirtualTable.UNIVERSAL)
