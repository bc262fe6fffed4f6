"""URLs that a page names: resolved, cleaned as browsers clean them, http and https only."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

PORTS = {"http": 80, "https": 443}
_SCHEMES = frozenset(PORTS)
# https://url.spec.whatwg.org/#concept-basic-url-parser: C0 controls and spaces around a URL
# and tabs and line ends anywhere in it do not count.
_AROUND = "".join(map(chr, range(0x21)))
_INSIDE = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,40}:")
_NORMAL = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+/[!\"$-~]*\Z")
_HOST = re.compile(r"https?://([a-z0-9.-]+)(?:[/?#]|\Z)")
_BELOW_HOME = re.compile(r"https?://[a-z0-9.-]+/[!\"$->@-~]")
# An address that is what it says, as most are.
_ABSOLUTE = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][!-~]*)?\Z")
# Without the dots, double slashes and empty parts that would have to be undone.
_FIRST, _NEXT, _BEHIND = r"[\w%~!,+@()*$'&=-]", r"[\w.%~!,+@()*$'&=-]", r"[\w.%~!,+@()*$'&=/:-]"
_PLAIN_PATH = re.compile(
    rf"(?:/|/?{_FIRST}{_NEXT}*(?:/{_FIRST}{_NEXT}*)*/?)(?:\?{_BEHIND}+)?(?:#{_BEHIND}+)?\Z"
)
_PLAIN_FRAGMENT = re.compile(rf"#{_BEHIND}+\Z")
_UP = re.compile(rf"((?:\.\./)+)(?={_FIRST})")
_PLAIN_HOST = re.compile(
    rf"//[a-z0-9-]+(?:\.[a-z0-9-]+)+/{_NEXT}*(?:/{_NEXT}+)*/?(?:\?{_BEHIND}+)?\Z"
)
_MAX_CHARS = 8192  # longer ones are data, not addresses
_MAX_ADDED = 500  # characters; a longer base would make each short link of a page a long one


def resolve(base: str | None, href: str) -> str | None:
    """Return the absolute http or https URL that *href* means on the page *base*.

    None when it is none: another scheme, a relative one without a base, no host, nonsense.

    >>> resolve("http://example.com/a/b.html", "../c?d=1")
    'http://example.com/c?d=1'
    >>> resolve("http://example.com/", "java\\nscript:alert(1)") is None
    True
    """
    if len(href) > _MAX_CHARS:  # before it is cleaned: a thousand texts may stand in one link
        return None
    if _ABSOLUTE.match(href):
        return href
    if base is None and ":" not in href:  # not even one that is cleaned
        return None
    if base and (plain := _resolve_plain(base, href)):
        return plain
    href = _clean(href)
    scheme = _SCHEME.match(href)
    try:
        if scheme:
            url = href if scheme[0][:-1].lower() in _SCHEMES else None
        else:
            url = urljoin(_clean(base), href.replace("\\", "/")) if base else None
            url = None if url and len(url) > len(href) + _MAX_ADDED else url
        return url.replace(" ", "%20") if url and _is_web_address(url) else None
    except ValueError:  # urllib's word for brackets in the host, bad ports and the like
        return None


def _resolve_plain(base: str, href: str) -> str | None:
    """Return the same for a path, as most are, of which nothing must be undone; None for others."""
    if _PLAIN_PATH.match(href):
        before = _find_before(base)[href[0] != "/"]
    elif (up := _UP.match(href)) and _PLAIN_PATH.match(href, up.end()):
        before = _go_up(_find_before(base), up.end() // len("../"))
        href = href[up.end() :]
    elif _PLAIN_HOST.match(href):
        before = _find_before(base)[0].partition("//")[0]
    elif _PLAIN_FRAGMENT.match(href):
        before = _find_page(base)
    else:
        return None
    return before + href if before else None


def normalise(url: str) -> str:
    """Return *url* as one writes it who has no choice: what two pages call one page is equal.

    Scheme and host in lower case, no default port, no fragment, a path.

    >>> normalise("HTTP://Example.JP:80#top")
    'http://example.jp/'
    """
    bare = url.partition("#")[0]
    if _NORMAL.match(bare) and (bare is url or bare[-1] != "?"):
        return bare
    try:
        parts = urlsplit(_clean(url))
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return _clean(url).partition("#")[0]
    scheme = parts.scheme.lower()
    if not host:
        return urlunsplit((scheme, parts.netloc, parts.path, parts.query, ""))
    address = f"[{host}]" if ":" in host else host
    if port is not None and port != PORTS.get(scheme):
        address += f":{port}"
    return urlunsplit((scheme, address, parts.path or "/", parts.query, ""))


def host_of(url: str) -> str:
    """Return the lower-case host of *url*, empty when it has none.

    >>> host_of("https://user@WWW.Example.co.jp:8080/a")
    'www.example.co.jp'
    """
    if plain := _HOST.match(url):
        return plain[1].rstrip(".")
    try:
        return (urlsplit(_clean(url)).hostname or "").rstrip(".")
    except ValueError:
        return ""


def site_of(url: str) -> str:
    """Return a key for the site of *url*: its host without `www.`, empty when it has none.

    >>> site_of("https://www.example.co.jp/a")
    'example.co.jp'
    """
    return host_of(url).removeprefix("www.")


def is_home(url: str) -> bool:
    """Say whether *url* is the front page of its host.

    >>> is_home("http://example.com/"), is_home("http://example.com/?p=1")
    (True, False)
    """
    if _BELOW_HOME.match(url):
        return False
    try:
        parts = urlsplit(_clean(url))
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/") and not parts.query


def _clean(url: str) -> str:
    url = url.strip(_AROUND)
    return url if url.isprintable() else url.translate(_INSIDE)


@lru_cache(maxsize=16)
def _find_before(base: str) -> tuple[str, str]:
    """Return what stands before plain paths on the page *base*: before those from the root, others.

    Empty where `urljoin` must tell: for no web address, and for a folder that it would change.
    """
    try:
        parts = urlsplit(_clean(base))
    except ValueError:
        return "", ""
    site = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in _SCHEMES or not parts.hostname or len(site) > _MAX_ADDED:
        return "", ""
    folder = site + parts.path.rpartition("/")[0] + "/"
    is_plain = "//" not in parts.path and "/." not in parts.path and len(folder) <= _MAX_ADDED
    return site.replace(" ", "%20"), folder.replace(" ", "%20") if is_plain else ""


@lru_cache(maxsize=16)
def _find_page(base: str) -> str:
    """Return what stands before fragments on the page *base*; empty where `urljoin` must tell."""
    page = base.partition("#")[0]
    is_plain = _ABSOLUTE.match(page) and ";" not in page and page[-1] != "?"
    return page if is_plain and len(page) <= _MAX_ADDED else ""


@lru_cache(maxsize=64)
def _go_up(before: tuple[str, str], times: int) -> str:
    """Return the folder so many above one, at most the root; empty where `urljoin` must tell."""
    site, folder = before
    if not folder:
        return ""
    folders = folder[len(site) + 1 : -1].split("/")
    return "/".join([site, *folders[: max(0, len(folders) - times)], ""])


def _is_web_address(url: str) -> bool:
    if _NORMAL.match(url):
        return True
    parts = urlsplit(url)
    return parts.scheme.lower() in _SCHEMES and bool(parts.hostname)
