"""The view of an observer, as JSON values: as much as the umpire allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.narration.scenario_names import ScenarioNames
from engine.play.position import as_json, piece_as_json, spot_formatter_for
from engine.texts import text_languages
from engine.umpire import seat_view, umpire_view
from engine.umpire.mail import Bulletin
from engine.umpire.observers import BULLETINS, EVERYTHING, OBSERVERS, Observer
from engine.umpire.seat_briefing import seat_briefing
from engine.umpire.seat_view_cache import reuse_unchanged
from engine.umpire.side_report import SideLog, situation_parts
from engine.umpire.umpired_game_state import UmpiredGameState

Plain = dict[str, Any]


class ObserverView:
    """The desk of one guest, numbered anew with every change of it."""

    def __init__(self, guest: Observer, first: int) -> None:
        self.guest, self.number = guest, first
        side = None if guest.sees in (EVERYTHING, BULLETINS) else guest.sees
        self._happened = SideLog(side)
        self._papers: Plain = {}
        self._values: Plain = {}

    def desk(self, table: UmpiredGameState) -> Plain:
        """Return all the guest may know of a game."""
        guest = self.guest
        values = {**_place(table, guest), **_bulletins(table, guest), **self._game(table)}
        if guest.is_umpire:
            values |= umpire_view.umpire_view(table)
        if values != self._values:
            self.number += bool(self._values)
            self._values = reuse_unchanged(self._values, values)
        return {"number": self.number, **self._values}

    def _game(self, table: UmpiredGameState) -> Plain:
        sees = self.guest.sees
        if sees == BULLETINS:
            return _standing(table)
        happened = self._happened.chapters(table)
        if sees == EVERYTHING:
            return {**_truth(table), **happened}
        self._papers = self._papers or seat_briefing(table.game.scenario, sees)
        return {**seat_view.position_view(table, sees), **self._papers, **happened}


def _place(table: UmpiredGameState, guest: Observer) -> Plain:
    """The guest, and the empty parts of a seat's desk."""
    scenario = table.game.scenario
    side = "" if guest.sees in (EVERYTHING, BULLETINS) else guest.sees
    clock = None if guest.delay else seat_view.clock_as_json(table.clock)
    return {
        "role": "umpire" if guest.is_umpire else "observer",
        "seat": guest.id, "side": side, "sees": guest.sees, "delay": guest.delay,
        "name": guest.name, "clock": clock, **seat_view.seat_heading(scenario),
        "mates": [], "messages": [], "options": [], "draft": [], "asked": False,
        "question": None, "can_close": False, "may_deliver": False, "may_talk": False,
        "may_write": guest.is_umpire, "is_attended": table.terms.is_attended,
    }  # fmt: skip


def _bulletins(table: UmpiredGameState, guest: Observer) -> Plain:
    """The bulletins a guest reads: addressed to the guest, to a side or to all, as allowed."""
    sides = table.sides if guest.sees in (EVERYTHING, BULLETINS) else (guest.sees,)
    addressees = {OBSERVERS, guest.id, *sides}
    if guest.is_umpire:
        addressees |= table.seats.keys() | table.guests.all.keys()
    told = [one for one in table.post.bulletins if one.to in addressees]
    return {"bulletins": [_bulletin(table, one) for one in told]}


def _bulletin(table: UmpiredGameState, one: Bulletin) -> Plain:
    names = {each: ScenarioNames(table.game.scenario, each) for each in text_languages()}
    to = one.to
    if to in table.sides:
        return {
            **seat_view.bulletin_as_json(one),
            "for": {e: names[e].side(to) for e in text_languages()},
        }
    return seat_view.bulletin_as_json(one)


def _standing(table: UmpiredGameState) -> Plain:
    """Return the progress of the game, which is all that a reader of bulletins may know."""
    known = table.game.position()
    return {
        "turn": known.turn,
        "turns": known.turns,
        "turn_words": seat_view.turn_as_json(table, known),
        "phase": seat_view.phase_as_json(table, known.phase),
        "units": [],
        "seen": [],
        "ghosts": [],
        "result": seat_view.result_as_json(table),
    }


def _truth(table: UmpiredGameState) -> Plain:
    """The whole position."""
    game = table.game
    known, name = game.position(), spot_formatter_for(game.scenario)
    describe, state = game.rules.describe_unit, game.state
    told = as_json(replace(known, pieces=()), name)
    left_out = ("turn", "turns", "phase", "units", "watched", "ghosts")
    return {
        **_standing(table),
        "seen": [
            {
                **piece_as_json(piece, known.spot_of(piece.id), name),
                "name": {each: describe(state, piece.id, each) for each in text_languages()},
            }
            for piece in known.pieces
        ],
        "position": {key: value for key, value in told.items() if key not in left_out},
        "cards": seat_view.cards_as_json(table, known),
        "situation": situation_parts(game, None),
    }
