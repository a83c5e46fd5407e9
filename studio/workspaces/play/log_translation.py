"""A game under way is put into the words of another language: behind progress, if it lasts."""

from __future__ import annotations

from collections.abc import Callable

from engine.session.history import can_be_translated
from engine.session.replay_restore import prepare_event_translation
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, JobProgress, Outcome
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController


def translate_log(
    play: GameController, language: str, jobs: BackgroundJobs, localize: Localizer
) -> bool:
    """Let what has happened be read in a language; False where the user gave that up.

    Machines wait meanwhile, so that the game stays as it is.
    """
    history, was_running, is_given_up = play.session.history, play.is_running, False
    if can_be_translated(history, language):
        return True

    def put(found: Outcome[Callable[[], bool]]) -> None:
        nonlocal is_given_up
        try:
            found()()
        except JobCancelled:
            is_given_up = True

    def work(progress: JobProgress) -> Callable[[], bool]:
        return prepare_event_translation(history, language, report=progress.report)

    if was_running:
        play.pause()
    jobs.wait(jobs.start(localize("job-wording"), work, put))
    if was_running:
        play.continue_or_wait()
    return not is_given_up
