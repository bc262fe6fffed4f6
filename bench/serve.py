"""`zaru serve` under load: errors, latency and memory with many clients at once.

usage: python bench/serve.py CORPUS [--clients N] [--seconds S]

Starts the server at a free port of this machine. Each client keeps one connection and asks, as soon
as it has an answer, for the next of: searches (JSON, TSUBAKI, the page for browsers), pages, their
sentences and originals. Before that each address is asked once, so that memory is compared with a
server that has seen all of them. Both share the machine: on two cores the client has one of them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import quantiles
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from zaru.search.searching import Searcher
from zaru.server.settings import Settings
from zaru.server.state import State
from zaru.server.web.survey import make_survey

FIRST_SECONDS = 10  # memory is compared with what it is then


@dataclass(slots=True)
class Tally:
    """What came back."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    bytes: int = 0


def make_addresses(corpus: str) -> list[tuple[str, str]]:
    """Return kinds of requests with their addresses, as often as they are asked for."""
    queries = [quote(query) for query in make_survey(State(Settings(corpus)).view()).examples]
    found = Searcher(corpus)
    pages = [page.id for page in islice(found.corpus, 0, 400, 8)]
    asked = [("search", f"/api/v1/search?q={query}") for query in queries] * 4
    asked += [("search, no spans", f"/api/v1/search?spans=0&q={query}") for query in queries] * 4
    asked += [("any word", f"/api/v1/search?any=1&limit=20&q={query}") for query in queries]
    asked += [("tsubaki", f"/api.cgi?query={query}&start=1&results=20") for query in queries] * 2
    asked += [("browser", f"/?q={query}") for query in queries] * 2
    for name in ("", "/sentences", "/original"):
        kind = f"page{name.replace('/', ' ')}"
        asked += [(kind, f"/api/v1/pages/{page}{name}") for page in pages[: 4 * len(queries)]]
    return asked


async def ask(
    place: tuple[str, int], asked: list[tuple[str, str]], end: float, tally: Tally
) -> None:
    """Be one client until *end*."""
    reader, writer = await asyncio.open_connection(*place)
    while time.monotonic() < end:
        kind, address = random.choice(asked)
        begin = time.monotonic()
        writer.write(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            size = re.search(rb"content-length: (\d+)", head)
            assert size, head
            tally.bytes += len(await reader.readexactly(int(size[1])))
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.errors[f"{kind}: {type(error).__name__}"] += 1
            reader, writer = await asyncio.open_connection(*place)
            continue
        if not head.startswith(b"HTTP/1.1 200"):
            tally.errors[f"{kind}: {head[9:12]!r}"] += 1
        tally.seconds[kind].append(time.monotonic() - begin)
    writer.close()


def read_cpu(process: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_memory(process: int) -> float:
    """Return the resident memory of a process in MiB."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    assert found
    return int(found[1]) / 1024


async def warm(place: tuple[str, int], asked: list[tuple[str, str]]) -> None:
    """Ask for each address once."""
    for _, address in dict.fromkeys(asked):
        reader, writer = await asyncio.open_connection(*place)
        writer.write(
            f"GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        assert (await reader.read()).startswith(b"HTTP/1.1 200"), address
        writer.close()


async def load(
    process: int, place: tuple[str, int], asked: list[tuple[str, str]], clients: int, seconds: float
) -> tuple[Tally, list[float]]:
    """Ask with *clients* for *seconds*; return what came back, and the memory every ten seconds."""
    tally, end = Tally(), time.monotonic() + seconds
    working = [asyncio.create_task(ask(place, asked, end, tally)) for _ in range(clients)]
    memory = []
    while time.monotonic() < end - 1:
        await asyncio.sleep(min(FIRST_SECONDS, max(0.1, end - time.monotonic() - 0.5)))
        memory.append(read_memory(process))
    await asyncio.gather(*working)
    return tally, memory


def report(tally: Tally, memory: list[float], seconds: float) -> None:
    """Print the figures."""
    every = [one for times in tally.seconds.values() for one in times]
    print(f"{len(every)} answers, {len(every) / seconds:.0f} a second, ", end="")
    print(f"{tally.bytes / seconds / 1e6:.1f} MB a second")
    print(f"errors: {dict(tally.errors) or 'none'}")
    print("memory, MiB:", " ".join(f"{one:.0f}" for one in memory))
    print("| what | answers | p50 ms | p95 ms | p99 ms | slowest ms |\n|---|---|---|---|---|---|")
    for kind, times in [*sorted(tally.seconds.items()), ("all", every)]:
        cuts = quantiles(times, n=100)
        figures = [cuts[49], cuts[94], cuts[98], max(times)]
        print(f"| {kind} | {len(times)} |", " | ".join(f"{one * 1000:.0f}" for one in figures), "|")


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("corpus")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    asked = make_addresses(options.corpus)
    command = [sys.executable, "-m", "zaru", "serve", options.corpus, "--port", "0", "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = urlsplit(server.stdout.readline().strip())
            place = str(address.hostname), int(address.port or 0)
            counts = options.clients, options.seconds
            asyncio.run(warm(place, asked))
            before = read_cpu(server.pid)
            tally, memory = asyncio.run(load(server.pid, place, asked, *counts))
            used = read_cpu(server.pid) - before
        finally:
            server.terminate()
    report(tally, memory, options.seconds)
    answers = sum(map(len, tally.seconds.values()))
    load_now = os.getloadavg()[0]
    print(f"CPU of the server: {used / answers * 1000:.1f} ms an answer; load {load_now:.1f}")


if __name__ == "__main__":
    main()
