"""A whole game as it is played: the umpire at the window, each side at a browser of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.play.arm_commands import CommandScope
from engine.play.players import Question, find_player
from engine.umpire.orders import OrderState
from engine.umpire.seat_view import option_id
from studio.web import request_guards, web_app
from studio.workspaces.umpire.host_panel import SEAT, THERE
from studio.workspaces.umpire.next_step import PendingStepKind, ProposedStep
from studio.workspaces.umpire.start_umpired_game_dialog import StartUmpiredGameDialog
from studio.workspaces.umpire.umpire_controller import UmpiredGameQuestion
from studio.workspaces.umpire.umpired_game_setup import RememberedSetup, UmpiredGameSetup
from tests.engine.umpire.rooms import seen
from tests.studio.web.browsing import DESKTOP, PHONE, Screen
from tests.studio.workspaces.umpire.elsewhere import Elsewhere, draft, elsewhere
from tests.studio.workspaces.umpire.hands import Umpire, small_cities
from tests.studio.workspaces.umpire.watching import Watch, Wire

ROUNDS = 3
LEFT = Qt.MouseButton.LeftButton
QUESTION, ANSWER = "May we blow the bridge at G4?", "Only when they are on it."
NOTE, REASON = "the red die lay askew", "the road is mined"
NEWS = {"red": "Rain over the river.", "blue": "Fog in the hills."}
SCREENS: dict[str, dict[str, Any]] = {
    "red": {"seat": "red-1", "language": "en", **DESKTOP},
    "blue": {"seat": "blue-1", "language": "zh", "locale": "zh-CN", **PHONE},
}


@pytest.fixture
def there(qtbot: QtBot, window: Umpire) -> Iterator[tuple[Elsewhere, Browser]]:
    with elsewhere(qtbot) as found:
        yield found


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Keeps all that hosts send."""
    made, guarded = Wire(), request_guards.HostGuard
    monkeypatch.setattr(web_app, "HostGuard", lambda app, *rest: made.tap(guarded(app, *rest)))
    return made


