"""Games under way, stored where they are found again: one file per scenario file."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files import source_text
from engine.problems import SandtableError

if TYPE_CHECKING:
    from engine.session.session import Session


def home() -> Path:
    """The folder of this user's games."""
    from platformdirs import user_state_path

    return user_state_path("sandtable") / "games"


class Keeper:
    """Keeps the latest game of each scenario; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: dict[Path, Session] = {}  # by its file, what was kept there last

    def file(self, scenario: Path) -> Path | None:
        """Where the game of a scenario is kept, if anywhere."""
        if self._folder is None:
            return None
        name = hashlib.blake2b(str(scenario.resolve()).encode(), digest_size=10).hexdigest()
        return self._folder / f"{scenario.name.split('.')[0]}-{name}.session"

    def kept_at(self, scenario: Path | None) -> datetime | None:
        """When the game of a scenario was kept; None where none is."""
        file = self.file(scenario) if scenario else None
        if file is None or not source_text.is_there(file):
            return None
        return datetime.fromtimestamp(file.stat().st_mtime)

    def keep(self, session: Session) -> None:
        """Keep a game as it stands. CannotSave; nothing for a scenario that has no file."""
        file = self.file(session.path) if session.path else None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            session.save(file)
            self._kept[file] = session

    def has_another(self, session: Session) -> bool:
        """Whether the kept game of this scenario is one that this game does not continue."""
        file = self.file(session.path) if session.path else None
        if file is None or not source_text.is_there(file) or self._kept.get(file) is session:
            return False
        from engine.session import keeping

        mine = [branch.line.answers for branch in session.history.branches]
        try:
            lines = keeping.answers_in(file)
        except SandtableError:
            return True  # whatever it is, it is somebody's
        return not all(any(line == other[: len(line)] for other in mine) for line in lines)

    def resumed(self, scenario: Path) -> Session:
        """The game of a scenario, taken up again; the reasons of Session.resume if it cannot be."""
        file = self.file(scenario)
        from engine.session.session import Session

        if file is None:
            raise SandtableError(str(scenario))
        session = Session.resume(file)
        session.path = scenario  # as it is called here: its file is found by that
        self._kept[file] = session
        return session

    def forget(self, session: Session) -> None:
        """Drop a game that is kept; another one of its scenario stays."""
        file = self.file(session.path) if session.path else None
        if file is not None and self._kept.get(file) is session:
            file.unlink(missing_ok=True)
            del self._kept[file]
