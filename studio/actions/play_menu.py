"""The Play menu: a scenario played in the window."""

from __future__ import annotations

from engine.session.stop_conditions import StopCondition
from studio.actions.action import Action, Menu, StudioWindow, with_reason
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase


@with_reason("needs-game")
def has_game(studio: StudioWindow) -> bool:
    """While a game is played in front."""
    return studio.playing.play is not None


@with_reason("needs-scenario")
def has_scenario(studio: StudioWindow) -> bool:
    """While a scenario is in front, played or not."""
    return studio.active_tab is not None and studio.active_tab.document.scenario is not None


@with_reason("needs-playable-file")
def may_play(studio: StudioWindow) -> bool:
    """While a scenario not being played is in front, or a map that may have scenarios."""
    return studio.stage.may_play and not has_game(studio)


@with_reason("needs-passable-decision")
def may_pass(studio: StudioWindow) -> bool:
    """While a person is asked and may answer with nothing."""
    play = studio.playing.play
    if play is None or not play.may_answer or play.question is None:
        return False
    return play.question.choices.pass_choice is not None


@with_reason("needs-passable-decision")
def may_hold_fire(studio: StudioWindow) -> bool:
    """While a person who may pass is asked in a move, which may ask for more."""
    play = studio.playing.play
    return play is not None and may_pass(studio) and play.orders.can_hold_fire


@with_reason("needs-decision")
def may_choose_facing(studio: StudioWindow) -> bool:
    """While a person is asked and may have a front to choose."""
    play = studio.playing.play
    return play is not None and play.choices is not None


@with_reason("needs-open-decision")
def may_fill_in_answer(studio: StudioWindow) -> bool:
    """While a person may give an answer that is not proposed."""
    play = studio.playing.play
    return play is not None and play.choices is not None and bool(play.choices.blanks)


@with_reason("needs-hand-over")
def may_hand_over(studio: StudioWindow) -> bool:
    """While another person is to look at the screen."""
    play = studio.playing.play
    return play is not None and play.session.needs_hand_over


@with_reason("needs-earlier-step")
def may_step_back(studio: StudioWindow) -> bool:
    """While there is anything before this point of the game."""
    play = studio.playing.play
    return play is not None and play.session.can_step_back and not play.session.needs_hand_over


@with_reason("needs-later-step")
def may_redo_game_step(studio: StudioWindow) -> bool:
    """While something was taken back."""
    play = studio.playing.play
    return play is not None and play.session.can_redo and not play.session.needs_hand_over


def _toggle_pause(studio: StudioWindow) -> None:
    play = studio.playing.play
    if play is not None:
        play.continue_or_wait()


