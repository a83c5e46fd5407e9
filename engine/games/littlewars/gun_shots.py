"""Shots of guns: legal aims, dice, flight, the umpire's word, and the dead (S1–S3, L8.2, L9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from engine.games.littlewars import orders
from engine.games.littlewars.events import Died, ShotFired
from engine.games.littlewars.gun_crews import SERVED
from engine.games.littlewars.orders import AimAt, ShotResultEntry, read_point
from engine.games.littlewars.proximity import squared_distance, unit_shape, units_within
from engine.games.littlewars.state import Figure, Gun, State, WarGame
from engine.play.decisions import (
    UMPIRE,
    AcceptedAnswer,
    Answer,
    Decision,
    Procedure,
    ask,
    roll,
)
from engine.tabletop.buffered_shapes import meet, swept_band
from engine.tabletop.shapes import Point
from engine.tabletop.shot_flight import FACES, GunAim, GunnerySkill, ShotFlight, ShotModel

BAND = 48
"""Width of the band before a gun that its crew leaves clear, in sixteenths of an inch."""
MAX_AIMS = 6


def aimed_point(state: State, gun: Gun, aim: AimAt) -> Point | None:
    """Return the point aimed at; None for a target that is absent or out of range."""
    if aim.target:
        found = state.unit_on_table(aim.target)
        at = None if found is None or aim.path else found.at
    else:
        at = read_point(aim.path)
    return None if at is None or at == gun.at or not is_in_range(state, gun, at) else at


def is_in_range(state: State, gun: Gun, at: Point) -> bool:
    """Return whether a point is within the range of a gun."""
    far = state.customs.gun_range(state, gun)
    return far is None or squared_distance(gun.at, at) <= far**2


def men_lying_down(state: State, gun: Gun, at: Point) -> list[Figure]:
    """Own men about the gun in the way of its shot, who are laid down for it (L8.2)."""
    way = swept_band(gun.at, at, BAND)
    near = units_within(state, gun, state.fit_figures(gun.side), SERVED)
    return [man for man in near if meet(way, unit_shape(state, man))]


def propose_aims(state: State, gun: Gun) -> list[AimAt]:
    """Aims that are proposed: at the nearest figure of each hostile body, and at its middle."""
    bodies: dict[str, list[Figure]] = {}
    for figure in state.fit_figures(state.enemy_of(gun.side)):
        bodies.setdefault(figure.body, []).append(figure)
    wanted: list[Figure] = []
    for figures in bodies.values():
        figures.sort(key=lambda each: (squared_distance(gun.at, each.at), each.id))
        wanted += [figures[0], figures[len(figures) // 2]]
    wanted.sort(key=lambda each: (squared_distance(gun.at, each.at), each.id))
    near = (each.id for each in wanted if is_in_range(state, gun, each.at))
    return [AimAt(target=id_) for id_ in dict.fromkeys(near)][:MAX_AIMS]


PURPOSE = "shot"
AS_PROPOSED, FELL = "as-proposed", "fell"
MAX_LISTED = 24
"""Number of figures listed for the umpire, who may enter any other."""


class ProposedShotResult(NamedTuple):
    """A shot's outcome by the model: the dead, and the place where the bolt lies."""

    dead: tuple[str, ...]
    lies: Point


@dataclass(frozen=True, slots=True)
class Shot(Decision[State, ShotResultEntry]):
    """The umpire says what a shot did: as proposed, or figure by figure, then done (S2)."""

    is_open: ClassVar[bool] = True

    gun: str
    aim: Point
    proposed: ProposedShotResult | None
    entered: tuple[str, ...] = ()

    @property
    def is_modelled(self) -> bool:
        return self.proposed is not None and not self.entered

    def options(self, state: State) -> Sequence[ShotResultEntry]:
        listed = [ShotResultEntry(FELL, id_) for id_ in self._likely(state)]
        done = [ShotResultEntry(orders.DONE)]
        if self.proposed is not None and not self.entered:
            return [ShotResultEntry(AS_PROPOSED), *done, *listed]
        return [*done, *listed]

    def _likely(self, state: State) -> list[str]:
        """The figures nearest to the point aimed at that have not been entered."""
        left = [each for each in state.figures.values() if each.id not in self.entered]
        left.sort(key=lambda each: (squared_distance(each.at, self.aim), each.id))
        return [each.id for each in left[:MAX_LISTED]]

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[ShotResultEntry] | None:
        entry = orders.read_answer(ShotResultEntry, answer)
        return AcceptedAnswer(entry) if entry is not None and self._is_sound(state, entry) else None

    def _is_sound(self, state: State, entry: ShotResultEntry) -> bool:
        match entry.deed:
            case "as-proposed":
                is_first = self.proposed is not None and not self.entered
                return is_first and entry == ShotResultEntry(AS_PROPOSED)
            case "fell":
                is_new = entry.figure in state.figures and entry.figure not in self.entered
                return is_new and not entry.path
            case "done":
                return not entry.figure and (not entry.path or read_point(entry.path) is not None)
        return False


