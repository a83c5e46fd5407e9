"""Connections to the internet alone: whom a stranger names is asked only where all may be asked.

A name is looked up once, and the address that was looked at is the one that is connected to.
"""

from __future__ import annotations

import ipaddress
import socket

from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError


class NotPublicAddress(Exception):
    """An address that is no public one: this machine's own, or of the network it stands in."""


class PublicConnection(HTTPSConnection):
    """Connects to a public address, or to none."""

    def _new_conn(self) -> socket.socket:
        try:
            address = public_address(self.host, self.port or 443)
            return socket.create_connection((address, self.port), self.timeout)
        except OSError as error:
            raise NewConnectionError(self, str(error)) from error


class PublicConnectionPool(HTTPSConnectionPool):
    """Such connections for a session: `poolmanager.pool_classes_by_scheme`."""

    ConnectionCls = PublicConnection


def public_address(host: str, port: int) -> str:
    """The address of a name; NotOutside where any of its addresses is not public.

    OSError where that cannot be found out now, as without a network.
    """
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # no name at all
        raise NotPublicAddress(host) from error
    found = [str(answer[4][0]) for answer in answers]
    if not found or not all(ipaddress.ip_address(each).is_global for each in found):
        raise NotPublicAddress(host)
    return found[0]
