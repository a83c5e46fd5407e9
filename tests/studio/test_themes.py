"""Words of every theme can be read, and what is disabled can still be seen (WCAG 2.2, 1.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QMenu,
    QRadioButton,
    QStyle,
    QToolButton,
)

from studio.canvas import fast_map_picture, map_tiles
from studio.widgets.application_style import TITLE_BUTTONS, ApplicationStyle
from studio.widgets.icons import ICONS, LUCIDE, action_icon
from studio.widgets.themes import theme_palette
from studio.widgets.tokens import ICON, THEMES, Colours, current_colours, text_on
from tests.cases import check_each
from tests.studio.legible import contrast

Role, Group = QPalette.ColorRole, QPalette.ColorGroup
READ, SEEN = 4.5, 3.0
PAGES = (Role.Window, Role.Base, Role.AlternateBase, Role.Button)
WORDS = [
    *((role, page) for role in (Role.WindowText, Role.Text, Role.ButtonText) for page in PAGES),
    *((role, page) for role in (Role.Link, Role.BrightText) for page in (Role.Window, Role.Base)),
    (Role.PlaceholderText, Role.Base),
    (Role.ToolTipText, Role.ToolTipBase),
    (Role.HighlightedText, Role.Highlight),
]


@pytest.fixture(params=[*THEMES])
def palette(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[QPalette]:
    """The application in a theme; afterwards as it was."""
    was = qapp.palette()
    qapp.setPalette(theme_palette(request.param))
    yield qapp.palette()
    qapp.setPalette(was)


@pytest.mark.parametrize(("words", "page"), WORDS)
def test_words_can_be_read_on_what_they_stand_on(
    palette: QPalette, words: QPalette.ColorRole, page: QPalette.ColorRole
) -> None:
    assert contrast(palette.color(words), palette.color(page)) >= READ


# Every pair of tokens that is used: inks on the grounds they stand on.
GROUNDS = ("background", "surface", "raised", "sunken", "hover", "accent_soft")
INKS = ("text", "muted", "accent", "danger", "warning", "success")
TOKENS = [
    *((ink, ground) for ink in INKS for ground in GROUNDS),
    *((ink, f"{ink}_soft") for ink in ("danger", "warning", "success")),
    *(("text", f"{ground}_soft") for ground in ("danger", "warning", "success")),
    ("on_accent", "accent"),
]
RIMS = [("edge", "surface"), ("edge", "raised"), ("focus", "surface"), ("focus", "raised")]


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_can_be_read_on_its_grounds(theme: str) -> None:
    colours = THEMES[theme]
    assert too_faint(colours, TOKENS, READ) == []
    assert too_faint(colours, RIMS, SEEN) == []


def too_faint(colours: Colours, pairs: list[tuple[str, str]], least: float) -> list[str]:
    """The pairs of tokens whose contrast is too small."""
    return [
        f"{ink} on {ground}"
        for ink, ground in pairs
        if contrast(QColor(getattr(colours, ink)), QColor(getattr(colours, ground))) < least
    ]


def test_a_palette_tells_the_theme_it_was_made_from(palette: QPalette) -> None:
    assert theme_palette(
        next(name for name, theme in THEMES.items() if theme is current_colours())
    ).color(Role.Window) == palette.color(Role.Window)


def test_maps_lie_on_the_backdrop_of_the_tokens() -> None:
    assert {theme.canvas for theme in THEMES.values()} == {map_tiles.OFF_MAP}
    assert f"#{fast_map_picture.OFF_MAP & 0xFFFFFF:06x}" == map_tiles.OFF_MAP


@pytest.mark.parametrize("ground", ["#a9742a", "#5f6b78", "#1f5fbf", "#b3122a", "#ffe66b"])
def test_words_can_be_read_on_the_colour_of_a_side(ground: str) -> None:
    assert contrast(QColor(text_on(ground)), QColor(ground)) >= READ


def test_every_icon_is_in_the_set(qapp: QApplication) -> None:
    drawn = {name: action_icon(name).pixmap(ICON, ICON) for name in LUCIDE}
    assert [name for name, picture in drawn.items() if picture.isNull()] == []
    assert action_icon("no-such-action").isNull()


def test_an_icon_that_is_on_is_in_the_accent(palette: QPalette) -> None:
    image = action_icon("save").pixmap(QSize(48, 48), QIcon.Mode.Normal, QIcon.State.On).toImage()
    shades = {
        image.pixelColor(x, y).name()
        for x in range(48)
        for y in range(48)
        if image.pixelColor(x, y).alpha() == 255
    }
    assert shades == {palette.color(Role.Accent).name()}


@pytest.mark.parametrize("page", PAGES)
def test_disabled_words_are_seen_and_told_from_others(
    palette: QPalette, page: QPalette.ColorRole
) -> None:
    faint = palette.color(Group.Disabled, Role.Text)
    assert contrast(faint, palette.color(page)) >= SEEN
    assert contrast(faint, palette.color(Role.Text)) >= 2


@check_each("name", sorted(ICONS))
def test_a_disabled_icon_is_seen(palette: QPalette, name: str) -> None:
    image = action_icon(name).pixmap(ICON, ICON, QIcon.Mode.Disabled).toImage()
    page = palette.color(Role.Window)
    solid = [
        QColor(image.pixelColor(x, y))
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert max(contrast(shade, page) for shade in solid) >= SEEN


@pytest.mark.parametrize("made", [QCheckBox, QRadioButton])
@pytest.mark.parametrize("is_enabled", [True, False])
def test_the_rim_of_an_unticked_box_is_seen(
    palette: QPalette, made: type[QAbstractButton], is_enabled: bool
) -> None:
    style, box = ApplicationStyle(), made()
    box.setStyle(style)
    box.setEnabled(is_enabled)
    box.setPalette(palette)
    box.resize(box.sizeHint())
    image, page = box.grab().toImage(), palette.color(Role.Window)
    seen = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if contrast(image.pixelColor(x, y), page) >= SEEN
    ]
    assert len(seen) >= style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)


@pytest.mark.parametrize("button", TITLE_BUTTONS)
def test_the_buttons_of_docks_are_in_the_colour_of_words(
    palette: QPalette, button: QStyle.StandardPixmap
) -> None:
    image = ApplicationStyle().standardIcon(button).pixmap(48, 48).toImage()
    shades = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert shades == {palette.color(Role.WindowText).name()}


@pytest.mark.parametrize("words", ["Stops", "Остановки", "停顿"])
def test_the_arrow_of_a_menu_stands_beside_the_words_at_their_height(
    palette: QPalette, words: str
) -> None:
    """Nothing that is seen lies between both; below the words it looked like a comma."""
    style, button, menu = ApplicationStyle(), QToolButton(), QMenu()
    button.setStyle(style)
    button.setPalette(palette)
    button.setAutoRaise(True)
    button.setText(words)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    button.resize(button.sizeHint())
    image, page = button.grab().toImage(), palette.color(Role.Window)
    inked = {
        x: [y for y in range(image.height()) if contrast(image.pixelColor(x, y), page) >= 2]
        for x in range(image.width())
    }
    right = max(x for x in inked if inked[x])
    left = next(x for x in range(right, 0, -1) if not inked[x])  # of the arrow
    gap = next(x for x in range(left, 0, -1) if inked[x])  # where the words end
    assert left - gap >= 3
    heights = [y for x in range(left, right + 1) for y in inked[x]]
    assert abs(sum(heights) / len(heights) - image.height() / 2) <= 2
