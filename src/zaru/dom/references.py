"""What a slice of a page's source says to a parser: references, line ends and NUL resolved."""

try:
    from zaru.dom._kernel import read_source as read_source
except ImportError:  # installed without a compiler
    from zaru.dom.spans import read_source as read_source
