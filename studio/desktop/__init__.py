"""The program on a desktop: its icon, its entry in the menu, the kinds of its files."""
