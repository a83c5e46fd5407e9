"""The legal uses of casualty points by a target's owner, without a board (V14.5-14.12).

A `CasualtyAssignment` has the points left and the units that pay; `payment_options` are the legal
ways to pay part of it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

MAX_TO_ARMOUR = 3  # casualty points an AFV may take in a failed assault (V15.8)


class CasualtyPayment(StrEnum):
    """Ways to pay casualty points."""

    IGNORE = "ignore"
    PIN = "pin"
    REDUCE = "reduce"
    ELIMINATE = "eliminate"
    SURVIVE = "survive"
    IMMOBILISE = "immobilise"


class Deed(NamedTuple):
    """A unit pays so many points in a way."""

    pays: str
    unit: str
    points: int


class CasualtyBearer(NamedTuple):
    """A unit that may pay: its CR, and the CR of its half where it may be reduced.

    `is_crew`: a gun or an unarmoured vehicle (V14.10); `is_armour`: an AFV, in a failed assault
    (V15.8). `spares` is 1 while it may ignore a point (V14.9). `inside` is its carrier. `is_done`:
    it was pinned by this attack, and pays no more (V14.6). `is_crowded`: pinned, it would stop in a
    full hex and be lost (V6.15).
    """

    unit: str
    cr: int
    half: int = 0
    is_pinned: bool = False
    is_crew: bool = False
    is_armour: bool = False
    spares: int = 0
    inside: str = ""
    is_done: bool = False
    is_crowded: bool = False

    @property
    def payable_points(self) -> int:
        """The most points it can still take."""
        if self.is_done:
            return 0
        return MAX_TO_ARMOUR if self.is_armour else self.cr + self.spares

    @property
    def is_fresh(self) -> bool:
        """Return whether it may still be pinned: not passengers, never AFVs (V14.11)."""
        return not (self.is_pinned or self.is_done or self.inside or self.is_armour)


class CasualtyAssignment(NamedTuple):
    """The points left, and the units that may pay them.

    `forced` must pay next (V14.9); `has_begun`: a unit other than a passenger has paid (V14.11).
    `may_pin_early`: a unit may be pinned though pins do not suffice (V14.7).
    """

    left: int
    victims: tuple[CasualtyBearer, ...]
    forced: str = ""
    has_begun: bool = False
    may_pin_early: bool = False

    def bearer_of(self, unit: str) -> CasualtyBearer:
        """A unit that may pay."""
        return next(victim for victim in self.victims if victim.unit == unit)

    def may_pay(self, unit: str) -> bool:
        """Return whether a unit is among those that pay."""
        return any(victim.unit == unit for victim in self.victims)


def are_all_eliminated(toll: CasualtyAssignment) -> bool:
    """Return whether all units are eliminated, as they cannot absorb the points (V14.12)."""
    return toll.left > sum(victim.payable_points for victim in toll.victims)


def payment_options(toll: CasualtyAssignment) -> list[Deed]:
    """Return the legal ways to pay next; empty when no points or no units are left.

    Points may be exceeded only by a unit that cannot pay less (V14.5).
    """
    if toll.left <= 0:
        return []
    found = [deed for victim in _next_to_pay(toll) for deed in _ways(toll, victim)]
    within = [deed for deed in found if deed.points <= toll.left and _leaves_enough(toll, deed)]
    return within or found


def apply_payment(
    toll: CasualtyAssignment, deed: Deed, is_lost: bool = False
) -> CasualtyAssignment:
    """Return the points left after a payment; `is_lost` after a failed survival (V14.10)."""
    victim = toll.bearer_of(deed.unit)
    left = toll.left - deed.points
    begun = toll.has_begun or not victim.inside
    if deed.pays == CasualtyPayment.IGNORE:
        spent = victim._replace(spares=0)
        return _with(toll, spent)._replace(left=left, forced=deed.unit, has_begun=begun)
    plain = toll._replace(left=left, forced="", has_begun=begun)
    if (
        is_lost
        or deed.pays == CasualtyPayment.ELIMINATE
        or (victim.is_crowded and deed.pays == CasualtyPayment.PIN)
    ):
        return _without(plain, victim)
    if deed.pays == CasualtyPayment.REDUCE:
        return _with(plain, victim._replace(cr=victim.half, half=0, spares=0))
    return _with_cargo_done(_with(plain, victim._replace(is_done=True, spares=0)), victim)


def _next_to_pay(toll: CasualtyAssignment) -> list[CasualtyBearer]:
    """Return the units to pay now: passengers first, unpinned units next (V14.8, V14.11)."""
    if toll.forced and toll.may_pay(toll.forced):
        return [toll.bearer_of(toll.forced)]
    able = [victim for victim in toll.victims if victim.payable_points > 0]
    others = [victim for victim in able if not victim.inside]
    unpinned = [victim for victim in others if not victim.is_pinned]
    passengers = [] if toll.has_begun and others else [v for v in able if v.inside]
    return [*passengers, *(unpinned or others)]


def _ways(toll: CasualtyAssignment, victim: CasualtyBearer) -> list[Deed]:
    """Return the ways for one unit to pay."""
    unit, ways = victim.unit, []
    if victim.is_armour:
        most = min(toll.left, MAX_TO_ARMOUR)
        return [Deed(CasualtyPayment.IMMOBILISE, unit, points) for points in range(1, most + 1)]
    if victim.spares and toll.forced != unit:
        ways.append(Deed(CasualtyPayment.IGNORE, unit, 1))
    if victim.is_pinned:
        return [*ways, Deed(CasualtyPayment.ELIMINATE, unit, victim.cr)]
    if victim.is_fresh and (toll.may_pin_early or _do_pins_suffice(toll)):
        ways.append(Deed(CasualtyPayment.PIN, unit, victim.cr if victim.is_crowded else 1))
    if victim.is_crew:
        most = min(toll.left, victim.cr)
        return [
            *ways,
            *(Deed(CasualtyPayment.SURVIVE, unit, points) for points in range(2, most + 1)),
        ]
    if victim.half:
        ways.append(Deed(CasualtyPayment.REDUCE, unit, victim.cr - victim.half))
    return [*ways, Deed(CasualtyPayment.ELIMINATE, unit, victim.cr)]


def _do_pins_suffice(toll: CasualtyAssignment) -> bool:
    """Return whether the units still to be pinned can take all points left (V14.7)."""
    return toll.left <= sum(victim.is_fresh for victim in toll.victims)


def _leaves_enough(toll: CasualtyAssignment, deed: Deed) -> bool:
    """Return whether the others can pay what a payment leaves (V14.5)."""
    return not are_all_eliminated(apply_payment(toll, deed))


def _with(toll: CasualtyAssignment, victim: CasualtyBearer) -> CasualtyAssignment:
    changed = (victim if other.unit == victim.unit else other for other in toll.victims)
    return toll._replace(victims=tuple(changed))


def _with_cargo_done(toll: CasualtyAssignment, carrier: CasualtyBearer) -> CasualtyAssignment:
    """Cargo is pinned with its carrier, and pays no more of this attack (V8.6, V14.6)."""
    changed = (v._replace(is_done=True) if v.inside == carrier.unit else v for v in toll.victims)
    return toll._replace(victims=tuple(changed))


def _without(toll: CasualtyAssignment, victim: CasualtyBearer) -> CasualtyAssignment:
    """A unit is gone, and with a carrier its passengers, who count their CR (V14.11)."""
    cargo = sum(other.cr for other in toll.victims if other.inside == victim.unit)
    kept = (o for o in toll.victims if victim.unit not in (o.unit, o.inside))
    return toll._replace(left=toll.left - cargo, victims=tuple(kept))
