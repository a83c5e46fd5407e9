"""The umpire's console: an umpired double-blind game in the window."""
