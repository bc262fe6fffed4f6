"""Links that a feed may hold: absolute, http or https, plain ASCII; and what in them identifies."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from zaru.text.urls import PORTS, resolve

_STRAY_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_ESCAPED = re.compile("%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
_SAFE = "%/:@!$&'()*+,;=~"  # RFC 3986, pchar and the slash
_OTHER_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]{0,40}:")

# Parameters that say where a reader comes from: those of analytics programs, of advertisers and
# of Japanese news sites and shops (iref, n_cid, scid, l-id).
_TRACKING = re.compile(
    r"(?:utm|mtm|matomo|piwik|hsa|oly|vero|pd_rd|pf_rd)_[\w.-]*"
    r"|pk_(?:campaign|kwd|keyword|source|medium|content|cid)"
    r"|at_(?:medium|campaign|creation|emailtype|custom[0-9]|link_\w+|bbc_team|ptr_name)"
    r"|ns_(?:campaign|source|mchannel|linkname|fee)|elqtrack(?:id)?|mkt_tok|mc_[ce]id|wt[._]mc"
    r"|(?:g|dc|fb|y|tw|tt)clid|msclkid|rb_clickid|gclsrc|[gw]braid|li_fat_id|epik|ef_id"
    r"|igsh(?:id)?|_gl|_ga|_hs(?:enc|mi)|wickedid|srsltid|xtor|ocid|ito|spm|trk|_openstat"
    r"|iref|n_cid|scid|s_cid|s_kwcid|icid|ncid|cmpid|l-id|guccounter|guce_referrer(?:_sig)?"
    r"|ref_?src|ref_?url|referr?er|soc_(?:src|trk)|__twitter_impression",
    re.IGNORECASE,
)
# Parameters that track only with these values: `ref=rss`, but not `ref=4711`.
_COMING_FROM = frozenset({"ref", "from", "src", "source", "via", "fr", "r"})
_PLACES = frozenset(
    "rss atom feed feeds top home index list menu nav side sidebar header footer ranking new news"
    " latest recommend recommended related popular twitter facebook line newsletter mail share"
    " toppage top_page pickup slider banner".split()
)
_SESSION = re.compile(
    r"phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|oscsid|zenid"
    r"|session_?id|sess_?id|sesskey|nocache|no_cache|cachebuster|cache_?bust|rand|rnd",
    re.IGNORECASE,
)
# Names that are sessions only when the value looks random; the underscore busts caches.
_MAYBE_SESSION = frozenset({"sid", "s", "session", "sess", "ssid", "token"})
_RANDOM = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[0-9A-Za-z_-]{20,128}")
_DIGITS = re.compile(r"[0-9.]{8,24}")
_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/;?#]{0,200}|/\([A-Z]\([0-9a-z]{16,40}\)\)(?=/)",
    re.IGNORECASE,
)
# Places on an article's page, and comment counters; `#comment-12` and `#20090116` do identify.
_PLACE_ON_PAGE = re.compile(
    r"(?:comments?|respond|replies|reply|disqus_thread|more(?:-[0-9]+)?|trackbacks?|reviews?"
    r"|(?:page_?)?top|header|contents?|main|body|new|newest|latest|last|unread|lastpost|view"
    r"|kommentare|[0-9]{1,6}_?comments?|comments?[=:(][0-9]{0,6}\)?|:~:.*)?",
    re.IGNORECASE,
)


# An address that is in ASCII as it stands, in the one spelling.
_PLAIN = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+/[A-Za-z0-9._~/-]*"
    r"(?:\?[A-Za-z0-9._~/&=-]+)?(?:#[A-Za-z0-9._~-]+)?\Z"
)


# The same with a path alone, in which nothing may change.
_STEADY = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)+/[A-Za-z0-9._~/%-]*\Z")


def absolute_link(base: str | None, href: str | None) -> str | None:
    """Return *href* as an absolute http or https URL in ASCII; None when it is none.

    >>> absolute_link("http://example.com/a/", "日本.html?q=1 2")
    'http://example.com/a/%E6%97%A5%E6%9C%AC.html?q=1%202'
    >>> absolute_link("http://example.com/", "javascript:alert(1)") is None
    True
    """
    try:
        url = resolve(base, href) if href else None
        if url is None or _PLAIN.match(url):  # as most are
            return url
        return urlunsplit(_to_ascii(urlsplit(url)))
    except ValueError:  # a port that is no number, a host that IDNA does not know
        return None


def clean_link(url: str) -> str:
    """Return an `absolute_link` without what may change while the article stays the same.

    Tracking parameters, session ids, cache busters and places on the page go; the other
    parameters stay in their order, and so does the scheme: the result is a working link.

    >>> clean_link("https://example.com/a?id=3&utm_source=rss#comments")
    'https://example.com/a?id=3'
    >>> clean_link("http://example.com/diary.html#20090116")
    'http://example.com/diary.html#20090116'
    """
    if _STEADY.match(url):  # as most are
        return url
    parts = urlsplit(url)
    path = _SESSION_IN_PATH.sub("", parts.path) or "/"
    query = _clean_query(parts.query)
    return urlunsplit((parts.scheme, parts.netloc, path, query, _clean_fragment(parts.fragment)))


def is_relative(href: str) -> bool:
    """Say whether *href* is a path: neither empty nor a URL of any scheme.

    >>> is_relative("news/1.html"), is_relative("mailto:a@example.com")
    (True, False)
    """
    return bool(href.strip(" \t\r\n#")) and not _OTHER_SCHEME.match(href)


def _to_ascii(parts: SplitResult) -> SplitResult:
    scheme = parts.scheme.lower()
    return SplitResult(
        scheme,
        _host(parts, scheme),
        _escape(parts.path or "/", _SAFE),
        _escape(parts.query, _SAFE + "?[]"),
        _escape(parts.fragment, _SAFE + "?"),
    )


def _host(parts: SplitResult, scheme: str) -> str:
    """Return host and port: lower case, in IDNA, without a default port and without a user."""
    name = (parts.hostname or "").rstrip(".")
    if ":" in name:
        host = f"[{name}]"
    else:
        host = name if name.isascii() else name.encode("idna").decode("ascii")
        host = quote(host, safe="%!$&'()*+,;=")
    if not host:
        raise ValueError("no host")
    return host if parts.port in (None, PORTS[scheme]) else f"{host}:{parts.port}"


def _escape(text: str, safe: str) -> str:
    """Return *text* percent-encoded where a URL needs it, in one spelling for each character."""
    text = _STRAY_PERCENT.sub("%25", text)
    return _ESCAPED.sub(_one_spelling, quote(text, safe=safe, errors="replace"))


def _one_spelling(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def _clean_query(query: str) -> str:
    return "&".join(pair for pair in query.split("&") if pair and not _is_noise(pair))


def _is_noise(pair: str) -> bool:
    name, _, value = pair.partition("=")
    key = name.lower()
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    if key in _COMING_FROM:
        return value.lower() in _PLACES
    if key == "_":
        return bool(_DIGITS.fullmatch(value))
    return key in _MAYBE_SESSION and bool(_RANDOM.fullmatch(value))


def _clean_fragment(fragment: str) -> str:
    if _PLACE_ON_PAGE.fullmatch(fragment):
        return ""
    if "=" in fragment and not fragment.startswith(("!", "/")):
        return _clean_query(fragment)
    return fragment
