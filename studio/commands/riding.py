"""Couriers of a hosted game, as given on the command line: `6:10:25`, `red=C2`."""

from __future__ import annotations

from collections.abc import Iterable

from engine.numerals import parse_count
from engine.problems import SandtableError
from engine.texts import text
from engine.umpired.couriers import CourierTerms, headquarters_in
from engine.umpired.room import UmpiredGame


class InvalidCourierTerms(SandtableError):
    """The terms of couriers cannot be read as written."""


def set_couriers(room: UmpiredGame, said: str, headquarters: Iterable[str]) -> None:
    """Let couriers ride on these terms, unless they already do; `none` stops them."""
    terms = None if said == "none" else _terms(said, headquarters)
    if terms != room.courier_terms:
        room.set_couriers(terms)


def _terms(said: str, headquarters: Iterable[str]) -> CourierTerms:
    parts = said.split(":")
    numbers = [number for part in parts if (number := parse_count(part)) is not None]
    if len(parts) > 3 or len(numbers) < len(parts):
        raise InvalidCourierTerms(text("hosting.bad-couriers", None, given=said))
    speed, loss, capture = (*numbers, 0, 0)[:3]
    return CourierTerms(speed, loss, capture, headquarters_in(headquarters))
