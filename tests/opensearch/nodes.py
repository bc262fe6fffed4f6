"""Real nodes of OpenSearch, each a process of its own that can be killed; `make opensearch`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

SETUP = Path(sys.prefix) / "opensearch"  # what the Makefile has made
_START_SECONDS = 90
# Small and quick to start: the whole machine may have two cores.
_JAVA = ("java", "-Xms256m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


@dataclass(frozen=True, slots=True)
class Nodes:
    """A cluster on 127.0.0.1."""

    addresses: tuple[str, ...]
    processes: tuple[subprocess.Popen[bytes], ...]

    @property
    def address(self) -> str:
        """The addresses of all nodes, as zaru is given them."""
        return ",".join(self.addresses)

    def kill(self, number: int) -> None:
        """End a node as a power cut would."""
        os.kill(self.processes[number].pid, signal.SIGKILL)
        self.processes[number].wait()


def why_missing() -> str | None:
    """Return why there can be no nodes here, None when there can be."""
    if shutil.which("java") is None or not (SETUP / "RealNode.class").exists():
        return "no nodes of OpenSearch here: make opensearch (with Maven and Java) sets them up"
    return None


@contextmanager
def start_nodes(folder: Path, count: int = 3) -> Iterator[Nodes]:
    """Start a cluster of *count* nodes, which ends with the block."""
    http, transport = _find_ports(count), _find_ports(count)
    addresses = tuple(f"http://127.0.0.1:{port}" for port in http)
    classes = f"{(SETUP / 'classpath').read_text().strip()}{os.pathsep}{SETUP}"
    with ExitStack() as stack:
        processes = []
        for number in range(count):
            log = stack.enter_context((folder / f"{number}.log").open("wb"))
            arguments = [str(folder / str(number)), str(number), str(http[number])]
            process = subprocess.Popen(
                [*_JAVA, "-cp", classes, "RealNode", *arguments, *map(str, transport)],
                stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
            stack.callback(_end, process)
            processes.append(process)
        _wait(addresses, count, folder)
        yield Nodes(addresses, tuple(processes))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _wait(addresses: tuple[str, ...], count: int, folder: Path) -> None:
    """Return when all nodes know each other and answer."""
    end = time.monotonic() + _START_SECONDS
    for address in addresses:
        while True:
            try:
                health = f"{address}/_cluster/health?wait_for_nodes={count}&timeout=5s"
                with urlopen(health, timeout=10) as answer:
                    if json.load(answer)["number_of_nodes"] == count:
                        break
            except (URLError, OSError):
                pass
            if time.monotonic() > end:
                raise TimeoutError(f"no cluster in {_START_SECONDS} s; see the logs in {folder}")
            time.sleep(0.2)


def _find_ports(count: int) -> list[int]:
    """Return ports that nobody uses now."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
