"""Decks of event cards as tables for spreadsheets, out and in again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.games.card_effects import NAMES, Effect, Parameter, ParameterKind
from engine.interchange import sheets
from engine.interchange.sheets import Merged, Row, Table
from engine.problems import InvalidFile
from engine.scenario.scenario import Card, Deck
from engine.texts import LANGUAGES

PARAMETER = "parameter."
TEXTS = ("title", "text")
MOST_COPIES = 99
Effects = Mapping[str, Effect]


def compose(deck: Deck, effects: Effects) -> str:
    """A deck as a table: a row a card, a column for every parameter its game has."""
    parameters = dict.fromkeys(
        [*(each.id for effect in effects.values() for each in effect.parameters),
         *(name for card in deck.cards for name in card.parameters)]
    )  # fmt: skip
    columns = ["id", "effect", "copies"]
    for name in TEXTS:
        columns += sheets.text_columns(name, (getattr(card, name) for card in deck.cards))
    columns += ["picture", *(PARAMETER + name for name in parameters)]
    return sheets.compose(columns, map(_row, deck.cards))


def _row(card: Card) -> dict[str, object]:
    values: dict[str, object] = {
        "id": card.id, "effect": card.effect, "copies": card.copies, "picture": card.picture,
    }  # fmt: skip
    for name in TEXTS:
        values |= sheets.text_cells(name, getattr(card, name))
    return values | {PARAMETER + name: value for name, value in card.parameters.items()}


def columns_of(effects: Effects) -> list[str]:
    """The columns that a deck's table may have, beside further languages."""
    names = dict.fromkeys(each.id for effect in effects.values() for each in effect.parameters)
    texts = [f"{name}_{language}" for name in TEXTS for language in LANGUAGES]
    return ["id", "effect", "copies", *TEXTS, *texts, "picture", *(PARAMETER + n for n in names)]


def read(path: Path, deck: Deck, effects: Effects, *, keeps: bool = False) -> Merged:
    """What the table in a file makes of a deck; InvalidFile lists every cell that is wrong.

    Cards are known by their ids; a card without a row goes, unless those are kept. What the table
    has no column for stays as it is.
    """
    known = columns_of(effects)
    table = sheets.read(path, lambda name: name in known or sheets.is_text_column(name, TEXTS),
                        known)  # fmt: skip
    return merge(table, deck, effects, keeps=keeps)


def merge(table: Table, deck: Deck, effects: Effects, *, keeps: bool = False) -> Merged:
    """What a table makes of a deck; InvalidFile lists every cell that is wrong."""
    before = {card.id: card for card in deck.cards}
    after: dict[str, Card] = {}
    for row in table.rows:
        id_ = sheets.id_of(table, row, after)
        if id_:
            after[id_] = _card(table, row, before.get(id_, Card(id_, "")), effects)
    if keeps:
        after |= {id_: card for id_, card in before.items() if id_ not in after}
    if not after and not table.problems:
        table.fault("table-empty", Row(2, 1, {}), "id")
    if table.problems:
        raise InvalidFile(table.problems)
    return sheets.compare(replace(deck, cards=tuple(after.values())), before, after, table)


def _card(table: Table, row: Row, was: Card, effects: Effects) -> Card:
    has = table.has
    effect = was.effect
    if has("effect") or not effect:
        effect = table.word(row, "effect", [*effects], "cell-effect")
    copies = table.number(row, "copies", 1) if has("copies") else was.copies
    if not 1 <= copies <= MOST_COPIES:
        table.fault("cell-range", row, "copies", found=copies, least=1, most=MOST_COPIES)
    return replace(
        was,
        effect=effect,
        copies=copies,
        title=table.text(row, "title", was.title),
        text=table.text(row, "text", was.text),
        picture=row["picture"].strip() if has("picture") else was.picture,
        parameters=_parameters(table, row, was, effects[effect]) if effect in effects else {},
    )


def _parameters(table: Table, row: Row, was: Card, effect: Effect) -> dict[str, Any]:
    """The parameters, in the order in which the card had them."""
    names = {each.id: each for each in effect.parameters}
    found = {name: value for name, value in was.parameters.items()
             if name in names and not table.has(PARAMETER + name)}  # fmt: skip
    for column in table.columns:
        name = column.removeprefix(PARAMETER)
        if column.startswith(PARAMETER) and row[column].strip():
            if name in names:
                found[name] = _value(table, row, column, names[name])
            else:
                known = ", ".join(names)
                table.fault("cell-parameter", row, column, effect=effect.id, known=known)
    order = [*was.parameters, *names]
    return {name: found[name] for name in dict.fromkeys(order) if name in found}


def _value(table: Table, row: Row, column: str, parameter: Parameter) -> Any:
    if parameter.kind is ParameterKind.TRUTH:
        return table.truth(row, column)
    if parameter.kind is ParameterKind.WORD:
        return table.word(row, column, [word.id for word in parameter.words])
    if parameter.kind in NAMES:
        return row[column].strip()
    number = table.number(row, column, parameter.least)
    if not parameter.is_in_range(number):
        table.fault("cell-range", row, column, found=number, least=parameter.least,
                    most=parameter.most)  # fmt: skip
    return number