# --- one shot -------------------------------------------------------------------------------------


def fire_shot(game: WarGame, gun_id: str, at: Point) -> Procedure[None]:
    """A shot of a gun that is laid on a point; who falls by it is dead (L9)."""
    gun, choices = game.state.guns[gun_id], game.state.book.choices
    if choices.shots == "umpire":
        entered, lies = yield from shot_entered_by_umpire(gun_id, at, None)
        _tell(
            game, ShotFired(gun_id, at, (), straight_flight(gun, at), entered, (), lies, by=UMPIRE)
        )
        return
    faces = yield from roll(3, PURPOSE, FACES)
    flight = simulate_shot(game.state, gun, at, (faces[0], faces[1], faces[2]))
    fired = shot_event(gun_id, at, faces, flight)
    if choices.shots == "both":
        proposed = ProposedShotResult(flight.killed, flight.lies)
        entered, lies = yield from shot_entered_by_umpire(gun_id, at, proposed)
        if (entered, lies) != (proposed.dead, proposed.lies):
            fired = ShotFired(
                gun_id, at, faces, fired.path, entered, (), lies or flight.lies, by=UMPIRE
            )
    _tell(game, fired)


def shot_entered_by_umpire(
    gun: str, at: Point, proposed: ProposedShotResult | None
) -> Procedure[tuple[tuple[str, ...], Point | None]]:
    """Ask the umpire which figures fell and where the bolt lies (S2)."""
    fell: tuple[str, ...] = ()
    while True:
        entry = yield from ask(Shot(UMPIRE, gun, at, proposed, fell))
        if entry.deed == AS_PROPOSED:
            assert proposed is not None
            return proposed.dead, proposed.lies
        if entry.deed == orders.DONE:
            return fell, read_point(entry.path)
        fell = (*fell, entry.figure)


def simulate_shot(state: State, gun: Gun, at: Point, faces: tuple[int, int, int]) -> ShotFlight:
    """The flight of a shot by the model (S3-S8)."""
    gunnery, aim = current_shot_model(state), aimed_shot(state, gun, at)
    return gunnery.fly(aim, faces, spared_units(state, gun, at))


def current_shot_model(state: State) -> ShotModel:
    """Return the model of shots at all pieces that are on the table now."""
    return ShotModel(state.field.ground, state.placed_pieces())


def aimed_shot(state: State, gun: Gun, at: Point) -> GunAim:
    """The shot as the gun is laid; out of doors with the wind (S8)."""
    choices = state.book.choices
    drift = choices.wind if choices.wind_from == "left" else -choices.wind
    return GunAim(gun.at, at, GunnerySkill(gun.skill), drift if choices.wind else None)


def spared_units(state: State, gun: Gun, at: Point) -> tuple[str, ...]:
    """Return the units that a shot cannot hit: its gun, and men laid down for it (L8.2)."""
    return (gun.id, *(man.id for man in men_lying_down(state, gun, at)))


def shot_event(gun: str, at: Point, faces: tuple[int, ...], flight: ShotFlight) -> ShotFired:
    """Return the event of a flight, with the figures it killed (L9.1, L9.2, L9.3)."""
    path = tuple((point.x, point.y, point.height) for point in flight.path)
    touched = (flight.touched,) if flight.touched else ()
    return ShotFired(gun, at, faces, path, flight.killed, touched, flight.lies, flight.stopped_by)


def straight_flight(gun: Gun, at: Point) -> tuple[tuple[int, int, int], ...]:
    """Return the straight line of a shot that only the umpire saw."""
    return ((gun.at.x, gun.at.y, 0), (at.x, at.y, 0))


def _tell(game: WarGame, fired: ShotFired) -> None:
    game.emit(fired)
    dead = tuple(id_ for id_ in fired.fallen if id_ in game.state.figures)
    if dead:
        game.emit(Died(dead, PURPOSE))
