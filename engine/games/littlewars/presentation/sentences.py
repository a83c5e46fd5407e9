"""Little Wars in words: every decision, answer, roll and event, in the reader's language.

A sentence lies in the texts under the name of what it tells: `ask-` and a decision, `option-` and
an answer's deed, an event's own name, each followed by a field's value where that changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.games.game_texts import dash_name, decision_fields
from engine.games.littlewars.events import GameEnded
from engine.games.littlewars.gun_shots import AS_PROPOSED, Shot
from engine.games.littlewars.melee_events import GunPassed
from engine.games.littlewars.orders import GunOrder, read_path
from engine.games.littlewars.presentation.name_texts import (
    body_name,
    figures_text,
    first_said,
    halves_text,
    key_of,
    length_text,
    list_names,
    point_text,
    say,
    side_name,
    type_name,
    unit_name,
)
from engine.games.littlewars.state import State
from engine.games.shared_events import with_shared_event_texts
from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event, field_values
from engine.play.option_targets import ActionParameter
from engine.scenario.figure_groups import FORMATIONS
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import FINE, length_of
from engine.texts import begin_sentence, localised

VARIANTS = ("deed", "phase", "reason", "why", "what", "by", "edge", "kind")
"""Fields whose value may have a sentence of its own."""


# --- questions and answers ------------------------------------------------------------------------


def decision_text(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    fields = decision_fields(asked)
    name = dash_name(type(asked).__name__)
    filled = _fill(state, fields, language)
    return first_said([*_variants(f"ask-{name}", fields), f"ask-{name}"], language, filled)


def option_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None = None
) -> str:
    """One answer to a question in words."""
    question = dash_name(type(asked).__name__)
    if answer is None:
        return say(f"option-{question}-none", language)
    if isinstance(answer, bool):
        return say(f"option-{question}-{'yes' if answer else 'no'}", language)
    if isinstance(answer, int):
        figures = _melee(state, answer, language)
        return say(f"option-{question}-number", language, number=answer, figures=figures)
    if isinstance(answer, str):
        return _word(state, question, answer, language)
    if isinstance(asked, Shot) and answer.deed == AS_PROPOSED and asked.proposed is not None:
        return _propose(state, asked.proposed.dead, language)
    return _value(state, question, answer, language)


def _propose(state: State, dead: Sequence[str], language: str | None) -> str:
    """Return the line for the model's result of a shot: the figures that fall."""
    if not dead:
        return say("option-shot-as-proposed-none", language)
    return say("option-shot-as-proposed", language, figures=figures_text(state, dead, language))


def _melee(state: State, number: int, language: str | None) -> str:
    found = next((each for each in state.melees if each.number == number), None)
    return figures_text(state, found.figures if found else (), language)


def _word(state: State, question: str, answer: str, language: str | None) -> str:
    """An answer that is a word: a figure, an edge, or one of the rules."""
    key = f"option-{question}-{answer}"
    return say(key, language) if key_of(key) else unit_name(state, answer, language)


def _value(state: State, question: str, answer: Any, language: str | None) -> str:
    """An order in words."""
    fields = answer._asdict()
    filled = dict(_fill(state, fields, language))
    deed = fields.get("deed", "target" if fields.get("target") else "point")
    filled["way"] = _way(fields.get("path", ""), deed in FORMATIONS, language)
    if isinstance(answer, GunOrder) and deed == "fire" and not answer.target:
        deed = "fire-at-point"
    return first_said([f"option-{question}-{deed}", f"option-{deed}"], language, filled)


