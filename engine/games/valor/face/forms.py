"""The words of the forms in which valor's rules are changed."""

from __future__ import annotations

from pathlib import Path

from engine.games.forms import DesignTexts

FORM = DesignTexts(Path(__file__).with_name("designing.yaml"))