class Table:
    """The umpire at the window, and a page for each side."""

    def __init__(self, umpire: Umpire, there: Elsewhere, qtbot: QtBot, wire: Wire) -> None:
        self.umpire, self.there, self.qtbot, self.wire = umpire, there, qtbot, wire
        self.screens: dict[str, Screen] = {}
        self.watches: dict[str, Watch] = {}
        self.has_laid = self.has_refused = False

    # --- before the game --------------------------------------------------------------------------

    def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Play ▸ Umpire a game …, with the dialog filled in."""
        monkeypatch.setattr(self.umpire.prompts, "ask", self._fill_in)
        self.umpire.window.filing.open_file(small_cities(self.umpire.file.parent))
        self.umpire.do("umpire-game")

    def _fill_in(self, question: UmpiredGameQuestion) -> UmpiredGameSetup:
        umpire = self.umpire
        dialog = StartUmpiredGameDialog(
            question.scenario,
            question.path,
            RememberedSetup(),
            lambda was: None,
            umpire.window.localize,
        )
        dialog.people["red"].setText("Rita, Rolf")
        dialog.people["blue"].setText("Bella")
        dialog.seed.setValue(7)
        dialog.minutes.setValue(30)
        dialog.file.setText(str(umpire.file))
        dialog.begin.click()
        assert dialog.result() == StartUmpiredGameDialog.DialogCode.Accepted, dialog.fault.text()
        setup = dialog.setup()
        dialog.deleteLater()
        return setup

    def let_players_come(self, browser: Browser) -> None:
        """Start their screens from the panel, and open the links it gives."""
        players = self.umpire.docks.players
        self.umpire.do("room-players")
        players.port.setValue(0)
        self.umpire.do("room-serve")
        for side, options in SCREENS.items():
            own = {name: each for name, each in options.items() if name not in ("seat", "language")}
            url = self._link(options["seat"])
            self.screens[side] = self.there.do(Screen, browser, url, **own)
            self.there.do(self.screens[side].sit)
            self.watches[side] = Watch(self.umpire.room, options["seat"], self.wire)
            self.umpire.room.listen(self.watches[side].look)

    def _link(self, seat: str) -> str:
        players = self.umpire.docks.players
        rows = map(players.seats.topLevelItem, range(players.seats.topLevelItemCount()))
        players.seats.setCurrentItem(next(row for row in rows if row and row.data(0, SEAT) == seat))
        players.copy.click()
        return QGuiApplication.clipboard().text()

    def who_is_there(self) -> list[str]:
        """The names in the panel that have a dot."""
        tree = self.umpire.docks.players.seats
        rows = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
        return [row.text(0) for row in rows if row and row.text(1).startswith(THERE)]

    # --- a side writes ----------------------------------------------------------------------------

    def write(self, side: str) -> None:
        """All the side writes now, as the machine would, by taps on its page; handed in."""
        room, seat = self.umpire.room, SCREENS[side]["seat"]
        screen, grid = self.screens[side], room.session.scenario.map.grid
        self.there.do(screen.catch_up, room.desk_number(seat))
        while (trial := room.game_after_orders(CommandScope(side))).decision is not None:
            chosen = find_player("greedy", 3).choose(Question(trial.game, trial.decision))
            if chosen in trial.closing:
                break
            desk = room.desk(seat)
            wanted = next(one for one in desk["options"] if one["id"] == option_id(chosen))
            language = SCREENS[side]["language"]
            self.there.do(draft, screen, grid, desk["options"], wanted, language)
            self.there.do(screen.catch_up, desk["number"] + 1)
        self.there.do(screen.press, "#tab-orders")
        self.there.do(screen.hand_in)
        self.qtbot.waitUntil(self._has_come, timeout=20_000)
        self.search()

    def _has_come(self) -> bool:
        """Whether the window shows that something waits to be executed."""
        step = self.umpire.docks.step
        return step.proceed.isVisible() and step.proceed.isEnabled()

    # --- the umpire -------------------------------------------------------------------------------

    def execute(self) -> None:
        """Everything that waits, one by one by the button; once otherwise than proposed."""
        while self.umpire.room.can_proceed:
            coming = self.umpire.docks.step.proposal
            assert coming is not None
            if coming.waits is PendingStepKind.DICE and not self.has_laid:
                self._lay(coming)
            elif self._is_to_refuse(coming):
                self._refuse(coming)
            else:
                QTest.mouseClick(self.umpire.docks.step.proceed, LEFT)

    def _lay(self, coming: ProposedStep) -> None:
        """Lay one die otherwise than it is proposed."""
        step = self.umpire.docks.step
        self.umpire.do("room-lay")
        assert coming.faces is not None
        faces = (coming.faces[0] % 6 + 1, *coming.faces[1:])
        for box, face in zip(step.entry.boxes, faces, strict=True):
            box.setValue(face)
        QTest.keyClicks(step.note, NOTE)
        QTest.mouseClick(step.entry.lay, LEFT)
        assert faces in self.umpire.room.session.game.answers
        for watch in self.watches.values():
            watch.private.add(NOTE)
        self.has_laid = True

    def _is_to_refuse(self, coming: ProposedStep) -> bool:
        is_move = coming.order is not None and not coming.order.opener and "move" in coming.words
        return not self.has_refused and self.umpire.turn == 2 and coming.side == "blue" and is_move

    def _refuse(self, coming: ProposedStep) -> None:
        """Refuse an order; its side reads why, the other does not."""
        step = self.umpire.docks.step
        self.watches["red"].private.add(REASON)
        self.umpire.do("room-refuse")
        QTest.keyClicks(step.reason, REASON)
        QTest.mouseClick(step.give_refusal, LEFT)
        assert any(REASON in line for line in self.umpire.docks.orders.listed())
        page = self.screens["blue"].page
        self.there.do(lambda: expect(page.locator(".reason").first).to_have_text(REASON))
        self.has_refused = True

    def answer_a_letter(self) -> None:
        """Red asks something by its page; the umpire reads it and answers."""
        page, docks = self.screens["red"].page, self.umpire.docks
        docks.named["room-post"].set_open(False)  # what comes while it is open counts as read
        self.watches["blue"].private |= {QUESTION, ANSWER}
        self.there.do(self.screens["red"].press, "#tab-messages")
        self.there.do(page.fill, "#letter-words", QUESTION)
        self.there.do(self.screens["red"].press, "#letter button")
        title = docks.named["room-post"].windowTitle
        self.qtbot.waitUntil(lambda: title() == "Mail (1)", timeout=20_000)
        self.umpire.do("room-post")
        assert docks.post.list.item(0).text().endswith(QUESTION)
        docks.post.list.setCurrentRow(0)
        QTest.keyClick(docks.post.list, Qt.Key.Key_Return)
        QTest.keyClicks(docks.post.words, ANSWER)
        QTest.keyClick(docks.post.words, Qt.Key.Key_Return)
        letters = page.locator("#letters .words")
        self.there.do(lambda: expect(letters).to_have_text([ANSWER, QUESTION]))

    def tell_the_news(self) -> None:
        """A bulletin for each side: as drafted, with a sentence of the umpire's."""
        self.umpire.do("room-bulletins")
        panel = self.umpire.docks.bulletins
        for side, words in NEWS.items():
            for other in self.watches:
                if other != side:
                    self.watches[other].private.add(words)
            panel.to.setCurrentIndex(panel.to.findData(side))
            QTest.mouseClick(panel.draft, LEFT)
            for editor in panel.editors.values():
                editor.appendPlainText(words)
            QTest.mouseClick(panel.send, LEFT)
        for side, screen in self.screens.items():
            self.there.do(screen.press, "#tab-bulletins")
            shown = screen.page.locator("#bulletins .told")
            self.there.do(expect(shown).to_contain_text, [NEWS[side]])

    # --- afterwards -------------------------------------------------------------------------------

    def look_back(self) -> None:
        """The debrief: what was true beside what each side believed."""
        self.umpire.do("room-debrief")
        debrief = self.umpire.tab.debrief
        assert debrief.beliefs[-1].turn == ROUNDS + 1
        debrief.slider.setValue(ROUNDS)
        assert debrief.list.count() > 0, "nobody was mistaken about anything"
        self.umpire.window.escape()

    def close_and_open_again(self) -> None:
        """Closing the room ends the pages' connections; File ▸ Open takes it up again."""
        self.umpire.prompts.confirmed = [True]
        assert self.umpire.window.close_tab(self.umpire.tab)
        for screen in self.screens.values():
            self.there.do(expect(screen.page.locator("#banner")).to_be_visible)
        self.umpire.prompts.open = [self.umpire.file]
        self.umpire.do("open")

    # --- what is to be seen -----------------------------------------------------------------------

    def search(self) -> None:
        """Look through all that was sent since the last time, for what a side may not know."""
        for side, screen in self.screens.items():
            number = self.umpire.room.desk_number(SCREENS[side]["seat"])
            self.there.do(screen.catch_up, number)
            assert self.watches[side].search() > 0

    def show_all_their_units(self) -> bool:
        """Whether each page lists what its side knows."""
        for side, screen in self.screens.items():
            desk = self.umpire.room.desk(SCREENS[side]["seat"])
            known = [*desk["units"], *desk["seen"], *desk["ghosts"]]
            self.there.do(screen.press, "#tab-units")
            if self.there.do(screen.count, "#units li button") != len(known):
                return False
        return True

    def room(self) -> dict[str, Any]:
        """All there is to see of the room, with its orders as the window lists them."""
        return {**seen(self.umpire.room), "listed": self.umpire.docks.orders.listed()}


