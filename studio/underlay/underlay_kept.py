"""Where the picture under a map lies, as the user's settings keep it from day to day."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields, replace
from pathlib import Path

from PySide6.QtGui import QImage

from engine.files import source_text, strictjson
from engine.interchange.laid_pictures import read_beside
from studio.canvas.placing import ImagePlacement

REMOVED = "removed"  # kept for a map whose picture beside it is not wanted
PLACED = tuple(field.name for field in fields(ImagePlacement))


@dataclass(frozen=True)
class UnderlaySettings:
    """A picture's file and how it is laid. `placing` is for a picture `width` pixels wide."""

    file: Path
    width: int
    placing: ImagePlacement
    opacity: float = 0.5
    is_shown: bool = True

    def as_text(self) -> str:
        """For the settings."""
        placing = [getattr(self.placing, name) for name in PLACED]
        return json.dumps([str(self.file), self.width, placing, self.opacity, self.is_shown])

    @classmethod
    def from_text(cls, words: str) -> UnderlaySettings | None:
        """From the settings; None where they hold none, or what somebody broke."""
        try:
            file, width, numbers, opacity, is_shown = strictjson.loads(words)
            placed = [*map(float, numbers)]
            placing = ImagePlacement(*placed)
            kept = cls(Path(file), int(width), placing, float(opacity), bool(is_shown))
        except (ValueError, TypeError, OverflowError):
            return None
        if not source_text.can_name(file):
            return None
        is_sound = kept.width > 0 and 0 <= kept.opacity <= 1 and placing.scale > 0
        return kept if is_sound and all(map(math.isfinite, placed)) else None

    @classmethod
    def beside(cls, map_file: Path) -> UnderlaySettings | None:
        """The picture that was brought in with a map and lies beside it, if one does."""
        found = read_beside(map_file)
        return cls(found[0], found[1], ImagePlacement(*found[2])) if found else None

    @classmethod
    def of(cls, words: str, map_file: Path) -> UnderlaySettings | None:
        """As the settings keep it; where they never did, as it lies beside the map."""
        return cls.from_text(words) if words else cls.beside(map_file)

    def fitting(self, picture: QImage) -> UnderlaySettings:
        """The same place for the picture as it was read, which may be larger or smaller."""
        if picture.width() == self.width:
            return self
        factor, old = self.width / picture.width(), self.placing
        placing = ImagePlacement(
            old.a * factor, old.b * factor, old.c * factor, old.d * factor, old.e, old.f
        )
        return replace(self, placing=placing, width=picture.width())
