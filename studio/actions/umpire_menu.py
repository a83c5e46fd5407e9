"""The Umpire menu: an umpired game step by step, its maps, its panels and its written record."""

from __future__ import annotations

from studio.actions.action import Action, Menu, StudioWindow, with_reason
from studio.actions.play_menu import has_scenario


@with_reason("needs-umpired-game")
def is_umpiring(studio: StudioWindow) -> bool:
    """While an umpired game is in front."""
    return studio.console.tab is not None


@with_reason("needs-playable-file")
def may_umpire(studio: StudioWindow) -> bool:
    """While a scenario is in front, or a map there may be scenarios of."""
    return has_scenario(studio) or studio.active_map_editor is not None


def _is_free(studio: StudioWindow) -> bool:
    tab = studio.console.tab
    return tab is not None and not tab.deeds.is_running and not tab.is_debriefing


@with_reason("needs-umpire-step")
def may_proceed(studio: StudioWindow) -> bool:
    """While a step waits that can be taken, or real dice whose faces can be entered."""
    tab = studio.console.tab
    waits = tab is not None and (tab.room.can_proceed or tab.room.awaits_real_dice)
    return waits and _is_free(studio)


@with_reason("needs-umpire-step")
def may_run_steps_automatically(studio: StudioWindow) -> bool:
    """While a step waits that needs no decision."""
    tab = studio.console.tab
    return tab is not None and tab.room.can_proceed and _is_free(studio)


@with_reason("needs-umpire-step")
def may_toggle_automatic_run(studio: StudioWindow) -> bool:
    """While such a step waits, or steps are already being taken automatically."""
    tab = studio.console.tab
    return may_run_steps_automatically(studio) or (tab is not None and tab.deeds.is_running)


@with_reason("needs-clock")
def has_running_clock(studio: StudioWindow) -> bool:
    """While a clock is set that has not run out."""
    clock = studio.console.tab.room.clock if studio.console.tab is not None else None
    return clock is not None and not clock.is_up


def _debriefs(studio: StudioWindow) -> bool:
    return studio.console.tab is not None and studio.console.tab.is_debriefing


@with_reason("needs-no-debrief")
def may_choose_viewer(studio: StudioWindow) -> bool:
    """While maps are chosen freely: not in the debrief."""
    return is_umpiring(studio) and not _debriefs(studio)


def _shows_two(studio: StudioWindow) -> bool:
    return studio.console.tab is not None and studio.console.tab.is_two


def _set_clock(studio: StudioWindow) -> None:
    studio.console.docks.show_panel("room-step")
    studio.console.docks.step.clock.open_form()


def _panel(name: str, key: str) -> Action:
    return Action(
        name, Menu.UMPIRE, lambda studio: studio.console.docks.show_panel(name), (key,),
        is_umpiring, section="panels",
    )  # fmt: skip


def _view(number: int, key: str) -> Action:
    def is_seen(studio: StudioWindow) -> bool:
        tab = studio.console.tab
        if tab is None or number >= len(tab.switch.viewers):
            return False
        return tab.board.viewer == tab.switch.viewers[number]

    return Action(
        f"room-view-{number}", Menu.UMPIRE,
        lambda studio: studio.console.front.view_number(number), (key,), may_choose_viewer,
        is_seen, "views",
    )  # fmt: skip


UMPIRE: tuple[Action, ...] = (
    Action("umpire-game", Menu.PLAY, lambda s: s.stage.umpire(), ("Ctrl+Shift+F5",), may_umpire,
           section="umpire"),
    Action("room-proceed", Menu.UMPIRE, lambda s: s.console.docks.step.carry_out(), ("F9",),
           may_proceed, section="steps"),
    Action("room-run", Menu.UMPIRE, lambda s: s.console.docks.step.toggle_run(), ("F10",),
           may_toggle_automatic_run, section="steps"),
    Action("room-run-through", Menu.UMPIRE,
           lambda s: s.console.front.deeds.run(passes_umpire=True), ("Shift+F10",),
           may_run_steps_automatically,
           section="steps"),
    Action("room-lay", Menu.UMPIRE, lambda s: s.console.docks.step.open_dice_editor(), ("F11",),
           is_umpiring, section="steps"),
    Action("room-refuse", Menu.UMPIRE, lambda s: s.console.docks.step.open_refusal(), ("F12",),
           is_umpiring, section="steps"),
    *(_view(number, key) for number, key in enumerate(("F2", "F3", "Ctrl+F3"))),
    Action("room-two", Menu.UMPIRE, lambda s: s.console.front.show_two(not _shows_two(s)),
           ("Shift+F2",), may_choose_viewer, _shows_two, "views"),
    Action("room-debrief", Menu.UMPIRE, lambda s: s.console.toggle_debrief(), ("Shift+F3",),
           is_umpiring, _debriefs, "views"),
    _panel("room-step", "Ctrl+2"),
    _panel("room-orders", "Ctrl+3"),
    _panel("room-post", "Ctrl+4"),
    _panel("room-bulletins", "Ctrl+5"),
    _panel("room-notes", "Ctrl+6"),
    _panel("room-record", "Ctrl+7"),
    _panel("room-players", "Ctrl+8"),
    _panel("room-writing", "Ctrl+9"),
    _panel("room-umpire", "Ctrl+Alt+U"),
    _panel("room-outlook", "Ctrl+Alt+L"),
    _panel("room-tables", "Ctrl+Alt+T"),
    _panel("room-dice", "Ctrl+Alt+D"),
    _panel("room-hands", "Ctrl+Alt+C"),
    Action("room-clock", Menu.UMPIRE, _set_clock, ("Shift+F9",), is_umpiring, section="clock"),
    Action("room-clock-hold", Menu.UMPIRE, lambda s: s.console.front.deeds.hold_clock(),
           ("Ctrl+F9",), has_running_clock, section="clock"),
    Action("room-serve", Menu.UMPIRE, lambda s: s.console.docks.players.start_or_stop(),
           ("Ctrl+F8",), is_umpiring,
           lambda s: s.console.tab is not None and s.console.tab.serving.is_on, "clock"),
    Action("room-rematch", Menu.UMPIRE, lambda s: s.console.rematch(), (), is_umpiring,
           section="files"),
    Action("room-pictures", Menu.UMPIRE, lambda s: s.console.write_pictures(), ("Ctrl+Shift+F2",),
           is_umpiring, section="files"),
    Action("room-write-record", Menu.UMPIRE, lambda s: s.console.write_record(),
           ("Ctrl+Shift+F7",), is_umpiring, section="files"),
)  # fmt: skip
