"""`sandtable samples`: the samples in a folder of one's own, to follow pages with and to change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from engine.files import source_text
from engine.texts import text
from studio.cli.common_options import OUT, json_option, print_json, report_errors_of_command

SAMPLES = "samples"


@click.command("samples")
@click.argument("folder", type=OUT, required=False, default=Path())
@json_option
@report_errors_of_command
def command(folder: Path, as_json: bool) -> None:
    there = folder / SAMPLES
    laid = [there / file for file in _ours() if _lay(file, there)]
    if as_json:
        print_json({"folder": str(there), "files": [str(file) for file in laid]})
    else:
        click.echo(text("commands.samples-laid", None, count=len(laid), folder=there))


def _ours() -> Iterator[Path]:
    """The files that come with the program, by their place among the samples."""
    home = source_text.SHIPPED / SAMPLES
    return (file.relative_to(home) for file in sorted(home.rglob("*")) if file.is_file())


def _lay(file: Path, there: Path) -> bool:
    """Copy a sample and return whether it was written; existing files stay."""
    if source_text.path_exists(there / file):
        return False
    source_text.make_folder((there / file).parent)
    source_text.write(there / file, (source_text.SHIPPED / SAMPLES / file).read_bytes())
    return True
