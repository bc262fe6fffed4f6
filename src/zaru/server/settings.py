"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """What one request may cost, and how many are worked on at once."""

    seconds: float = 20.0
    body_bytes: int = 64 * 1024
    url_bytes: int = 8 * 1024
    requests: int = 64  # at once; the next one is told to come again
    threads: int = 8  # that work on them; 40 took twice the memory and were no faster


@dataclass(frozen=True, slots=True)
class Serving:
    """Where a server is found, and who may ask it for how much."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    token: str | None = None  # that requests must bring; None: none is asked for
    base_url: str | None = None  # the address that visitors see, without the last slash
    limits: RequestLimits = field(default_factory=RequestLimits)

    @property
    def is_loopback(self) -> bool:
        """Say whether only this machine can reach the server."""
        return is_loopback(self.host)


@dataclass(frozen=True, slots=True)
class Settings:
    """The corpus that is served, where, and to whom."""

    corpus: str  # a folder or an address
    index: str | None = None  # the folder of its index; None: inside of the corpus
    serving: Serving = field(default_factory=Serving)


def is_loopback(host: str) -> bool:
    """Say whether *host*, a name or an address, is this machine's own.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"
