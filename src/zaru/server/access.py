"""Who may ask: the host that a request names, and the token that it brings."""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers

from zaru.errors import UsageError
from zaru.server.settings import Serving, is_loopback

# What can stand in a header, a cookie and an address as it is.
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,200}")


def make_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def check_serving(serving: Serving) -> None:
    """Raise `UsageError` for a server that strangers could use."""
    if serving.token is None and not serving.is_loopback:
        raise UsageError(f"{serving.host} can be reached from elsewhere; give a token: --token …")
    if serving.token is not None and not _TOKEN.fullmatch(serving.token):
        raise UsageError("--token: at least 16 letters, digits, - or _, which nobody can guess")


@dataclass(frozen=True, slots=True)
class Access:
    """The rules for one server."""

    serving: Serving

    def is_own_host(self, host: str) -> bool:
        """Say whether a Host header means this server.

        A page elsewhere can let its own name lead to 127.0.0.1 and then read what a server of
        this machine answers to that name (DNS rebinding). Behind a token it could not.
        """
        if not self.serving.is_loopback:
            return True
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return is_loopback(name) or name == _host_of(self.serving.base_url)

    def is_own_origin(self, headers: Headers) -> bool:
        """Say whether a request that changes something comes from a page of this server.

        Browsers name the site whose page sends it; programs name none. A form of a page that
        tells nobody where it is from, as ours do, is sent with "null": then the browser itself
        says whether it was the same site, which no page can forge.
        """
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin == "null":
            return headers.get("sec-fetch-site") == "same-origin"
        own = {f"{scheme}://{headers.get('host', '')}" for scheme in ("http", "https")}
        return origin in own or origin == self.serving.base_url

    def is_allowed(self, headers: Headers) -> bool:
        """Say whether a request brings the token, in its own header or in our cookie."""
        token = self.serving.token
        if token is None:
            return True
        kind, _, said = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return _is_same(said.strip(), token)
        return _is_same(_read_cookie(headers.get("cookie", ""), self.cookie_name), self._cookie)

    def is_invitation(self, path: str, query: bytes) -> bool:
        """Say whether a request is `/?token=…` with the right token."""
        if path != "/" or self.serving.token is None or b"token=" not in query:
            return False
        said = parse_qs(str(query, "latin-1")).get("token", [""])
        return _is_same(said[0], self.serving.token)

    @property
    def cookie_name(self) -> str:
        """The name of our cookie; servers of one host have names of their own."""
        return f"zaru_{self._digest('name')[:8]}"

    @property
    def cookie(self) -> str:
        """What a Set-Cookie header says; the cookie does not tell the token."""
        secure = "; Secure" if (self.serving.base_url or "").startswith("https:") else ""
        return f"{self.cookie_name}={self._cookie}; Path=/; HttpOnly; SameSite=Strict{secure}"

    @property
    def _cookie(self) -> str:
        return self._digest("cookie")

    def _digest(self, use: str) -> str:
        return hmac.new((self.serving.token or "").encode(), use.encode(), sha256).hexdigest()


def _is_same(said: str, token: str) -> bool:
    """Compare in a time that does not tell how much of it is right."""
    return hmac.compare_digest(said.encode("utf-8", "replace"), token.encode())


def _host_of(url: str | None) -> str:
    return urlsplit(url).hostname or "" if url else ""


def _read_cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
