"""What commands answer on the pages of docs, written and checked by calling them.

python -m tools.outputs            every answer anew
python -m tools.outputs --check    which answers are no longer so; `make docs` asks it too

A block fenced as `console` has lines `$ sandtable …`, each with all it answers in English. The
commands of a page are called one after the other in a folder of their own, in which `samples` lie.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
LANGUAGE = "SANDTABLE_LANGUAGE"


def pages() -> list[Path]:
    """The pages that show what commands answer."""
    files = sorted((ROOT / "docs").rglob("*.md"))
    return [file for file in files if BLOCK.search(file.read_text(encoding="utf-8"))]


def fresh(words: str) -> str:
    """A page with every answer as the program gives it now."""
    with _folder_with_samples():
        return BLOCK.sub(lambda block: answered(block[1]), words)


def answered(block: str) -> str:
    """A block of commands, each with its answer."""
    calls = [line for line in block.splitlines() if line.startswith(PROMPT)]
    return "".join(f"{call}\n{answer_to(call.removeprefix(PROMPT))}" for call in calls)


def answer_to(call: str) -> str:
    """What the program writes when it is called so; what only tells how far it is, is not shown."""
    from studio.cli import main

    program, *words = shlex.split(call)
    assert program == "sandtable", call
    ran = CliRunner().invoke(main, words, env={LANGUAGE: "en"})
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


def stale() -> list[Path]:
    """The pages on which an answer is no longer what the program gives."""
    return [page for page in pages() if fresh(words := page.read_text("utf-8")) != words]


def _write() -> list[Path]:
    """Every page with its answers of now; those that changed."""
    changed = stale()
    for page in changed:
        page.write_text(fresh(page.read_text(encoding="utf-8")), encoding="utf-8")
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
