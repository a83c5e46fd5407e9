"""The tank game's AI: evaluation, orders, playouts."""
