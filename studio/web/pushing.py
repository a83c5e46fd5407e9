"""Web Push to browsers whose pages are closed, where the optional package for it is installed."""

from __future__ import annotations

import base64
import ipaddress
import os
import socket
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from engine.umpired.notices import Subscription

ENDING, OWNER_ALONE = ".push.pem", 0o600
TIMEOUT, LASTS = 15.0, 24 * 3600  # seconds
GONE = (404, 410)  # answers of a push service that knows a browser no more


class PushGone(Exception):
    """A browser wants to be told nothing any more."""


def can_push() -> bool:
    """Whether what it needs is installed."""
    return find_spec("pywebpush") is not None


class Pusher:
    """Tells browsers, by a key of this game's own that is kept beside its record."""

    def __init__(self, room: Path) -> None:
        self.file = room.with_name(room.name + ENDING)
        if not self.file.exists():
            _make(self.file)

    @property
    def key(self) -> str:
        """The public half of the key, as browsers want it."""
        from cryptography.hazmat.primitives import serialization

        found = serialization.load_pem_private_key(self.file.read_bytes(), None)
        point = found.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def send(self, to: Subscription, words: str) -> None:
        """Tell a browser; PushGone where it is no more, OSError where it cannot be reached."""
        requests, service = import_module("requests"), import_module("pywebpush")
        if not is_outside(to.endpoint):
            raise PushGone(to.endpoint)
        session = requests.Session()
        session.max_redirects, session.trust_env = 0, False
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        try:
            service.webpush(
                {"endpoint": to.endpoint, "keys": keys}, words,
                vapid_private_key=str(self.file), vapid_claims={"sub": "mailto:umpire@localhost"},
                timeout=TIMEOUT, ttl=LASTS, requests_session=session,
            )  # fmt: skip
        except service.WebPushException as error:
            status = getattr(error.response, "status_code", 0)
            if status in GONE:
                raise PushGone(to.endpoint) from error
            raise OSError(f"push: {status or 'not sent'}") from error
        except (requests.RequestException, ValueError) as error:
            raise OSError(f"push: {type(error).__name__}") from error


def is_outside(endpoint: str) -> bool:
    """Whether an address lies on the internet: nobody's browser makes this machine ask its own.

    OSError where that cannot be found out now, as without a network.
    """
    try:
        parts = urlsplit(endpoint)
        if parts.scheme != "https" or not parts.hostname:
            return False
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except ValueError:  # no address at all
        return False
    return all(ipaddress.ip_address(str(each[4][0])).is_global for each in found)


def _make(file: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    secret = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
    with os.fdopen(number, "wb") as opened:
        opened.write(secret)
