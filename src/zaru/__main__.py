"""`python -m zaru` is the command `zaru`."""

from zaru.cli import main

main()
