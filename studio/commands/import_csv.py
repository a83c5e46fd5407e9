"""`sandtable import csv SOURCE SCENARIO|DECK`: an order of battle or a deck from a spreadsheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from engine.checks.check import require_no_new_errors
from engine.files import source_text
from engine.files.schemas import kind_of
from engine.interchange.sheets import SpreadsheetMerge, tell
from engine.problems import SandtableError
from engine.texts import text
from studio.commands.speaking import FILE, OUT, json_option, print_json, reports_errors


@click.command("csv")
@click.argument("source", metavar="SOURCE", type=FILE)
@click.argument("out", metavar="SCENARIO|DECK", type=OUT)
@click.option("--keep", is_flag=True, help=text("decks.option-keep"))
@click.option("--dry-run", is_flag=True, help=text("decks.option-dry-run"))
@json_option
@reports_errors
def command(source: Path, out: Path, keep: bool, dry_run: bool, as_json: bool) -> None:
    kind, _ = kind_of(source_text.read(out))
    if kind == "deck":
        merged = _deck(source, out, keep, dry_run)
    elif kind == "scenario":
        merged = _scenario(source, out, keep, dry_run)
    else:
        raise SandtableError(text("decks.not-for-tables", None, file=out, kind=kind))
    if as_json:
        is_written = not (dry_run or merged.is_nothing)
        print_json({"file": str(out), "written": is_written, **merged.as_json()})
        return
    for line in tell(merged, str(out)):
        click.echo(line)
    if dry_run:
        click.echo(text("decks.merged-dry"))


def _deck(source: Path, out: Path, keep: bool, dry_run: bool) -> SpreadsheetMerge:
    from engine.files import decks
    from engine.games import effects_of
    from engine.interchange.csvdecks import read

    was = decks.open_file(out, "")
    merged = read(source, was.deck, effects_of(was.game), keeps=keep)
    edited = decks.rewrite(replace(was, deck=merged.value), was)
    require_no_new_errors(was.source, edited)
    if not dry_run and not merged.is_nothing:
        source_text.write(out, edited.text)
    return merged


def _scenario(source: Path, out: Path, keep: bool, dry_run: bool) -> SpreadsheetMerge:
    from engine.files import scenario_writing, scenarios
    from engine.interchange.csvforces import read

    was = scenarios.open_file(out)
    merged = read(source, was.scenario, keeps=keep)
    edited = scenario_writing.rewrite(merged.value, was)
    require_no_new_errors(was.source, edited)
    if not dry_run and not merged.is_nothing:
        source_text.write(out, edited.text)
    return merged
