"""Encrypted connections: with a certificate that is given, or one made for this machine.

A certificate of one's own is kept beside the record of the game, so that browsers that trust it ask
no second time.
"""

from __future__ import annotations

import datetime
import hashlib
import ipaddress
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files.file_writer import OWNER_ALONE, replace_file
from engine.problems import SandtableError
from engine.texts import text

if TYPE_CHECKING:  # it is needed only to make one
    from cryptography.x509 import GeneralName

LASTS = datetime.timedelta(days=397)  # browsers take none that lasts longer
FRESH = datetime.timedelta(days=14)  # one that ends sooner is made anew
ENDING = ".tls.pem"
NAME = "Sandtable"
BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


class CertificateError(SandtableError):
    """A certificate that does not serve, or cannot be made."""


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key in PEM files, and the fingerprint by which people compare it.

    `is_own`: made here, so that browsers ask whether to trust it.
    """

    chain: Path
    key: Path
    fingerprint: str
    is_own: bool = False


def load_certificate(chain: Path, key: Path) -> Certificate:
    """The certificate in a file, the host's own first in it.

    CertificateError says what is wrong.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(chain, key, password=lambda: "")
        return Certificate(chain, key, _fingerprint(chain.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        named = {"chain": chain, "key": key, "reason": reason}
        raise CertificateError(text("hosting.bad-certificate", None, **named)) from error


def _fingerprint(pem: str) -> str:
    """The SHA-256 of the first certificate, in pairs as browsers show it."""
    first = pem[pem.index(BEGIN) : pem.index(END) + len(END)]
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest().upper()
    return ":".join(digest[place : place + 2] for place in range(0, len(digest), 2))


def self_signed_certificate(room: Path, names: Iterable[str]) -> Certificate:
    """The certificate kept beside a record, for these names and addresses; made where it must be.

    CertificateError where it cannot be written, or what makes it is not installed.
    """
    file, wanted = room.with_name(room.name + ENDING), tuple(dict.fromkeys(names))
    if not _serves(file, wanted):
        _make(file, wanted)
    found = load_certificate(file, file)
    return Certificate(found.chain, found.key, found.fingerprint, is_own=True)


def _serves(file: Path, names: tuple[str, ...]) -> bool:
    """Return True if an earlier certificate is still valid for these names."""
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        load_certificate(file, file)
        alternatives = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound, CertificateError):
        return False
    now = datetime.datetime.now(datetime.UTC)
    is_fresh = found.not_valid_before_utc <= now <= found.not_valid_after_utc - FRESH
    return is_fresh and {_alternative(name) for name in names} <= set(alternatives)


def _make(file: Path, names: tuple[str, ...]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))  # clocks differ
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(map(_alternative, names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    _keep(file, made.public_bytes(serialization.Encoding.PEM) + secret)


def _alternative(name: str) -> GeneralName:
    """A name or an address as certificates have it."""
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _keep(file: Path, content: bytes) -> None:
    """Write a file that its owner alone may read."""
    try:
        replace_file(file, content, OWNER_ALONE)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CertificateError(
            text("hosting.no-certificate", None, file=file, reason=reason)
        ) from error
