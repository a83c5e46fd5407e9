"""Strangers at the door: wrong secrets, pages of other sites, requests for another machine.

They are reported to the umpire, and the log once in a while.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.session.timeline import Words
from engine.texts import text, text_languages
from engine.umpire.safe_text import plain_line
from studio.web.rate_limits import RepeatedEventThrottle

LONGEST = 80  # letters of what a stranger says of himself

log = logging.getLogger(__name__)


class RejectedAttemptKind(StrEnum):
    """The kinds of rejected attempts."""

    SECRET = "secret"
    ORIGIN = "origin"
    HOST = "host"


@dataclass(frozen=True)
class RejectedVisitor:
    """The number of attempts of a kind, and the last: its address and the name given."""

    attempt: RejectedAttemptKind
    address: str
    named: str
    count: int

    def words(self, language: str | None = None) -> str:
        """Describe the attempts for the umpire."""
        values = {"address": self.address, "named": self.named or "–", "count": self.count}
        return text(f"hosting.stranger-{self.attempt.value}", language, **values)

    @property
    def all_languages(self) -> Words:
        """The same in every language."""
        return {each: self.words(each) for each in text_languages()}


class RejectedVisitorLog:
    """The strangers of one host."""

    def __init__(self, tell: Callable[[RejectedVisitor], None]) -> None:
        """`tell` is called in the host's thread, for each kind of attempt once in a while."""
        self._tell = tell
        self._known: dict[RejectedAttemptKind, RejectedVisitor] = {}
        self._seldom = {attempt: RepeatedEventThrottle() for attempt in RejectedAttemptKind}

    @property
    def known(self) -> tuple[RejectedVisitor, ...]:
        """Return the attempts so far."""
        return tuple(self._known.values())

    def record_attempt(self, attempt: RejectedAttemptKind, address: str, named: str = "") -> None:
        """Record an attempt from an address; `named` is any text of the stranger's."""
        before = self._known.get(attempt)
        count = before.count + 1 if before else 1
        named = plain_line(named)[:LONGEST]
        found = self._known[attempt] = RejectedVisitor(attempt, address, named, count)
        if self._seldom[attempt].count_if_due():
            log.warning("%s", found.words())
            self._tell(found)
