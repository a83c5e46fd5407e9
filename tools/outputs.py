"""What commands answer on the pages of docs, written and checked by calling them.

python -m tools.outputs            every answer anew
python -m tools.outputs --check    which answers are no longer so; `make docs` asks it too

A block fenced as `console` has lines `$ sandtable …`, each with its output in the language of the
page. The commands of a page run one after the other in a folder of their own with `samples`.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path, PurePosixPath

from click.testing import CliRunner

from tools.site import language_of

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
LANGUAGE = "SANDTABLE_LANGUAGE"


def pages() -> list[Path]:
    """The pages that show what commands answer."""
    files = sorted((ROOT / "docs").rglob("*.md"))
    return [file for file in files if BLOCK.search(file.read_text(encoding="utf-8"))]


def fresh(words: str, language: str = "en") -> str:
    """Return a page with the current output of every command, in a language."""
    with _folder_with_samples():
        return BLOCK.sub(lambda block: answered(block[1], language), words)


def answered(block: str, language: str) -> str:
    """Return a block of commands, each followed by its output."""
    calls = [line for line in block.splitlines() if line.startswith(PROMPT)]
    return "".join(f"{call}\n{answer_to(call.removeprefix(PROMPT), language)}" for call in calls)


def answer_to(call: str, language: str = "en") -> str:
    """Return what the program writes to standard output, without progress."""
    from studio.cli import main

    program, *words = shlex.split(call)
    assert program == "sandtable", call
    ran = CliRunner().invoke(main, words, env={LANGUAGE: language})
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    lines = [line.rstrip() for line in ran.stdout.splitlines()]
    return "".join(f"{line}\n" for line in lines)


@contextmanager
def _folder_with_samples() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "samples").symlink_to(ROOT / "samples", target_is_directory=True)
        with chdir(folder):
            yield


def refreshed(page: Path) -> str:
    """Return a page with its current answers."""
    language = language_of(PurePosixPath(page.relative_to(ROOT / "docs").as_posix()))
    return fresh(page.read_text(encoding="utf-8"), language)


def stale() -> list[Path]:
    """Return the pages with answers that the program no longer gives."""
    return [page for page in pages() if refreshed(page) != page.read_text(encoding="utf-8")]


def _write() -> list[Path]:
    """Write the current answers into every page; return the pages that changed."""
    changed = stale()
    for page in changed:
        page.write_text(refreshed(page), encoding="utf-8")
    return changed


def main(words: list[str]) -> int:
    """What the command line asks."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    is_check = words == ["--check"]
    look: Callable[[], list[Path]] = stale if is_check else _write
    found = look()
    said = "python -m tools.outputs: other answers on" if is_check else "written:"
    for page in found:
        sys.stdout.write(f"{said} {page.relative_to(ROOT)}\n")
    return int(is_check and bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
