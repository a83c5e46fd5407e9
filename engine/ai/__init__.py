"""Players that think: they look ahead, in positions as they may be, before they answer.

`orders` are what they weigh, `playouts` what they look at, `deliberating` how they spend their
thought, `searching` the player, `roster` all players there are by name.
"""
