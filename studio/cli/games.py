"""`sandtable games [G]`: the rule systems installed; with G its tables as printed."""

from __future__ import annotations

from typing import Any

import click

from engine.games import installed_games, rule_system_of, title_of
from engine.games.handbook import Handbook
from engine.texts import localised, text
from studio.cli.common_options import (
    format_columns,
    json_option,
    print_json,
    report_errors_of_command,
)


@click.command("games")
@click.argument("game", required=False)
@json_option
@report_errors_of_command
def command(game: str | None, as_json: bool) -> None:
    if game is None:
        _list(as_json)
    elif as_json:
        print_json(game_table_facts(rule_system_of(game).handbook({})))
    else:
        _print(rule_system_of(game).handbook({}))


def _list(as_json: bool) -> None:
    books = [rule_system_of(game).handbook({}) for game in installed_games()]
    if as_json:
        print_json([{"id": book.id, "title": title_of(book.id)} for book in books])
        return
    for book in books:
        click.echo(f"{book.id}  {localised(title_of(book.id))}")


def game_table_facts(book: Handbook) -> dict[str, Any]:
    """A game's tables, unit types and terrain effects."""
    return {
        "id": book.id,
        "title": title_of(book.id),
        "tables": book.tables(),
        "units": book.units(),
        "terrain": book.terrain(),
    }


def _print(book: Handbook) -> None:
    click.echo(click.style(localised(title_of(book.id)), bold=True))
    for name, table in book.tables().items():
        click.echo(f"\n{click.style(name, bold=True)}  {localised(table['title'])}")
        heads = ["", *table["columns"]]
        rows = [[head, *row] for head, row in zip(table["rows"], table["cells"], strict=True)]
        click.echo(format_columns([heads, *rows]))
    for title, entries in (("games-units", book.units()), ("games-terrain", book.terrain())):
        click.echo("\n" + click.style(text(f"commands.{title}"), bold=True))
        lines = [[name, _say(entry)] for name, entry in entries.items()]
        click.echo(format_columns(lines, numbers=False))


def _say(entry: Any) -> str:
    return ", ".join(
        f"{key} {'–' if value is None else localised(value) if isinstance(value, dict) else value}"
        for key, value in entry.items()
        if key != "id"
    )
