"""The style, layers and paper that commands draw maps with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.files import map_style_files
from studio.rendering.map.render_options import RenderOptions, with_layer_spec


def apply_look_options(
    look: RenderOptions, file: Path, style: str | None, layers: str | None, has_texture: bool
) -> RenderOptions:
    """A look in a style, with layers, on paper with a grain."""
    look = replace(look, texture=has_texture)
    if style:
        look = replace(
            look, style=map_style_files.find(style, [file.parent, Path(), user_styles_folder()])
        )
    return with_layer_spec(look, layers) if layers else look


def user_styles_folder() -> Path:
    """The folder of this user's own styles."""
    from platformdirs import user_config_path

    return user_config_path("sandtable") / map_style_files.BESIDE
