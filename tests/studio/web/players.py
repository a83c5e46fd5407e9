"""Players without a browser: they come in by their link and talk with the host as the page does."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from studio.web.game_web_server import GameWebServer
from studio.web.page_messages import VERSION
from studio.web.seat_access import JoinLink

PATIENCE = 20.0  # seconds; nothing here takes so long unless it is broken

Plain = dict[str, Any]


def link_of(host: GameWebServer, seat: str) -> JoinLink:
    return next(link for link in host.links() if link.seat == seat)


def secret_of(url: str) -> str:
    return url.partition("#")[2]


def request(
    port: int, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """An answer of the server: status, headers, content."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    sent = None if body is None else json.dumps(body).encode()
    connection.request(method, path, sent, {key.replace("_", "-"): v for key, v in headers.items()})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, {key.lower(): value for key, value in answer.getheaders()}, content


def origin_of(port: int) -> str:
    return f"http://127.0.0.1:{port}"


def ticket(port: int, secret: str) -> tuple[str, str]:
    """The door and the cookie that a secret is changed for."""
    status, headers, content = request(
        port, "POST", "/enter", {"secret": secret}, Origin=origin_of(port)
    )
    assert status == 200, content
    return json.loads(content)["door"], headers["set-cookie"].partition(";")[0]


class Player:
    """A page of a seat; `heard` is every message it was sent, as it was sent."""

    def __init__(self, port: int, secret: str) -> None:
        self.port = port
        self.door, self.cookie = ticket(port, secret)
        self.heard: list[str] = []
        self.desk: Plain = {}
        self.count = 0
        self._open = ExitStack()
        self.socket = self.connected()

    def connected(self) -> ClientConnection:
        """A new connection, that has not said hello."""
        talk = connect(
            f"ws://127.0.0.1:{self.port}/s/{self.door}/talk",
            additional_headers={"Cookie": self.cookie},
            origin=Origin(origin_of(self.port)),
            compression=None,
            max_size=None,
            max_queue=None,
            close_timeout=2,
        )
        return self._open.enter_context(talk)

    def hello(self) -> Player:
        """Come in, and wait for the desk."""
        self.say({"kind": "hello"})
        self.hear("desk")
        return self

    def say(self, message: Plain) -> None:
        self.socket.send(json.dumps({"v": VERSION, **message}))

    def hear(self, *kinds: str) -> Plain:
        """The next message of one of some kinds."""
        while True:
            message = self.next()
            if message["kind"] in kinds:
                return message

    def next(self) -> Plain:
        """The next message, whatever it is."""
        heard = self.socket.recv(timeout=PATIENCE)
        assert isinstance(heard, str)
        self.heard.append(heard)
        message: Plain = json.loads(heard)
        if message["kind"] in ("desk", "change"):
            self.desk = {**self.desk, **message["desk"]}
            for key, more in message.get("more", {}).items():
                self.desk[key] = [*(self.desk.get(key) or [])[: more["stay"]], *more["rows"]]
        return message

    def act(self, kind: str, **fields: Any) -> Plain:
        """Have something done; the answer to it."""
        self.count += 1
        name = fields.pop("id", f"act-{self.count}")
        self.say({"kind": kind, "id": name, **fields})
        while True:
            answer = self.hear("done", "refused")
            if answer["id"] in (name, ""):
                return answer

    def draft(self, number: int = 0) -> Plain:
        """Draft one of the options."""
        option = self.desk["options"][number]
        return self.act("draft", option=option["id"], number=self.desk["number"])

    def wait_until(self, holds: Callable[[Plain], bool]) -> Plain:
        """The desk as soon as something holds of it."""
        end = time.monotonic() + PATIENCE
        while not holds(self.desk):
            assert time.monotonic() < end, self.desk
            self.hear("desk", "change")
        return self.desk

    def done(self, answer: Plain) -> bool:
        """Wait for the desk on which an act that was done shows; whether it was."""
        if answer["kind"] == "done":
            self.wait_until(lambda desk: desk["number"] >= answer["number"])
        return bool(answer["kind"] == "done")

    def settle(self) -> None:
        """Hear everything that was sent before the host answers a ping."""
        self.say({"kind": "ping", "id": "settle"})
        self.hear("pong")

    def leave(self) -> None:
        self._open.close()
