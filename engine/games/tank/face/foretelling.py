"""Rolls of the tank game in words, with the cells they hit."""

from __future__ import annotations

from engine.games.tank.data.book import Outcome
from engine.games.tank.face.wording import outcome_name
from engine.play.forecast import RollOutcome
from engine.texts import has_text, text

HEADS = ("row", "column")


def roll(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    faces = "+".join(str(face) for face in told.faces)
    if len(told.faces) > 1:
        faces = text("tank.dice", language, faces=faces, sum=told.sum)
    named = {"roll": text(f"tank.roll-{told.purpose}", language), "faces": faces}
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    is_result = told.printed in set(Outcome)
    printed = outcome_name(told.printed, language) if is_result else told.printed
    table, *heads = told.cell
    where = {
        "table": _print("table", table, language),
        **{name: _print("head", head, language) for name, head in zip(HEADS, heads, strict=True)},
    }
    return text("forecast.rolled-cell", language, printed=printed, **where, **named)


def _print(what: str, name: str, language: str | None) -> str:
    """A table, or the head of a row or column, in words where it is a word."""
    key = f"tank.{what}-{name}"
    return text(key, language) if has_text(key) else name
