"""Tests of zaru.kernels, and of setup.py: a kernel that is missing is never silent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from zaru import kernels
from zaru.kernels import describe_kernels

ROOT = Path(__file__).parents[2]


def run_python(*arguments: str, folder: Path = ROOT, **environment: str) -> tuple[int, str]:
    """Run Python with zaru's sources; return its exit code and all that it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("names", "said"),
    [
        pytest.param({"dom": "json", "content": "csv"}, "kernels: dom, content", id="both"),
        pytest.param(
            {"dom": "zaru.none", "content": "csv"},
            "no kernel for dom: slower, same results; install again with a C compiler",
            id="one",
        ),
        pytest.param(
            {"dom": "zaru.none", "content": "zaru.none"},
            "no kernel for dom, content: slower, same results; install again with a C compiler",
            id="none",
        ),
    ],
)
def test_kernels_that_do_not_load_are_told(
    names: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "KERNELS", names)
    monkeypatch.setattr(kernels, "IS_SWITCHED_OFF", False)
    assert describe_kernels() == said


def test_version_says_which_kernels_are_there() -> None:
    assert run_python("-m", "zaru", "--version") == (0, f"zaru 0.1.0 ({describe_kernels()})\n")


def test_the_switch_leaves_the_kernels_out() -> None:
    code = "import zaru; print(type(zaru.Page.from_bytes(b'<p>a').tree.columns).__module__)"
    assert run_python("-c", code, ZARU_NO_KERNELS="1") == (0, "zaru.dom.columns\n")
    said = "no kernel for text, dom, content, search: slower, same results; unset ZARU_NO_KERNELS"
    version = (0, f"zaru 0.1.0 ({said})\n")
    assert run_python("-m", "zaru", "--version", ZARU_NO_KERNELS="1") == version


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a folder with all that setup.py reads, and with nothing built."""
    pytest.importorskip("setuptools", minversion="77", reason="setup.py needs setuptools")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info")
    )
    return tmp_path


BUILD = ("setup.py", "--quiet", "build_ext", "--build-lib", "out", "--build-temp", "temp")


def test_install_says_what_did_not_compile(sources: Path) -> None:
    code, said = run_python(*BUILD, folder=sources, CC="/bin/false", ZARU_REQUIRE_KERNELS="")
    assert code == 0
    for room in ("text", "dom", "content", "search"):
        assert f"zaru: zaru.{room}._kernel did not compile: slower, same results" in said


def test_install_with_required_kernels_fails_without_a_compiler(sources: Path) -> None:
    code, _ = run_python(*BUILD, folder=sources, CC="/bin/false", ZARU_REQUIRE_KERNELS="1")
    assert code != 0


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_the_kernels_are_standard_c_that_any_compiler_reads() -> None:
    """MSVC has neither GNU's extensions nor arrays whose length is known later."""
    sources = [str(path) for path in sorted(ROOT.glob("src/zaru/**/*.c"))]
    command = ["gcc", "-std=c11", "-pedantic-errors", "-Werror=vla", "-fsyntax-only"]
    done = subprocess.run(
        [*command, "-isystem", sysconfig.get_paths()["include"], *sources],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
