"""Forecasts and rolls of the primer in words: a few short lines for a tip or a panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.primer.face.wording import counted, group_name, label, result_name
from engine.games.primer.state import State
from engine.paths.explained import step_text
from engine.play.forecast import Combat, Forecast, Reachable, Rolled, Stack, Step
from engine.telling.phrases import correction, percent
from engine.texts import has_text, text


def forecast(view: State, told: Forecast, language: str | None = None) -> list[str]:
    """A forecast line by line, what matters most first."""
    match told:
        case Combat():
            return list(_combat(view, told, language))
        case Reachable():
            hexes = counted("hexes", len(told.arrivals) - 1, language)
            return [text("forecast.reachable", language, points=told.points, hexes=hexes)]
        case Step():
            left = text("forecast.left", language, points=told.left)
            return [step_text(told.reasons, language), left]
    raise AssertionError(f"{type(told).__name__} is no forecast of the primer")


def rolled(told: Rolled, language: str | None = None) -> str:
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


def _combat(view: State, told: Combat, language: str | None) -> Iterator[str]:
    named = {"hex": label(view, told.at), "attack": told.attack}
    if told.throws:
        column = told.throws[0].cell.column
        named |= {"defence": told.defence, "column": column}
        yield text("forecast.combat-against", language, **named)
    else:
        yield text("forecast.combat-blind", language, **named)
    yield text(
        "forecast.combat-attackers", language, stacks=_stacks(view, told.attackers, language)
    )
    yield from (correction(made, language) for made in told.corrections)
    if not told.throws:
        return
    yield text(
        "forecast.combat-defenders", language, stacks=_stacks(view, told.defenders, language)
    )
    chances = [
        text("forecast.with-chance", language, what=result_name(each.result, language),
             chance=percent(each.chance, language))
        for each in told.results
    ]  # fmt: skip
    yield text("forecast.results", language, chances=text("forecast.comma", language).join(chances))


def _stacks(view: State, stacks: Iterable[Stack], language: str | None) -> str:
    said = [
        text(
            "forecast.combat-halved" if stack.is_halved else "forecast.combat-stack",
            language,
            units=group_name(view, stack.units, language),
            hex=label(view, stack.at),
            strength=stack.strength,
        )
        for stack in stacks
    ]
    return text("forecast.comma", language).join(said)