def _way(path: str, is_formation: bool, language: str | None) -> str:
    """Return the length and goal of a path; for a formation its two ends."""
    points = read_path(path)
    if not points:
        return ""
    if len(points) == 1:
        return point_text(points[0], language)
    if is_formation:
        ends = {"start": point_text(points[0], language), "end": point_text(points[-1], language)}
        return say("span", language, **ends)
    far = length_text(-(-length_of(points) // FINE), language)
    return say("way", language, length=far, end=point_text(points[-1], language))


# --- dice and events ------------------------------------------------------------------------------


def roll_text(asked: Roll, language: str | None = None) -> str:
    """Return the purpose of a dice roll."""
    return say(f"roll-{asked.purpose}", language)


@with_shared_event_texts(side_name, unit_name)
def event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """Return the line of the log for an event; empty if the log omits it."""
    if isinstance(told, GunPassed):
        return ""
    fields, name = field_values(told), dash_name(type(told).__name__)
    filled = dict(_fill(state, fields, language))
    if isinstance(told, GameEnded):
        filled["points"] = list_names([
            say("side-points", language, side=side_name(state, side, language),
                points=halves_text(halves))
            for side, halves in told.halves
        ], language)  # fmt: skip
    return begin_sentence(first_said([*_variants(name, fields), name], language, filled))


def _variants(name: str, fields: Mapping[str, Any]) -> list[str]:
    """The keys of a sentence that some field's value changes."""
    found = []
    for field, value in fields.items():
        if value is True or value is False:
            found.append(
                f"{name}-{dash_name(field)}" if value else f"{name}-not-{dash_name(field)}"
            )
        elif field in VARIANTS and isinstance(value, str) and value:
            found.append(f"{name}-{value}")
        elif value in ("", ()) and field in ("winner", "fallen", "crew", "moved"):
            found.append(f"{name}-no-{field}")
    return found


def _fill(state: State, fields: Mapping[str, Any], language: str | None) -> dict[str, object]:
    """Fields as sentences have them: names for ids, inches for points, counts."""
    filled: dict[str, object] = {}
    for name, value in fields.items():
        filled[name] = _say(state, name, value, language)
        if isinstance(value, tuple) and not isinstance(value, Point):
            filled[f"{name}_count"] = len(value)
    return filled


def _say(state: State, name: str, value: Any, language: str | None) -> object:
    known: Mapping[str, Callable[[State, Any, str | None], str]] = {
        "side": side_name, "of": side_name, "captor": side_name, "winner": side_name,
        "larger": side_name, "gun": unit_name, "figure": unit_name, "target": unit_name,
        "body": body_name, "type": type_name, "unit": unit_name, "stopped": _stopped,
    }  # fmt: skip
    if name in known and isinstance(value, str):
        return known[name](state, value, language)
    if isinstance(value, Point):
        return point_text(value, language)
    if name in ("men", "dead"):
        return "–".join(map(str, value)) if isinstance(value, tuple) else value
    if isinstance(value, tuple):
        return figures_text(state, _ids(value), language)
    if name == "edge":
        return say(f"edge-{value}", language)
    return value


def _stopped(state: State, id_: str, language: str | None) -> str:
    """Return the name of the feature, gun or wagon that stopped a bolt."""
    feature = state.field.table.by_id.get(id_)
    if feature is None:
        return unit_name(state, id_, language) if id_ else ""
    return localised(feature.name or feature.kind_entry.name, language)


def _ids(value: tuple[Any, ...]) -> list[str]:
    """The ids in a tuple of ids, or of courses and pairs that begin with one."""
    named = (each[0] if isinstance(each, tuple) and each else each for each in value)
    return [each for each in named if isinstance(each, str)]


def argument_text(
    state: State, parameter: ActionParameter, value: Any, language: str | None = None
) -> str:
    """Return an argument of an umpire action, in words."""
    if isinstance(value, tuple):
        return point_text(value, language)
    if parameter.kind == "unit":
        return unit_name(state, str(value), language)
    if parameter.kind == "side":
        return side_name(state, str(value), language)
    if parameter.kind == "type":
        return type_name(state, str(value), language)
    key = f"word-{value}"
    return say(key, language) if key_of(key) else str(value)
