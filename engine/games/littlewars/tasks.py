"""Who is at a work or goes aboard something, and so does nothing else (K5.7, K2.4, L21.5)."""

from __future__ import annotations

from engine.games.littlewars.state import State


def is_at_work(state: State, id_: str) -> bool:
    """Whether one is at a work, or is being taken aboard."""
    return state.is_loading(id_) or any(id_ in work.crew for work in state.works.values())
