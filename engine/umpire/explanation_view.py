"""Explanations for remote seats: of events, and of places that are not an answer.

They are JSON values: the subject, the rules by number in sentences, the cells of tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.play.game import Game
from engine.play.move_forecast import RollOutcome
from engine.session.move_plans import planned_destinations
from engine.session.option_choices import OptionChoices
from engine.session.option_refusals import explain_refusal
from engine.session.rule_explanations import Explanation, ExplanationRequest, explain_figure
from engine.session.timeline import LoggedEvent
from engine.texts import text_languages
from engine.umpire.side_report import rolls_in, side_log_events
from engine.umpire.umpire_refusals import refuse
from engine.umpire.umpired_game import UmpiredGame
from engine.umpire.umpired_game_state import UmpiredGameState
from engine.umpire.viewer_sessions import OrderWritingSession

Plain = dict[str, Any]


def explain_event(room: UmpiredGame, place: str, number: int) -> list[Plain]:
    """Explain why something came as it did: the rules it names, each roll with its rules and cells.

    `number` counts the lines of the log as the place reads it. Refused where that log has no such
    line, in one way: hidden and future events look the same.
    """
    with room.locked_session():
        table, side = room.view_for(place)
        found = _line(table, side, number)
        rolls = rolls_in(table, found.number)
        asked = {
            language: list(_inquiries(table.game, found, rolls, language))
            for language in text_languages()
        }
        return _tell(table.game, asked)


def _line(table: UmpiredGameState, side: str | None, number: int) -> LoggedEvent:
    """Return a line of a side's log by its number."""
    told = table.session.history.branch.told[: len(table.game.events)]
    lines = islice(side_log_events(told, side), max(number, 0), None)
    found = next(lines, None) if number >= 0 else None
    return found or refuse("nothing-asked")


def _inquiries(
    game: Game[Any], told: LoggedEvent, rolls: tuple[RollOutcome, ...], language: str
) -> Iterator[ExplanationRequest]:
    yield ExplanationRequest(told.words.get(language) or told.words["en"])
    for rolled in rolls:
        cells = rolled.looked_up if rolled.cell is None else (rolled.cell, *rolled.looked_up)
        said = game.rules.describe_rolled(rolled, language)
        yield ExplanationRequest(said, cells=cells, purpose=rolled.purpose)


def explain_place(room: UmpiredGame, seat: str, at: str, unit: str) -> list[Plain]:
    """Explain why a hex is not an answer for a seat, as its side may know it.

    `at` is a hex as `@column,row`, `unit` the selected one, if there is one. Refused if no side is
    asked, on a table, or off the map.
    """
    with room.locked_session():
        session = OrderWritingSession(room, room.seats[seat])
        game, scenario = session.game, session.scenario
        if not session.is_asked or game.decision is None or scenario.is_on_table:
            refuse("not-asked")
        hex_ = next(
            (each for each in scenario.map.grid if scenario.map.grid.name(each) == at), None
        )
        if hex_ is None:
            refuse("not-reached")
        known = unit if unit in game.position(session.writer.side).by_id else ""
        going = next((one.reach for one in planned_destinations(session, known) if known), None)
        asked = {}
        for language in text_languages():
            choices = OptionChoices(game, game.decision, language, session.offered)
            refusal = explain_refusal(game, choices, hex_, known, going)
            asked[language] = [ExplanationRequest(refusal.words, subject=refusal.subject)]
        return _tell(game, asked)


def _tell(game: Game[Any], asked: dict[str, list[ExplanationRequest]]) -> list[Plain]:
    """The explanations of the same inquiries in every language."""
    said = [
        [explain_figure(game.scenario, inquiry, language) for inquiry in inquiries]
        for language, inquiries in asked.items()
    ]
    return [_as_json(list(asked), each) for each in zip(*said, strict=True)]


def _as_json(languages: list[str], told: tuple[Explanation, ...]) -> Plain:
    """One explanation, in every language."""
    rules = zip(*(each.rules for each in told), strict=False)  # a sentence may cite fewer
    cells = zip(*(each.cells for each in told), strict=True)

    def words(said: Any) -> dict[str, str]:
        return dict(zip(languages, said, strict=True))

    return {
        "what": words(each.what for each in told),
        "rules": [
            {"number": said[0].number, "sentence": words(one.sentence for one in said)}
            for said in rules
        ],
        "cells": [words(one.words for one in said) for said in cells],
        "remark": words(each.remark for each in told),
    }
