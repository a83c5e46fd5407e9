"""Lists without search by typing."""

from __future__ import annotations


class NoTypeAheadMixin:
    """A mixin for short lists: letters stay shortcuts of the window."""

    def keyboardSearch(self, search: str) -> None:
        """Do not select by typing."""
