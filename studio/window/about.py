"""What this program is."""

from __future__ import annotations

from PySide6.QtCore import qVersion

from studio.parts.asking import Prompts
from studio.parts.speech import Localizer


def show_about(asking: Prompts, say: Localizer) -> None:
    """Tell the versions of the program and of Qt."""
    from importlib.metadata import version  # it loads much, and is seldom asked

    asking.tell(say("about", version=version("sandtable"), qt=qVersion()))
