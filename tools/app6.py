"""The signs of NATO's APP-6 for counters, written by the library milsymbol: `python -m tools.app6`.

They lie in `studio/drawing/signs`, a file a symbol, without their frames: a counter has its own.
Run again after a new version of the library (`pip install milsymbol`, MIT licence).
"""

from __future__ import annotations

import re
from pathlib import Path

from milsymbol import Symbol  # type: ignore[import-not-found,unused-ignore]  # needed here alone

FOLDER = Path(__file__).parent.parent / "studio" / "rendering" / "counters" / "signs"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="25 50 150 100">'
FRAME = re.compile(r'<path d="M25,50 l150,0 0,100 -150,0 z"[^>]*></path>')
# Our words for symbols, and the entities of land units in the standard.
ENTITIES = {
    "infantry": "121100", "mechanized": "121102", "motorized": "121104", "armour": "120500",
    "recon": "121300", "gun": "130300", "anti-tank": "120400", "mortar": "130800",
    "engineer": "140700", "supply": "163400", "anti-aircraft": "130100", "signals": "111000",
    "medical": "161300", "missile": "130700", "transport": "163600",
}  # fmt: skip


def drawn(entity: str) -> str:
    """The sign of an entity as a picture of its frame's inside."""
    symbol = Symbol(f"1003100000{entity}0000", size=100)
    assert symbol.is_valid(), entity
    inside = re.sub(r"^<svg[^>]*>|</svg>$", "", symbol.as_svg())
    return f"{HEAD}{FRAME.sub('', inside)}</svg>\n"


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for word, entity in ENTITIES.items():
        (FOLDER / f"{word}.svg").write_text(drawn(entity), encoding="utf-8")


if __name__ == "__main__":
    main()
