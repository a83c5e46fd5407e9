"""Everything the studio can do, as one table.

The menus, the tool bar, the shortcut sheet and the command palette are all made from `ACTIONS`. The
name of an action is the text `action-<id>`; of a menu, `menu-<id>`. A menu has its file here.
"""

from collections.abc import Iterator

from studio.actions.action import Action, Menu, Often, Studio, of, turning_on
from studio.actions.edit import EDIT
from studio.actions.files import FILES
from studio.actions.help import HELP
from studio.actions.play import PLAY
from studio.actions.problems import PROBLEMS
from studio.actions.scenario import SCENARIO
from studio.actions.sheet import SHEET, UNDERLAY
from studio.actions.table import TABLE
from studio.actions.tools import TOOLS
from studio.actions.umpire import UMPIRE
from studio.actions.view import VIEW
from studio.console.work import RoomWork
from studio.document.document import Document
from studio.document.scenario_document import ScenarioDocument
from studio.document.table_document import TableDocument
from studio.playtest.board.speed import Speed

__all__ = ["ACTIONS", "Action", "Menu", "Often", "Studio"]

STEP, ANSWER = Often.STEP, Often.ANSWER
BACK = ("undo", "redo", "escape", "go-to")  # for works of every kind
SHARED = (
    "cut",
    "copy",
    "paste",
    "clear",
    "turn",
    "mirror",
    "select-all",
    "select-none",
    "select-invert",
    "underlay-load",
    "underlay-fit",
    "underlay-shown",
)  # on hexes and on the things of a table
WITH_THINGS = Document | TableDocument | ScenarioDocument
BEGUN = ("umpire-game",)  # in front of a scenario or a map
AT_ANY_TIME = ("play", *(f"speed-{speed.name.lower()}" for speed in Speed))


def _of_maps(edit: Action) -> Iterator[Action]:
    """Actions on hexes, and perhaps on the things of a table too."""
    return of(WITH_THINGS if edit.id in SHARED else Document, (edit,))


ACTIONS: tuple[Action, ...] = (
    *FILES,
    *turning_on(STEP, turning_on(ANSWER, (each for each in EDIT if each.id in BACK))),
    *turning_on(STEP, (each for edit in EDIT if edit.id not in BACK for each in _of_maps(edit))),
    *TOOLS,
    *turning_on(STEP, of(Document, SHEET, but=("zones",))),
    *(each for under in UNDERLAY for each in _of_maps(under)),
    *PROBLEMS,
    *turning_on(STEP, of(TableDocument | ScenarioDocument, TABLE)),
    *turning_on(STEP, of(ScenarioDocument, SCENARIO)),
    *turning_on(ANSWER, of(ScenarioDocument, PLAY, but=AT_ANY_TIME)),
    *(each for each in UMPIRE if each.id in BEGUN),
    *turning_on(STEP, of(RoomWork, (each for each in UMPIRE if each.id not in BEGUN))),
    *VIEW,
    *HELP,
)
