"""Tide in words: every decision, answer, roll and event, in the reader's language.

A sentence lies in the texts under the name of what it tells: `ask-` and a decision, `option-` and
an answer's type, an event's own name, each followed by a field's value where that changes it.
Where fields alone do not tell it, a chapter's own words do: see `CHAPTERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from engine.games.game_texts import (
    dash_name,
    decision_fields,
    hex_name,
    sentence_keys,
    with_hex_arguments,
)
from engine.games.shared_events import with_shared_event_texts
from engine.games.tide.move_execution import Step
from engine.games.tide.move_steps import Go
from engine.games.tide.presentation import card_sentences, fire_sentences, round_sentences
from engine.games.tide.presentation.name_texts import (
    TEXTS,
    card_name,
    field_text,
    find_piece,
    first_said,
    key_of,
    movement_points_text,
    piece_name,
    say,
    side_name,
    type_name,
)
from engine.games.tide.state import State
from engine.play.decisions import Answer, Decision, Roll
from engine.play.events import Event, field_values
from engine.play.option_targets import ActionParameter
from engine.texts import begin_sentence

Teller = Callable[[State, Any, str | None], str]
"""Tells an event its fields alone do not; nothing for one that a log leaves out."""
CHAPTERS: tuple[ModuleType, ...] = (round_sentences, fire_sentences, card_sentences)
"""Modules that add to the fields of sentences.

Each has `question_fields`, `question_variant`, `is_event_told` and `event_variant`.
"""
VARIANTS = (
    "cause",
    "manner",
    "deed",
    "kind",
    "how",
    "morale",
    "reason",
    "stage",
    "mode",
    "what",
    "source",
)
"""Fields whose value may have a sentence of its own."""
MOVES = frozenset({"MoveBegan", "Stepped", "ShelterEntered", "ShelterLeft", "GotOff"})
"""Events whose `cost` and `left` are thirds of a movement point."""
SPENT = ("cost", "left")

# --- questions and answers ------------------------------------------------------------------------


def decision_text(state: State, asked: Decision[State, Any], language: str | None = None) -> str:
    """A question as a sentence."""
    name = dash_name(type(asked).__name__)
    fields = decision_fields(asked)
    if isinstance(asked, Step):
        fields["left"] = movement_points_text(asked.left)
    more = _merged(chapter.question_fields(state, asked, language) for chapter in CHAPTERS)
    variants = (chapter.question_variant(state, asked) for chapter in CHAPTERS)
    keys = _keys(f"ask-{name}", fields, next(filter(None, variants), ""))
    filled = {**field_text(state, fields, language, keys), **more}
    unit = fields.get("unit") or fields.get("mover")
    if isinstance(unit, str) and unit in state.units and "at" not in filled:
        filled["at"] = hex_name(state, state.units[unit].at)
    return first_said(keys, language, filled)


def _merged(parts: Iterable[Mapping[str, object]]) -> dict[str, object]:
    return {key: value for part in parts for key, value in part.items()}


def option_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None = None
) -> str:
    """One answer to a question in words."""
    question = dash_name(type(asked).__name__)
    own = _chapter_answer_text(state, asked, answer, language)
    if own is not None:
        return own
    if isinstance(answer, bool):
        word_ = "yes" if answer else "no"
        return first_said([f"option-{question}-{word_}", f"option-{word_}"], language, {})
    if plain := TEXTS.plain_answer_text(state, asked, answer, language):
        return plain
    if isinstance(answer, tuple):
        return _value(state, asked, answer, language)
    return _word(state, question, asked, str(answer), language)


def _chapter_answer_text(
    state: State, asked: Decision[State, Any], answer: Answer, language: str | None
) -> str | None:
    """Return an answer in the words of the chapter that has its own for it; None without any."""
    if answer is None:
        return None
    told = (chapter.answer_text(state, asked, answer, language) for chapter in CHAPTERS)
    return next((each for each in told if each is not None), None)


def _word(
    state: State, question: str, asked: Decision[State, Any], answer: str, language: str | None
) -> str:
    """An answer that is a word: a unit, a figure, or one of the rules."""
    key = f"option-{question}-{answer}"
    if key_of(key):
        return say(key, language)
    found = find_piece(state, answer)
    if found is None:
        return type_name(state, answer, language)
    return piece_name(state, answer, language, (asked.side,))


def _value(state: State, asked: Decision[State, Any], answer: Any, language: str | None) -> str:
    """An answer of several parts."""
    fields = answer._asdict()
    if isinstance(answer, Go):
        fields = {**fields, "cost": movement_points_text(answer.cost), "work": answer.what}
    keys = list(sentence_keys(f"option-{dash_name(type(answer).__name__)}", fields, VARIANTS))
    return first_said(keys, language, field_text(state, fields, language, keys, (asked.side,)))


def roll_text(asked: Roll, language: str | None = None) -> str:
    """Return the purpose of a dice roll."""
    return say(f"roll-{asked.purpose}", language)


# --- events ---------------------------------------------------------------------------------------


@with_shared_event_texts(side_name, piece_name)
def event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """Return what has happened, as a sentence; empty for what a log leaves out."""
    name = type(told).__name__
    if not all(chapter.is_event_told(told) for chapter in CHAPTERS):
        return ""
    if name in TELLERS:
        return TELLERS[name](state, told, language)
    return plain_event_text(state, told, language)


def plain_event_text(state: State, told: Event[State], language: str | None = None) -> str:
    """The sentence of an event, from its fields and what else it needs."""
    name, fields = type(told).__name__, field_values(told)
    if name in MOVES:
        fields |= {each: movement_points_text(fields[each]) for each in SPENT if each in fields}
    tellers = (chapter.MORE[name] for chapter in CHAPTERS if name in chapter.MORE)
    more = _merged(teller(state, told, language) for teller in tellers)
    variants = (chapter.event_variant(told) for chapter in CHAPTERS)
    keys = list(_keys(dash_name(name), fields, next(filter(None, variants), "")))
    said = first_said(keys, language, {**field_text(state, fields, language, keys), **more})
    return begin_sentence(said)


def _keys(key: str, fields: Mapping[str, Any], variant: str) -> list[str]:
    """The texts that may tell something, that of its variant first, if it has one."""
    own = [f"{key}-{variant}"] if variant else []
    return [*own, *sentence_keys(key, fields, VARIANTS)]


@with_hex_arguments
def argument_text(
    state: State, parameter: ActionParameter, value: Any, language: str | None = None
) -> str:
    """Return an argument of an umpire action, in words."""
    name = parameter.name
    if name == "side":
        return side_name(state, value, language)
    for prefix in ("phase", "mark", "morale", "mode", "damage"):
        if name == prefix and key_of(f"{prefix}-{value}"):
            return say(f"{prefix}-{value}", language)
    if find_piece(state, str(value)) is not None:
        return piece_name(state, str(value), language)
    if name == "card":
        return card_name(state, str(value), language)
    return type_name(state, str(value), language)


# --- events with words of their own ---------------------------------------------------------------


TELLERS: dict[str, Teller] = {
    "GameEnded": TEXTS.game_end_sentence,
    "UmpireActed": TEXTS.umpire_sentence,
}
"""Events that need more than their fields; other chapters add theirs."""
