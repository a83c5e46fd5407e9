"""Tables in the window: their countries drawn, and forces set out on them."""
