"""How much, how often: what a page or a stranger may ask of the host."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_BYTES = 32_768  # of one message from a page
MOST_ENTRY_BYTES = 1_024  # of the request that brings a secret
MOST_WORDS = 4_000  # signs of a message to the umpire
MOST_PAGES = 4  # open pages of one seat
# At once, and then a second: what a seat may do, and what one of its pages may say.
ACTS, MESSAGES = (30, 6.0), (60, 20.0)
MOST_STRANGERS = 1_024  # addresses whose failures are remembered

Clock = Callable[[], float]


@dataclass
class Allowance:
    """`most` at once, refilled by `a_second`; whoever finds it empty has to wait."""

    most: float
    a_second: float
    clock: Clock = time.monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.most, self.clock()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left now."""
        self._refill()
        return self.left < 1

    def take(self) -> bool:
        """Use one up; False when nothing is left."""
        if self.is_empty:
            return False
        self.left -= 1
        return True

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.since) * self.a_second)
        self.since = now


class Failures:
    """Wrong secrets by address: after some at once, one more every few seconds."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._by_address: OrderedDict[str, Allowance] = OrderedDict()

    def must_wait(self, address: str) -> bool:
        """Whether an address has failed so often that it is not even heard."""
        known = self._by_address.get(network_of(address))
        return known is not None and known.is_empty

    def note(self, address: str) -> None:
        """An address brought a wrong secret."""
        network = network_of(address)
        known = self._by_address.pop(network, None) or Allowance(10, 0.2, self._clock)
        known.take()
        self._by_address[network] = known
        if len(self._by_address) > MOST_STRANGERS:
            self._by_address.popitem(last=False)


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
