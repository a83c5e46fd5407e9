"""The observers with links of their own, as the umpire allows; and remote umpires."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from engine.umpire.safe_text import plain_line
from engine.umpire.seats import MAX_NAME, MIN_SECRET, new_secret
from engine.umpire.umpire_refusals import refuse

if TYPE_CHECKING:
    from engine.umpire.game_record import Line
    from engine.umpire.seats import PlayerSeat

EVERYTHING, BULLETINS = "everything", "bulletins"
OBSERVERS = "observers"  # as the addressee of a bulletin: all of them
GUEST_ACTS = frozenset({"admit", "dismiss"})
MAX_GUESTS = 40
LONGEST_DELAY = 24 * 3600.0  # seconds


@dataclass(frozen=True, slots=True)
class Observer:
    """An observer, who sees what one side sees, everything, or bulletins alone; or an umpire.

    `delay`: so many seconds later than it happened. The secret is part of no repr.
    """

    id: str
    name: str
    sees: str = EVERYTHING
    delay: float = 0.0
    is_umpire: bool = False
    secret: str = field(default_factory=new_secret, repr=False)


class ObserverList:
    """The guests of a game, admitted and dismissed by acts."""

    def __init__(self, sides: Iterable[str], seats: Mapping[str, PlayerSeat]) -> None:
        self.sides, self._seats = tuple(sides), seats
        self.all: dict[str, Observer] = {}
        self._had: set[str] = set()  # the ids of all that ever were

    def take(self, act: Line) -> None:
        """Admit or dismiss an observer by an act."""
        if act["act"] == "dismiss":
            if act["guest"] not in self.all:
                refuse("no-such-guest")
            self.all = {name: one for name, one in self.all.items() if name != act["guest"]}
            return
        guest = Observer(**act["guest"])
        self._check(guest)
        self.all = {**self.all, guest.id: guest}
        self._had.add(guest.id)

    def _check(self, guest: Observer) -> None:
        taken = {*self._seats, *self.all, *self.sides, OBSERVERS}
        if not guest.id or guest.id in taken:
            refuse("seat-id", seat=guest.id)
        if len(self.all) >= MAX_GUESTS:
            refuse("too-many-guests", most=MAX_GUESTS)
        if guest.sees not in (EVERYTHING, BULLETINS, *self.sides):
            refuse("guest-sees", sees=guest.sees, sides=", ".join(self.sides))
        if not 0 <= guest.delay <= LONGEST_DELAY:
            refuse("guest-delay", most=f"{LONGEST_DELAY / 60:.0f}")
        if not guest.name.strip():
            refuse("nothing-written")
        if len(guest.name) > MAX_NAME:
            refuse("too-long", most=MAX_NAME)
        known = {one.secret for one in self._seats.values()}
        known |= {one.secret for one in self.all.values()}
        if len(guest.secret) < MIN_SECRET or guest.secret in known:
            refuse("seat-secret", seat=guest.id, least=MIN_SECRET)

    def next_id(self) -> str:
        """An id that no guest has had: messages to one must not reach a later one."""
        taken = {*self._seats, *self._had}
        return next(name for n in range(1, 10_000) if (name := f"guest-{n}") not in taken)


def new_observer_as_json(id_: str, name: str, sees: str, delay: float, *, is_umpire: bool) -> Line:
    """A new guest with its own secret, as an act of the record has it."""
    sees = EVERYTHING if is_umpire else sees
    return asdict(Observer(id_, plain_line(name), sees, 0.0 if is_umpire else delay, is_umpire))


def observer_with_secret(guests: Iterable[Observer], secret: str) -> Observer | None:
    """The guest a secret lets in. Every one is compared, each in constant time."""
    given, found = secret.encode("utf-8", "replace"), None
    for guest in guests:
        if secrets.compare_digest(guest.secret.encode(), given):
            found = guest
    return found
