"""`sandtable export csv FILE OUT`: the content of a file of any kind as a table.

`sandtable import csv SOURCE SCENARIO|DECK`: an order of battle or a deck from a spreadsheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click

from engine.checks.check import require_no_new_errors
from engine.files import source_text
from engine.files.schemas import file_kind_and_version
from engine.interchange.csv_dialects import ENCODINGS, UTF_8, encode_table
from engine.interchange.csv_tables import SpreadsheetMerge, merge_report_lines
from engine.interchange.import_result import Loss
from engine.problems import SandtableError
from engine.texts import text
from studio.cli.common_options import FILE, OUT, json_option, print_json, report_errors_of_command
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    print_progress,
    refuse_existing,
    report_written,
)

# The function that makes the table of each kind of file.
TABLES: Mapping[str, str] = {
    "map": "studio.cli.csv_tables:table_of_map",
    "scenario": "studio.cli.csv_tables:table_of_forces",
    "deck": "studio.cli.csv_tables:table_of_deck",
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
@report_errors_of_command
def export_csv(file: Path, out: Path, encoding: str, overwrite: bool, as_json: bool) -> None:
    kind, _ = file_kind_and_version(source_text.read(file))
    if kind not in TABLES:
        known = ", ".join(TABLES)
        raise SandtableError(text("interchange.no-table", None, file=file, kind=kind, known=known))
    check_folder_exists(out)
    refuse_existing([out], overwrite=overwrite)
    module, _, name = TABLES[kind].partition(":")
    tabulate: Callable[[Path], tuple[str, list[Loss]]] = getattr(import_module(module), name)
    table, losses = tabulate(file)
    source_text.write(out, encode_table(table, encoding))
    report_written([out], losses, [], as_json=as_json)


def table_of_map(file: Path) -> tuple[str, list[Loss]]:
    """A map, one row a hex, and what no table can hold."""
    from engine.files.map_reader import load
    from engine.interchange import map_csv

    map_ = load(file)
    return map_csv.compose(map_, print_progress(file)), map_csv.losses_in_csv(map_)


def table_of_forces(file: Path) -> tuple[str, list[Loss]]:
    """A scenario's order of battle, one row a unit."""
    from engine.files.scenario_reader import load
    from engine.interchange import order_of_battle_csv

    return order_of_battle_csv.compose(load(file)), []


def table_of_deck(file: Path) -> tuple[str, list[Loss]]:
    """A deck, one row a card."""
    from engine.files.deck_files import open_file
    from engine.games import card_effects_of
    from engine.interchange import deck_csv

    deck = open_file(file, "")
    return deck_csv.compose(deck.deck, card_effects_of(deck.game)), []


@click.command("csv")
@click.argument("source", metavar="SOURCE", type=FILE)
@click.argument("out", metavar="SCENARIO|DECK", type=OUT)
@click.option("--keep", is_flag=True, help=text("decks.option-keep"))
@click.option("--dry-run", is_flag=True, help=text("decks.option-dry-run"))
@json_option
@report_errors_of_command
def import_csv(source: Path, out: Path, keep: bool, dry_run: bool, as_json: bool) -> None:
    kind, _ = file_kind_and_version(source_text.read(out))
    if kind == "deck":
        merged = _deck(source, out, keep, dry_run)
    elif kind == "scenario":
        merged = _scenario(source, out, keep, dry_run)
    else:
        raise SandtableError(text("decks.not-for-tables", None, file=out, kind=kind))
    if as_json:
        is_written = not (dry_run or merged.is_empty)
        print_json({"file": str(out), "written": is_written, **merged.as_json()})
        return
    for line in merge_report_lines(merged, str(out)):
        click.echo(line)
    if dry_run:
        click.echo(text("decks.merged-dry"))


def _deck(source: Path, out: Path, keep: bool, dry_run: bool) -> SpreadsheetMerge:
    from engine.files import deck_files
    from engine.games import card_effects_of
    from engine.interchange.deck_csv import read

    was = deck_files.open_file(out, "")
    merged = read(source, was.deck, card_effects_of(was.game), keeps=keep)
    edited = deck_files.rewrite(replace(was, deck=merged.value), was)
    require_no_new_errors(was.source, edited)
    if not dry_run and not merged.is_empty:
        source_text.write(out, edited.text)
    return merged


def _scenario(source: Path, out: Path, keep: bool, dry_run: bool) -> SpreadsheetMerge:
    from engine.files import scenario_reader, scenario_writer
    from engine.interchange.order_of_battle_csv import read

    was = scenario_reader.open_file(out)
    merged = read(source, was.scenario, keeps=keep)
    edited = scenario_writer.rewrite(merged.value, was)
    require_no_new_errors(was.source, edited)
    if not dry_run and not merged.is_empty:
        source_text.write(out, edited.text)
    return merged
