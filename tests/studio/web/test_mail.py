"""Letters to players whose pages are closed: settings, sending to a server on loopback."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from engine.texts import text
from studio.web import player_email
from studio.web.player_email import InvalidMailSettings, MailSettings, read_settings

GOOD = """
server: mail.example.org
from: umpire@example.org
user: umpire
password: a-secret-password
to: {anna: anna@example.org, carl: carl@example.org}
"""


class Box:
    """A mail server\'s box."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.users: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        from email import message_from_bytes

        self.letters.append(message_from_bytes(envelope.content))
        return "250 OK"

    def check(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
        assert isinstance(data, LoginPassword)
        self.users.append(data.login)
        return AuthResult(success=data.password == b"right", handled=False)


@pytest.fixture
def box() -> Iterator[tuple[Box, int]]:
    """A mail server on loopback, its box and port."""
    kept = Box()
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    server = Controller(
        kept, hostname="127.0.0.1", port=port, authenticator=kept.check, auth_require_tls=False
    )
    server.start()
    yield kept, port
    server.stop()


def settings(port: int, **more: Any) -> MailSettings:
    to = {"anna": "anna@example.org"}
    known = {"port": port, "security": "none", **more}
    return MailSettings("127.0.0.1", "umpire@example.org", to, **known)


def test_a_letter_comes_to_the_seat_s_address(box: tuple[Box, int]) -> None:
    kept, port = box
    player_email.send_email(
        settings(port), "anna", "Three cities: 轮到你", "You are asked for orders.\n轮到你。"
    )
    (letter,) = kept.letters
    assert letter["To"] == "anna@example.org"
    assert letter["Auto-Submitted"] == "auto-generated"
    body = letter.get_payload(decode=True)
    assert isinstance(body, bytes)
    assert "轮到你" in body.decode()


def test_a_title_of_several_lines_is_one_subject(box: tuple[Box, int]) -> None:
    kept, port = box
    player_email.send_email(settings(port), "anna", "Three\ncities\r\nBcc: x@y.z\u2028", "w")
    (letter,) = kept.letters
    assert letter["Subject"] == "Three cities Bcc: x@y.z"
    assert letter["Bcc"] is None


def test_the_server_s_user_is_logged_in_and_a_wrong_password_is_in_no_log(
    box: tuple[Box, int], caplog: pytest.LogCaptureFixture
) -> None:
    kept, port = box
    player_email.send_email(settings(port, user="umpire", password="right"), "anna", "s", "w")
    assert kept.users == [b"umpire"]
    with caplog.at_level(logging.DEBUG), pytest.raises(OSError, match="5") as refused:
        player_email.send_email(
            settings(port, user="umpire", password="hidden-word"), "anna", "s", "w"
        )
    assert "hidden-word" not in str(refused.value) + caplog.text


def test_settings_are_read_and_their_password_is_in_no_repr(tmp_path: Path) -> None:
    file = tmp_path / "mail.yaml"
    file.write_text(GOOD)
    found = read_settings(file)
    assert (found.port, found.security, found.to["carl"]) == (587, "starttls", "carl@example.org")
    assert found.password == "a-secret-password"
    assert "a-secret" not in repr(found)


def test_a_password_may_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mail.yaml"
    file.write_text(GOOD.replace("password: a-secret-password", "password-variable: MAIL_WORD"))
    with pytest.raises(InvalidMailSettings, match=r"mail\.yaml:\d+:\d+: .*password-variable: NAME"):
        read_settings(file)
    monkeypatch.setenv("MAIL_WORD", "from-outside")
    assert read_settings(file).password == "from-outside"


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("server: mail.example.org", "server: 3", "server"),
        ("from: umpire@example.org", "from: umpire", "from"),
        ("anna: anna@example.org", 'anna: "a@b.c\\r\\nBcc: x@y.z"', r"mail\.yaml:\d+:\d+: .*to: "),
        ("user: umpire", "a-secret-password: umpire", r": password"),
        ("user: umpire", "password-variable: a-secret-password", "password-variable: NAME"),
        ("anna: anna@example.org", "a-secret-password: x", "to: … name@"),
        ("user: umpire", "usre: umpire", r"mail\.yaml:\d+:\d+: .*: user$"),
        ("user: umpire", "port: 700000", "port"),
        ("user: umpire", "security: maybe", "security"),
        ("user: umpire", "user: [", r"mail\.yaml:6:3: .*YAML"),
        ("user: umpire", "languages: {anna: fr}", r"seat: en \| zh"),
        ("user: umpire", "languages: zh", "languages"),
        ("user: umpire", "languages: {anna: [zh]}", r"seat: en \| zh"),
        ("user: umpire", "port: 2026-99-99", "port"),
        ("user: umpire", "port: " + "9" * 5000, "port"),
        ("user: umpire", "security: [tls]", "security"),
        ("user: umpire", "user: " + "[" * 5000, r"mail\.yaml:\d+:\d+: .*YAML"),
        ("user: umpire", "user: *a-secret", r"mail\.yaml:\d+:7: .*YAML"),
        ("user: umpire", "user: &a b\nfrom: *a", r"mail\.yaml:\d+:7: .*YAML"),
        ("anna: anna@example.org", 'anna: "a\\0@b.c"', r"mail\.yaml:\d+:\d+: .*YAML"),
    ],
)
def test_settings_that_cannot_be_used_are_told_without_the_password(
    tmp_path: Path, was: str, now: str, told: str
) -> None:
    file = tmp_path / "mail.yaml"
    file.write_text(GOOD.replace(was, now))
    with pytest.raises(InvalidMailSettings, match=told) as refused:
        read_settings(file)
    assert "a-secret" not in str(refused.value)


@pytest.mark.parametrize("word", ["007", "yes", "0x10", "1e3", "true", '"quoted"'])
def test_a_password_is_the_word_that_was_written(tmp_path: Path, word: str) -> None:
    file = tmp_path / "mail.yaml"
    file.write_text(GOOD.replace("a-secret-password", word))
    assert read_settings(file).password == word.strip('"')


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mail.yaml")
    with pytest.raises(InvalidMailSettings, match=text("problems.not-a-file", "en")):
        read_settings(tmp_path / "mail.yaml")


def test_settings_that_are_not_there_are_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(InvalidMailSettings, match=r"away\.yaml: "):
        read_settings(tmp_path / "away.yaml")
