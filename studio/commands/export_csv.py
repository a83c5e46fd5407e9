"""`sandtable export csv FILE OUT`: the content of a file of any kind as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

import click

from engine.files import source_text
from engine.files.schemas import kind_of
from engine.interchange.brought import Loss
from engine.interchange.dialects import ENCODINGS, UTF_8, spell
from engine.problems import SandtableError
from engine.texts import text
from studio.commands.overwriting import overwrite_option, refuse_existing
from studio.commands.reporting import check_folder_exists, say_progress
from studio.commands.speaking import FILE, OUT, json_option, reports_errors
from studio.commands.tell_losses import report_written

# The function that makes the table of each kind of file.
TABLES: Mapping[str, str] = {
    "map": "studio.commands.export_csv:table_of_map",
    "scenario": "studio.commands.export_csv:table_of_forces",
    "deck": "studio.commands.export_csv:table_of_deck",
}


@click.command("csv")
@click.argument("file", type=FILE)
@click.argument("out", type=OUT)
@click.option(
    "--encoding",
    type=click.Choice(ENCODINGS, case_sensitive=False),
    default=UTF_8,
    help=text("decks.option-table-encoding"),
)
@overwrite_option
@json_option
@reports_errors
def command(file: Path, out: Path, encoding: str, overwrite: bool, as_json: bool) -> None:
    kind, _ = kind_of(source_text.read(file))
    if kind not in TABLES:
        known = ", ".join(TABLES)
        raise SandtableError(text("interchange.no-table", None, file=file, kind=kind, known=known))
    check_folder_exists(out)
    refuse_existing([out], overwrite=overwrite)
    module, _, name = TABLES[kind].partition(":")
    tabulate: Callable[[Path], tuple[str, list[Loss]]] = getattr(import_module(module), name)
    table, losses = tabulate(file)
    source_text.write(out, spell(table, encoding))
    report_written([out], losses, [], as_json=as_json)


def table_of_map(file: Path) -> tuple[str, list[Loss]]:
    """A map, one row a hex, and what no table can hold."""
    from engine.files.maps import load
    from engine.interchange import table

    map_ = load(file)
    return table.compose(map_, say_progress(file)), table.losses(map_)


def table_of_forces(file: Path) -> tuple[str, list[Loss]]:
    """A scenario's order of battle, one row a unit."""
    from engine.files.scenarios import load
    from engine.interchange import csvforces

    return csvforces.compose(load(file)), []


def table_of_deck(file: Path) -> tuple[str, list[Loss]]:
    """A deck, one row a card."""
    from engine.files.decks import open_file
    from engine.games import effects_of
    from engine.interchange import csvdecks

    deck = open_file(file, "")
    return csvdecks.compose(deck.deck, effects_of(deck.game)), []
