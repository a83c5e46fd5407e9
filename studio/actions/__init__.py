"""The actions of the studio, as one table.

The menus, the tool bar, the shortcut sheet and the command palette are all made from `ACTIONS`. The
name of an action is the text `action-<id>`; of a menu, `menu-<id>`. A menu has its file here.
"""

from collections.abc import Iterator

from studio.actions.action import (
    Action,
    Menu,
    RefreshTrigger,
    StudioWindow,
    actions_for_documents,
    actions_refreshed_on,
)
from studio.actions.edit_menu import EDIT
from studio.actions.file_menu import FILES
from studio.actions.map_menu import PROBLEMS, SHEET, UNDERLAY
from studio.actions.play_menu import PLAY
from studio.actions.scenario_menu import SCENARIO
from studio.actions.tabletop_menu import TABLE
from studio.actions.tools_menu import TOOLS
from studio.actions.umpire_menu import UMPIRE
from studio.actions.view_and_help_menus import HELP, VIEW
from studio.documents.map_document import MapDocument
from studio.documents.scenario_document import ScenarioDocument
from studio.documents.tabletop_document import TabletopDocument
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument

__all__ = ["ACTIONS", "Action", "Menu", "RefreshTrigger", "StudioWindow"]

STEP, ANSWER = RefreshTrigger.STEP, RefreshTrigger.ANSWER
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
WITH_THINGS = MapDocument | TabletopDocument | ScenarioDocument
BEGUN = ("umpire-game",)  # in front of a scenario or a map
AT_ANY_TIME = ("play", *(f"speed-{speed.name.lower()}" for speed in PlaybackSpeed))


def _of_maps(edit: Action) -> Iterator[Action]:
    """Actions on hexes, and perhaps on the things of a table too."""
    return actions_for_documents(WITH_THINGS if edit.id in SHARED else MapDocument, (edit,))


ACTIONS: tuple[Action, ...] = (
    *FILES,
    *actions_refreshed_on(
        STEP, actions_refreshed_on(ANSWER, (each for each in EDIT if each.id in BACK))
    ),
    *actions_refreshed_on(
        STEP, (each for edit in EDIT if edit.id not in BACK for each in _of_maps(edit))
    ),
    *TOOLS,
    *actions_refreshed_on(STEP, actions_for_documents(MapDocument, SHEET, but=("zones",))),
    *(each for under in UNDERLAY for each in _of_maps(under)),
    *PROBLEMS,
    *actions_refreshed_on(STEP, actions_for_documents(TabletopDocument | ScenarioDocument, TABLE)),
    *actions_refreshed_on(STEP, actions_for_documents(ScenarioDocument, SCENARIO)),
    *actions_refreshed_on(ANSWER, actions_for_documents(ScenarioDocument, PLAY, but=AT_ANY_TIME)),
    *(each for each in UMPIRE if each.id in BEGUN),
    *actions_refreshed_on(
        STEP,
        actions_for_documents(
            UmpiredGameDocument, (each for each in UMPIRE if each.id not in BEGUN)
        ),
    ),
    *VIEW,
    *HELP,
)
