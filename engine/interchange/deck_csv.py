"""Decks of event cards as tables for spreadsheets, out and in again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.games.card_effects import NAMES, CardEffectType, EffectParameter, ParameterKind
from engine.interchange import csv_tables
from engine.interchange.csv_tables import CsvRow, CsvTable, SpreadsheetMerge
from engine.languages import MADE_IN
from engine.problems import InvalidFileError
from engine.scenario.scenario import Card, CardEffect, Deck

PARAMETER = "parameter."
TEXTS = ("title", "text")
TERMS = ("cost", "phase", "set", "stays", "then")  # beside its one effect; most decks have none
AND = "+"  # between the effects in a cell
MAX_COPIES, MAX_COST = 99, 99
Effects = Mapping[str, CardEffectType]


def compose(deck: Deck, effects: Effects) -> str:
    """A deck as a table: a row a card, a column for every parameter its game has."""
    parameters = dict.fromkeys(
        [*(each.id for effect in effects.values() for each in effect.parameters),
         *(name for card in deck.cards for name in card.parameters)]
    )  # fmt: skip
    columns = ["id", "effect", "copies"]
    for name in TEXTS:
        columns += csv_tables.text_columns(name, (getattr(card, name) for card in deck.cards))
    columns += ["picture", *(PARAMETER + name for name in parameters)]
    columns += [term for term in TERMS if any(getattr(card, term) for card in deck.cards)]
    return csv_tables.compose(columns, map(_row, deck.cards))


def _row(card: Card) -> dict[str, object]:
    values: dict[str, object] = {
        "id": card.id, "effect": card.effect, "copies": card.copies, "picture": card.picture,
    }  # fmt: skip
    for name in TEXTS:
        values |= csv_tables.text_cells(name, getattr(card, name))
    values |= {PARAMETER + name: value for name, value in card.parameters.items()}
    values |= {term: getattr(card, term) for term in TERMS}
    return values | {"then": spell_effects(card.then)}


def spell_effects(effects: Iterable[CardEffect]) -> str:
    """Effects in one cell, in order: `repair units=2 + support battery=122mm rocket=yes`."""
    return f" {AND} ".join(
        " ".join([shlex.quote(each.effect), *map(_spell, each.parameters.items())])
        for each in effects
    )


def _spell(parameter: tuple[str, object]) -> str:
    name, value = parameter
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return f"{name}={shlex.quote(word)}"


def columns_of(effects: Effects) -> list[str]:
    """The columns that a deck's table may have, beside further languages."""
    names = dict.fromkeys(each.id for effect in effects.values() for each in effect.parameters)
    texts = [f"{name}_{language}" for name in TEXTS for language in MADE_IN]
    own = (PARAMETER + name for name in names)
    return ["id", "effect", "copies", *TEXTS, *texts, "picture", *own, *TERMS]


def read(path: Path, deck: Deck, effects: Effects, *, keeps: bool = False) -> SpreadsheetMerge:
    """Read a table's changes to a deck; InvalidFileError lists every invalid cell.

    Cards are known by their ids; a card without a row is removed, unless `keeps`. Fields without a
    column are not changed. A card with an empty effect has none: it is read out.
    """
    known = columns_of(effects)
    table = csv_tables.read(
        path, lambda name: name in known or csv_tables.is_text_column(name, TEXTS), known
    )
    return merge(table, deck, effects, keeps=keeps)


def merge(
    table: CsvTable, deck: Deck, effects: Effects, *, keeps: bool = False
) -> SpreadsheetMerge:
    """Return a table's changes to a deck; InvalidFileError lists every invalid cell."""
    before = {card.id: card for card in deck.cards}
    after: dict[str, Card] = {}
    for row in table.rows:
        id_ = csv_tables.csv_row_id(table, row, after)
        if id_:
            after[id_] = _card(table, row, before.get(id_, Card(id_, "")), effects)
    if keeps:
        after |= {id_: card for id_, card in before.items() if id_ not in after}
    if not after and not table.problems:
        table.fault("table-empty", CsvRow(2, 1, {}), "id")
    if table.problems:
        raise InvalidFileError(table.problems)
    return csv_tables.compare(replace(deck, cards=tuple(after.values())), before, after, table)


