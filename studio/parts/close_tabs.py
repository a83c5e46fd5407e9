"""Tabs with less beside their words: four names in Russian stand above a narrow panel."""

from __future__ import annotations

from PySide6.QtWidgets import QStyle, QStyleOption, QTabBar, QWidget

from studio.parts.legible_style import ApplicationStyle

BESIDE = 10  # pixels left and right of a name together; Fusion's are 24


def use_compact_tabs(bar: QTabBar) -> None:
    """Let the tabs of a panel take little room."""
    style = _CloseTabs()
    style.setParent(bar)
    bar.setStyle(style)


class _CloseTabs(ApplicationStyle):
    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """As Fusion has it, but for the room beside a tab's words."""
        if metric is QStyle.PixelMetric.PM_TabBarTabHSpace:
            return BESIDE
        return super().pixelMetric(metric, option, widget)
