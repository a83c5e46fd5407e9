"""The country as the referee sees it: obstacles, water, hills and roofs by plain geometry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from engine.tabletop.shapes import Disc, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopFeature, TabletopMap
from tests.games.littlewars.plain import XY, Form, gap, is_inside, meets, swept
from tests.games.littlewars.plain_shot import Standing

ROADS = ("road",)


def shape(feature: TabletopFeature) -> Form:
    """A feature's shape: an area, a chain with half its width around it, or a disc (G2)."""
    laid = feature.shape
    if isinstance(laid, Polygon):
        return Form(tuple((float(x), float(y)) for x, y in laid.points), 0.0, True)
    if isinstance(laid, WideLine):
        return Form(tuple((float(x), float(y)) for x, y in laid.points), laid.width / 2)
    assert isinstance(laid, Disc)
    return Form(((float(laid.centre.x), float(laid.centre.y)),), float(laid.radius))


class Country:
    """One table, looked at slowly."""

    def __init__(self, table: TabletopMap) -> None:
        self.table = table
        self.forms = {feature.id: shape(feature) for feature in table.features}

    def _forms(self, *kinds: str) -> list[Form]:
        return [self.forms[each.id] for each in self.table.features if each.kind in kinds]

    @cached_property
    def hills(self) -> list[tuple[Form, float]]:
        """Each contour with its step."""
        hills = [each for each in self.table.features if each.kind == "hill"]
        return [(self.forms[each.id], float(each.height)) for each in hills]

    @cached_property
    def obstacles(self) -> list[Form]:
        """What figures go round (G6)."""
        return [self.forms[each.id] for each in self.table.features if each.obstacle]

    @cached_property
    def deep(self) -> list[Form]:
        """Water that is not fordable."""
        water = [
            each for each in self.table.features if each.kind_entry.water and not each.fordable
        ]
        return [self.forms[each.id] for each in water]

    @cached_property
    def shallow(self) -> list[Form]:
        """Rivers that can be waded."""
        water = [each for each in self.table.features if each.kind == "river" and each.fordable]
        return [self.forms[each.id] for each in water]

    @cached_property
    def bridges(self) -> list[Form]:
        """What carries over water."""
        return self._forms("bridge")

    @cached_property
    def roads(self) -> list[Form]:
        """Roads."""
        return self._forms(*ROADS)

    def ground(self, at: XY) -> float:
        """The height of the ground: all the steps of hills a point is on (G7)."""
        return sum(step for hill, step in self.hills if is_in(at, hill))

    @cached_property
    def standing(self) -> list[Standing]:
        """What stops a shot, hills as what they rise to (S5)."""
        found = []
        for each in self.table.features:
            if each.height and each.kind != "hill":
                base = self.ground(self.forms[each.id].points[0])
                form = self.forms[each.id]
                found.append(Standing(each.id, form, base, base + each.height))
        return found

    def wrong_way(self, path: Sequence[XY], radius: float, wades: bool = True) -> str:
        """What bars something round on a path by more than rounding; nothing if it is free (G6)."""
        if meets(path, radius, self.obstacles):
            return "an obstacle"
        after = path[1:]  # who was set up behind his line begins beyond it
        x, y = (min(v) for v in zip(*after, strict=True))
        right, far = (max(v) for v in zip(*after, strict=True))
        if x < 0 or y < 0 or right > self.table.width or far > self.table.depth:
            return "off the table"
        return self._wet(path, radius, self.deep if wades else [*self.deep, *self.shallow])

    def _wet(self, path: Sequence[XY], radius: float, waters: list[Form]) -> str:
        """Water is crossed on bridges alone; looked at in steps of an eighth of an inch."""
        for water in waters:
            if gap(swept(path, 0), water) > -1:
                continue
            for at in steps(path, 2.0):
                is_dry = gap(Form((at,)), water) > -1
                if not is_dry and all(gap(Form((at,)), each) > 1 for each in self.bridges):
                    return "water"
        return ""

    def is_on_road(self, path: Sequence[XY]) -> bool:
        """Whether all of a path is on roads or bridges."""
        ways = [*self.roads, *self.bridges]
        return all(any(gap(Form((at,)), each) <= 1 for each in ways) for at in steps(path, 4.0))


def is_in(at: XY, form: Form) -> bool:
    """Whether a point is within a shape."""
    return is_inside(at, form) if form.is_filled else gap(Form((at,)), form) <= 0


def steps(path: Sequence[XY], step: float) -> list[XY]:
    """Points of a path, one after each step, the ends too."""
    found = [path[0]]
    for a, b in pairwise(path):
        far = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        count = max(int(far / step), 1)
        found += [
            (a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count)
            for n in range(1, count + 1)
        ]
    return found
