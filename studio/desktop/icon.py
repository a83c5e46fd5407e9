"""The picture of the program."""

from __future__ import annotations

from pathlib import Path

ICON = Path(__file__).with_name("icon.svg")
