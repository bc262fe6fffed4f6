"""`zaru build` as a process, its sources, and what the tests see of a corpus."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any

from tests.faults.processes import children_of, wait_until
from tests.unit.runs.build.conftest import make_site, write_archive

from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.io.lock import LOCK_NAME

SITES, PAGES = 4, 16
KEPT, DROPPED, FAILED = SITES * PAGES, 6, 2  # what becomes of them; six are in two archives
TABLES = ("pages", "sentences", "links", "originals")

# Small shards and several partitions, so that there is something between the first and the last.
SIZES = {"_FIRST_BYTES": 25_000, "_LAST_BYTES": 25_000, "_PARTITION_BYTES": 100_000}
_SCRIPT = """
from zaru.runs import plan
vars(plan).update({sizes})
{hook}
from zaru.cli import main
main()
"""


def make_script(folder: Path, hook: str) -> Path:
    """Return a program that is `zaru` after *hook*."""
    script = folder / f"zaru-{sha256(hook.encode()).hexdigest()[:8]}.py"
    script.write_text(_SCRIPT.format(hook=hook, sizes=SIZES))
    return script


def make_web(folder: Path, *, pages: int = PAGES) -> Path:
    """Make archives in which the pages of some sites are mixed; one is cut, one page is empty."""
    sites = [make_site(f"site{number}.example", pages, copies=2) for number in range(SITES)]
    mixed = list(chain.from_iterable(zip(*sites, strict=True)))
    for number in range(3):
        write_archive(folder / f"{number}.warc.gz", iter(mixed[number::3]))
    (folder / "cut.warc.gz").write_bytes((folder / "0.warc.gz").read_bytes()[:5000])
    (folder / "empty.html").touch()
    return folder


def kill_tree(process: Popen[str], random: Random) -> None:
    """Kill *process* and all that it has started, in any order."""
    everyone = [process.pid]
    for one in everyone:
        everyone += children_of(one)
    random.shuffle(everyone)
    for one in everyone:
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    process.communicate()


def kill_somewhere(process: Popen[str], corpus: Path, whole: Path, random: Random) -> float:
    """Kill a run at any moment of its work, or now and then of its start; return which."""
    begin = time.monotonic()
    if random.random() > 0.2:
        wait_until((corpus / "work").exists)
    time.sleep(random.uniform(0, read_seconds(whole)))  # the moment is the point
    kill_tree(process, random)
    return time.monotonic() - begin


def read_corpus(corpus: Path) -> dict[str, Any]:
    """Return all that a user sees of a corpus; of its report, what is no time.

    Of its index, what that says of itself: its own files have names of chance.
    """
    files = [path for path in corpus.rglob("*") if path.is_file()]
    seen: dict[str, Any] = {
        str(path.relative_to(corpus)): path.read_bytes()
        for path in files
        if path.relative_to(corpus).parts[0] not in ("work", "index")
    }
    report = json.loads(seen["report.json"])
    del report["seconds"]
    about = corpus / "index" / "index.json"
    index = json.loads(about.read_bytes()) if about.exists() else {}
    return {**seen, "report.json": report, "index": {**index, "place": None}}


def read_seconds(corpus: Path) -> float:
    """Return how long the run that made *corpus* took."""
    report = json.loads((corpus / "report.json").read_text())
    return float(report["seconds"]["this run"])


def assert_same(corpus: Path, whole: Path) -> None:
    """Fail unless *corpus* is as *whole* is, and nothing of a run that was stopped is left."""
    assert list_left(corpus) == []
    found, expected = read_corpus(corpus), read_corpus(whole)
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []


def assert_nothing_half(corpus: Path, whole: Path) -> None:
    """Fail when something of an unfinished *corpus* can be seen that is not as in *whole*."""
    for table in TABLES:
        for path in (corpus / table).glob("[!.]*"):
            assert path.read_bytes() == (whole / table / path.name).read_bytes()
    if (corpus / "corpus.json").exists():  # then it is finished
        assert read_corpus(corpus)["corpus.json"] == read_corpus(whole)["corpus.json"]
    elif corpus.exists():
        with suppress(UsageError):
            Corpus(corpus)
            raise AssertionError("an unfinished corpus can be opened")


def list_left(corpus: Path) -> list[str]:
    """Return the files that a run has while it works, and must not leave; an index has its own."""
    hidden = (path for path in corpus.rglob(".*") if path.parent.parent != corpus / "index")
    return [path.name for path in hidden if path.name != LOCK_NAME] + [
        LOCK_NAME for _ in corpus.glob(LOCK_NAME)
    ]


def copy(corpus: Path, target: Path) -> Path:
    """Return a copy of *corpus* with files of its own."""
    return Path(shutil.copytree(corpus, target))


def stop_before(stage: str) -> str:
    """Return a hook: the run is killed when *stage* would begin."""
    return do_before(stage, "os.kill(os.getpid(), signal.SIGKILL)")


def wait_before(stage: str, sign: Path) -> str:
    """Return a hook: the run makes the file *sign* and waits for ever when *stage* would begin."""
    return do_before(stage, f"open({str(sign)!r}, 'w').close(); time.sleep(1000)")


def do_before(stage: str, deed: str) -> str:
    """Return a hook: *deed* is done when *stage* would begin."""
    return f"""
import os, signal, time
from zaru.runs.runner import Runner
do = Runner.do

def disturb(self, stage, inputs):
    if stage.name == {stage!r}:
        {deed}
    return do(self, stage, inputs)

Runner.do = disturb
"""


def damage(path: Path, random: Random, how: str) -> None:
    """Flip a bit of a file, cut it, fill it with zeros, or delete it."""
    data = bytearray(path.read_bytes())
    if how == "gone" or not data:
        path.unlink()
        return
    place = random.randrange(len(data))
    if how == "flip":
        data[place] ^= 1 << random.randrange(8)
    elif how == "cut":
        del data[place:]
    else:
        data[place:] = bytes(len(data) - place)
    path.write_bytes(data)
