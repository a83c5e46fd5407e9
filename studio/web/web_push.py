"""Web Push to browsers whose pages are closed, by connections to public addresses alone.

A name is looked up once, and the address that was looked at is the one that is connected to. The
optional package for Web Push must be installed.
"""

from __future__ import annotations

import base64
import ipaddress
import socket
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError

from engine.files.file_writer import OWNER_ALONE, replace_file
from engine.problems import SandtableError
from engine.texts import text
from engine.umpire.notifications import Subscription


class NotPublicAddress(Exception):
    """An address that is not public: this machine's own, or of the network it stands in."""


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
    """The address of a name; NotPublicAddress where any of its addresses is not public.

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


ENDING = ".push.pem"
TIMEOUT, LASTS = 15.0, 24 * 3600  # seconds
GONE = (404, 410)  # answers of a push service that no longer knows a browser


class PushKeyError(SandtableError):
    """The key for notifying browsers cannot be kept, or read."""


class PushUnsubscribed(Exception):
    """A browser no longer wants notifications."""


def can_push() -> bool:
    """Return True if the package it needs is installed."""
    return find_spec("pywebpush") is not None


class Pusher:
    """A sender of notifications to browsers, by this game's own key beside its record.

    PushKeyError where it cannot be kept or read.
    """

    def __init__(self, room: Path) -> None:
        self.file = room.with_name(room.name + ENDING)
        try:
            if not self.file.exists():
                _make(self.file)
            self.key = _public_half(self.file)  # as browsers want it
        except (OSError, ValueError, TypeError) as error:
            reason = getattr(error, "strerror", None) or text("hosting.push-key-broken")
            raise PushKeyError(
                text("hosting.no-push-key", None, file=self.file, reason=reason)
            ) from error

    def send(self, to: Subscription, words: str) -> None:
        """Notify a browser.

        PushUnsubscribed if it no longer exists, OSError if it cannot be reached.
        """

        requests, service = import_module("requests"), import_module("pywebpush")
        if not _is_encrypted(to.endpoint):
            raise PushUnsubscribed(to.endpoint)
        session = requests.Session()
        session.max_redirects, session.trust_env = 0, False
        session.get_adapter("https://").poolmanager.pool_classes_by_scheme = {
            "https": PublicConnectionPool
        }
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        try:
            service.webpush(
                {"endpoint": to.endpoint, "keys": keys}, words,
                vapid_private_key=str(self.file), vapid_claims={"sub": "mailto:umpire@localhost"},
                timeout=TIMEOUT, ttl=LASTS, requests_session=session,
            )  # fmt: skip
        except NotPublicAddress as error:  # no browser may make this computer ask its own network
            raise PushUnsubscribed(to.endpoint) from error
        except service.WebPushException as error:
            status = getattr(error.response, "status_code", 0)
            if status in GONE:
                raise PushUnsubscribed(to.endpoint) from error
            raise OSError(f"push: {status or 'not sent'}") from error
        except (requests.RequestException, ValueError) as error:
            raise OSError(f"push: {type(error).__name__}") from error


def _is_encrypted(endpoint: str) -> bool:
    """Return True if an address is https, as those of push services are."""
    try:
        parts = urlsplit(endpoint)
        return parts.scheme == "https" and bool(parts.hostname)
    except ValueError:  # no address at all
        return False


def _public_half(file: Path) -> str:
    """The public half of a key, as browsers want it; ValueError or TypeError where it is none."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    found = serialization.load_pem_private_key(file.read_bytes(), None)
    if not isinstance(found, ec.EllipticCurvePrivateKey):
        raise ValueError(type(found).__name__)
    point = found.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _make(file: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    replace_file(file, secret, OWNER_ALONE)
