"""HOSTILE.md row 11, and what pages say about themselves in thousands: each in a child process.

Each row runs with the kernels and with the Python code that does their work without a compiler.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec

import pytest

CHILD = """
import json, random, sys, time
kernels, expression, *sizes = sys.argv[1:]
if kernels == "python":
    sys.modules["zaru.dom._kernel"] = sys.modules["zaru.content._kernel"] = None
from zaru import Page, extract, find_articles
from zaru.corpus.links import find_links
from zaru.corpus.posts.posts import find_posts

def letters(size):
    return "".join(random.Random(size).choices("abcdefghijklmnop", k=size))

def script(text):
    return f'<script type="application/ld+json">{text}</script>'

def numbered(unit, count):
    return "".join(unit.replace("#", str(number)) for number in range(count))

def measure(count):
    n = count
    raw = (eval(f"({expression})") + "<h1>An ordinary title</h1><p>With words of a blog.").encode()
    times = []
    for _ in range(3):
        page = Page.from_bytes(raw, url="http://zaru.example/a/")
        page.tree
        begin = time.process_time()
        content = extract(page)
        made = content.to_json(), find_articles(page), find_posts(page), find_links(page)
        times.append(time.process_time() - begin)
    return min(times), content.title

measure(10)
print(json.dumps([measure(int(size)) for size in sizes]))
"""
SHAPES = {
    "type-and-blanks": """script('{"@type":' + " " * 19_000) * (n // 200)""",
    "types-and-blanks": """script(('{"@type":' + " " * 40) * n)""",
    "open-types": """script('{"@type":[' * 4 * n)""",
    "open-bodies": """script('{"text":"' + chr(92) * n) * 10""",
    # Every four letters of a text are in the body, the text is not.
    "bodies-and-texts": """script('{"text":"%s"}' % letters(160_000)) * (n // 500)
        + "".join(f"<p>{letters(40 + k)[:40]}" for k in range(n))""",
    "about-and-texts": """'<meta name=description content="%s">' % letters(30 * n)
        + "".join(f"<p>{letters(40 + k)[:40]}" for k in range(n))""",
    "authors": """script('{"@type":"Article","author":["Jane"' + numbered(
        ',"Jane #"', n) + "]}")""",
    "persons": """script('{"@type":"Article","author":[{}' + numbered(
        ',{"@type":"Person","name":"Jane #"}', n) + "]}")""",
    "author-scripts": """script('{"@type":"Article","author":"Jane"}') * n""",
    "citation-authors": """numbered("<meta name=citation_author content='Jane #'>", n)""",
    "author-metas": """numbered("<meta name=author content='Jane #'>", n)""",
    "feeds": """numbered("<link rel=alternate type=application/rss+xml href=/#>", n)""",
    "same-feeds": """"<link rel=alternate type=application/rss+xml href=/>" * n""",
    "link-kinds": """numbered("<link rel='a# b' href=/>", n)""",
    "titles": """numbered("<title>Title # of a page</title>", n)""",
    "generators": """"<meta name=generator content=blog>" * n""",
    "names-of-one-meta": """"<meta content=a name='" + numbered("name# ", n) + "'>" """,
    "bases": """"<base>" * 10 * n""",
    "references": """script("[" + numbered(
        '{"@id":"#","@type":"Article","author":{"@id":"#"}},', n) + "{}]")""",
    "empty-lists": """script("[" + "[]," * 5 * n + "0]")""",
}  # fmt: skip
HOSTILE = {
    "deep-lists": """script("[" * n)""",
    "deep-objects": """script('{"a":' * n + "1" + "}" * n)""",
    "50-MB": """script('{"@type":"Article","headline":"' + "a" * 500 * n + '"}')""",
    "not-a-number": """script('{"@type":"Article","headline":NaN,"author":[-Infinity]}')""",
    "long-number": """script('{"@type":"Article","headline":' + "9" * n + "}")""",
    "comments": """script('{"@type":"Article", /* no */ "headline":"No" // no' + chr(10) + "}")""",
    "wrong-types": """script('{"@type":{"@type":[]},"author":[[[]]],"@id":{},"image":[{}]}')""",
    "cut": """script('{"@type":"Article","headline":"No')""",
}
RATIO = 2.3
TRIES = 4
NOISE_SECONDS = 0.1  # a shorter time says nothing

both_kernels = pytest.mark.parametrize(
    "kernels",
    [
        pytest.param(
            "kernels",
            marks=pytest.mark.skipif(
                find_spec("zaru.content._kernel") is None, reason="the kernel is not compiled"
            ),
        ),
        "python",
    ],
)


@both_kernels
@pytest.mark.parametrize("expression", SHAPES.values(), ids=SHAPES)
def test_time_doubles_with_the_input(
    expression: str, kernels: str, run_child: Callable[..., str]
) -> None:
    sizes = ("4000", "8000") if "letters" not in expression else ("2000", "4000")
    for _ in range(TRIES):
        answer = run_child(CHILD, kernels, expression, *sizes, seconds=120, mebibytes=1024)
        (short, _), (long, _) = json.loads(answer)
        if long < max(short * RATIO, NOISE_SECONDS):
            break
    else:
        pytest.fail(f"{short:.3f} s for an input, {long:.3f} s for one of twice its size")
    assert long < 15


@both_kernels
@pytest.mark.parametrize("expression", HOSTILE.values(), ids=HOSTILE)
def test_hostile_linked_data_is_ignored(
    expression: str, kernels: str, run_child: Callable[..., str]
) -> None:
    answer = run_child(CHILD, kernels, expression, "100000", seconds=60, mebibytes=2048)
    [(seconds, title)] = json.loads(answer)
    assert title == "An ordinary title"
    assert seconds < 5


SIGNALS = """
import signal, time
from types import SimpleNamespace
from zaru import Page
from zaru.content.model import _load_kernel, load_model
from zaru.content.segments import find_segments

class Stopped(Exception): pass
def stop(*_): raise Stopped
signal.signal(signal.SIGALRM, stop)
tree = Page.from_bytes(b"<p>A text that is looked for in many others.").tree
segments = find_segments(tree)
body = "A text that is looked for" * 2_000_000
said = SimpleNamespace(titles=("",), about="", kind="", types=frozenset(), body=body)
model = _load_kernel(load_model())
begin = time.monotonic()
model.score(tree.columns, segments, said)
whole = time.monotonic() - begin
for _ in range(5):
    signal.setitimer(signal.ITIMER_REAL, whole / 10)
    begin = time.monotonic()
    try:
        model.score(tree.columns, segments, said)
    except Stopped:
        if time.monotonic() - begin < whole / 2:
            print("stopped")
            break
    signal.setitimer(signal.ITIMER_REAL, 0)
"""


@pytest.mark.skipif(find_spec("zaru.content._kernel") is None, reason="the kernel is not compiled")
def test_kernel_answers_signals(run_child: Callable[..., str]) -> None:
    assert run_child(SIGNALS, seconds=60, mebibytes=1024) == "stopped\n"
