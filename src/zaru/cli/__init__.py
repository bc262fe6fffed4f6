"""The command line."""
import gc
def relax_garbage_collection() -> None:
    """Let the garbage collector run less often: rows are many, cycles are few."""
    gc.set_threshold(100_000, 20, 20)
