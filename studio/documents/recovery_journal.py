"""Never lose work: every finished step is written down, so that a killed program can be recovered.

A journal is a folder with a lock, the text of the work's file as it was before the first step, and
`steps`: a line per change, each with a checksum. The operating system lets the lock go when the
program that holds it dies, however it dies. A journal whose lock is free is what a killed program
left behind.

Nothing here knows of windows.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from engine.editing.edit_encoding import decode_edit, decode_map, encode_map
from engine.files import source_text, strict_json
from engine.files.format_versions import migrate
from engine.files.map_reader import MapFile, read_map
from engine.map.map import Map
from engine.problems import InvalidFileError, SandtableError
from engine.texts import LocalText, text
from studio.documents.file_sync import BackgroundFileSync, Fingerprint

VERSION = 1
LOCK, BASE, STEPS = "lock", "base.yaml", "steps"
BEFORE = "before"  # in the head: how many lines stood before the first that is kept
MAX_BEFORE, LINES_BEFORE = 4 * 2**20, 32  # bytes, and lines, that may stand before the last

Line = dict[str, Any]
MAP = "map"  # what a journal holds that does not say what it holds


def journal_folder() -> Path:
    """The folder of this user's journals."""
    from platformdirs import user_state_path

    return user_state_path("sandtable") / "journals"


class RecoveryJournal:
    """The journal of one document, from its first unsaved change until it is saved or closed.

    OSError of the file system comes through: the work goes on unprotected then.
    """

    def __init__(
        self, folder: Path, path: Path | None, title: LocalText, header: Line, base: str | None
    ) -> None:
        """Begin a journal in a folder of journals.

        `path` is the file of the work, if it has one; `base` the text of that file where nothing
        was changed since. What there is to know besides stands in the `header`.
        """
        self.folder = folder / uuid4().hex
        self.folder.mkdir(parents=True)
        with ExitStack() as undoing:
            undoing.callback(shutil.rmtree, self.folder, ignore_errors=True)
            self._lock = _lock_file(self.folder / LOCK)
            assert self._lock is not None
            undoing.callback(self._lock.close)
            if base is not None:
                source_text.write(self.folder / BASE, base)
            known = {"journal": VERSION, "path": _file_named(path), "title": title}
            self._header: Line = {**known, **header, "begun": time.time()}
            self._lines = self._size = 0
            self._open()
            undoing.callback(self._end)
            self.append(self._header)
            undoing.pop_all()

    @classmethod
    def of_map(
        cls, folder: Path, map_: Map, file: MapFile | None, path: Path | None
    ) -> RecoveryJournal:
        """The journal of a map as it is before its next change.

        `file` is given where the map is as that file holds it, `path` where it has one.
        """
        if file is not None:
            return cls(folder, path, map_.title, {}, file.source.text)
        return cls(folder, path, map_.title, {"map": encode_map(map_)}, None)

    def append(self, line: Line) -> None:
        """Write a change down; when this returns, killing the program no longer loses it.

        A power cut neither, a moment later: it is brought to the disk in the background.
        """
        self._append(_seal(line))

    def put(self, line: Line) -> None:
        """Write down a line that holds all there is.

        Those before it go once they take much room: who types all evening fills no disk, and what
        is left is read in a moment.
        """
        sealed = _seal(line)
        if self._size > max(MAX_BEFORE, LINES_BEFORE * len(sealed)):
            self._begin_anew(sealed)
        else:
            self._append(sealed)

    def _append(self, sealed: bytes) -> None:
        self._syncing.keep_up()
        _write(self._steps, sealed)
        self._syncing.begin()
        self._lines += 1
        self._size += len(sealed)

    def _begin_anew(self, sealed: bytes) -> None:
        """The head and one line in the place of all lines, in one step."""
        before = self._header.get(BEFORE, 0) + self._lines - 1
        header = {**self._header, BEFORE: before}
        whole = _seal(header) + sealed
        self._end()
        try:
            source_text.write(self.folder / STEPS, whole)
        except source_text.SaveError as error:
            raise OSError(str(error)) from error
        self._header, self._lines, self._size = header, 2, len(whole)
        self._open()

    def _open(self) -> None:
        # Unbuffered: what the disk does not take is not left to be written when it is closed.
        self._steps = (self.folder / STEPS).open("ab", buffering=0)
        self._syncing = BackgroundFileSync(self._steps, self.folder)

    def _end(self) -> None:
        self._syncing.close()
        self._steps.close()

    def close(self) -> None:
        """Remove it: what it holds was saved, or given up on purpose."""
        self._end()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        shutil.rmtree(self.folder, ignore_errors=True)


