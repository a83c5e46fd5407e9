"""Why a unit may not fire or move, though its side is asked (V5.8, V13.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.valor.fire_phase import Attack
from engine.games.valor.movement_phase import Move
from engine.games.valor.presentation.idle_reasons import why_idle
from engine.narration.phrase_renderer import PhraseRenderer
from tests.assertions import require
from tests.games.valor.boards import battle


def said(game: Any, unit: str, language: str = "en") -> str:
    why = why_idle(game.state, game.decision, unit)
    return "" if why is None else PhraseRenderer(game, language).render(why)


@pytest.mark.parametrize(
    ("board", "change", "rule"),
    [
        ("r1 . b1\n. . .\nr2", {"pinned": True}, "V14.14"),
        ("r1 . b1\n. . .\nr2", {"fired": True}, "V13.1"),
        ("r1 . . . . . . . . b1\n. . .\n. . . r2", {}, "V13.3"),
    ],
)
def test_v13_1_who_may_not_fire_is_told_why(board: str, change: Any, rule: str) -> None:
    """One attack a unit a turn, unpinned, in range."""
    game = battle(board, phase="fire")
    unit = "r2" if not change and rule == "V13.3" else "r1"
    game.state.alter("r1", **change)
    asked = Attack("red", "fire", ("r2",) if unit == "r1" else ())
    why = why_idle(game.state, asked, "r1")
    assert why is not None
    for language in ("en", "zh"):
        assert rule in PhraseRenderer(game, language).render(why)


def test_v9_1_what_is_out_of_sight_is_told_so() -> None:
    """No LOS, no direct attack."""
    game = battle("r1\nh\nb1", phase="fire")
    asked = Attack("red", "fire", ())
    assert "V9.1" in PhraseRenderer(game, "en").render(why_idle(game.state, asked, "r1") or "")


def test_v5_8_who_has_fired_or_moved_does_not_move() -> None:
    """Only units without a Fire marker, not pinned, may move; after its move it is marked."""
    game = battle("r1 . r2\n. . .\n. . .\nh h h\nb1", phase="movement")
    assert isinstance(game.decision, Move)
    assert said(game, "r1") == ""
    game.state.alter("r1", fired=True)
    asked = Move("red", tuple(order for order in game.decision.orders if order.unit != "r1"))
    for mark in ("fired", "moved"):
        game.state.alter("r1", fired=mark == "fired", moved=mark == "moved")
        why = why_idle(game.state, asked, "r1")
        assert why is not None
        assert "V5.8" in PhraseRenderer(game, "zh").render(why)


def test_nothing_is_told_of_the_other_side() -> None:
    game = battle("r1 . b1", phase="fire")
    assert why_idle(game.state, require(game.decision), "b1") is None
