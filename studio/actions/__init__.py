"""Everything the studio can do, as one table.

The menus, the tool bar, the shortcut sheet and the command palette are all made from `ACTIONS`. The
name of an action is the text `action-<id>`; of a menu, `menu-<id>`. A menu has its file here.
"""

from studio.actions.action import Action, Menu, Studio, of
from studio.actions.edit import EDIT
from studio.actions.files import FILES
from studio.actions.help import HELP
from studio.actions.play import PLAY
from studio.actions.problems import PROBLEMS
from studio.actions.scenario import SCENARIO
from studio.actions.sheet import SHEET, UNDERLAY
from studio.actions.tools import TOOLS
from studio.actions.umpire import UMPIRE
from studio.actions.view import VIEW
from studio.console.work import RoomWork
from studio.document.document import Document
from studio.document.scenario_document import ScenarioDocument
from studio.playtest.board.speed import Speed

__all__ = ["ACTIONS", "Action", "Menu", "Studio"]

ACTIONS: tuple[Action, ...] = (
    *FILES,
    *of(Document, EDIT, but=("undo", "redo", "escape")),
    *TOOLS,
    *of(Document, SHEET, but=("zones",)),
    *of(Document, UNDERLAY),
    *PROBLEMS,
    *of(ScenarioDocument, SCENARIO),
    *of(ScenarioDocument, PLAY, but=("play", *(f"speed-{s.name.lower()}" for s in Speed))),
    *of(RoomWork, UMPIRE, but=("umpire-game",)),
    *VIEW,
    *HELP,
)
