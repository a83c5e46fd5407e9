"""The steps to undo an umpire's actions, and the progress of bulletins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.play.position import Spot
from engine.umpire.orders import Order


class UmpireStep(NamedTuple):
    """A step of the umpire that can be undone: the state before it."""

    branch: int
    at: int
    orders: Mapping[str, tuple[Order, ...]]


class BulletinProgress(NamedTuple):
    """The progress of a side's bulletins: events, losses, and places reported so far."""

    events: int
    lost: frozenset[str]
    places: Mapping[str, Spot] | None = None
