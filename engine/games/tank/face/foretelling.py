"""Forecasts and rolls of the tank game in words: a few short lines for a tip or a panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.games.tank.data.book import Manner, Outcome
from engine.games.tank.events import MARKERS
from engine.games.tank.face.ends import ANNIHILATED
from engine.games.tank.face.wording import counted, listed, mark_name, outcome_name, unit_name
from engine.games.tank.state import State
from engine.paths.explained import step_text
from engine.play.forecast import (
    Attack,
    Barrage,
    Chance,
    Danger,
    End,
    Fire,
    Forecast,
    Reachable,
    Rolled,
    Step,
)
from engine.telling.phrases import correction, percent, softening
from engine.texts import has_text, text

HEADS = ("row", "column")


def forecast(view: State, told: Forecast, language: str | None = None) -> list[str]:
    """A forecast line by line, what matters most first."""
    match told:
        case Fire():
            return list(_fire(view, told, language))
        case Barrage():
            return list(_barrage(view, told, language))
        case Reachable():
            return list(_reachable(told, language))
        case Step():
            return list(_step(view, told, language))
        case _:
            raise AssertionError(f"{type(told).__name__} is no forecast of the tank game")


def rolled(told: Rolled, language: str | None = None) -> str:
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
        "table": _printed("table", table, language),
        **{name: _printed("head", head, language) for name, head in zip(HEADS, heads, strict=True)},
    }
    return text("forecast.rolled-cell", language, printed=printed, **where, **named)


def _printed(what: str, name: str, language: str | None) -> str:
    """A table, or the head of a row or column, in words where it is a word."""
    key = f"tank.{what}-{name}"
    return text(key, language) if has_text(key) else name


# --- fire ----------------------------------------------------------------------------------------


def _fire(view: State, told: Fire, language: str | None) -> Iterator[str]:
    for attack in told.attacks:
        yield from _attack(view, attack, language)
    named = {"unit": unit_name(view, told.target, language)}
    chances = _ends(told.ends, told.before, language)
    yield text("forecast.ends", language, chances=chances, **named)


def _attack(view: State, told: Attack, language: str | None) -> Iterator[str]:
    named = {
        "firer": unit_name(view, told.firer, language),
        "target": unit_name(view, told.target, language),
    }
    if told.level is None:
        yield text("forecast.attack-too-far", language, range=told.range, **named)
        return
    if not told.sees:
        yield text("forecast.attack-unseen", language, **named)
        return
    key = "attack" if told.level else "attack-no-effect"
    yield text(f"forecast.{key}", language, level=told.level, **named)
    close = "-close" if told.manner == Manner.CLOSE else ""
    yield text(f"forecast.base{close}", language, range=told.range, base=told.base)
    yield from (correction(made, language) for made in told.corrections)
    yield from (softening(made, language) for made in told.softenings)
    yield text("forecast.results", language, chances=_chances(told.results, language))


def _chances(chances: Iterable[Chance], language: str | None) -> str:
    said = [
        _with_chance(outcome_name(each.result, language), each.chance, language)
        for each in reversed(list(chances))
    ]
    return text("forecast.comma", language).join(said)


def _ends(ends: Iterable[End], before: tuple[str, ...], language: str | None) -> str:
    """What may become of a unit, the worst first."""
    said = [
        _with_chance(_end(end, before, language), end.chance, language)
        for end in sorted(ends, key=lambda end: _gravity(end, before), reverse=True)
    ]
    return text("forecast.comma", language).join(said)


def _gravity(end: End, before: tuple[str, ...]) -> tuple[int, ...]:
    """What an end is sorted by, the worst the highest; an unchanged unit is the lowest."""
    grades = [*MARKERS.values(), ANNIHILATED]
    return () if end.marks == before else tuple(sorted(map(grades.index, end.marks), reverse=True))


def _end(end: End, before: tuple[str, ...], language: str | None) -> str:
    if end.marks == before:
        return text("forecast.unchanged", language)
    if end.marks == (ANNIHILATED,):
        return outcome_name(Outcome.ANNIHILATED, language)
    return listed([mark_name(mark, language) for mark in end.marks], language)


def _with_chance(what: str, chance: Fraction, language: str | None) -> str:
    return text("forecast.with-chance", language, what=what, chance=percent(chance, language))


# --- shells and moves -----------------------------------------------------------------------------


def _barrage(view: State, told: Barrage, language: str | None) -> Iterator[str]:
    yield text(
        f"forecast.barrage-{'one' if told.guns == 1 else 'many'}",
        language,
        count=told.guns,
        hex=view.field.board.labels.label(told.target),
        on_target=percent(told.on_target, language),
        lost=percent(told.lost, language),
    )
    for shelled in told.units:
        named = {
            "unit": unit_name(view, shelled.unit, language),
            "shells": f"{float(shelled.shells):.1f}",
            "chances": _ends(shelled.ends, shelled.before, language),
        }
        yield text("forecast.shelled", language, **named)
    if not told.units:
        yield text("forecast.nobody-near", language)


def _reachable(told: Reachable, language: str | None) -> Iterator[str]:
    hexes = counted("hexes", len(told.arrivals) - 1, language)
    yield text("forecast.reachable", language, points=told.points, hexes=hexes)
    if told.combats:
        hexes = counted("hexes", len(told.combats), language)
        yield text("forecast.combats", language, hexes=hexes)


def _step(view: State, told: Step, language: str | None) -> Iterator[str]:
    yield step_text(told.reasons, language)
    key = "left" if told.left >= 0 else "overspent"
    yield text(f"forecast.{key}", language, points=abs(told.left))
    threat = told.threat
    assert threat is not None
    if threat.combat:
        yield text("forecast.combat", language)
    if told.crowded:
        yield text("forecast.crowded", language)
    if threat.shells:
        yield _danger("shells", len(threat.shells), threat.shelled, language)
    if threat.shots:
        yield _danger("threat", len(threat.shots), threat.together, language)
        covering = dict.fromkeys(unit for shot in threat.shots for unit in shot.covered_by)
        if covering:
            units = listed([unit_name(view, unit, language) for unit in covering], language)
            yield text("forecast.covered", language, units=units)


def _danger(what: str, count: int, danger: Danger, language: str | None) -> str:
    chances = {name: percent(chance, language) for name, chance in danger._asdict().items()}
    number = "one" if count == 1 else "many"
    return text(f"forecast.{what}-{number}", language, count=count, **chances)