# --- recovery -------------------------------------------------------------------------------------


class RecoveryError(SandtableError):
    """A journal whose beginning is lost."""


@dataclass(frozen=True)
class RecoverableDocument:
    """Work a killed program left: offer it, then take it up or `discard()` it.

    `kind` says what it was: a map, which `map()` gives back, or another kind, whose `last` line
    holds it whole.
    """

    folder: Path
    path: Path | None
    """Its file, if it had one."""
    title: LocalText
    when: float
    """Time of the last step, in seconds since 1970."""
    steps: int
    kind: str = MAP

    def last(self) -> Line:
        """The last line that was written whole; RecoveryError where there is none."""
        lines = _lines(self.folder)
        last = deque(islice(lines, 1, None), maxlen=1)
        if not last:
            raise RecoveryError(text("document.cannot-recover", folder=self.folder))
        return last.pop()

    def map(self) -> Map:
        """The map after the last step that was written whole; RecoveryError where none can be."""
        lines = _lines(self.folder)
        try:
            map_ = self._base(next(lines))
        except (StopIteration, InvalidFileError, *_BROKEN) as error:
            raise RecoveryError(text("document.cannot-recover", folder=self.folder)) from error
        with suppress(*_BROKEN):  # what is written after a broken line cannot be relied on
            for line in lines:
                decode_edit(line).apply(map_)
        return map_

    def file(self) -> MapFile | None:
        """The file the map came from, as it was then; None for a map that had none.

        None too where its place is not known: an earlier version may have written it as seen from a
        folder that is unknown.
        """
        is_known = self.path is not None and (self.folder / BASE).exists()
        return _map_file(self.folder, self.path) if is_known else None

    def fingerprint(self) -> Fingerprint | None:
        """Return the file's fingerprint at that time, to detect later changes by others."""
        return Fingerprint.of(self.folder / BASE)

    def discard(self) -> None:
        """Forget it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _base(self, header: Line) -> Map:
        if "map" in header:
            return decode_map(header["map"])
        return _map_file(self.folder, self.path).map


_BROKEN = (
    ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, zlib.error,
    SandtableError,
)  # fmt: skip


def find_recoveries(folder: Path) -> list[RecoverableDocument]:
    """Find the works of killed programs in a folder of journals, the latest first.

    Journals of programs still running are left alone; those without a step are removed.
    """
    left = [journal for journal in _folders(folder) if _is_abandoned(journal)]
    found = [recovery for journal in left if (recovery := _recovery(journal)) is not None]
    for recovery in found:
        if recovery.steps == 0:
            recovery.discard()
    return sorted((each for each in found if each.steps), key=lambda recovery: -recovery.when)


def _folders(folder: Path) -> list[Path]:
    return [entry for entry in folder.iterdir() if entry.is_dir()] if folder.is_dir() else []


def _is_abandoned(journal: Path) -> bool:
    """Return True if its lock is free."""
    lock = _lock_file(journal / LOCK) if (journal / LOCK).exists() else None
    if lock is not None:
        lock.close()
    return lock is not None


def _recovery(folder: Path) -> RecoverableDocument | None:
    lines = _lines(folder)
    header = next(lines, None)
    if header is None or header.get("journal") != VERSION or not _is_header(header):
        return None
    path = Path(header["path"]) if Path(header["path"]).is_absolute() else None
    when = (folder / STEPS).stat().st_mtime
    kind = header.get("kind", MAP)
    before = header.get(BEFORE, 0)
    steps = sum(1 for _ in lines)
    steps += before if steps and isinstance(before, int) else 0
    return RecoverableDocument(folder, path, header["title"], when, steps, kind)


def _is_header(line: Line) -> bool:
    """Return True if a line is a journal's head, with the file and its title."""
    title, words = line.get("title"), [line.get("path"), line.get("kind", MAP)]
    if isinstance(title, dict):
        words += [word for entry in title.items() for word in entry]
    else:
        words.append(title)
    are_words = all(isinstance(word, str) for word in words)
    return are_words and source_text.can_name(line["path"])


