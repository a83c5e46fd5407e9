"""The web site: what strangers get, what a ticket opens, what every answer carries."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine.rulebook.rulebook import build_rulebook
from engine.texts import text
from engine.umpire.notifications import Subscription
from engine.umpire.umpired_game import UmpiredGame
from studio.web import seat_access
from studio.web.game_facts import COLOURS, map_facts
from studio.web.page_map_tiles import MapPictures
from studio.web.rate_limits import WRONG_WAITS, DelayedAnswerQueue
from studio.web.request_guards import RejectedAttemptKind, is_own_name
from studio.web.tile_renderer import render_rule_figures
from studio.web.web_app import WebApp, page_texts
from tests.engine.umpire.rooms import SECRETS, Begin

HOST = "http://localhost:8765"
SOCKET = "ws://localhost:8765"
OURS = {"Origin": HOST}


@pytest.fixture
def room(begin: Begin) -> UmpiredGame:
    return begin("tank", is_attended=False)


@pytest.fixture
def client(room: UmpiredGame) -> Iterator[TestClient]:
    site = WebApp(room, MapPictures(room.session.scenario.ground))
    with TestClient(site.app, base_url=HOST) as found:
        yield found


def entered(client: TestClient, secret: str) -> str:
    """The door of a seat, whose ticket the client holds from now on."""
    answer = client.post("/enter", json={"secret": secret}, headers=OURS)
    assert answer.status_code == 200
    return str(answer.json()["door"])


def test_a_seat_reads_the_rules_in_its_language(client: TestClient) -> None:
    assert client.get("/s/0123456789abcdef/rules").status_code != 200
    door = entered(client, SECRETS[0])
    page = client.get(f"/s/{door}/rules?language=ru").text
    assert '<html lang="ru">' in page
    assert all(f'id="{number}"' in page for number in build_rulebook("tank", "ru").entries)
    pictures = re.findall(r'src="picture/([^"]+)"', page)
    drawn = [name for name, _ in render_rule_figures("tank")]
    assert pictures == drawn


@pytest.mark.parametrize("path", ["/", "/join", "/s/0123456789abcdef/"])
def test_everybody_gets_the_empty_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "Anna" not in answer.text


def test_every_answer_is_guarded(client: TestClient) -> None:
    for path in ("/", "/page/main.js", "/page/words.json", "/nowhere", "/s/x/seat"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/page/../site.py",
        "/page/..%2fsite.py",
        "/page/%2e%2e/site.py",
        "/page/site.py",
        "/s/x/picture/..%2f..%2fsite.py",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (403, 404)


def test_a_secret_is_changed_for_a_ticket_that_scripts_cannot_read(client: TestClient) -> None:
    answer = client.post("/enter", json={"secret": SECRETS[0]}, headers=OURS)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/s/{answer.json()['door']}/" in cookie
    assert SECRETS[0] not in cookie + answer.text


def test_a_ticket_lasts_for_the_game_and_a_day(client: TestClient, room: UmpiredGame) -> None:
    door = entered(client, SECRETS[0])
    assert (
        f"Max-Age={seat_access.COOKIE_LASTS}" in client.get(f"/s/{door}/seat").headers["set-cookie"]
    )
    over = {"result": {"winner": "red"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "desk", lambda seat: over)
        for answer in (
            client.get(f"/s/{door}/seat"),
            client.post("/enter", json={"secret": SECRETS[0]}, headers=OURS),
        ):
            assert f"Max-Age={seat_access.COOKIE_OUTLASTS}" in answer.headers["set-cookie"]


def test_who_leaves_a_seat_has_no_ticket_and_is_told_nothing(
    client: TestClient, room: UmpiredGame
) -> None:
    door = entered(client, SECRETS[0])
    for name in ("one", "other"):
        room.subscribe("anna", Subscription(f"https://push.example.org/{name}", "k", "a"))
    mine = {"endpoint": "https://push.example.org/one"}
    assert client.post(f"/s/{door}/leave", json=mine).status_code == 403, "another site's page"
    assert client.get(f"/s/{door}/seat").status_code == 200
    assert client.post(f"/s/{door}/leave", json=mine, headers=OURS).status_code == 200
    assert client.get(f"/s/{door}/seat").status_code == 403
    assert client.post(f"/s/{door}/leave", json={}, headers=OURS).status_code == 403
    assert [one.endpoint[-5:] for one in room.subscriptions["anna"]] == ["other"]
    assert entered(client, SECRETS[0]) == door, "the link opens it again"


def test_strangers_are_told_to_the_umpire_and_once_to_the_log(
    room: UmpiredGame, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[int] = []
    site = WebApp(room, MapPictures(room.session.scenario.ground), lambda: told.append(1))
    with TestClient(site.app, base_url=HOST) as client:
        for number in range(5):
            client.post("/enter", json={"secret": f"guess-{number}"}, headers=OURS)
            client.post(
                "/enter", json={}, headers={b"Origin": "http://evil.example\u202e".encode()}
            )
            client.get("/", headers={"Host": "evil.example"})
        client.post("/enter", json={"secret": SECRETS[0]}, headers=OURS)
    found = {one.attempt: one for one in site.strangers.known}
    assert {attempt: one.count for attempt, one in found.items()} == dict.fromkeys(
        RejectedAttemptKind, 5
    )
    assert "evil.example" in found[RejectedAttemptKind.ORIGIN].words()
    assert "evil.example" in found[RejectedAttemptKind.HOST].words()
    lines = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert len(lines) == len(told) == len(RejectedAttemptKind)
    assert not [line for line in lines if "guess" in line or "\u202e" in line]


def test_a_ticket_opens_its_own_door_alone(client: TestClient) -> None:
    door = entered(client, SECRETS[0])
    assert client.get(f"/s/{door}/seat").json() == {"seat": "Anna"}
    other = seat_access.seat_path_name(SECRETS[2])
    forged = {"Cookie": f"{seat_access.COOKIE}={seat_access.make_ticket(SECRETS[0])}"}
    assert client.get(f"/s/{other}/seat", headers=forged).status_code == 403


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"secret":1}', b'{"secret":""}', b'{"secret":"wrong"}', b"[" * 900,
     b'{"secret":"' + b"x" * 5000 + b'"}', b"\xff\xfe"],
)  # fmt: skip
def test_nobody_gets_in_without_a_secret(client: TestClient, body: bytes) -> None:
    answer = client.post("/enter", content=body, headers=OURS)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_the_right_link_opens_at_once_however_many_wrong_ones_came(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = []

    async def waiting(late: DelayedAnswerQueue, address: str, seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(DelayedAnswerQueue, "wait", waiting)
    door = entered(client, SECRETS[0])
    wrong = {"Cookie": f"{seat_access.COOKIE}=wrong"}
    for number in range(12):
        guess = client.post("/enter", json={"secret": str(number)}, headers=OURS)
        ticket = client.get(f"/s/{seat_access.seat_path_name(SECRETS[2])}/seat", headers=wrong)
        assert guess.status_code == ticket.status_code == 403
    assert waits.count(WRONG_WAITS) == 4, "two of each kind"
    waits.clear()
    assert client.get(f"/s/{door}/seat").status_code == 200
    assert entered(client, SECRETS[2])
    assert not waits


def test_pages_of_other_sites_cannot_enter(client: TestClient) -> None:
    for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
        answer = client.post("/enter", json={"secret": SECRETS[0]}, headers=origin)
        assert answer.status_code == 403


def test_pages_of_other_sites_cannot_talk(client: TestClient) -> None:
    door = entered(client, SECRETS[0])
    for origin in ({}, {"Origin": "http://evil.example"}):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"{SOCKET}/s/{door}/talk", headers=origin),
        ):
            pass


def test_nobody_talks_without_a_ticket(client: TestClient) -> None:
    for door in (seat_access.seat_path_name(SECRETS[0]), "0123456789abcdef"):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"{SOCKET}/s/{door}/talk", headers=OURS),
        ):
            pass


def test_a_page_with_a_ticket_is_welcomed_and_shown_its_desk(client: TestClient) -> None:
    door = entered(client, SECRETS[2])
    with client.websocket_connect(f"{SOCKET}/s/{door}/talk", headers=OURS) as socket:
        socket.send_json({"v": 2, "kind": "hello"})
        assert socket.receive_json()["seat"] == {"id": "carl", "side": "blue", "name": "Carl"}
        assert socket.receive_json()["desk"]["side"] == "blue"


def test_another_name_than_this_machine_s_is_turned_away(room: UmpiredGame) -> None:
    site = WebApp(room, MapPictures(room.session.scenario.ground))
    with TestClient(site.app, base_url="http://rebound.example:8765") as stranger:
        assert stranger.get("/").status_code == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:8765", "192.168.1.7"])
def test_this_machine_s_names_are_its_own(host: str) -> None:
    assert is_own_name(host)


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "[fe80::1%x; script-src *]", "a b", "::1 *"],
)
def test_other_names_are_not(host: str) -> None:
    assert not is_own_name(host)


def test_pictures_of_the_map_are_for_players_alone(
    room: UmpiredGame, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MapPictures, "picture", lambda self, name: b"drawn")
    stranger = client.get(f"/s/{seat_access.seat_path_name(SECRETS[0])}/picture/48-0-0.png")
    assert stranger.status_code == 403
    door = entered(client, SECRETS[0])
    assert client.get(f"/s/{door}/picture/48-0-0.png").status_code == 200


def test_the_page_s_words_are_there_in_every_language() -> None:
    words = json.loads(page_texts())["words"]
    assert words["zh"]["deliver"] == text("hosting.page-deliver", "zh")
    assert words["en"].keys() == words["zh"].keys() == words["zh-Hant"].keys() == words["ru"].keys()


def test_sides_without_a_colour_have_the_colours_of_printed_counters() -> None:
    from engine.scenario import counters

    assert counters.COLOURS == COLOURS


def test_names_of_a_map_turn_no_page(room: UmpiredGame) -> None:
    map_ = room.session.scenario.map
    place = map_.places[0]._replace(name={"en": "Wester\u202eby", "zh": "\u2066西村"})
    turned = replace(map_, title="Under\u202e", places=[place, *map_.places[1:]])
    told = map_facts(replace(room.session.scenario, ground=turned))
    assert told["title"] == "Under"
    assert told["places"][0]["name"] == {"en": "Westerby", "zh": "西村"}
