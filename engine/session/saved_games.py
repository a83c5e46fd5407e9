"""Games under way, stored where they are found again: any number of each scenario file.

Beside a game may lie its note, its picture and its journal, which holds what was answered since the
game's file was written. The first game of a scenario has the file that games
had when one was kept of each; those after it have a number.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

from engine.files import source_text
from engine.files.file_writer import remove_file
from engine.files.source_text import SaveError
from engine.problems import SandtableError

if TYPE_CHECKING:
    from engine.session.game_journal import GameJournal
    from engine.session.session import Session

GAME, NOTE, PICTURE = ".session", ".note", ".png"
LATEST = 250_000_000_000.0  # seconds: in the year 9892


def saved_games_folder() -> Path:
    """The folder of this user's games."""
    from platformdirs import user_state_path

    return user_state_path("sandtable") / "games"


@dataclass(frozen=True)
class SavedGame:
    """A game that can be taken up: when it was kept, who sat where, and what is noted of it.

    `turn` is 0 if its file does not say; `picture` is the file of one, if there is any.
    """

    file: Path
    since: datetime
    note: str = ""
    turn: int = 0
    is_over: bool = False
    seats: Mapping[str, str] = field(default_factory=dict)
    picture: Path | None = None


class SavedGameStore:
    """Keeps games of scenarios; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        # By its file, what was saved there last; games that are not open are released.
        self._kept: WeakValueDictionary[Path, Session] = WeakValueDictionary()
        self._journals: WeakKeyDictionary[Session, GameJournal] = WeakKeyDictionary()

    # --- what is kept -----------------------------------------------------------------------------

    def games(self, scenario: Path | None) -> list[SavedGame]:
        """The games kept of a scenario, the latest first."""
        files = self._files(scenario) if scenario is not None else []
        return sorted(map(_tell, files), key=lambda game: game.since, reverse=True)

    def has_game(self, scenario: Path | None) -> bool:
        """True if a game of a scenario is kept that is not over."""
        files = self._files(scenario) if scenario is not None else []
        return not all(game.is_over for game in map(_tell, files))

    def _files(self, scenario: Path) -> list[Path]:
        if self._folder is None or not source_text.path_exists(self._folder):
            return []
        found = self._folder.glob(f"{escape(_stem(scenario))}*{GAME}")
        return sorted(file for file in found if source_text.is_file(file))

    def resumed(self, game: Path, scenario: Path) -> Session:
        """A kept game, taken up again; the reasons of Session.resume if it cannot be."""
        from engine.session.session import Session

        session = Session.resume(game)
        session.path = scenario  # as it is called here: its file is found by that
        self._kept[game] = session
        return session

    # --- keeping ----------------------------------------------------------------------------------

    def keep(self, session: Session) -> None:
        """Keep a game as it stands. SaveError; nothing for a scenario that has no file.

        What it continues makes room for it; every other game stays.
        """
        file = self.file_of(session) or self._place(session)
        if file is not None:
            source_text.make_folder(file.parent)
            self._journals.pop(session, None)
            session.save(file)
            self._kept[file] = session
            self._journals[session] = session.begin_journal(file)

    def note(self, session: Session) -> None:
        """Write down what a game has come to have, before it is shown. SaveError.

        A game that is not kept yet is; of others only what is new is written.
        """
        journal, file = self._journals.get(session), self.file_of(session)
        if journal is None or file is None or not source_text.path_exists(file):
            self.keep(session)
            return
        try:
            session.note_in(journal)
        except SaveError:
            del self._journals[session]  # it may lack something now
            raise

    def file_of(self, session: Session) -> Path | None:
        """Return the file of a saved game; None if it is not saved."""
        return next((file for file, kept in self._kept.items() if kept is session), None)

    def _place(self, session: Session) -> Path | None:
        """Return the file to which a game will be saved."""
        if self._folder is None or session.path is None:
            return None
        files = self._files(session.path)
        continued = (file for file in files if file not in self._kept and _goes_on(session, file))
        return next(continued, None) or self._free(session.path)

    def _free(self, scenario: Path) -> Path:
        """The file of another game."""
        assert self._folder is not None
        stem, number = _stem(scenario), 1
        file = self._folder / f"{stem}{GAME}"
        while source_text.path_exists(file):
            number += 1
            file = self._folder / f"{stem}.{number}{GAME}"
        return file

    def forget(self, session: Session) -> None:
        """Drop a game that is kept, unless something is noted of it; all others stay."""
        file = self.file_of(session)
        if file is None:
            return
        if not note_of(file):
            remove(file)
        del self._kept[file]
        self._journals.pop(session, None)


def remove(game: Path) -> None:
    """Drop a kept game with its note, picture and journal. Raises FileRemovalError."""
    from engine.session.game_journal import journal_path

    for file in (game, journal_path(game), *map(game.with_suffix, (NOTE, PICTURE))):
        remove_file(file)


def note_of(game: Path) -> str:
    """Return the note on a saved game; empty if it cannot be read any more."""
    file = game.with_suffix(NOTE)
    try:
        return source_text.read_text(file).strip() if source_text.is_file(file) else ""
    except SandtableError:
        return ""


def write_note(game: Path, words: str) -> None:
    """Note something of a kept game; nothing takes the note away. SaveError, FileRemovalError."""
    if words.strip() == note_of(game):
        return
    if words.strip():
        source_text.write(game.with_suffix(NOTE), words.strip() + "\n")
    else:
        remove_file(game.with_suffix(NOTE))


def saved_picture_path(game: Path) -> Path:
    """The file of a kept game's picture, whether it is there or not."""
    return game.with_suffix(PICTURE)


def _stem(scenario: Path) -> str:
    """Return the prefix of the names of a scenario's saved games."""
    name = hashlib.blake2b(
        os.fsencode(source_text.resolve_links(scenario)), digest_size=10
    ).hexdigest()
    return f"{scenario.name.split('.')[0]}-{name}"


def _tell(file: Path) -> SavedGame:
    """A saved game, as summed up by its file."""
    from engine.session import session_files

    head, picture = session_files.head_of(file), saved_picture_path(file)
    return SavedGame(
        file, file_time(_when(file)), note_of(file), head.turn, head.is_over, head.seats,
        picture if source_text.is_file(picture) else None,
    )  # fmt: skip


def _when(file: Path) -> float:
    """Return when a game was kept, or last answered in."""
    from engine.session.game_journal import journal_path

    files = [each for each in (file, journal_path(file)) if source_text.is_file(each)]
    return max(each.stat().st_mtime for each in files)


def file_time(seconds: float) -> datetime:
    """A time of a file's; a clock that was wrong may have set it beyond any calendar."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), LATEST))


def _goes_on(session: Session, file: Path) -> bool:
    """Return True if a game includes all of a saved one, which may then be replaced."""
    from engine.session import session_files

    mine = [branch.line.answers for branch in session.history.branches]
    try:
        if session_files.head_of(file).seed != session.seed:
            return False
        lines = session_files.answers_in(file)
    except SandtableError:
        return False  # whatever it is, it is in use
    return all(any(line == other[: len(line)] for other in mine) for line in lines)