def _map_file(folder: Path, path: Path | None) -> MapFile:
    """The base of a journal, as the file it was copied from."""
    read = source_text.parse(source_text.read_text(folder / BASE), str(path or folder / BASE))
    source = migrate(read, "map")
    map_, problems = read_map(source)
    if map_ is None:
        raise InvalidFileError(problems)
    return MapFile(source, map_)


# --- lines ----------------------------------------------------------------------------------------


def _write(file: FileIO, content: bytes) -> None:
    while content:
        content = content[file.write(content) :]


def _file_named(path: Path | None) -> str:
    """The file of a work; nothing if its name is not text: it is recovered without one."""
    named = str(source_text.absolute_path(path)) if path else ""
    try:
        named.encode()
    except UnicodeEncodeError:
        return ""
    return named


def _seal(line: Line) -> bytes:
    content = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=int).encode()
    return b"%08x %b\n" % (zlib.crc32(content), content)


def _lines(folder: Path) -> Iterator[Line]:
    """The lines of a journal, up to the first one that is not whole."""
    try:
        with (folder / STEPS).open("rb") as steps:
            for sealed in steps:
                seal, _, content = sealed.partition(b" ")
                whole = content.endswith(b"\n") and seal == b"%08x" % zlib.crc32(content[:-1])
                line = strict_json.loads(content.decode()) if whole else None
                if not isinstance(line, dict):
                    return
                yield line
    except (OSError, ValueError):
        return


# --- locks ----------------------------------------------------------------------------------------


def _lock_file(path: Path) -> IO[bytes] | None:
    """The lock file, locked until it is closed; None while another holder lives."""
    file = path.open("ab")
    try:
        _lock(file.fileno())
    except OSError:
        file.close()
        return None
    return file


def _exclusive() -> Callable[[int], None]:
    """Return this system's function to lock a file for one holder, without waiting."""
    if sys.platform == "win32":
        import msvcrt

        return lambda descriptor: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    import fcntl

    return lambda descriptor: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_lock = _exclusive()


class DocumentJournal:
    """The journal of one document in a folder of journals; none where the folder is None.

    When it cannot be written, `failed` is called with the reason, once, and the work goes on
    without; after the next save another journal is tried.
    """

    def __init__(self, folder: Path | None, failed: Callable[[str], None]) -> None:
        self._folder = folder
        self._failed = failed
        self._journal: RecoveryJournal | None = None
        self._has_failed = False

    @property
    def journal(self) -> Path | None:
        """The folder of the journal, if there is one."""
        return self._journal.folder if self._journal else None

    def begin(self, begun: Callable[[Path], RecoveryJournal]) -> None:
        """Have a journal, begun in the folder of journals if there is none yet."""
        if self._journal is None and self._folder is not None and not self._has_failed:
            try:
                self._journal = begun(self._folder)
            except (OSError, SandtableError, UnicodeError) as error:
                self._fail(error)

    def write(self, line: Callable[[], Line]) -> None:
        """Write a finished change down, if there is a journal to write it in."""
        if self._journal is not None and not self._has_failed:
            try:
                self._journal.append(line())
            except (OSError, UnicodeError) as error:  # a name without text, as of a folder
                self._fail(error)

    def put(self, line: Callable[[], Line]) -> None:
        """Write down all that there is now, likewise."""
        if self._journal is not None and not self._has_failed:
            try:
                self._journal.put(line())
            except (OSError, UnicodeError) as error:
                self._fail(error)

    def end(self) -> None:
        """Close the journal: nothing is left to lose."""
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_failed = None, False

    def _fail(self, error: OSError | SandtableError | UnicodeError) -> None:
        """Stop writing after an error: nothing may follow a gap."""
        self._has_failed = True
        self._failed(str(error))
