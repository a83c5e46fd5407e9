"""`sandtable warm`: compile the kernels, as installation does."""

from __future__ import annotations

import click

from engine import kernel_warmup
from engine.texts import text
from studio.cli.common_options import json_option, print_json


@click.command("warm")
@json_option
def command(as_json: bool) -> None:
    from engine.terrain_import import kernel_warmup as ground
    from studio.canvas import hex_picture_kernels as canvas

    if not kernel_warmup.is_warm():
        kernel_warmup.warm_up_kernels(_tell)
    ground.warm()
    canvas.compile_canvas_kernels()
    if as_json:
        print_json({"warm": kernel_warmup.is_warm()})
    else:
        click.echo(text("commands.warm-done"))


def _tell(name: str, done: int, total: int) -> None:
    if name:
        said = name.replace("_", " ")
        click.echo(
            text("commands.warm-step", None, name=said, done=done + 1, total=total), err=True
        )
