"""From templates to responses: every value is escaped; `server.headers` says what browsers may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from zaru._version import __version__
from zaru.errors import NotFound, ToolMissing
from zaru.search.snippets import Places
from zaru.server.web.asking import Asked, find_outer_address
from zaru.server.web.wording import LANGUAGES, Wording, choose_language, name_language

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FOR_EVER = "public, max-age=31536000, immutable"  # another version has another address


class StaticFile(NamedTuple):
    """A file that pages load: it comes from the package, never from a corpus."""

    body: bytes
    type: str
    version: str


class Site:
    """The templates, files and words of some pages: a folder that has all three.

    Files that it does not have are those of the site *below* it.
    """

    def __init__(self, folder: Path, address: str, below: Site | None = None) -> None:
        self.folder = folder
        self.address = address  # of the files
        self.below = below

    @cached_property
    def files(self) -> dict[str, StaticFile]:
        """The files that pages load, by name."""
        files = {} if self.below is None else dict(self.below.files)
        for path in sorted((self.folder / "static").iterdir()):
            if path.suffix in _TYPES:
                body = path.read_bytes()
                version = blake2b(body, digest_size=6).hexdigest()
                files[path.name] = StaticFile(body, _TYPES[path.suffix], version)
        return files

    def serve(self, name: str) -> Response:
        """Return the file *name*; raises `NotFound`."""
        file = self.files.get(name)
        if file is None:
            raise NotFound(f"no file {name!r}")
        headers = {"Cache-Control": _FOR_EVER, "ETag": f'"{file.version}"'}
        return Response(file.body, media_type=file.type, headers=headers)

    def render(
        self, request: Request, name: str, *, lang: str = "", status: int = 200, **values: Any
    ) -> Response:
        """Return the template *name* with *values*, in the visitor's language or in *lang*."""
        language = choose_language(lang, request.headers.get("accept-language", ""))
        words = Wording(language, self.folder / "wording")
        other = next(one for one in LANGUAGES if one != language)
        switch = f"?{request.url.include_query_params(lang=other).query}"
        template = self._environment.get_template(name)
        has_studio = hasattr(request.app.state, "studio")
        html = template.render(
            words=words, path=request.url.path, switch=switch, has_studio=has_studio, **values
        )
        return HTMLResponse(html, status, {"Content-Language": language, "Vary": "Accept-Language"})

    @cached_property
    def _environment(self) -> Any:
        try:
            import jinja2
        except ImportError as error:
            raise ToolMissing("pages need jinja2; run: pip install 'zaru[server]'") from error
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self.folder / "templates"),
            autoescape=True,  # whatever the name of a template ends with
            undefined=jinja2.StrictUndefined,
        )
        # Japanese as it is: escaped, it would be twice as long.
        environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
        environment.filters |= {
            "outer": find_outer_address,
            "language_name": name_language,
            "size": format_size,
            "pieces": cut_pieces,
        }
        environment.globals |= {"static": self._find_file, "version": __version__}
        return environment

    def _find_file(self, name: str) -> str:
        return f"{self.address}/{name}?v={self.files[name].version}"


SITE = Site(Path(__file__).parent, "/static")


def render(request: Request, name: str, asked: Asked, **values: Any) -> Response:
    """Return the template *name* of the search pages with *values*."""
    return SITE.render(request, name, lang=asked.lang, asked=asked, **values)


def render_error(request: Request, status: int, message: str) -> Response:
    """Return the page that says what went wrong."""
    asked = Asked.of(request.query_params)
    return render(request, "error.html", asked, status=status, code=status, message=message)


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
