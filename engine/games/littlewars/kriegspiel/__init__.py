"""The Kriegspiel: what it changes of the rules of Little Wars, and what it adds (K1–K9)."""
