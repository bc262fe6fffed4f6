"""Small programs that behave like JUMAN and KNP, well or badly, for tests with real processes."""

from __future__ import annotations

import sys
from pathlib import Path

# Every character is a word. What a sentence says decides how the tool behaves on it.
JUMAN = """
import os, subprocess, sys, time
def say(line):
    sys.stdout.buffer.write((line + "\\n").encode())
def analyse(text):
    for character in text:
        if character == " ":
            say("\\\\  \\\\  \\\\  特殊 1 空白 6 * 0 * 0 NIL")
        else:
            say(f"{character} {character} {character} 名詞 6 普通名詞 1 * 0 * 0 NIL")
            say(f"@ {character} {character} {character} 名詞 6 普通名詞 1 * 0 * 0 NIL")
    say("EOS")
for raw in sys.stdin.buffer:
    text = raw.decode().rstrip("\\n")
    if text.startswith("# "):
        continue
    if "停止" in text:
        time.sleep(600)
    if "死亡" in text:
        os._exit(3)
    if "途中" in text:
        say("途 途 途 名詞 6 普通名詞 1 * 0 * 0 NIL")
        sys.stdout.flush()
        os._exit(3)
    if "無限" in text:
        while True:
            say("限 限 限 名詞 6 普通名詞 1 * 0 * 0 NIL")
    if "化け" in text:
        sys.stdout.buffer.write(b"\\xff\\xfe\\n")
    if "雑音" in text:
        say("Segmentation fault (core dumped)")
    analyse("別の文" if "虚偽" in text else text)
    if "二度" in text:
        analyse(text)
    sys.stdout.flush()
"""

# Words in, one phrase out, as `knp -tab` does.
KNP = """
import sys, time
words = []
for raw in sys.stdin.buffer:
    line = raw.decode().rstrip("\\n")
    if line != "EOS":
        words.append(line)
        continue
    answer = ["# S-ID:1 KNP:5.0", "* -1D <文頭><文末>", "+ -1D <文頭><文末>"]
    if any(word.startswith("平 ") for word in words):
        answer = []
    if any(word.startswith("止 ") for word in words):
        time.sleep(600)
    answer += [word for word in words if not word.startswith("@ ")]
    sys.stdout.buffer.write(("\\n".join([*answer, "EOS"]) + "\\n").encode())
    sys.stdout.flush()
    words = []
"""

# Debian's juman 7.0: it starts, and has nothing to say.
ONLY_EOS = """
import sys
for _ in sys.stdin.buffer:
    sys.stdout.write("EOS\\n")
    sys.stdout.flush()
"""

SILENT = "import time; time.sleep(600)"
DEAD = "raise SystemExit(1)"


def write_tool(folder: Path, name: str, source: str, *, log: Path | None = None) -> Path:
    """Write an executable called *name*; each start adds a line with its process id to *log*."""
    lines = [f"#!{sys.executable} -SE"]
    if log is not None:
        lines.append(f"import os; open({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n')")
    path = folder / name
    path.write_text("\n".join([*lines, source]), encoding="utf-8")
    path.chmod(0o755)
    return path
