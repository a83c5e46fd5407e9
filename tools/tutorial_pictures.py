"""The pictures of the tutorials, taken while each tutorial is gone through in the real window.

python -m tools.tutorial_pictures                  every tutorial, into docs/tutorials/pictures
python -m tools.tutorial_pictures fair             one of them
python -m tools.tutorial_pictures --language zh    in another language: pictures end in `-zh`
python -m tools.tutorial_pictures --check          those whose pictures no longer show the window
python -m tools.tutorial_pictures --list           the tutorials

A tutorial is a function of `tools/tutorial_walks.py` that presses the keys and buttons its page
names. What its page says and the window does not do makes it fail.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from engine.languages import LANGUAGES
from studio import app
from studio.previews.background_loading import background_loader
from tools import likeness
from tools.tutorial_walker import Walk
from tools.tutorial_walks import WALKS

PICTURES = Path(__file__).parent.parent / "docs" / "tutorials" / "pictures"


def walk(name: str, language: str) -> dict[str, bytes]:
    """Go through a tutorial; its pictures by name."""
    with tempfile.TemporaryDirectory() as folder:
        walker = Walk(name, language, Path(folder))
        WALKS[name](walker)
        walker.window.hide()
    return walker.taken


def main(words: list[str]) -> int:
    """What the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m tools.tutorial_pictures")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args(words)
    if asked.list:
        sys.stdout.write("\n".join(WALKS) + "\n")
        return 0
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = app.start_qt_application()
    # Pictures show what previews tell, not that they are prepared.
    background_loader().future.result()
    found = [
        name for name in asked.names or WALKS if _take(name, asked.language, is_kept=asked.check)
    ]
    likeness.tell(found, f"python -m tools.tutorial_pictures --language {asked.language}")
    assert application is not None
    return 1 if found else 0


def _take(name: str, language: str, *, is_kept: bool) -> bool:
    """Go through a tutorial; write its pictures, or say whether those kept are stale."""
    ending = "" if language == "en" else f"-{language}"
    taken = walk(name, language)
    now = {PICTURES / f"{picture}{ending}.png": png for picture, png in taken.items()}
    if is_kept:
        return not all(likeness.is_like(file, png) for file, png in now.items())
    for file, png in now.items():
        file.write_bytes(png)
        sys.stdout.write(f"{file.name} {len(png) // 1000} kB\n")
    return False


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)  # windows with unsaved works would ask
