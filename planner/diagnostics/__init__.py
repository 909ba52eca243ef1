"""How a fault is spoken, filed, ordered and printed."""
