"""Cost of casualty points to an owner who spends them as well as possible (V14.5-14.12).

Exact over all legal payments and survival dice; the caller sets the prices of a pin, a half and a
loss. Cached by the shape of the target, whichever units it consists of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.valor.casualty_points import (
    CasualtyAssignment,
    CasualtyBearer,
    CasualtyPayment,
    Deed,
    apply_payment,
    are_all_eliminated,
    payment_options,
)


class LossPrices(NamedTuple):
    """The cost of a unit pinned, reduced, or lost with all it bears."""

    pinned: float
    reduced: float
    lost: float


def least_casualty_cost(
    points: int,
    victims: Sequence[CasualtyBearer],
    prices: Mapping[str, LossPrices],
    may_pin_early: bool = False,
) -> float:
    """Return the least that so many casualty points cost the owner of some units."""
    if points <= 0 or not victims:
        return 0.0
    toll = CasualtyAssignment(points, tuple(victims), may_pin_early=may_pin_early)
    return least_remaining_loss(toll, prices)


def least_remaining_loss(toll: CasualtyAssignment, prices: Mapping[str, LossPrices]) -> float:
    """The least that a toll still costs."""
    names = {victim.unit: str(place) for place, victim in enumerate(toll.victims)}
    shape = tuple(
        victim._replace(unit=names[victim.unit], inside=names.get(victim.inside, victim.inside))
        for victim in toll.victims
    )
    plain = toll._replace(victims=shape, forced=names.get(toll.forced, ""))
    return _least(plain, tuple(prices[victim.unit] for victim in toll.victims))


def payment_cost(toll: CasualtyAssignment, deed: Deed, prices: Mapping[str, LossPrices]) -> float:
    """Return the cost of a payment and of the best payment of the rest."""
    victim, price = toll.bearer_of(deed.unit), prices[deed.unit]
    if deed.pays == CasualtyPayment.REDUCE:
        left = LossPrices(price.pinned, 0.0, price.lost - price.reduced)
        return price.reduced + least_remaining_loss(
            apply_payment(toll, deed), {**prices, deed.unit: left}
        )
    after = least_remaining_loss(apply_payment(toll, deed), prices)
    if deed.pays == CasualtyPayment.SURVIVE:
        lives = victim.cr / 6
        lost = _worth_lost(toll, victim, prices) + least_remaining_loss(
            apply_payment(toll, deed, is_lost=True), prices
        )
        return lives * (price.pinned + after) + (1 - lives) * lost
    return _at_once(toll, victim, deed, prices) + after


def _at_once(
    toll: CasualtyAssignment, victim: CasualtyBearer, deed: Deed, prices: Mapping[str, LossPrices]
) -> float:
    """Return the cost of a payment without a die by itself."""
    price = prices[deed.unit]
    match deed.pays:
        case CasualtyPayment.PIN:
            return _worth_lost(toll, victim, prices) if victim.is_crowded else price.pinned
        case CasualtyPayment.ELIMINATE:
            return _worth_lost(toll, victim, prices)
        case CasualtyPayment.IMMOBILISE:
            return price.reduced * min(1.0, deed.points / 6 if deed.points < 3 else 1.0)
    return 0.0


def _worth_lost(
    toll: CasualtyAssignment, victim: CasualtyBearer, prices: Mapping[str, LossPrices]
) -> float:
    """Return the cost of losing a unit with its passengers."""
    gone = [victim, *(other for other in toll.victims if other.inside == victim.unit)]
    return sum(prices[each.unit].lost for each in gone)


@lru_cache(maxsize=1 << 16)
def _least(toll: CasualtyAssignment, prices: tuple[LossPrices, ...]) -> float:
    """The same of a shape, its units named by their places."""
    if toll.left <= 0 or not toll.victims:
        return 0.0
    by_unit = {victim.unit: price for victim, price in zip(toll.victims, prices, strict=True)}
    if are_all_eliminated(toll):
        return sum(
            by_unit[victim.unit].reduced if victim.is_armour else by_unit[victim.unit].lost
            for victim in toll.victims
            if not victim.is_done
        )
    return min((payment_cost(toll, deed, by_unit) for deed in payment_options(toll)), default=0.0)
