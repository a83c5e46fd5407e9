"""The pictures of the docs, taken anew from the program itself.

python -m tools.pictures                  all that are described, into docs/pictures
python -m tools.pictures valor-attack     one of them
python -m tools.pictures --check          which are no longer what the program shows
python -m tools.pictures --list           their names

A picture is a function with `@pictured`, in `pictured.py` those of maps and games, in
`pictured_work.py` those of editing, umpiring and players' pages. It
is given a `Stage`, shows something, with the same seed every time, and gives back what is saved.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtGui import QImage

from studio import app
from tools import likeness, pictured, pictured_work
from tools.stage import KNOWN, PICTURES, Stage

__all__ = ["KNOWN", "PICTURES", "Stage", "pictured", "pictured_work"]


def shot(name: str) -> QImage:
    """A picture as it is now. KeyError for a name there is not."""
    stage = Stage()
    image = KNOWN[name](stage).convertToFormat(QImage.Format.Format_RGB888)
    for window in stage.windows:
        window.hide()
    return image


def take(names: Iterable[str], folder: Path) -> None:
    """Take pictures and save them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        shot(name).save(str(folder / f"{name}.png"))
        sys.stdout.write(f"{folder / name}.png\n")


def stale(names: Iterable[str]) -> list[str]:
    """Those that show something else than the program does now."""
    return [name for name in names if not likeness.is_like(PICTURES / f"{name}.png", shot(name))]


def main(words: list[str]) -> int:
    """What the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures")
    parser.add_argument("names", nargs="*", choices=[*KNOWN, []], metavar="NAME")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args(words)
    if asked.list:
        sys.stdout.write("\n".join(KNOWN) + "\n")
        return 0
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = app.start_qt_application()
    names = asked.names or list(KNOWN)
    if not asked.check:
        take(names, PICTURES)
    found = stale(names) if asked.check else []
    likeness.tell(found, "python -m tools.pictures")
    assert application is not None
    return 1 if found else 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # windows with open games would ask
