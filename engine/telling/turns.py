"""A turn by its number, in the word the game has for turns: some play rounds."""

from __future__ import annotations

from engine.telling.names import word_of
from engine.texts import has_text, text, with_branches


def turn_title(game: str, turn: int | str, language: str | None = None) -> str:
    """A turn as a heading: "Turn 3", in games of rounds "Round 3"."""
    return _said(game, "title", language, turn=turn)


def turn_of(game: str, turn: int, turns: int, language: str | None = None) -> str:
    """The turn under way, and how many there are: "Turn 3 of 12"."""
    return _said(game, "of", language, turn=turn, turns=turns)


def turn_amid(game: str, turn: int, language: str | None = None) -> str:
    """A turn amid a sentence: "turn 3"."""
    return _said(game, "amid", language, turn=turn)


def turn_and_phase(game: str, turn: int, phase: str, language: str | None = None) -> str:
    """A turn with the phase under way, in a word of the game: "Turn 3 · Movement phase"."""
    when = turn_title(game, turn, language)
    named = word_of(game, "phase", phase, language)
    return f"{when} · {named}" if phase else when


def _said(game: str, what: str, language: str | None, **values: int | str) -> str:
    """As the game says it itself, else as most do."""
    own = (f"{file}.turn-{what}" for file in with_branches(game))
    key = next((key for key in own if has_text(key)), f"scenario.turn-{what}")
    return text(key, language, **values)
