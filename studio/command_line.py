"""Where `sandtable` starts: it can be ended quietly before anything slow is loaded."""

from __future__ import annotations

from studio.endings import end_at_a_word


def main() -> None:
    """The entry point of `sandtable`."""
    end_at_a_word()
    from studio.commands import main as commands  # late: an end may come while it loads

    commands()
