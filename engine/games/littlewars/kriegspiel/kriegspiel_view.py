"""A position of the Kriegspiel as values: who is fed, on foot, limbered, bound to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.games.littlewars import side_views
from engine.games.littlewars.kriegspiel.movement import is_fed
from engine.games.littlewars.state import State
from engine.play.position import Piece, Position


def kriegspiel_position(state: State) -> Position:
    """The position as values."""
    told = side_views.position_as_values(state)
    pieces = tuple(_piece(state, piece) for piece in told.pieces)
    return replace(told, pieces=pieces, more={**told.more, **_more(state)})


def _piece(state: State, piece: Piece) -> Piece:
    marks = tuple(_marks(state, piece.id))
    return replace(piece, marks=(*piece.marks, *marks)) if marks else piece


def _marks(state: State, id_: str) -> Iterator[str]:
    """Yield the marks of a figure or a gun: bonds, hunger and the like."""
    war = state.war
    figure, gun = state.figures.get(id_), state.guns.get(id_)
    if gun is not None and gun.limbered:
        yield "limbered"
    if war.is_fleeing(id_):
        yield "fleeing"
    if figure is None:
        return
    if id_ in war.dismounted:
        yield "on-foot"
    if figure.is_fit and not is_fed(state, figure):
        yield "hungry"
    if id_ in war.held:
        yield "bound-to-stand"
    if id_ in war.falling_back:
        yield "falling-back"
    if any(id_ in work.crew for work in state.works.values()):
        yield "at-work"
    if war.general_out_until(id_, state.move):
        yield "general-out"


def _more(state: State) -> Mapping[str, Any]:
    """Return the supplies of each body, and the bodies besieged."""
    feeding = state.war.feeding
    own = {
        body: each._asdict()
        for body, each in feeding.items()
        if not state.viewer or _is_own(state, body)
    }
    return {"feeding": own, "sieges": dict(state.war.sieges)}


def _is_own(state: State, body: str) -> bool:
    known = state.aims.bodies.get(body)
    return known is not None and known.side == state.viewer
