"""Maps drawn for virtual tables: a picture, and beside it a description of its grid."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF

from engine.files import source_text
from engine.interchange import virtual_tabletops
from engine.interchange.import_result import Loss, Losses, Report, report_nothing
from engine.interchange.virtual_tabletops import VirtualTabletop
from engine.map.map import Map
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_part
from studio.rendering.map.render_options import RenderOptions


def write_vtt_scene(
    map_: Map,
    scene: VirtualTabletop,
    out: Path,
    hex_px: int,
    language: str,
    report: Report = report_nothing,
) -> list[Loss]:
    """Draw a map for a virtual table; needs an application."""
    frame = virtual_tabletops.frame_of(map_, scene, hex_px)
    look = RenderOptions(hex_px, legend=False, language=language)
    room = QRectF(frame.left, frame.top, frame.width, frame.height)
    drawn = render_part(map_, look, room, PictureFormat.PNG, report=report)
    picture = virtual_tabletops.scene_picture(out)
    if scene is VirtualTabletop.UNIVERSAL:
        said = virtual_tabletops.universal_scene(map_, frame, drawn.content)
    else:
        says = {
            VirtualTabletop.FOUNDRY: virtual_tabletops.foundry_scene,
            VirtualTabletop.ROLL20: virtual_tabletops.roll20_settings,
            VirtualTabletop.TABLETOP_SIMULATOR: virtual_tabletops.tabletop_simulator,
        }
        said = says[scene](map_, frame, picture.name)
        source_text.write(picture, drawn.content)
    source_text.write(out, said)
    losses = Losses()
    virtual_tabletops.report_losses(map_, scene, losses)
    return losses.listed()
