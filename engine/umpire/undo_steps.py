"""What is remembered to undo the umpire's steps and to tell a side what is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.play.position import Spot
from engine.umpire.orders import Order


class UmpireStep(NamedTuple):
    """Something the umpire did to the game, to be taken back: how all stood before it."""

    branch: int
    at: int
    orders: Mapping[str, tuple[Order, ...]]


class BulletinProgress(NamedTuple):
    """What the bulletins of a side have told: so many events, these losses, its units' places."""

    events: int
    lost: frozenset[str]
    places: Mapping[str, Spot] | None = None
