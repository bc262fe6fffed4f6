"""The made web: the same bytes each time, and every record in the manifest."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from bench.generated_web import MadeWeb, shuffle
from bench.web_archive import MANIFEST, read_made_pages, write_archives

from zaru.errors import Failure
from zaru.io.sources import read_pages

WEB = MadeWeb(pages=120, sites=20)


@pytest.mark.parametrize("count", [1, 2, 3, 64, 1000, 4097])
def test_order_of_chance_has_each_place_once(count: int) -> None:
    assert sorted(shuffle(place, count, 7) for place in range(count)) == list(range(count))


def test_sizes_follow_zipf_and_sites_are_not_in_one_piece() -> None:
    urls = [WEB.page(place)[0].url for place in range(WEB.pages)]
    assert len(set(urls)) == WEB.pages
    sites = [url.split("/")[2] for url in urls]
    sizes = [size for _, size in Counter(sites).most_common()]
    assert len(sizes) == WEB.sites
    assert sizes[0] > 3 * sizes[4] > 3
    borders = sum(site != following for site, following in pairwise(sites))
    assert borders > WEB.pages / 2


def test_same_arguments_give_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        write_archives(read_made_pages(WEB), tmp_path / name)
    first, second = (sorted((tmp_path / name).iterdir()) for name in "ab")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_every_page_of_the_manifest_is_read(tmp_path: Path) -> None:
    write_archives(read_made_pages(WEB), tmp_path, pages_of_file=50)
    archives = sorted(tmp_path.glob("*.warc.gz"))
    assert len(archives) == 3
    pages = list(read_pages(archives))
    assert not [page for page in pages if isinstance(page, Failure)]
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    assert manifest["page"] == len(pages) == WEB.pages
    assert manifest["image"] == 6
    encodings = Counter(page.encoding for page in pages if not isinstance(page, Failure))
    assert {"UTF-8", "Shift_JIS", "EUC-JP"} <= set(encodings)
