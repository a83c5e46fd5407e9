"""A picture fitted to the map: points of the one, each followed by the point of the other."""

from __future__ import annotations

from studio.canvas.image_placement import ImagePlacement, Point, fit_placement

MAX_PAIRS, MIN_PAIRS = 3, 2
NEAREST = 1e-6  # hexes: points no further apart coincide


class CoincidentPointsError(ValueError):
    """The points that were given lie on each other, or three of them on one line."""


class ImageFitting:
    """Takes points of the page in turn: where something of the picture lies, where it belongs.

    The picture follows at once: one pair moves it, two also turn and scale it, three stretch it.
    """

    def __init__(self, start: ImagePlacement) -> None:
        self.start = start
        self.pairs: tuple[tuple[Point, Point], ...] = ()
        self.half: Point | None = None
        """The point of the picture that waits for its point of the page."""

    @property
    def is_complete(self) -> bool:
        """Return True if there can be no more pairs."""
        return len(self.pairs) == MAX_PAIRS

    @property
    def may_end(self) -> bool:
        """Return True if there are enough pairs, and none is half done."""
        return len(self.pairs) >= MIN_PAIRS and self.half is None

    @property
    def placing(self) -> ImagePlacement:
        """Return the placement of the picture by the pairs so far."""
        return self._by(self.pairs)

    def add_point(self, page: Point) -> None:
        """The next point.

        CoincidentPointsError where it cannot be, everything then being as before.
        """
        if self.half is None:
            if not self.is_complete:
                self.half = self.placing.picture(page)
            return
        pairs = (*self.pairs, (self.half, page))
        self._by(pairs)
        self.pairs, self.half = pairs, None

    def remove_last_point(self) -> bool:
        """Take the last point back; whether there was one."""
        if self.half is not None:
            self.half = None
            return True
        if self.pairs:
            *rest, (self.half, _) = self.pairs
            self.pairs = tuple(rest)
            return True
        return False

    def _by(self, pairs: tuple[tuple[Point, Point], ...]) -> ImagePlacement:
        if not pairs:
            return self.start
        if len(pairs) == 1:
            (here, (x, y)) = pairs[0]
            left, top = self.start.page(here)
            return self.start.moved(x - left, y - top)
        if _coincide(pairs):
            raise CoincidentPointsError
        try:
            return fit_placement(pairs)
        except ValueError as error:
            raise CoincidentPointsError from error


def _coincide(pairs: tuple[tuple[Point, Point], ...]) -> bool:
    for points in zip(*pairs, strict=True):
        for number, (x, y) in enumerate(points):
            if any(abs(x - a) + abs(y - b) < NEAREST for a, b in points[:number]):
                return True
    return False
