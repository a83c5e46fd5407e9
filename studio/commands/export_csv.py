"""`sandtable export csv FILE OUT`: what is in a file as a table, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

import click

from engine.files import source_text
from engine.files.schemas import kind_of
from engine.interchange.brought import Loss
from engine.problems import SandtableError
from engine.texts import text
from studio.commands.overwriting import overwrite_option, require_free
from studio.commands.reporting import check_folder
from studio.commands.speaking import FILE, OUT, json_option, says_what_failed
from studio.commands.tell_losses import tell_written

# Per kind of file what writes it: a function of the file and of the name to write to.
WRITERS: Mapping[str, str] = {
    "map": "studio.commands.export_csv:write_map",
    "scenario": "studio.commands.export_csv:write_forces",
    "deck": "studio.commands.export_csv:write_deck",
}


@click.command("csv")
@click.argument("file", type=FILE)
@click.argument("out", type=OUT)
@overwrite_option
@json_option
@says_what_failed
def command(file: Path, out: Path, overwrite: bool, as_json: bool) -> None:
    kind, _ = kind_of(source_text.read(file))
    if kind not in WRITERS:
        known = ", ".join(WRITERS)
        raise SandtableError(text("interchange.no-table", None, file=file, kind=kind, known=known))
    check_folder(out)
    require_free([out], overwrite=overwrite)
    module, _, name = WRITERS[kind].partition(":")
    write: Callable[[Path, Path], list[Loss]] = getattr(import_module(module), name)
    tell_written([out], write(file, out), [], as_json=as_json)


def write_map(file: Path, out: Path) -> list[Loss]:
    """A map, one row a hex."""
    from engine.files.maps import load
    from engine.interchange import table

    return table.write(load(file), out)


def write_forces(file: Path, out: Path) -> list[Loss]:
    """A scenario's order of battle, one row a unit."""
    from engine.files.scenarios import load
    from engine.interchange import csvforces

    source_text.write(out, csvforces.written(load(file)))
    return []


def write_deck(file: Path, out: Path) -> list[Loss]:
    """A deck, one row a card."""
    from engine.files.decks import opened
    from engine.games import effects_of
    from engine.interchange import csvdecks

    deck = opened(file, "")
    source_text.write(out, csvdecks.written(deck.deck, effects_of(deck.game)))
    return []
