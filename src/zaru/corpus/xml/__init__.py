"""Standard Format files: written, read, and changed without touching the rest."""
