"""A toy game on a table: men walk at most twelve inches where no house stands, a gun a side fires.

In its turn a side aims its gun once, or not, and then sends its men, any number of them at once: as
they stand or in a line between two points. A shot goes straight to where it is aimed and knocks
over those within half an inch of its way, each where the umpire says so; one of them its own side
may spare. Each side has a mine nobody else knows of. It has what a hand on a table must serve.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from engine.games.figure_group_kinds import FigureGroupKind
from engine.games.rule_system import Overrides
from engine.games.scenario_limits import ScenarioLimits
from engine.play.ai_support import AiSupport
from engine.play.decisions import (
    UMPIRE,
    AcceptedAnswer,
    Answer,
    Decision,
    Procedure,
    ask,
    roll_one,
)
from engine.play.events import Event
from engine.play.forecast_blocks import OutcomeForecast, ResultChance, ResultChances
from engine.play.game import Game, Intervention, InvalidInterventionError
from engine.play.option_targets import (
    ActionParameter,
    EventLocation,
    OptionAction,
    OptionTarget,
    TrajectoryPoint,
    UmpireAction,
)
from engine.play.position import HexFeature, LostUnit, Piece, Point, Position, Result
from engine.play.tabletop_gestures import (
    DropTarget,
    Edge,
    Gesture,
    GestureKind,
    GesturePreview,
    GrabOptions,
    PossibleHit,
)
from engine.play.translatable_phrases import (
    Saying,
    TranslatablePhrase,
    unit_name_term,
    unit_name_terms,
)
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario, ScenarioSide
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.shapes import FOOT, INCH, Polygon, format_path, parse_path
from engine.tabletop.tabletop_map import TabletopEdge as BackLine
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from tests.conformance import toy_system
from tests.conformance.toy import Toy

SIDES, TURNS, FAR, WIDE = ("red", "blue"), 4, 12 * INCH, 8
ROOM = 12  # between the middles of two men
HOUSE = (Point(5 * FOOT // 2, 2 * FOOT), Point(7 * FOOT // 2, 3 * FOOT))
TABLE = TabletopMap(
    6 * FOOT,
    5 * FOOT,
    {"en": "The green", "zh": "绿地"},
    edges={BackLine.SOUTH: "", BackLine.NORTH: ""},
    features=(
        TabletopFeature.of_kind(
            "house",
            "house",
            Polygon(
                (HOUSE[0], Point(HOUSE[1].x, HOUSE[0].y), HOUSE[1], Point(HOUSE[0].x, HOUSE[1].y))
            ),
            FigureScale.LITTLE_WARS,
        ),
    ),
)
START = {"red": (FOOT, 0), "blue": (4 * FOOT, 180)}


@dataclass(frozen=True)
class Man:
    side: str
    type: str
    at: Point
    facing: int = 0
    moved: bool = False


@dataclass
class Green:
    men: dict[str, Man] = field(default_factory=dict)
    mines: dict[str, Point] = field(default_factory=dict)
    active: str = "red"
    turn: int = 1
    has_aimed: bool = False
    over: bool = False
    lost: tuple[LostUnit, ...] = ()

    def copy(self) -> Green:
        return replace(self, men=dict(self.men), mines=dict(self.mines))

    def of(self, side: str, type_: str) -> tuple[str, ...]:
        return tuple(
            name
            for name, man in self.men.items()
            if man.side == side and man.type == type_ and not man.moved
        )


# --- answers --------------------------------------------------------------------------------------


class Sent(NamedTuple):
    """Men, and where each is to stand, as ways are written."""

    men: str
    places: str


class Aimed(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class SendMen(Decision[Green, Sent | None]):
    is_open: ClassVar[bool] = True

    def options(self, state: Green) -> Sequence[Sent | None]:
        free = state.of(self.side, "foot")
        ahead = INCH if self.side == "red" else -INCH
        first = [
            Sent(name, format_path([Point(state.men[name].at.x, state.men[name].at.y + ahead)]))
            for name in free[:1]
        ]
        return [*(each for each in first if self.accepts(state, each)), None]

    def accepts(self, state: Green, answer: Answer) -> AcceptedAnswer[Sent | None] | None:
        if answer is None:
            return AcceptedAnswer(None)
        read = _read(answer)
        free = state.of(self.side, "foot")
        if read is None or not set(read.men.split()) <= set(free):
            return None
        places = parse_path(read.places)
        names = read.men.split()
        if len(places) != len(names) or not names or len(set(names)) != len(names):
            return None
        is_free = all(
            why_not(state, *pair, names) is None for pair in zip(names, places, strict=True)
        )
        return AcceptedAnswer(read) if is_free and apart(places) else None


@dataclass(frozen=True, slots=True)
class AimGun(Decision[Green, Aimed | None]):
    is_open: ClassVar[bool] = True

    gun: str

    def options(self, state: Green) -> Sequence[Aimed | None]:
        enemies = [man.at for man in state.men.values() if man.side != self.side]
        return [*(Aimed(*at) for at in dict.fromkeys(enemies[:2])), None]

    def accepts(self, state: Green, answer: Answer) -> AcceptedAnswer[Aimed | None] | None:
        match answer:
            case None:
                return AcceptedAnswer(None)
            case (x, y) if type(x) is type(y) is int and TABLE.has(Point(x, y)):
                return AcceptedAnswer(Aimed(x, y)) if (x, y) != state.men[self.gun].at else None
        return None

    def blanks(self, state: Green) -> tuple[ActionParameter, ...]:
        return (ActionParameter("at", "place"),)


@dataclass(frozen=True, slots=True)
class WhichFell(Decision[Green, str]):
    """The umpire says one after the other which men fell."""

    hit: tuple[str, ...]

    def options(self, state: Green) -> Sequence[str]:
        return ["done", *self.hit]


def _read(answer: Answer) -> Sent | None:
    match answer:
        case (str(men), str(places)):
            return Sent(men, places)
    return None


# --- the ground -----------------------------------------------------------------------------------


def why_not(state: Green, name: str, at: Point, moving: Sequence[str]) -> Saying | None:
    """Why a man may not go to a point; None where he may."""
    man = state.men[name]
    if not TABLE.has(at):
        return TranslatablePhrase.of("table-toy.off")
    if hypot(at.x - man.at.x, at.y - man.at.y) > FAR:
        return TranslatablePhrase.of("table-toy.too-far")
    low, high = HOUSE
    if low.x - 6 < at.x < high.x + 6 and low.y - 6 < at.y < high.y + 6:
        return TranslatablePhrase.of("table-toy.house")
    others = [each.at for other, each in state.men.items() if other not in moving]
    if not apart([at, *others], 1):
        return TranslatablePhrase.of("table-toy.taken")
    return None


def apart(places: Sequence[Point], first: int | None = None) -> bool:
    """Whether the first so many stand clear of all others."""
    for number, one in enumerate(places[:first]):
        for other in places[number + 1 :]:
            if hypot(one.x - other.x, one.y - other.y) < ROOM:
                return False
    return True


def along(state: Green, gun: str, at: Point) -> tuple[str, ...]:
    """The men within half an inch of a straight shot, the nearest first."""
    start = state.men[gun].at
    length = hypot(at.x - start.x, at.y - start.y)
    found = []
    for name, man in state.men.items():
        x, y = man.at.x - start.x, man.at.y - start.y
        ahead = (x * (at.x - start.x) + y * (at.y - start.y)) / length
        aside = abs(x * (at.y - start.y) - y * (at.x - start.x)) / length
        if name != gun and 0 < ahead <= length + WIDE and aside <= WIDE:
            found.append((ahead, name))
    return tuple(name for _, name in sorted(found))


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MineLaid(Event[Green]):
    side: str
    at: Point

    def apply(self, state: Green) -> None:
        state.mines[self.side] = self.at

    def seers(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class MenSent(Event[Green]):
    men: tuple[str, ...]
    places: tuple[Point, ...]
    came: tuple[Point, ...]

    def apply(self, state: Green) -> None:
        for name, at in zip(self.men, self.places, strict=True):
            state.men[name] = replace(state.men[name], at=Point(*at), moved=True)


@dataclass(frozen=True, slots=True)
class GunFired(Event[Green]):
    gun: str
    at: Point

    def apply(self, state: Green) -> None:
        state.has_aimed = True


@dataclass(frozen=True, slots=True)
class GunHeld(Event[Green]):
    gun: str

    def apply(self, state: Green) -> None:
        state.has_aimed = True


@dataclass(frozen=True, slots=True)
class ManFell(Event[Green]):
    man: str

    def apply(self, state: Green) -> None:
        fallen = state.men.pop(self.man)
        state.lost += (LostUnit(self.man, fallen.side, fallen.type),)


@dataclass(frozen=True, slots=True)
class ManShifted(Event[Green]):
    man: str
    at: Point

    def apply(self, state: Green) -> None:
        state.men[self.man] = replace(state.men[self.man], at=Point(*self.at))


@dataclass(frozen=True, slots=True)
class SideDone(Event[Green]):
    side: str

    def apply(self, state: Green) -> None:
        state.turn += self.side == "blue"
        state.active = SIDES[1 - SIDES.index(self.side)]
        state.has_aimed = False
        state.men = {name: replace(man, moved=False) for name, man in state.men.items()}
        state.over = state.turn > TURNS


# --- the sequence ---------------------------------------------------------------------------------


def lay_mine(game: Game[Green], side: str) -> Procedure[None]:
    column = yield from roll_one("mine")
    game.emit(MineLaid(side, Point(column * 100 + 13, 400 if side == "red" else 560)))


def aim(game: Game[Green], gun: str) -> Procedure[None]:
    side = game.state.active
    told = yield from ask(AimGun(side, gun))
    if told is None:
        game.emit(GunHeld(gun))
        return
    aside = yield from roll_one("aim")
    at = Point(told.x + (aside - 3) * 2, told.y)
    hit = along(game.state, gun, at)
    game.emit(GunFired(gun, at))
    while hit:
        fallen = yield from ask(WhichFell(UMPIRE, hit))
        if fallen == "done":
            return
        hit = tuple(name for name in hit if name != fallen)
        game.emit(ManFell(fallen))


def send(game: Game[Green]) -> Procedure[None]:
    side = game.state.active
    told = yield from ask(SendMen(side))
    if told is None:
        game.emit(SideDone(side))
        return
    men = tuple(told.men.split())
    came = tuple(game.state.men[name].at for name in men)
    game.emit(MenSent(men, parse_path(told.places), came))


class TableToy:
    id = "table-toy"
    version = 1

    def start(self, scenario: Scenario) -> Green:
        return Green({name: man for body in scenario.bodies for name, man in _men(body)})

    def activity(self, game: Game[Green]) -> Procedure[None] | None:
        state = game.state
        for side in SIDES:
            if side not in state.mines:
                return lay_mine(game, side)
        if state.over:
            return None
        guns = state.of(state.active, "gun")
        return aim(game, guns[0]) if guns and not state.has_aimed else send(game)

    def intervention(self, game: Game[Green], order: Intervention) -> Procedure[None]:
        man, at = order.arguments[0], Point(*order.arguments[1])
        if man not in game.state.men or not TABLE.has(at):
            raise InvalidInterventionError(f"no man {man}")
        game.emit(ManShifted(man, at))
        yield from ()

    def sides(self, state: Green) -> tuple[str, ...]:
        return SIDES

    def result(self, state: Green) -> Result | None:
        return Result(None, "over", dict.fromkeys(SIDES, 0)) if state.over else None

    def turn(self, state: Green) -> int:
        return state.turn

    def view(self, state: Green, side: str) -> Green:
        seen = state.copy()
        seen.mines = {side: state.mines[side]} if side in state.mines else {}
        return seen

    def position(self, state: Green) -> Position:
        return Position(
            state.turn,
            TURNS,
            "",
            state.active,
            tuple(
                Piece(
                    name,
                    man.side,
                    man.type,
                    man.at,
                    facing=man.facing,
                    marks=("moved",) if man.moved else (),
                )
                for name, man in state.men.items()
            ),
            lying=tuple(HexFeature("mine", at, side=side) for side, at in state.mines.items()),
            lost=tuple(sorted(state.lost)),
            points=dict.fromkeys(SIDES, 0),
            result=self.result(state),
        )

    def secrets(self, state: Green, side: str) -> list[str]:
        return [f"{at.x},{at.y}" for other, at in state.mines.items() if other != side]

    def weigh(self, view: Green, decision: Decision[Green, Any], option: Answer) -> float:
        return 0.0 if option is None else 1.0

    # --- words ------------------------------------------------------------------------------------

    def describe_decision(
        self, state: Green, decision: Decision[Green, Any], language: str | None = None
    ) -> str:
        return f"{decision.side}: {type(decision).__name__}?"

    def describe_option(
        self,
        state: Green,
        decision: Decision[Green, Any],
        option: Answer,
        language: str | None = None,
    ) -> str:
        return str(option)

    describe_roll = Toy.describe_roll
    describe_rolled = Toy.describe_rolled
    rolled = Toy.rolled
    describe_unit = Toy.describe_unit
    describe_argument = Toy.describe_argument
    reachable = Toy.reachable
    reach = Toy.reach
    threats = Toy.threats

    def describe_event(self, state: Green, event: Event[Green], language: str | None = None) -> str:
        return f"{type(event).__name__}."

    def heading(self, event: Event[Green]) -> int:
        return int(isinstance(event, SideDone))

    def forecast(
        self, view: Green, decision: Decision[Green, Any], option: Answer
    ) -> OutcomeForecast | None:
        if isinstance(decision, AimGun) and isinstance(option, Aimed):
            hit = along(view, decision.gun, Point(*option))
            half = (ResultChance("hit", Fraction(1, 2)), ResultChance("·", Fraction(1, 2)))
            return OutcomeForecast(
                TranslatablePhrase.of("table-toy.shot", men=unit_name_terms(hit)),
                (ResultChances(half),),
            )
        return None

    def points_at(
        self, state: Green, decision: Decision[Green, Any], option: Answer
    ) -> OptionTarget:
        match decision, option:
            case AimGun(gun=gun), (x, y):
                return OptionTarget(OptionAction.AIM, gun, points=(Point(x, y),))
            case SendMen(), (men, places):
                return OptionTarget(OptionAction.STEP, men.split()[0], points=parse_path(places))
            case WhichFell(), str(man) if man != "done":
                return OptionTarget(OptionAction.LOSE, man)
        return OptionTarget(OptionAction.PASS)

    def where(self, state: Green, event: Event[Green]) -> EventLocation:
        match event:
            case MenSent(men, places, came):
                pairs = zip(men, zip(came, places, strict=True), strict=True)
                return EventLocation((), men, points=places, ways=tuple(pairs))
            case GunFired(gun, at):
                start = state.men[gun].at
                flight = (TrajectoryPoint(*start, 20), TrajectoryPoint(*at, 16))
                return EventLocation((), (gun,), points=(start, at), flight=flight)
            case ManFell(man):
                return EventLocation((), (man,))
        return EventLocation()

    def acts(self, state: Green) -> tuple[UmpireAction, ...]:
        return (
            UmpireAction(
                "shift", (ActionParameter("unit", "unit"), ActionParameter("at", "place"))
            ),
        )

    # --- the hand ---------------------------------------------------------------------------------

    def handling(self, view: Green, decision: Decision[Green, Any]) -> GrabOptions | None:
        match decision:
            case SendMen(side):
                return GrabOptions(
                    view.of(side, "foot"), (GestureKind.MOVE, GestureKind.LAY), ("line", "file")
                )
            case AimGun(gun=gun):
                return GrabOptions((gun,), (GestureKind.AIM,), is_many=False)
        return None

    def prospect(
        self, view: Green, decision: Decision[Green, Any], gesture: Gesture
    ) -> GesturePreview:
        match decision:
            case AimGun(gun=gun) if gesture.touch is GestureKind.AIM and gesture.way:
                return self._aimed(view, decision, gun, gesture)
            case SendMen() if gesture.touch in (GestureKind.MOVE, GestureKind.LAY) and _is_whole(
                view, gesture
            ):
                return _sent(view, decision, gesture)
        return GesturePreview()

    def _aimed(self, view: Green, decision: AimGun, gun: str, gesture: Gesture) -> GesturePreview:
        at = view.men[gesture.target].at if gesture.target in view.men else gesture.way[-1]
        answer = decision.accepts(view, tuple(at))
        if answer is None:
            return GesturePreview(why=TranslatablePhrase.of("table-toy.off"))
        struck = tuple(PossibleHit(name, Fraction(1, 2)) for name in along(view, gun, at))
        line = (view.men[gun].at, at)
        return GesturePreview(
            answer, line=line, struck=struck, told=(TranslatablePhrase.of("table-toy.fire"),)
        )

    def outreach(
        self, view: Green, decision: Decision[Green, Any], pieces: Sequence[str]
    ) -> tuple[Edge, ...]:
        if not isinstance(decision, SendMen):
            return ()
        men = [view.men[piece].at for piece in pieces]
        return tuple(
            (
                Point(at.x - FAR, at.y),
                Point(at.x, at.y + FAR),
                Point(at.x + FAR, at.y),
                Point(at.x, at.y - FAR),
            )
            for at in men
        )


def _is_whole(view: Green, gesture: Gesture) -> bool:
    """Whether a gesture has men who are there, and a way to go."""
    is_known = all(piece in view.men for piece in gesture.pieces)
    return bool(gesture.pieces) and is_known and len(gesture.way) > 1


def _sent(view: Green, decision: SendMen, gesture: Gesture) -> GesturePreview:
    """Where men come to that are dragged, or laid in a line or a file."""
    places = _places(view, gesture)
    landings, barred = [], []
    for name, at in zip(gesture.pieces, places, strict=True):
        why = why_not(view, name, at, gesture.pieces)
        landings.append(DropTarget(name, at, way=(view.men[name].at, at), why=why))
        if why is not None:
            barred.append(at)
    answer = decision.accepts(view, (" ".join(gesture.pieces), format_path(places)))
    why = next((each.why for each in landings if each.why is not None), None)
    if why is None and answer is None:
        why = TranslatablePhrase.of("table-toy.taken")
    told = (
        ()
        if answer is None
        else (TranslatablePhrase.of("table-toy.go", men=unit_name_term(gesture.pieces[0])),)
    )
    return GesturePreview(answer, tuple(landings), why, tuple(barred), told=told)


def _places(view: Green, gesture: Gesture) -> list[Point]:
    first, last = gesture.way[0], gesture.way[-1]
    if gesture.touch is GestureKind.MOVE:
        x, y = last.x - first.x, last.y - first.y
        found = [view.men[piece].at for piece in gesture.pieces]
        return [Point(at.x + x, at.y + y) for at in found]
    gaps = max(len(gesture.pieces) - 1, 1)
    return [
        Point(
            first.x + (last.x - first.x) * number // gaps,
            first.y + (last.y - first.y) * number // gaps,
        )
        for number in range(len(gesture.pieces))
    ]


def _men(body: FigureGroup) -> list[tuple[str, Man]]:
    y, facing = START[body.side]
    return [
        (
            f"{body.id}.{number}",
            Man(body.side, body.type, Point(FOOT + number * 2 * INCH, y), facing),
        )
        if body.type == "foot"
        else (f"{body.id}.{number}", Man(body.side, body.type, Point(4 * FOOT, y), facing))
        for number in range(1, body.strength + 1)
    ]


def table_toy() -> Scenario:
    """Six men and a gun a side."""
    bodies = [FigureGroup(f"{side[0]}f", side, "foot", 6) for side in SIDES]
    bodies += [FigureGroup(f"{side[0]}g", side, "gun") for side in SIDES]
    sides = tuple(ScenarioSide(side, {"en": side.title(), "zh": side}) for side in SIDES)
    return Scenario(
        "table-toy", TABLE, sides, title={"en": "On the green", "zh": "绿地之战"},
        turns=TURNS, bodies=tuple(bodies),
    )  # fmt: skip


TABLE_TOY = TableToy()
KINDS = {
    "foot": FigureGroupKind("foot", {"en": "Foot", "zh": "步兵"}, "foot", Fraction(1), ("line",)),
    "gun": FigureGroupKind("gun", {"en": "Gun", "zh": "火炮"}, "gun", Fraction(10)),
}


def _limits(overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
    return replace(toy_system.SYSTEM.limits(overrides, sides), bodies=KINDS)


def imagine(view: Green, side: str, seed: int) -> Green:
    """A view with the mine of the other side in a corner, where nobody treads on it."""
    dealt = view.copy()
    dealt.mines = {**dict.fromkeys(SIDES, Point(0, 0)), **view.mines}
    return dealt


SYSTEM = replace(
    toy_system.SYSTEM,
    id=TABLE_TOY.id,
    rules=lambda: TABLE_TOY,
    thinking=lambda: AiSupport(imagine),
    ground="table",
    limits=_limits,
    sheets=(),
    texts=Path(__file__).with_name("table_toy.yaml"),
)
