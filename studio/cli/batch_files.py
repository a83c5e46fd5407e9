"""Files that a command takes several of: those named and those in folders, with their targets."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import click

from engine.files import source_text
from engine.problems import SandtableError
from engine.texts import text


def batch_files(
    named: Sequence[Path], out: Path, endings: tuple[str, ...], ending: str
) -> list[tuple[Path, Path]]:
    """Return every source with its target in the folder OUT, which has another `ending`.

    A folder stands for the files in it with one of the `endings`, and keeps its shape.
    """
    sources = [path for path in named if not source_text.is_folder(path)]
    targets = batch_targets(sources, out, endings, ending) if sources else []
    pairs = list(zip(sources, targets, strict=True))
    for folder in (path for path in named if source_text.is_folder(path)):
        inside = sorted(path for path in folder.rglob("*") if path.name.lower().endswith(endings))
        if not inside:
            values = {"folder": folder, "endings": ", ".join(endings)}
            raise SandtableError(text("interchange.nothing-inside", None, **values))
        pairs += [
            (path, (out / path.relative_to(folder)).parent / _target_name(path, endings, ending))
            for path in inside
        ]
    _refuse_clashes(pairs)
    return pairs


def batch_targets(
    sources: Sequence[Path], out: Path, endings: tuple[str, ...], ending: str
) -> list[Path]:
    """Return the target of each source: OUT, or a file of its name in the folder OUT.

    A folder for several sources is created if there is none.
    """
    if len(sources) < 2 and not source_text.is_folder(out):
        return [out]
    if source_text.path_exists(out) and not source_text.is_folder(out):
        raise SandtableError(text("interchange.out-no-folder", None, out=out))
    return [out / _target_name(source, endings, ending) for source in sources]


def print_file_progress(number: int, count: int, source: Path, *, as_json: bool) -> None:
    """Say which file is being read, on a terminal only: a log has the outcomes."""
    if sys.stderr.isatty() and not as_json:
        click.echo(
            text("interchange.one-of-several", None, n=number, count=count, file=source), err=True
        )


def _target_name(source: Path, endings: tuple[str, ...], ending: str) -> str:
    """A file's name with another ending; only a known ending, or the last one, is cut."""
    known = [each for each in endings if each and source.name.lower().endswith(each)]
    cut = len(max(known, key=len)) if known else len(source.suffix)
    return source.name[: len(source.name) - cut] + ending


def _refuse_clashes(pairs: Sequence[tuple[Path, Path]]) -> None:
    """Refuse sources that would be written to one file, and name them."""
    targets = defaultdict[Path, list[Path]](list)
    for source, target in pairs:
        targets[target].append(source)
    clash = next((sources for sources in targets.values() if len(sources) > 1), None)
    if clash:
        names = ", ".join(map(str, clash))
        raise SandtableError(text("interchange.same-names", None, files=names))
