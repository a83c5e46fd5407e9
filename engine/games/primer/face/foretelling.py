"""Rolls of the primer in words, with the cells they hit."""

from __future__ import annotations

from engine.play.forecast import RollOutcome
from engine.texts import has_text, text


def roll(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    faces = "+".join(str(face) for face in told.faces)
    named = {
        "roll": text(f"primer.roll-{told.purpose}", language),
        "faces": text("primer.dice", language, faces=faces, sum=told.sum),
    }
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    key = f"primer.result-{told.printed}"
    printed = text(key, language) if has_text(key) else told.printed
    where = {"row": told.cell.row, "column": told.cell.column}
    return text("primer.rolled-cell", language, printed=printed, **where, **named)
