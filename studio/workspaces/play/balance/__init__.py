"""Many games between automatic players: the window they are run in, their charts and tables."""
