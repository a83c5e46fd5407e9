"""Why a unit does not do what others are asked to do, in games that say so."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from engine.play.asks import Decision
from engine.play.sayings import Saying


@runtime_checkable
class IdleReasonRules(Protocol):
    """Rules that know why a unit is not among those that may act."""

    def why_idle(self, view: Any, decision: Decision[Any, Any], unit: str) -> Saying | None:
        """Why a unit of the asked side is not asked for; None where it is, or need not be told."""
        ...
