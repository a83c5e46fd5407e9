"""Couriers of a hosted game, as the command line says: `6:10:25`, `red=C2`."""

from __future__ import annotations

from collections.abc import Iterable

from engine.problems import SandtableError
from engine.texts import text
from engine.umpired.couriers import CourierTerms
from engine.umpired.room import Room


class BadCouriers(SandtableError):
    """How couriers ride, said in a way that cannot be read."""


def set_couriers(room: Room, said: str, headquarters: Iterable[str]) -> None:
    """Let couriers ride as is said, unless they do already; `none` ends it."""
    terms = None if said == "none" else _terms(said, headquarters)
    if terms != room.courier_terms:
        room.set_couriers(terms)


def _terms(said: str, headquarters: Iterable[str]) -> CourierTerms:
    parts = said.split(":")
    places = [each.partition("=") for each in headquarters]
    if len(parts) > 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise BadCouriers(text("hosting.bad-couriers", None, given=said))
    for who, _, where in places:
        if not who.strip() or not where.strip():
            raise BadCouriers(text("hosting.bad-headquarters", None, given=who))
    speed, loss, capture = (int(part) for part in (*parts, "0", "0")[:3])
    return CourierTerms(speed, loss, capture, {who.strip(): at.strip() for who, _, at in places})
