"""`zaru serve` as a process: its address, its signals, its exit codes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from zaru.io.corpus import Corpus

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "zaru", "serve"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


@contextmanager
def serving(
    corpus: Path, *more: str, before: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server at a free port, by the command *before*; yield it and its address."""
    process = subprocess.Popen(
        [*before, *COMMAND, str(corpus), "--port", "0", *more], env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_stops_it_in_order(corpus: Path, number: signal.Signals, code: int) -> None:
    with serving(corpus) as (process, address):
        with urlopen(f"{address}api/v1/search?q={quote('朝市')}") as answer:
            assert json.load(answer)["total"] == 14
        process.send_signal(number)
        _, words = process.communicate(timeout=10)
    assert process.returncode == code
    first, line, *_, last = words.splitlines()
    assert first.startswith("zaru: serving ")
    assert line.split()[1:5] == ["127.0.0.1", "GET", "/api/v1/search", "200"]
    assert last == "zaru: stopped"


def test_ctrl_c_stops_it_where_a_shell_has_it_ignored(corpus: Path) -> None:
    shell = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
    with serving(corpus, before=shell) as (process, _):
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=10)
    assert process.returncode == 130
    assert words.splitlines()[-1] == "zaru: stopped"


def test_an_open_connection_does_not_keep_it(corpus: Path) -> None:
    with serving(corpus, "--quiet") as (process, address):
        place = address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((place[0], int(place[1]))) as open_one:
            open_one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert open_one.recv(100).startswith(b"HTTP/1.1 200")
            begin = time.monotonic()
            process.terminate()
            process.communicate(timeout=10)
    assert time.monotonic() - begin < 5


def test_a_thread_that_hangs_does_not_keep_it(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    page = next(Corpus(copy).pages("00000.parquet"))
    hanging = copy / page["original"]["file"]
    hanging.unlink()
    os.mkfifo(hanging)  # whoever opens it waits for a writer
    with serving(copy, "--quiet") as (process, address):
        place = address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((place[0], int(place[1]))) as waiting:
            request = f"GET /api/v1/pages/{page.id}/original HTTP/1.1\r\nHost: localhost\r\n\r\n"
            waiting.sendall(request.encode())
            with urlopen(f"{address}api/v1/corpus") as answer:  # others are answered
                assert answer.status == 200
            process.terminate()
            process.communicate(timeout=10)
    assert process.returncode == 143


def test_what_is_no_http_is_refused_and_it_goes_on(corpus: Path) -> None:
    with serving(corpus, "--quiet") as (_, address):
        place = address.removeprefix("http://").rstrip("/").split(":")
        for data in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9\r\n\r\n", b"GET /" + b"a" * 100_000):
            with socket.create_connection((place[0], int(place[1])), timeout=10) as broken:
                broken.sendall(data + b"\r\n\r\n")
                assert broken.recv(20).startswith((b"HTTP/1.1 4", b""))
        with urlopen(f"{address}healthz") as answer:
            assert answer.read() == b"ok\n"


def test_a_token_is_made_for_a_server_that_others_reach(corpus: Path) -> None:
    with serving(corpus, "--host", "0.0.0.0", "--quiet") as (_, address):
        port, _, token = address.rpartition(":")[2].partition("/?token=")
        place = f"http://127.0.0.1:{port}/api/v1/corpus"
        with pytest.raises(HTTPError) as caught:
            urlopen(place)
        assert caught.value.code == 401
        caught.value.close()
        with urlopen(Request(place, headers={"Authorization": f"Bearer {token}"})) as answer:
            assert json.load(answer)["pages"] == 14


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param(["--host", "0.0.0.0", "--token", "short"], "at least 16", id="token"),
        pytest.param(["--host", "192.0.2.1"], "choose another with --port", id="host"),
        pytest.param(["--host", "no.such.host.invalid"], "--host no.such", id="name"),
        pytest.param(["--port", "99999"], "not in the range", id="port"),
        pytest.param(["--index", "nowhere"], "no index; make one with", id="index"),
    ],
)
def test_what_cannot_be_served_is_said(corpus: Path, options: list[str], words: str) -> None:
    port = [] if "--port" in options else ["--port", "0"]
    done = subprocess.run(
        [*COMMAND, str(corpus), *port, *options, ], env=ENVIRONMENT, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_port_that_is_taken_is_said(corpus: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, str(corpus), "--port", str(port)], env=ENVIRONMENT, capture_output=True,
            text=True,
        )  # fmt: skip
    assert done.returncode == 2
    assert f"127.0.0.1:{port}: Address already in use; choose another" in done.stderr
