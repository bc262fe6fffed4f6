"""Events of an XML document, with their places in it; entities and other files are off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol
from xml.parsers import expat

from zaru.dom.scan import tag_end
from zaru.errors import FormatError

Attributes = dict[str, str]


class Listener(Protocol):
    """Hears the events; `place` returns the byte at which the event begins."""

    place: Callable[[], int]
    encoding: str  # that the document declares, empty when it declares none

    def start(self, name: str, attributes: Attributes) -> None:
        """Hear a start tag."""

    def end(self, name: str, text: str) -> None:
        """Hear an end tag, and the text between it and the tag before."""


class Enough(Exception):
    """Raised by a listener that has heard what it wants."""


def listen(data: bytes, listener: Listener, *, source: str) -> None:
    """Let *listener* hear the events of *data*; raises `FormatError` with the place."""
    texts: list[str] = []  # since the last tag

    def hear_start(name: str, attributes: Attributes) -> None:
        texts.clear()
        listener.start(name, attributes)

    def hear_end(name: str) -> None:
        text = "".join(texts)
        texts.clear()
        listener.end(name, text)

    def hear_declaration(_version: str, encoding: str | None, _standalone: int) -> None:
        listener.encoding = encoding or ""

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = hear_start
    parser.EndElementHandler = hear_end
    parser.CharacterDataHandler = texts.append
    parser.EntityDeclHandler = _refuse_entity
    parser.XmlDeclHandler = hear_declaration
    listener.place = lambda: parser.CurrentByteIndex
    try:
        parser.Parse(data, True)
    except Enough:
        return
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise FormatError(message, source=source, offset=max(0, parser.ErrorByteIndex)) from error
    except FormatError as error:
        error.source, error.offset = source, parser.CurrentByteIndex
        raise
    except (LookupError, ValueError) as error:  # an encoding that expat does not know
        raise FormatError(f"not well-formed XML: {error}", source=source) from error


def end_of_tag(data: bytes, place: int) -> int:
    """Return the byte behind the end tag whose event is at *place*.

    Of `<S/>`, the end event stands behind the tag.
    """
    return place if data[:place].endswith(b"/>") else tag_end(data, place)


def _refuse_entity(name: str, *_: object) -> None:
    raise FormatError(f"declares the entity {name!r}; entities are not read")
