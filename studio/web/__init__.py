"""Players at their own screens: a small web server that shows each seat its side of the game.

`host.Host` starts and stops it. Needs the extra `host`; only the command `host` and the umpire's
console import it.
"""
