"""The kinds of `sandtable import` and `sandtable export` that plug-ins add, as commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from engine.interchange import plugin_formats
from engine.interchange.plugin_formats import Exporter, Importer
from engine.texts import localised
from studio.cli.common_options import json_option, report_errors_of_command
from studio.cli.export_maps import export_map, map_argument, out_argument
from studio.cli.import_maps import import_map, sources_option
from studio.cli.output_files import overwrite_option


def plugin_commands(verb: str) -> dict[str, Callable[[], click.Command]]:
    """Functions that make the command of each kind plug-ins read, or of each kind they write."""
    if verb == "import":
        return {kind: partial(_importing, one) for kind, one in plugin_formats.importers().items()}
    return {kind: partial(_exporting, one) for kind, one in plugin_formats.exporters().items()}


def _importing(one: Importer) -> click.Command:
    @click.command(help=localised(one.sentence))
    @sources_option
    @overwrite_option
    @json_option
    @report_errors_of_command
    def command(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
        import_map(sources, one.read, one.endings, overwrite=overwrite, as_json=as_json)

    return command


def _exporting(one: Exporter) -> click.Command:
    @click.command(help=localised(one.sentence))
    @map_argument
    @out_argument
    @overwrite_option
    @json_option
    @report_errors_of_command
    def command(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
        export_map(
            file, out, lambda map_, to, _: one.write(map_, to), overwrite=overwrite, as_json=as_json
        )

    return command
