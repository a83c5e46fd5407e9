"""The help inside the window."""

from __future__ import annotations

from typing import Protocol


class HelpService(Protocol):
    """The manual, the tutorial, what is new, and the preferences."""

    def manual(self) -> None:
        """Open the manual beside the work."""
        ...

    def guides(self) -> None:
        """Open the manual at the tutorials with pictures."""
        ...

    def tutorial(self) -> None:
        """Begin the tutorial."""
        ...

    def news(self) -> None:
        """Tell what is new."""
        ...

    def preferences(self) -> None:
        """Change the preferences."""
        ...
