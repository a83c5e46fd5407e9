"""Everything the studio can do, as one table.

The menus, the tool bar, the shortcut sheet and the command palette are all made from `ACTIONS`. The
name of an action is the text `action-<id>`; of a menu, `menu-<id>`. A menu has its file here.
"""

from studio.actions.action import Action, Menu, Studio
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

__all__ = ["ACTIONS", "Action", "Menu", "Studio"]

ACTIONS: tuple[Action, ...] = (
    *FILES, *EDIT, *TOOLS, *SHEET, *UNDERLAY, *PROBLEMS, *SCENARIO, *PLAY, *UMPIRE, *VIEW, *HELP,
)  # fmt: skip
