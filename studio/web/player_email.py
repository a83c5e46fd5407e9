"""E-mail to players whose pages are closed, by the umpire's own SMTP server.

The settings are in the umpire's file; passwords are written nowhere else, and never in a log.
"""

from __future__ import annotations

import os
import re
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NoReturn

from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.languages import LANGUAGES, MADE_IN
from engine.problems import InvalidFileError, SandtableError
from engine.texts import preferred_language, text

TIMEOUT = 20.0  # seconds
SECURE = ("starttls", "tls", "none")
PORTS = {"starttls": 587, "tls": 465, "none": 25}
ADDRESS = re.compile(r"[^@\s\x00-\x1f\x7f<>,;\"]{1,64}@[^@\s\x00-\x1f\x7f<>,;\"]{1,255}")
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


WORDS = ("user", "password")


class InvalidMailSettings(SandtableError):
    """Settings of mail that cannot be read or used."""


@dataclass(frozen=True)
class MailSettings:
    """A mail server and its recipients: addresses by seat. The password is in no repr."""

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
    """The settings in a YAML file.

    InvalidMailSettings says what is wrong, never what the password is.
    """
    source = _source(file)
    plain: Any = source.root.plain()
    if not isinstance(plain, dict):
        _refuse(source, [], "server: mail.example.org …")
    for key in plain:
        if key not in KEYS:
            _refuse(source, [key], " | ".join(get_close_matches(key, KEYS) or sorted(KEYS)))
    for key in WORDS:
        if isinstance(plain.get(key), dict | list):
            _refuse(source, [key], f"{key}: …")
    words = {key: _as_written(source, key) for key in WORDS if key in plain}
    return _settings(source, plain | words)


def _source(file: Path) -> ParsedSource:
    """The file as parsed; messages about it quote none of its words."""
    try:
        words = source_text.read_text(file)
    except InvalidFileError as error:
        reason = error.problems[0].message()
        raise InvalidMailSettings(
            text("hosting.bad-mail-file", None, file=file, reason=reason)
        ) from None
    try:
        return source_text.parse(words, str(file))
    except InvalidFileError as error:
        line, column = error.problems[0].mark
        where = {"file": file, "line": line, "column": column}
        raise InvalidMailSettings(text("hosting.bad-mail-yaml", None, **where)) from None


def _as_written(source: ParsedSource, key: str) -> object:
    """A word as it stands in the file: a password `007` is not a seven."""
    node = source.root.at([key])
    is_plain = node.value is not None and node.style == ""
    return source.text[node.start : node.end] if is_plain else node.plain()


def _settings(source: ParsedSource, plain: Mapping[str, Any]) -> MailSettings:
    security = plain.get("security", "starttls")
    if security not in SECURE:
        _refuse(source, ["security"], f"security: {' | '.join(SECURE)}")
    port, to = plain.get("port", PORTS[security]), plain.get("to") or {}
    if type(port) is not int or not 0 < port < 65_536:
        _refuse(source, ["port"], "port: 1 … 65535")
    for key in ("server", "from"):
        if not isinstance(plain.get(key), str) or not plain[key].strip():
            _refuse(source, [key], "server: mail.example.org, from: umpire@example.org")
    _check_address(source, ["from"], plain["from"])
    if not isinstance(to, dict):
        _refuse(source, ["to"], "to: {seat: name@example.org}")
    for seat, address in to.items():
        _check_address(source, ["to", seat], address)
    return MailSettings(
        plain["server"], plain["from"], {str(seat): address for seat, address in to.items()},
        port, security, str(plain.get("user") or ""), _password(source, plain),
        _languages(source, plain.get("languages") or {}),
    )  # fmt: skip


def _check_address(source: ParsedSource, path: list[str], address: object) -> None:
    if not isinstance(address, str) or not ADDRESS.fullmatch(address):
        _refuse(source, path, f"{path[0]}: … name@example.org")


def _languages(source: ParsedSource, plain: Any) -> dict[str, str]:
    """The language of each seat that has one of its own."""
    wanted = f"languages: {{seat: {' | '.join(LANGUAGES)}}}"
    if not isinstance(plain, dict):
        _refuse(source, ["languages"], wanted)
    for seat, language in plain.items():
        if language not in [*LANGUAGES]:
            _refuse(source, ["languages", seat], wanted)
    return {str(seat): language for seat, language in plain.items()}


def _password(source: ParsedSource, plain: Mapping[str, Any]) -> str:
    variable = plain.get("password-variable")
    if variable is None:
        return str(plain.get("password") or "")
    if str(variable) not in os.environ:
        _refuse(source, ["password-variable"], "password-variable: NAME; export NAME=…")
    return os.environ[str(variable)]


def _refuse(source: ParsedSource, path: list[str], wanted: str) -> NoReturn:
    """Refuse what a path leads to, by its place: any word of the file may be the password."""
    line, column = source.root.at(path).mark
    where = {"file": source.file, "line": line, "column": column}
    raise InvalidMailSettings(text("hosting.bad-mail", None, **where, wanted=wanted)) from None


def compose_email(settings: MailSettings, seat: str, subject: str, words: str) -> EmailMessage:
    """A letter to a seat."""
    written = EmailMessage()
    # A title may have lines and tabs, a header has none.
    written["Subject"], written["From"] = " ".join(subject.split()), settings.sender
    written["To"] = settings.to[seat]
    written["Auto-Submitted"] = "auto-generated"
    written.set_content(words)
    return written


def send_email(settings: MailSettings, seat: str, subject: str, words: str) -> None:
    """Send a letter to a seat; OSError or SMTPException where the server does not take it."""
    written = compose_email(settings, seat, subject, words)
    context = ssl.create_default_context()
    is_tls = settings.security == "tls"
    kind = smtplib.SMTP_SSL if is_tls else smtplib.SMTP
    more: dict[str, Any] = {"context": context} if is_tls else {}
    with kind(settings.server, settings.port, timeout=TIMEOUT, **more) as server:
        if settings.security == "starttls":
            server.starttls(context=context)
        if settings.user:
            server.login(settings.user, settings.password)
        server.send_message(written)