def _step_back(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.jump(studio.playing.play.session.step_back)


def _step_on(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.jump(studio.playing.play.session.step_on)


def _pass(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.pass_turn()


def _to_place(studio: StudioWindow, steps: int) -> None:
    if studio.playing.pointer is not None:
        studio.playing.pointer.go_to_position(steps)


def _turn(studio: StudioWindow, clockwise: int) -> None:
    if studio.playing.pointer is not None:
        studio.playing.pointer.turn(clockwise)


def _turn_now(studio: StudioWindow) -> None:
    if studio.playing.pointer is not None:
        studio.playing.pointer.confirm()


def _hold_fire(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.hold_fire()


def _hand_over(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.hand_over()


def _skip(studio: StudioWindow) -> None:
    if studio.playing.play is not None:
        studio.playing.play.skip()


@with_reason("needs-game")
def may_begin_from_position(studio: StudioWindow) -> bool:
    """While a game is played in front and the right person is looking at the screen."""
    return has_game(studio) and not may_hand_over(studio)


def _act_as_umpire(studio: StudioWindow) -> None:
    studio.playing.show_umpire()
    studio.playing.umpire.focus()


def _begin_here(studio: StudioWindow) -> None:
    """Make a scenario from the present position, as the user asks for it."""
    from studio.workspaces.play import position_to_scenario

    tab, localize, filing = studio.required_active_tab, studio.localize, studio.filing
    assert isinstance(tab, ScenarioTabBase)
    assert studio.playing.play is not None
    found = position_to_scenario.scenario_from_session(studio.playing.play.session, localize)
    match position_to_scenario.ask_position_use(found, filing.prompts, localize):
        case position_to_scenario.PositionUse.NEW:
            filing.opened.emit(
                position_to_scenario.new_scenario_from_position(found, tab, filing.journals)
            )
            filing.done.emit(localize("from-here-opened"))
        case position_to_scenario.PositionUse.EDIT:
            studio.playing.stop()
            position_to_scenario.replace_scenario_by_position(found, tab, localize)
            filing.done.emit(localize("from-here-edited"))


def _speed(speed: PlaybackSpeed) -> Action:
    return Action(
        f"speed-{speed.name.lower()}",
        Menu.PLAY,
        lambda studio: studio.playing.set_speed(speed),
        checked=lambda studio: studio.playing.pace.is_chosen(speed),
        section="speeds",
    )


def _stop(stop: StopCondition) -> Action:
    return Action(
        f"stop-{stop}",
        Menu.PLAY,
        lambda studio: studio.playing.set_stop(stop, stop not in studio.playing.stops),
        checked=lambda studio: stop in studio.playing.stops,
        section="stops",
    )


PLAY: tuple[Action, ...] = (
    Action("play", Menu.PLAY, lambda s: s.stage.play(), ("F5",), may_play),
    Action("stop-play", Menu.PLAY, lambda s: s.playing.stop(), ("Shift+F5",), has_game),
    Action("save-game", Menu.PLAY, lambda s: s.playing.save(), (), has_game),
    Action("pass", Menu.PLAY, _pass, ("P",), may_pass, section="answers"),
    Action("hold-fire", Menu.PLAY, _hold_fire, ("Shift+P",), may_hold_fire, section="answers"),
    Action("turn-left", Menu.PLAY, lambda s: _turn(s, -1), ("Alt+,",), may_choose_facing,
           section="turns"),
    Action("turn-right", Menu.PLAY, lambda s: _turn(s, 1), ("Alt+.",), may_choose_facing,
           section="turns"),
    Action("turn-now", Menu.PLAY, _turn_now, ("Alt+/",), may_choose_facing, section="turns"),
    Action("other-answer", Menu.PLAY, lambda s: s.playing.decision.other.focus(),
           ("Alt+L",), may_fill_in_answer, section="turns"),
    Action("to-decision", Menu.PLAY, lambda s: s.playing.decision.focus(), ("Ctrl+L",),
           has_game, section="answers"),
    Action("ask-why", Menu.PLAY, lambda s: s.playing.explain(), ("Alt+W",), has_game,
           section="answers"),
    Action("situation", Menu.PLAY, lambda s: s.playing.show_situation(), ("Alt+I",), has_game,
           section="answers"),
    Action("next-place", Menu.PLAY, lambda s: _to_place(s, 1), ("J",), may_choose_facing,
           section="answers"),
    Action("earlier-place", Menu.PLAY, lambda s: _to_place(s, -1), ("Shift+J",), may_choose_facing,
           section="answers"),
    Action("hand-over", Menu.PLAY, _hand_over, ("Ctrl+Return",), may_hand_over,
           section="answers"),
    Action("step-back", Menu.PLAY, _step_back, (",",), may_step_back, section="time"),
    Action("step-on", Menu.PLAY, _step_on, (".",), may_redo_game_step, section="time"),
    Action("recap-back", Menu.PLAY, lambda s: s.playing.step_recap(-1), ("Alt+[",), has_game,
           section="time"),
    Action("recap-on", Menu.PLAY, lambda s: s.playing.step_recap(1), ("Alt+]",), has_game,
           section="time"),
    Action("pause", Menu.PLAY, _toggle_pause, ("F6",), has_game,
           lambda s: s.playing.play is not None and s.playing.play.is_paused, "time"),
    Action("skip", Menu.PLAY, _skip, ("F7",), has_game, section="time"),
    Action("umpire", Menu.PLAY, _act_as_umpire, ("Ctrl+U",), has_game, section="umpire"),
    Action("from-here", Menu.PLAY, _begin_here, (), may_begin_from_position, section="umpire"),
    Action("balance", Menu.PLAY, lambda s: s.stage.open_balance_window(), ("Ctrl+F5",),
           has_scenario, section="balance"),
    *map(_speed, PlaybackSpeed),
    Action("sounds", Menu.PLAY, lambda s: s.playing.pace.toggle_sounds(),
           checked=lambda s: s.playing.pace.sounds.is_on, section="sounds"),
    Action("ask-after-arrival", Menu.PLAY, lambda s: s.playing.pace.toggle_asking_after_arrival(),
           checked=lambda s: s.playing.pace.asks_after_arrival, section="sounds"),
    *map(_stop, StopCondition),
)  # fmt: skip
