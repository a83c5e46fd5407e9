"""The widget that shows a position and reports the pointer's place on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent, QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from engine.hexes.hex import Hex
from engine.map.map import Map, Plane
from studio.canvas.base_map_layer import BaseMapLayer, device_clip
from studio.canvas.camera import MapCamera
from studio.canvas.canvas_content import CanvasContent, EditOutline, HexSideAt, LayerSettings
from studio.canvas.map_tiles import OFF_MAP, TileCacheKey
from studio.canvas.map_viewport import MapGestures, MapViewport
from studio.canvas.overlay_painter import (
    OverlayPainter,
    outline_rect,
    paint_keyboard_hex,
    paint_outline,
)
from studio.canvas.pixel_frame import Clip, PixelFrame
from studio.canvas.underlay_painter import Underlay
from studio.rendering.map.preview_tints import Overlay

if TYPE_CHECKING:
    from studio.canvas.hex_colours import HexColours


TICK_MS = 8
# Tiles are begun when the size of hexes has not changed for so long, in seconds.
STILL = 0.08
# Names of zones go to their new middle when nothing was edited for so long.
QUIET_MS = 300

NOWHERE = QRegion()

# Paints what else stands on the map, in logical pixels of the screen: use the camera for places.
# The painter's clip is the part to be painted.
Decoration = Callable[[QPainter, MapCamera], None]


class MapCanvas(MapViewport):
    """Shows a `CanvasContent`; never edits it."""

    refreshed = Signal()  # another map, other layers, or the whole map edited
    retouched = Signal(object, object)  # hexes of a range of rows and one of columns were edited

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position: CanvasContent | None = None
        self._stage: BaseMapLayer | None = None
        self._cover: OverlayPainter | None = None
        self._decorations: tuple[Decoration, ...] = ()
        self._picture = MapPictureCache()
        self.has_notes = False  # whether its reader may see the designer's notes
        self._places: list[Any] = []
        self._width_changed = 0.0
        self._painters = ThreadPoolExecutor(1, "canvas tiles")
        self._ticker = QTimer(self, interval=TICK_MS)
        self._ticker.timeout.connect(self._tick)
        self._quiet = QTimer(self, interval=QUIET_MS, singleShot=True)
        self._quiet.timeout.connect(self._settle_names)
        self._gestures = MapGestures(self)
        self.point_by_key = self._gestures.hover_key
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(64, 64)

    # --- what is shown ---------------------------------------------------------------------------

    @property
    def position(self) -> CanvasContent | None:
        """Return the content shown; None before the first map."""
        return self._position

    @property
    def scene(self) -> HexColours | None:
        """The colours of the map's hexes, once the kernels are loaded."""
        return self._stage.scene if self._stage else None

    @property
    def is_settled(self) -> bool:
        """Return True if nothing is left to be painted in the background."""
        return self._stage is None or self._stage.is_settled(self._frame(), self._look())

    def show_map(self, map_: Map) -> None:
        """Show a map: the first fitted to the canvas, others where the last was, in its layers."""
        before = self._position
        if self._stage:
            self._stage.tiles.close()
        layers = before.layers if before else LayerSettings()
        self._position = CanvasContent(map_, layers, underlay=before.underlay if before else None)
        self._stage = BaseMapLayer(map_, layers, self._painters)
        self._stage.prepare()
        self._cover = OverlayPainter(map_, self.has_notes)
        self._places = list(map_.places)
        self.show_grid(map_.grid)
        self._refresh()

    def hexes_changed(self, rows: range, columns: range, *, names: bool = True) -> None:
        """The map was edited, in no hexes but those of these rows and columns.

        `names`: whether its zones or places may be others.
        """
        stage, map_ = self._stage, self._map
        assert stage is not None
        if names:
            self._quiet.start()
        frame = self._frame()
        clip = stage.mark_hexes_changed(
            frame, _on(rows, map_.grid.rows), _on(columns, map_.grid.columns)
        )
        self._ticker.start()
        if self._places != map_.places:
            self._settle_names()
            stage.tiles.mark_all_changed()  # labels keep clear of names
            clip = None
        if clip is None:
            self._places = list(map_.places)
            self._refresh()
            return
        self._update_clip(clip)
        self.retouched.emit(rows, columns)

    def mark_all_changed(self) -> None:
        """The map was edited anywhere, but is of the same size."""
        assert self._stage is not None
        self._stage.mark_all_changed()
        self._settle_names()
        self._refresh()

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers."""
        if self._stage and layers != self._stage.layers:
            self._put(layers=layers)
            self._stage.show_layers(layers)
            self._refresh()

    def set_overlay(self, overlay: Overlay | None) -> None:
        """Lay what is seen from a hex, or what a move costs, over the map; None for neither."""
        if overlay is None and self._position is not None and self._position.overlay is None:
            return
        self._put(overlay=overlay)
        self._forget_veil()

    def set_selection(self, selection: Plane | None) -> None:
        """Mark the selected hexes, a plane over the whole map; set it again when it changes."""
        self._put(selection=selection)
        self._forget_veil()

    def set_heat_map(self, heat: NDArray[Any] | None) -> None:
        """Colour the hexes by a plane of numbers over the whole map."""
        if heat is None and self._position is not None and self._position.heat is None:
            return
        self._put(heat=heat)
        self._forget_veil()

    def set_outline(self, hexes: Collection[Hex] = (), sides: Collection[HexSideAt] = ()) -> None:
        """Outline what a click would change; nothing to take the outline away."""
        outline = EditOutline(frozenset(hexes), frozenset(sides))
        if self._position is None or outline == self._position.outline:
            return
        for shown in (self._position.outline, outline):
            self.update(outline_rect(self.camera, shown).toAlignedRect())
        self._put(outline=outline)

    def set_click_refused(self, is_barred: bool) -> None:
        """Show at the pointer whether a click would be refused."""
        self._gestures.set_click_refused(is_barred)

    def set_underlay(self, underlay: Underlay | None) -> None:
        """Lay a picture over the ground, to be traced."""
        self._put(underlay=underlay)
        self._repaint()

    def set_decorations(self, decorations: Sequence[Decoration]) -> None:
        """Paint what else stands on the map (counters, paths), in this order, over everything."""
        self._decorations = tuple(decorations)
        self.update()

    def exchange_decorations(
        self, decorations: Sequence[Decoration], besides: QRegion | None = NOWHERE
    ) -> None:
        """Paint these from now on: anew only where others come and go, and `besides`; None: all."""
        others = changed_region(self._decorations, decorations, self.camera)
        self._decorations = tuple(decorations)
        if besides is None or others is None:
            self.update()
        else:
            self.update(besides + others)

    # --- painting --------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what the window asks for."""
        painter = QPainter(self)
        if self._position is None or self._stage is None or self._cover is None:
            painter.fillRect(event.rect(), QColor(OFF_MAP))
        else:
            self._paint(painter, event.rect(), self._position, self._stage, self._cover)
        painter.end()

    def _paint(
        self,
        painter: QPainter,
        room: QRect,
        position: CanvasContent,
        stage: BaseMapLayer,
        cover: OverlayPainter,
    ) -> None:
        dpr, frame = self.devicePixelRatioF(), self._frame()
        camera = replace(self.camera, left=frame.left / dpr, top=frame.top / dpr)

        def draw(onto: QPainter, part: QRect) -> None:
            clip = frame.cut(device_clip(QRectF(part), dpr))
            onto.save()
            onto.scale(1 / dpr, 1 / dpr)
            stage.paint(onto, frame, self._look(), clip)
            onto.restore()
            cover.paint_underlay(onto, camera, position, QRectF(part))
            if stage.scene is not None:
                cover.paint_veil(onto, frame, position, clip, dpr)
            onto.setRenderHint(QPainter.RenderHint.Antialiasing)
            cover.paint_labels(onto, camera, position, QRectF(self.rect()), dpr)

        self._picture.paint(painter, (frame, dpr), room, draw)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for decoration in self._decorations:
            painter.save()
            painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
            decoration(painter, camera)
            painter.restore()
        outline = position.outline
        if outline.hexes or outline.sides:
            paint_outline(painter, camera, outline)
        if self._keyboard_at is not None:
            paint_keyboard_hex(painter, camera, self._keyboard_at)

    def _go_on(self, is_zoomed: bool) -> None:
        """Paint the tiles of the part that is shown, behind the window."""
        if is_zoomed:
            self._width_changed = time.monotonic()
        self._ticker.start()

    # --- behind the window -----------------------------------------------------------------------

    def _tick(self) -> None:
        stage = self._stage
        if stage is None or not self.isVisible():
            self._ticker.stop()
            return
        if stage.prepare():
            self._refresh()
        frame, look = self._frame(), self._look()
        is_still = time.monotonic() - self._width_changed > STILL
        for clip in stage.advance(frame, look, is_still):
            self._update_clip(clip)
        if is_still and not stage.tiles.is_busy and stage.is_settled(frame, look):
            self._ticker.stop()

    def _settle_names(self) -> None:
        if self._cover:
            self._cover.names.forget()
            self._repaint()

    def _refresh(self) -> None:
        self._ticker.start()
        self._repaint()
        self.refreshed.emit()

    def _forget_veil(self) -> None:
        if self._cover:
            self._cover.invalidate_overlay()
        self._repaint()

    def _repaint(self) -> None:
        """Paint all of it anew, the map under what stands on it too."""
        self._picture.forget()
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Free the memory of a hidden canvas."""
        super().hideEvent(event)
        self._picture.let_go()

    def _put(self, **changed: Any) -> None:
        assert self._position is not None, "no map is shown yet"
        self._position = replace(self._position, **changed)

    def _update_clip(self, clip: Clip) -> None:
        dpr = self.devicePixelRatioF()
        left, top = math.floor(clip[0] / dpr), math.floor(clip[1] / dpr)
        right, bottom = math.ceil(clip[2] / dpr), math.ceil(clip[3] / dpr)
        room = QRect(left, top, right - left, bottom - top)
        self._picture.forget(room)
        self.update(room)

    @property
    def _map(self) -> Map:
        assert self._position is not None, "no map is shown yet"
        return self._position.map

    def _frame(self) -> PixelFrame:
        dpr, camera = self.devicePixelRatioF(), self.camera
        return PixelFrame(
            camera.grid, camera.width * dpr, round(camera.left * dpr), round(camera.top * dpr),
            math.ceil(self.width() * dpr), math.ceil(self.height() * dpr),
        )  # fmt: skip

    def _look(self) -> TileCacheKey:
        assert self._position is not None
        return TileCacheKey(self.camera.width, self.devicePixelRatioF(), self._position.layers)


def _on(span: range, count: int) -> range:
    """The part of some rows or columns that lies on the map."""
    first = min(max(span.start, 0), count)
    return range(first, min(max(span.stop, first), count))


# --- what need not be painted anew ----------------------------------------------------------------


@runtime_checkable
class PartialDecoration(Protocol):
    """A decoration that says what it is made of."""

    def pieces(self, camera: MapCamera) -> Mapping[Any, QRectF]:
        """Its pieces, equal where they look equal, with where each is on the screen."""
        ...


def changed_region(
    before: Sequence[object], after: Sequence[object], camera: MapCamera
) -> QRegion | None:
    """Return the places where decorations differ; None if one does not list its pieces."""
    kept = {id(each) for each in before} & {id(each) for each in after}
    was = _pieces([each for each in before if id(each) not in kept], camera)
    now = _pieces([each for each in after if id(each) not in kept], camera)
    if was is None or now is None:
        return None
    region = QRegion()
    for one, other in ((was, now), (now, was)):
        for piece, room in one.items():
            if piece not in other:
                region += room.toAlignedRect()
    return region


def _pieces(decorations: Sequence[object], camera: MapCamera) -> dict[Hashable, QRectF] | None:
    found: dict[Hashable, QRectF] = {}
    for each in decorations:
        if not isinstance(each, PartialDecoration):
            return None
        found |= {(type(each), piece): room for piece, room in each.pieces(camera).items()}
    return found


class MapPictureCache:
    """A map with its words and tints as last painted, for as long as nothing of it changes.

    Whatever stands on it comes and goes without its being painted again. What changes every
    moment, as while the map is moved, is painted straight away and kept only once it comes again.
    """

    def __init__(self) -> None:
        self._image = QImage()
        self._seen: object = None  # of what it is a picture
        self._fresh = QRegion()  # the part of it that is painted

    def forget(self, room: QRect | None = None) -> None:
        """A part of the sheet, or all of it, may look different now."""
        if room is None:
            self._seen, self._fresh = None, QRegion()
        else:
            self._fresh -= QRegion(room)

    def let_go(self) -> None:
        """Take up no room while hidden."""
        self.forget()
        self._image = QImage()

    def paint(
        self, painter: QPainter, seen: object, room: QRect, draw: Callable[[QPainter, QRect], None]
    ) -> None:
        """Paint a part of the sheet; `draw` draws what is not in the picture yet."""
        if seen != self._seen:
            self._seen, self._fresh = seen, QRegion()
            draw(painter, room)
            return
        self._fit_into(painter)
        missing = (QRegion(room) - self._fresh).boundingRect()
        if not missing.isEmpty():
            inside = QPainter(self._image)
            inside.setClipRect(missing, Qt.ClipOperation.IntersectClip)
            draw(inside, missing)
            inside.end()
            self._fresh += QRegion(missing)
        dpr = self._image.devicePixelRatio()
        source = QRectF(room.x() * dpr, room.y() * dpr, room.width() * dpr, room.height() * dpr)
        painter.drawImage(QRectF(room), self._image, source)

    def _fit_into(self, painter: QPainter) -> None:
        device = painter.device()
        dpr = device.devicePixelRatioF()
        size = QSize(round(device.width() * dpr), round(device.height() * dpr))
        if size != self._image.size() or dpr != self._image.devicePixelRatio():
            self._image = QImage(size, QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(dpr)
            self._fresh = QRegion()
