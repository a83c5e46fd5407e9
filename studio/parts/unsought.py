"""Lists in which letters seek nothing."""

from __future__ import annotations


class Unsought:
    """Before a list's class: it has few entries, so letters stay keys of the window."""

    def keyboardSearch(self, search: str) -> None:
        """Letters choose nothing."""
