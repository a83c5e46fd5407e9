"""What pages may say, and how anything else is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from studio.web.page_messages import (
    DraftOption,
    Hello,
    InvalidMessage,
    Ping,
    SendMessage,
    SubmitOrders,
    UmpireActionMessage,
    WithdrawOrder,
    encode_refusal,
    parse_message,
)


def written(**message: Any) -> str:
    return json.dumps({"v": 2, **message})


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        ({"kind": "hello"}, Hello()),
        ({"kind": "ping", "id": "p"}, Ping("p")),
        ({"kind": "draft", "id": "a", "option": "o", "number": 3}, DraftOption("a", "o", 3)),
        (
            {"kind": "draft", "id": "a", "option": "o", "number": 3, "question": "q"},
            DraftOption("a", "o", 3, "q"),
        ),
        (
            {"kind": "draft", "id": "a", "answer": [[[1, -2], "on"], None], "number": 3},
            DraftOption("a", "", 3, answer=[[[1, -2], "on"], None]),
        ),
        (
            {"kind": "draft", "id": "a", "answer": None, "number": 3, "question": "q"},
            DraftOption("a", "", 3, "q", None),
        ),
        ({"kind": "withdraw", "id": "a", "order": "red-1"}, WithdrawOrder("a", "red-1")),
        ({"kind": "deliver", "id": "a"}, SubmitOrders("a")),
        (
            {"kind": "write", "id": "a", "to": "umpire", "words": "好\n!"},
            SendMessage("a", "umpire", "好\n!"),
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_messages_are_read(message: dict[str, Any], meaning: object) -> None:
    assert parse_message(written(**message)) == meaning


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("bell \x07", "bell "),
        ("\u202eturned\u202c\nround", "turned\nround"),
    ],
)
def test_what_nobody_is_to_see_is_dropped_from_what_people_write(said: str, meant: str) -> None:
    assert parse_message(written(kind="write", id="a", to="umpire", words=said)) == SendMessage(
        "a", "umpire", meant
    )
    note = parse_message(written(kind="umpire", id="a", deed="note", words=said))
    assert note == UmpireActionMessage("a", "note", words=meant)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (None, "malformed"),
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ("[" * 20_000, "malformed"),
        ('{"v":2,"kind":"draft","id":"a","option":"o","number":NaN}', "malformed"),
        ('{"kind":"hello"}', "version"),
        ('{"v":1,"kind":"hello"}', "version"),
        ('{"v":2}', "unknown"),
        ('{"v":2,"kind":"proceed"}', "unknown"),
        ('{"v":2,"kind":["hello"]}', "unknown"),
        ('{"v":2,"kind":"hello","more":1}', "malformed"),
        ('{"v":2,"kind":"deliver"}', "malformed"),
        ('{"v":2,"kind":"deliver","id":""}', "malformed"),
        (written(kind="deliver", id="x" * 65), "malformed"),
        (written(kind="draft", id="a", option="o", number=-1), "malformed"),
        (written(kind="draft", id="a", option="o", number=1.5), "malformed"),
        (written(kind="draft", id="a", option="o", number=True), "malformed"),
        (written(kind="draft", id="a", option={"o": 1}, number=1), "malformed"),
        (written(kind="draft", id="a", number=1), "malformed"),
        (written(kind="draft", id="a", option="o", answer=1, number=1), "malformed"),
        (written(kind="draft", id="a", answer=[{"q": 1}], number=1), "malformed"),
        (written(kind="draft", id="a", answer=[1.5], number=1), "malformed"),
        (written(kind="draft", id="a", answer=[True], number=1), "malformed"),
        (written(kind="draft", id="a", answer=[2**53], number=1), "malformed"),
        (written(kind="draft", id="a", answer=["bell \x07"], number=1), "malformed"),
        (written(kind="draft", id="a", answer=["x" * 401], number=1), "malformed"),
        (written(kind="draft", id="a", answer=[[[[[[[]]]]]]], number=1), "malformed"),
        (written(kind="write", id="a", to="umpire", words=" "), "malformed"),
        (written(kind="write", id="a", to="umpire", words="x" * 4001), "malformed"),
        (written(kind="write", id="a", to="umpire\x07", words="bell"), "malformed"),
        (written(kind="write", id="a", to="umpire", words="half \ud800"), "malformed"),
    ],
)
def test_anything_else_is_refused_with_a_code(said: str | None, code: str) -> None:
    with pytest.raises(InvalidMessage) as error:
        parse_message(said)
    assert error.value.code == code
    assert json.loads(encode_refusal(code))["words"]["zh"]


def test_a_refusal_names_the_act_it_is_for() -> None:
    with pytest.raises(InvalidMessage) as error:
        parse_message(written(kind="draft", id="a-7", option="o", number="1"))
    assert error.value.act == "a-7"


def test_no_message_made_by_chance_is_anything_but_read_or_refused() -> None:
    rng = random.Random(11)
    whole = written(kind="write", id="a", to="umpire", words="Panzer 前进")
    refusals = 0
    for _ in range(3000):
        signs = list(whole)
        for _ in range(rng.randint(1, 6)):
            place = rng.randrange(len(signs))
            signs[place : place + rng.randint(0, 2)] = chr(rng.choice([rng.randrange(128), 0xD801]))
        try:
            parse_message("".join(signs))
        except InvalidMessage:
            refusals += 1
    assert refusals > 1000
