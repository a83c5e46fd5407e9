"""E-mail to players whose pages are closed, by the umpire's own SMTP server.

The settings lie in a file of his; passwords are written nowhere else, and never in a log.
"""

from __future__ import annotations

import os
import re
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NoReturn

import yaml

from engine.languages import LANGUAGES, MADE_IN
from engine.problems import SandtableError
from engine.texts import preferred_language, text

TIMEOUT = 20.0  # seconds
SECURE = ("starttls", "tls", "none")
PORTS = {"starttls": 587, "tls": 465, "none": 25}
ADDRESS = re.compile(r"[^@\s<>,;\"]{1,64}@[^@\s<>,;\"]{1,255}")
KEYS = frozenset(
    {
        "server",
        "port",
        "security",
        "user",
        "password",
        "password-variable",
        "from",
        "to",
        "languages",
    }
)


class BadMail(SandtableError):
    """Settings of mail that cannot be read or used."""


@dataclass(frozen=True)
class MailSettings:
    """A mail server and who is told by it: addresses by seat. The password is in no repr."""

    server: str
    sender: str
    to: Mapping[str, str]
    port: int = 587
    security: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    languages: Mapping[str, str] = field(default_factory=dict)  # by seat; else the host's own

    def languages_for(self, seat: str) -> list[str]:
        """The languages of a letter to a seat, its own first; then those of the makers."""
        own = self.languages.get(seat) or preferred_language()
        return [own, *(each for each in MADE_IN if each != own)]


def read_settings(file: Path) -> MailSettings:
    """The settings in a YAML file; BadMail says what is wrong, never what the password is."""
    try:
        plain: Any = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadMail(text("hosting.bad-mail-file", None, file=file, reason=reason)) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        where = {"file": file, "line": line, "column": column}
        raise BadMail(text("hosting.bad-mail-yaml", None, **where)) from None
    if not isinstance(plain, dict):
        _refuse(file, "server", "–")
    for key in plain:
        if key not in KEYS:
            _refuse(file, str(key), ", ".join(sorted(KEYS)))
    return _settings(file, plain)


def _settings(file: Path, plain: Mapping[str, Any]) -> MailSettings:
    security = plain.get("security", "starttls")
    if security not in SECURE:
        _refuse(file, "security", ", ".join(SECURE))
    port, to = plain.get("port", PORTS[security]), plain.get("to") or {}
    if type(port) is not int or not 0 < port < 65_536:
        _refuse(file, "port", "1 … 65535")
    for key in ("server", "from"):
        if not isinstance(plain.get(key), str) or not plain[key].strip():
            _refuse(file, key, "server: mail.example.org, from: umpire@example.org")
    addresses = {"from": plain["from"], **to} if isinstance(to, dict) else {"to": ""}
    for who, address in addresses.items():
        if not isinstance(address, str) or not ADDRESS.fullmatch(address):
            _refuse(file, str(who), "name@example.org")
    return MailSettings(
        plain["server"], plain["from"], {str(seat): address for seat, address in to.items()},
        port, security, str(plain.get("user") or ""), _password(file, plain),
        _languages(file, plain.get("languages") or {}),
    )  # fmt: skip


def _languages(file: Path, plain: Any) -> dict[str, str]:
    """The language of each seat that has one of its own."""
    wanted = f"seat: {' | '.join(LANGUAGES)}"
    if not isinstance(plain, dict):
        _refuse(file, "languages", wanted)
    for seat, language in plain.items():
        if language not in LANGUAGES:
            _refuse(file, str(seat), wanted)
    return {str(seat): language for seat, language in plain.items()}


def _password(file: Path, plain: Mapping[str, Any]) -> str:
    variable = plain.get("password-variable")
    if variable is None:
        return str(plain.get("password") or "")
    if str(variable) not in os.environ:
        _refuse(file, "password-variable", str(variable))
    return os.environ[str(variable)]


def _refuse(file: Path, key: str, wanted: str) -> NoReturn:
    raise BadMail(text("hosting.bad-mail", None, file=file, key=key, wanted=wanted)) from None


def send(settings: MailSettings, seat: str, subject: str, words: str) -> None:
    """Send a letter to a seat; OSError or SMTPException where the server does not take it."""
    letter = EmailMessage()
    # A title may have lines and tabs, a header has none.
    letter["Subject"], letter["From"] = " ".join(subject.split()), settings.sender
    letter["To"] = settings.to[seat]
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(words)
    context = ssl.create_default_context()
    is_tls = settings.security == "tls"
    kind = smtplib.SMTP_SSL if is_tls else smtplib.SMTP
    more: dict[str, Any] = {"context": context} if is_tls else {}
    with kind(settings.server, settings.port, timeout=TIMEOUT, **more) as server:
        if settings.security == "starttls":
            server.starttls(context=context)
        if settings.user:
            server.login(settings.user, settings.password)
        server.send_message(letter)
