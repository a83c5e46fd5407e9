"""The addresses of the host: those of this computer, and a port of one to listen at."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket

from engine.problems import SandtableError
from engine.texts import text

LOOPBACK = "127.0.0.1"
PORT = 8765
# Addresses kept for documentation: asking the way there sends nothing, and names our own address.
SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


class ListenError(SandtableError):
    """The host cannot listen where it should."""


class PortTaken(ListenError):
    """Another program, or another host, listens at this port."""


class NoSuchAddress(ListenError):
    """An address this machine does not have."""


def open_listening_socket(bind: str, port: int) -> socket.socket:
    """A socket at an address and port of this machine; port 0 takes any that is free."""
    try:
        family, _, _, _, place = socket.getaddrinfo(
            bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise NoSuchAddress(_no_such(bind)) from None
    found = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two programs share the port
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(place)
        found.listen(128)
    except OSError as error:
        found.close()
        raise _explain(error, bind, port) from None
    return found


def _explain(error: OSError, bind: str, port: int) -> ListenError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(text("hosting.port-taken", None, port=port))
    if error.errno == errno.EADDRNOTAVAIL:
        return NoSuchAddress(_no_such(bind))
    if error.errno == errno.EACCES:
        return ListenError(text("hosting.port-forbidden", None, port=port))
    reason = error.strerror or str(error)
    return ListenError(text("hosting.cannot-listen", None, address=bind, reason=reason))


def _no_such(bind: str) -> str:
    listed = ", ".join([LOOPBACK, *own_addresses()])
    return text("hosting.no-such-address", None, address=bind, addresses=listed)


def own_addresses() -> list[str]:
    """The addresses others on the network may reach this machine by, the likeliest first."""
    found = [address for family, far in SOMEWHERE if (address := _way_to(family, far))]
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        named = []
    found += [str(entry[4][0]) for entry in named]
    return [address for address in dict.fromkeys(found) if _is_useful(address)]


def _way_to(family: socket.AddressFamily, far: str) -> str:
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
        except OSError:  # no network of this kind
            return ""
        return str(probe.getsockname()[0])


def _is_useful(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # with a zone
        return False
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)


def address_for_links(bind: str) -> str:
    """The address to put into links when the host listens at another, or at all of them."""
    try:
        is_every = ipaddress.ip_address(bind).is_unspecified
    except ValueError:
        return bind
    if not is_every:
        return bind
    found = own_addresses()
    fours = [address for address in found if ":" not in address]
    return next(iter(fours or found), LOOPBACK)


def host_names_for_address(bind: str) -> list[str]:
    """All names and addresses that browsers may reach a host by which listens at an address."""
    return list(dict.fromkeys(["localhost", LOOPBACK, address_for_links(bind), *own_addresses()]))