def _card(table: CsvTable, row: CsvRow, was: Card, effects: Effects) -> Card:
    has = table.has
    effect = was.effect
    if has("effect"):
        said = row["effect"].strip()
        effect = table.known_word(row, "effect", [*effects], "cell-effect") if said else ""
    parameters = _parameters(table, row, was, effects[effect]) if effect in effects else {}
    if has("effect") and not row["effect"].strip():
        _require_no_parameters(table, row)
    copies = table.number(row, "copies", 1) if has("copies") else was.copies
    if not 1 <= copies <= MAX_COPIES:
        table.fault("cell-range", row, "copies", found=copies, least=1, most=MAX_COPIES)
    return replace(
        was,
        effect=effect,
        copies=copies,
        title=table.text(row, "title", was.title),
        text=table.text(row, "text", was.text),
        picture=row["picture"].strip() if has("picture") else was.picture,
        parameters=parameters,
        **{term: read(table, row) for term, read in READERS.items() if table.has(term)},
        then=_then(table, row, effects) if table.has("then") else was.then,
    )


def _cost(table: CsvTable, row: CsvRow) -> int:
    cost = table.number(row, "cost", 0)
    if not 0 <= cost <= MAX_COST:
        table.fault("cell-range", row, "cost", found=cost, least=0, most=MAX_COST)
    return cost


# Readers of cells other than effects; `check` tests the words of a game.
READERS: Mapping[str, Callable[[CsvTable, CsvRow], Any]] = {
    "cost": _cost,
    "phase": lambda table, row: row["phase"].strip(),
    "set": lambda table, row: row["set"].strip(),
    "stays": lambda table, row: table.yes_or_no(row, "stays"),
}


def _then(table: CsvTable, row: CsvRow, effects: Effects) -> tuple[CardEffect, ...]:
    """Read the effects of a card after its first."""
    try:
        words = shlex.split(row["then"])
    except ValueError:  # a quotation that never ends
        table.fault("cell-then", row, "then", found=row["then"], known=", ".join(effects))
        return ()
    if not words:
        return ()
    ends = [place for place, word in enumerate(words) if word == AND]
    starts = [0, *(end + 1 for end in ends)]
    found = [words[start:end] for start, end in zip(starts, [*ends, len(words)], strict=True)]
    return tuple(_doing(table, row, part, effects) for part in found)


def _doing(table: CsvTable, row: CsvRow, words: list[str], effects: Effects) -> CardEffect:
    """One of them: its word, and `name=value` for every parameter."""
    name, *said = words or [""]
    known = {each.id: each for each in effects[name].parameters} if name in effects else {}
    pairs = [pair.partition("=") for pair in said]
    if name not in effects or any(not sign or key not in known for key, sign, _ in pairs):
        table.fault("cell-then", row, "then", found=" ".join(words), known=", ".join(effects))
        return CardEffect(name)
    return CardEffect(
        name, {key: _value(table, row, "then", known[key], word) for key, _, word in pairs}
    )


def _parameters(table: CsvTable, row: CsvRow, was: Card, effect: CardEffectType) -> dict[str, Any]:
    """The parameters, in the order in which the card had them."""
    names = {each.id: each for each in effect.parameters}
    found = {name: value for name, value in was.parameters.items()
             if name in names and not table.has(PARAMETER + name)}  # fmt: skip
    for column in table.columns:
        name = column.removeprefix(PARAMETER)
        if column.startswith(PARAMETER) and row[column].strip():
            if name in names:
                found[name] = _value(table, row, column, names[name], row[column])
            else:
                known = ", ".join(names)
                table.fault("cell-parameter", row, column, effect=effect.id, known=known)
    order = [*was.parameters, *names]
    return {name: found[name] for name in dict.fromkeys(order) if name in found}


def _require_no_parameters(table: CsvTable, row: CsvRow) -> None:
    """Report parameters without an effect."""
    for column in table.columns:
        if column.startswith(PARAMETER) and row[column].strip():
            table.fault("cell-without-effect", row, column)


def _value(table: CsvTable, row: CsvRow, column: str, parameter: EffectParameter, word: str) -> Any:
    """A word as a value of a parameter; an invalid one is reported with its cell."""
    cell = CsvRow(row.number, row.line, {column: word})
    if parameter.kind is ParameterKind.TRUTH:
        return table.yes_or_no(cell, column)
    if parameter.kind is ParameterKind.WORD:
        return table.known_word(cell, column, [known.id for known in parameter.words])
    if parameter.kind in NAMES:
        return word.strip()
    number = table.number(cell, column, parameter.least)
    if not parameter.is_in_range(number):
        table.fault("cell-range", row, column, found=number, least=parameter.least,
                    most=parameter.most)  # fmt: skip
    return number
