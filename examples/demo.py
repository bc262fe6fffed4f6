"""`make demo`: pour the three example sites in, show what zaru sees, and prove the spans."""

from __future__ import annotations

from pathlib import Path

import zaru

HERE = Path(__file__).parent
SITES = {"shinbun": "articles", "shop": "products", "blog": "posts"}


def show_site(name: str) -> None:
    """Print a summary of one site, and a block of its first article with its bytes."""
    pages = list(zaru.read([HERE / name]))
    blocks = runs = 0
    sample: tuple[zaru.Page, zaru.Block] | None = None
    for page in pages:
        if isinstance(page, zaru.Failure):
            print(f"  {page}")
            continue
        tree = page.tree
        blocks += len(tree.blocks)
        runs += len(tree.spans)
        for block in tree.blocks:
            if block.tag == "p" and len(block.text) > 60 and sample is None:
                sample = page, block
    encodings = {page.encoding for page in pages if isinstance(page, zaru.Page)}
    print(
        f"{name}: {len(pages)} pages in {', '.join(encodings)}, {blocks} blocks, {runs} text runs"
    )
    if sample is None:
        return
    page, block = sample
    assert block.span is not None
    offset, length = block.span
    print(f"  {Path(page.origin.source).relative_to(HERE)}, {block.path.rsplit('/', 2)[-2]}/p")
    print(f"  text   {block.text[:70]}…")
    print(f"  bytes  {offset} to {offset + length}: {page.raw[offset : offset + 24]!r}…")
    print(f"  again  {page.raw[offset : offset + length].decode(page.decoded.codec)[:70]}…")


if __name__ == "__main__":
    for site in SITES:
        show_site(site)
    print("\nTry: .venv/bin/zaru blocks examples/shinbun --limit 1")
