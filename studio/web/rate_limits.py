"""Rate limits on the requests of a page or a stranger."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MAX_BYTES = 32_768  # of one message from a page
MAX_ENTRY_BYTES = 1_024  # of the request that brings a secret
MAX_LEAVING_BYTES = 8_192  # of the request that names the browser to unsubscribe
MAX_WORDS = 4_000  # signs of a message to the umpire
MAX_PAGES = 4  # open pages of one seat
# At once, and then a second: what a seat may do, and what one of its pages may say.
ACTS, MESSAGES = (30, 6.0), (60, 20.0)
ASKINGS = (40, 12.0)  # what gestures on a table would come to, as they are drawn
MAX_STRANGERS = 1_024  # addresses and seats of which failures are remembered
WRONG_AT_ONCE, WRONG_A_SECOND = 10, 0.2  # answered at once; every other waits
WRONG_WAITS = 2.0  # seconds
MAX_HELD_OF_ONE, MAX_HELD = 16, 128  # who wait so at a time, of one network and in all
SELDOM = 60.0  # seconds between two lines of a log that say the same

Clock = Callable[[], float]


@dataclass
class RateLimit:
    """`most` at once, refilled by `a_second`; with none left, the client has to wait."""

    most: float
    a_second: float
    clock: Clock = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.most, self.clock()

    def take(self) -> bool:
        """Use one up; False when nothing is left."""
        self._refill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.since) * self.a_second)
        self.since = now


class FailedLogins:
    """Wrong secrets and tickets, by address and seat: many of them are answered late.

    None is locked out: a right secret or ticket is never asked about here.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[tuple[str, str], RateLimit] = OrderedDict()

    def delay(self, address: str, door: str = "") -> float:
        """An address brought something wrong for a seat: the seconds its answer has to wait."""
        key = network_of(address), door
        known = self._known.pop(key, None)
        self._known[key] = known or RateLimit(WRONG_AT_ONCE, WRONG_A_SECOND, self._clock)
        if len(self._known) > MAX_STRANGERS:
            self._known.popitem(last=False)
        return 0.0 if self._known[key].take() else WRONG_WAITS


class DelayedAnswerQueue:
    """Those whose answers wait: of too many the one that has waited longest is answered at once."""

    def __init__(self) -> None:
        self._there: OrderedDict[asyncio.Future[None], str] = OrderedDict()

    async def wait(self, address: str, seconds: float) -> None:
        """Wait, unless too many others come to wait meanwhile."""
        network, mine = network_of(address), asyncio.get_running_loop().create_future()
        self._there[mine] = network
        same = [one for one, known in self._there.items() if known == network]
        if len(same) > MAX_HELD_OF_ONE:
            self._end(same[0])
        elif len(self._there) > MAX_HELD:
            self._end(next(iter(self._there)))
        try:
            await asyncio.wait_for(mine, seconds)
        except TimeoutError:
            return
        finally:
            self._there.pop(mine, None)

    def end(self) -> None:
        """Release all that wait."""
        for one in tuple(self._there):
            self._end(one)

    def _end(self, one: asyncio.Future[None]) -> None:
        del self._there[one]
        if not one.done():
            one.set_result(None)


class RepeatedEventThrottle:
    """A throttle that lets a repeated event be reported once in a while."""

    def __init__(self, every: float = SELDOM, clock: Clock = time.monotonic) -> None:
        self._every, self._clock = every, clock
        self._count, self._told = 0, -math.inf

    def count_if_due(self) -> int:
        """Count an event; returns the number since the last report, 0 right after one."""
        self._count += 1
        now = self._clock()
        if now - self._told < self._every:
            return 0
        count, self._count, self._told = self._count, 0, now
        return count


def network_of(address: str) -> str:
    """The address, or of one in IPv6 the network: one machine may use all addresses of that."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
