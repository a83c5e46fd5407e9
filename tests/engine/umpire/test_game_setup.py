"""What a program that hosts has loaded is looked through for garbage no more."""

from __future__ import annotations

import gc
from threading import Event, Thread

import pytest

from engine.umpire.game_setup import WARMING, exempt_from_garbage_collection


def test_what_is_loaded_once_a_game_is_warm_is_no_longer_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cold, done = Event(), list[str]()
    monkeypatch.setattr(gc, "collect", lambda: done.append("looked through"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("exempt"))
    Thread(target=cold.wait, name=WARMING, daemon=True).start()
    settling = Thread(target=exempt_from_garbage_collection, daemon=True)
    settling.start()
    settling.join(0.05)
    assert done == [], "something is still being loaded"
    cold.set()
    settling.join(20)
    assert done == ["looked through", "exempt"]
