"""Words of both themes can be read, and what is disabled can still be seen (WCAG 2.2, 1.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
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

from studio.widgets.icons import PATHS, SIZE, action_icon
from studio.widgets.themes import TITLE_BUTTONS, ApplicationStyle, theme_palette
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


@pytest.fixture(params=["light", "dark"])
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


@pytest.mark.parametrize("page", PAGES)
def test_disabled_words_are_seen_and_told_from_others(
    palette: QPalette, page: QPalette.ColorRole
) -> None:
    faint = palette.color(Group.Disabled, Role.Text)
    assert contrast(faint, palette.color(page)) >= SEEN
    assert contrast(faint, palette.color(Role.Text)) >= 2


@check_each("name", PATHS)
def test_a_disabled_icon_is_seen(palette: QPalette, name: str) -> None:
    ink = palette.color(Role.WindowText).name()
    image = action_icon(name, ink).pixmap(SIZE, SIZE, QIcon.Mode.Disabled).toImage()
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
