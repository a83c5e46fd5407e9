"""Pages of the documentation site that are made of the program: `make docs` (a hook of MkDocs).

The commands as click has them, every key of every format as its schema has it, the library's
docstrings, the rulebooks of the games in each language, and the pages at the root of a checkout.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import click

from engine.games import installed_games
from engine.languages import LANGUAGES
from engine.rulebook.rulebook import build_rulebook, rulebook_source_of
from engine.texts import text

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
TRANSLATED = ("tutorials", "how-to")  # the shelves with folders by language
SWITCHED = (*TRANSLATED, "rules")  # those and the rulebooks: the language switch finds their pages
AT_ROOT = {
    "README.md": "index.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}  # fmt: skip
LIBRARY: Mapping[str, tuple[str, ...]] = {
    "Maps": ("engine.files.map_reader", "engine.map.map", "engine.files.map_writer"),
    "Hexes": ("engine.hexes.hex", "engine.hexes.grid", "engine.hexes.labels"),
    "Sight and moves": (
        "engine.sight.map_sight",
        "engine.movement.mobility",
        "engine.movement.path_search",
    ),
    "Scenarios": (
        "engine.files.scenario_reader",
        "engine.scenario.scenario",
        "engine.checks.check",
    ),
    "Games": ("engine.games", "engine.play.game", "engine.play.players", "engine.session.replay"),
    "Balance": ("engine.balance.series", "engine.balance.league"),
    "Plug-ins": ("engine.plugins", "engine.interchange.plugin_formats"),
}
"""The modules of the library's pages, by heading."""
EVERY_COMMAND = (
    "Every command takes `--help`. Exit code 0 means fine, 1 that the input has errors or the"
    " answer is no, 2 wrong use."
)
MAX_WORDS = 12  # words of an enumeration that are told


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made to the pages that lie in docs/."""
    from mkdocs.structure.files import File

    for place, words in pages().items():
        files.append(File.generated(config, place, content=words))
    for place, picture in rule_pictures().items():
        files.append(File.generated(config, place, content=picture))
    return files


def on_page_context(context: object, page: Page, config: MkDocsConfig, nav: object) -> None:
    """Set the page's language, and let the language switch lead to the same page."""
    place = PurePosixPath(page.file.src_uri)
    config.theme["language"] = language_of(place)
    for choice in config.extra["alternate"]:
        choice["link"] = str(translation_of(place, choice["lang"]).with_suffix(".html"))


def language_of(place: PurePosixPath) -> str:
    """Return the language in which a page is written."""
    inside = place.parts[1:-1] if place.parts[0] in SWITCHED else ()
    return inside[0] if inside and inside[0] in LANGUAGES else "en"


def translation_of(place: PurePosixPath, language: str) -> PurePosixPath:
    """Return the same page in a language, or the start of its tutorials if it has none."""
    shelf, name = place.parts[0], place.name
    if shelf not in SWITCHED:
        shelf, name = TRANSLATED[0], "index.md"
    return PurePosixPath(shelf, "" if language == "en" else language, name)


def pages() -> dict[str, str]:
    """Every page that is made, by its place."""
    made = {place: _at_root(file) for file, place in AT_ROOT.items()}
    return {
        **made,
        **rules_pages(),
        "reference/commands.md": commands_page(),
        "reference/formats.md": formats_page(),
        "reference/library.md": library_page(),
    }


def _at_root(file: str) -> str:
    """A page of the root, its links as they are from within docs/."""
    words = (ROOT / file).read_text(encoding="utf-8")

    def moved(link: re.Match[str]) -> str:
        target = link[1]
        if target.startswith(("http", "#", "mailto:")):
            return link[0]
        path, mark, part = target.partition("#")
        if path in AT_ROOT:
            return f"]({AT_ROOT[path]}{mark}{part})"
        if path.startswith("docs/"):
            return f"]({path.removeprefix('docs/')}{mark}{part})"
        return "]"  # what lies in a checkout alone is named without a link

    return re.sub(r"\]\(([^)\s]+)\)", moved, words)


# --- rulebooks ------------------------------------------------------------------------------------


def rules_pages() -> dict[str, str]:
    """The rulebook of each game in each language."""
    return {
        str(PurePosixPath("rules", "" if language == "en" else language, f"{game}.md")):
        _rules_page(game, language)
        for game in installed_games()
        for language in LANGUAGES
    }  # fmt: skip


def _rules_page(game: str, language: str) -> str:
    """A rulebook: headings in Markdown, for the contents of the page, the rest as HTML."""
    from studio.rendering.rulebook.rulebook_html import RulebookPages
    from studio.rendering.rulebook.rulebook_tables import RulebookTables

    book = build_rulebook(game, language)
    up = "" if language == "en" else "../"
    pages = RulebookPages(
        book, RulebookTables(book), lambda name: f"{up}pictures/{game}-{name}.png", lambda _: ""
    )
    parts = [f"# {text('rulebook.rules-of', language, game=book.title)}\n"]
    for chapter in book.chapters:
        parts.append(f"## {chapter.number} {chapter.title} {{#{chapter.id}}}\n")
        parts.append(f"<div>\n{pages.body(chapter)}\n</div>\n")
    return "\n".join(parts)