@pytest.fixture
def table(
    window: Umpire,
    there: tuple[Elsewhere, Browser],
    qtbot: QtBot,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
) -> Table:
    """A game begun at the window, both sides at their screens."""
    made = Table(window, there[0], qtbot, wire)
    made.begin(monkeypatch)
    made.let_players_come(there[1])
    return made


def test_three_rounds_are_umpired_at_the_window_and_played_at_two_browsers(
    table: Table, qtbot: QtBot
) -> None:
    umpire = table.umpire
    qtbot.waitUntil(lambda: table.who_is_there() == ["Rita (Red)", "Bella (Blue)"], timeout=20_000)
    while umpire.turn <= ROUNDS:
        table.write(umpire.room.waits_for)
        if umpire.turn == 0:
            umpire.do("room-run")
            umpire.settle()
        table.execute()
        if not umpire.room.messages:
            table.answer_a_letter()
        if umpire.turn == 2 and not umpire.room.bulletins:
            table.tell_the_news()
    table.search()
    assert (table.has_laid, table.has_refused) == (True, True)
    assert sum(len(umpire.orders(s, OrderState.EXECUTED)) for s in umpire.room.sides) >= 50
    assert all(watch.met and watch.hidden for watch in table.watches.values())
    assert table.show_all_their_units()
    assert [screen.complaints for screen in table.screens.values()] == [[], []]

    table.look_back()
    was = table.room()
    table.close_and_open_again()
    again = table.room()
    assert again["log"].pop()[0] == "reopened", "its clock ran"
    assert again == was
