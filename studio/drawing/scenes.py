"""Maps drawn for virtual tables: a picture, and beside it a description of its grid."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF

from engine.files import source_text
from engine.interchange import scenes
from engine.interchange.brought import Loss, Losses, Report, report_nothing
from engine.interchange.scenes import VirtualTabletop
from engine.map.map import Map
from studio.drawing.formats import PictureFormat
from studio.drawing.look import RenderOptions
from studio.drawing.pictures import render_part


def picture_of_scene(out: Path) -> Path:
    """The picture that is written beside its description."""
    return out.with_name(f"{out.name.partition('.')[0]}.scene.png")


def scene_files(scene: VirtualTabletop, out: Path) -> list[Path]:
    """Every file that is written; a Universal VTT file holds its picture."""
    return [out] if scene is VirtualTabletop.UNIVERSAL else [out, picture_of_scene(out)]


def write_vtt_scene(
    map_: Map,
    scene: VirtualTabletop,
    out: Path,
    hex_px: int,
    language: str,
    report: Report = report_nothing,
) -> list[Loss]:
    """Draw a map for a virtual table; needs an application."""
    frame = scenes.frame_of(map_, scene, hex_px)
    look = RenderOptions(hex_px, legend=False, language=language)
    room = QRectF(frame.left, frame.top, frame.width, frame.height)
    drawn = render_part(map_, look, room, PictureFormat.PNG, report=report)
    picture = picture_of_scene(out)
    if scene is VirtualTabletop.UNIVERSAL:
        said = scenes.universal(map_, frame, drawn.content)
    else:
        says = {
            VirtualTabletop.FOUNDRY: scenes.foundry, VirtualTabletop.ROLL20: scenes.roll20,
            VirtualTabletop.TABLETOP_SIMULATOR: scenes.tabletop_simulator,
        }  # fmt: skip
        said = says[scene](map_, frame, picture.name)
        source_text.write(picture, drawn.content)
    source_text.write(out, said)
    losses = Losses()
    scenes.report_losses(map_, scene, losses)
    return losses.listed()
