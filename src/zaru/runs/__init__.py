"""Many pages: child processes, deadlines, what is done and what is left."""
