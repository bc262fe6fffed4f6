"""From templates to responses: every value is escaped; `server.headers` says what browsers may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from zaru._version import __version__
from zaru.errors import ToolMissing
from zaru.search.snippets import Places
from zaru.server.web.asking import Asked, find_outer_address
from zaru.server.web.wording import LANGUAGES, Wording, choose_language, name_language

_FOLDER = Path(__file__).parent
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class StaticFile(NamedTuple):
    """A file that pages load: it comes from the package, never from a corpus."""

    body: bytes
    type: str
    version: str


def render(
    request: Request, name: str, asked: Asked, *, status: int = 200, **values: Any
) -> Response:
    """Return the template *name* with *values* as a response, in the visitor's language."""
    language = choose_language(asked.lang, request.headers.get("accept-language", ""))
    words = Wording(language)
    other = next(one for one in LANGUAGES if one != language)
    path = request.url.path
    switch = request.url.include_query_params(lang=other)
    html = (
        _load_templates()
        .get_template(name)
        .render(words=words, asked=asked, path=path, switch=f"?{switch.query}", **values)
    )
    return HTMLResponse(html, status, {"Content-Language": language, "Vary": "Accept-Language"})


def render_error(request: Request, status: int, message: str) -> Response:
    """Return the page that says what went wrong."""
    asked = Asked.of(request.query_params)
    return render(request, "error.html", asked, status=status, code=status, message=message)


@lru_cache(maxsize=1)
def load_static() -> dict[str, StaticFile]:
    """Return the files that pages load, by name."""
    files = {}
    for path in sorted((_FOLDER / "static").iterdir()):
        if path.suffix in _TYPES:
            body = path.read_bytes()
            version = blake2b(body, digest_size=6).hexdigest()
            files[path.name] = StaticFile(body, _TYPES[path.suffix], version)
    return files


def serve_static(name: str) -> Response | None:
    """Return the file *name* of our own, None when there is none."""
    file = load_static().get(name)
    if file is None:
        return None
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": f'"{file.version}"'}
    return Response(file.body, media_type=file.type, headers=headers)


@lru_cache(maxsize=1)
def _load_templates() -> Any:
    try:
        import jinja2
    except ImportError as error:
        raise ToolMissing("pages need jinja2; run: pip install 'zaru[server]'") from error
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,  # whatever the name of a template ends with
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "outer": find_outer_address,
        "language_name": name_language,
        "size": format_size,
        "pieces": cut_pieces,
    }
    environment.globals |= {"static": _find_static, "version": __version__}
    return environment


def _find_static(name: str) -> str:
    return f"/static/{name}?v={load_static()[name].version}"


def cut_pieces(text: str, marks: Places) -> Iterator[tuple[str, bool]]:
    """Yield *text* in pieces, and whether each is marked.

    >>> list(cut_pieces("a bc d", ((2, 4),)))
    [('a ', False), ('bc', True), (' d', False)]
    """
    done = 0
    for begin, end in marks:
        if done < begin:
            yield text[done:begin], False
        yield text[begin:end], True
        done = end
    if done < len(text):
        yield text[done:], False


def format_size(size: int) -> str:
    """Return a number of bytes for people.

    >>> format_size(7100)
    '6.9 KiB'
    """
    amount = float(size)
    for unit in ("B", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"