def rule_pictures() -> dict[str, bytes]:
    """The diagrams of all rulebooks."""
    from studio.rendering import qt_environment

    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.rendering.rulebook.rule_figures import figure_png

    found = {
        f"rules/pictures/{game}-{name}.png": figure_png(game, figure, "en")
        for game in installed_games()
        for name, figure in rulebook_source_of(game).figures.items()
    }
    del application
    return found


# --- commands -------------------------------------------------------------------------------------


def commands_page() -> str:
    """Each command with its arguments and options."""
    from studio.cli import COMMANDS, main

    context = click.Context(main, info_name="sandtable")
    told = [_command(main.get_command(context, name), context, name) for name in COMMANDS]
    return "\n".join([f"# Commands\n\n{EVERY_COMMAND}\n", *told])


def _command(
    command: click.Command | None, parent: click.Context, name: str, depth: int = 2
) -> str:
    assert command is not None
    context = click.Context(command, parent=parent, info_name=name)
    title = context.command_path.removeprefix("sandtable ")
    parts = [f"{'#' * depth} {title}\n", f"{_escaped(command.help or '')}\n"]
    if isinstance(command, click.Group):
        kinds = command.list_commands(context)
        parts += [_command(command.get_command(context, kind), context, kind, depth + 1)
                  for kind in kinds]  # fmt: skip
        return "\n".join(parts)
    usage = " ".join(command.collect_usage_pieces(context))
    parts.append(f"```sh\n{context.command_path} {usage}\n```\n")
    rows = [_option(one, context) for one in command.params if isinstance(one, click.Option)]
    if rows:
        parts.append("| Option | |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _option(option: click.Option, context: click.Context) -> str:
    told = option.get_help_record(context)
    names, words = told or ("/".join(option.opts), "")
    names = names.replace("<", "&lt;").replace("|", "&#124;")
    return f"| <code>{names}</code> | {_escaped(words)} |"


def _escaped(words: str) -> str:
    """Words of the command line that Markdown would take for its own."""
    plain = " ".join(words.split()).replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([|\[\]*_`])", r"\\\1", plain)


# --- formats --------------------------------------------------------------------------------------


def formats_page() -> str:
    """Every key of every format, from its schema."""
    parts = ["# Every key of every format\n", "Made of the schemas (`sandtable schema KIND`).\n"]
    for file in sorted((ROOT / "schemas").glob("*.schema.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        parts += [f"## {schema['title']}\n", f"{schema.get('description', '')}\n"]
        parts.append("| Key | What | Value |\n|---|---|---|")
        parts += [f"| `{path}` | {_escaped(what)} | {_escaped(value)} |"
                  for path, what, value in _keys(schema, schema, "")]  # fmt: skip
        parts.append("")
    return "\n".join(parts)


def _keys(
    schema: Mapping[str, Any], node: Mapping[str, Any], path: str, seen: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, str]]:
    """Each key below a node: its path, what it is for, and what may stand there."""
    reference = node.get("$ref")
    if reference is not None:
        if reference in seen:
            return
        node = {**_find(schema, reference), **{k: v for k, v in node.items() if k != "$ref"}}
        seen = (*seen, reference)
    for key, inner in node.get("properties", {}).items():
        place = f"{path}.{key}" if path else key
        told = {**_find(schema, inner["$ref"]), **inner} if "$ref" in inner else inner
        yield place, str(told.get("description", "")), _value(told)
        yield from _keys(schema, inner, place, seen)
    for inside, sign in (("items", "[]"), ("additionalProperties", ".NAME")):
        if isinstance(node.get(inside), dict):
            yield from _keys(schema, node[inside], path + sign, seen)
    for choice in (*node.get("oneOf", ()), *node.get("anyOf", ())):
        yield from _keys(schema, choice, path, seen)


def _find(schema: Mapping[str, Any], reference: str) -> Mapping[str, Any]:
    found: Any = schema
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


def _value(node: Mapping[str, Any]) -> str:
    if "const" in node:
        return str(node["const"])
    if "enum" in node:
        words = [str(word) for word in node["enum"]]
        return ", ".join(words[:MAX_WORDS]) + (" …" if len(words) > MAX_WORDS else "")
    kind = node.get("type", "")
    kinds = " or ".join(kind) if isinstance(kind, list) else str(kind)
    least, most = node.get("minimum"), node.get("maximum")
    if least is None and most is None:
        return kinds
    return f"{kinds} {'' if least is None else least} … {'' if most is None else most}"


# --- the library ----------------------------------------------------------------------------------


def library_page() -> str:
    """Docstrings of what a program of one's own would call."""
    parts = ["# The Python library\n", "The engine works alone, without a window. Its examples run "
             "in the tests.\n"]  # fmt: skip
    for heading, modules in LIBRARY.items():
        parts.append(f"## {heading}\n")
        parts += [f"::: {module}\n    options:\n      heading_level: 3\n" for module in modules]
    return "\n".join(parts)
