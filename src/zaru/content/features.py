"""Features of segments: what a reader sees at a glance, as numbers that hold in any language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from zaru.content.segments import Segment
from zaru.dom import TEXT, Tree

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

# Classes of characters.
(WHITE, LETTER, UPPER, CJK, DIGIT, STOP, COMMA, PUNCT, SYMBOL, CURRENCY) = range(10)
_CLASSES = 10
_STOPS = ".!?…。！？．｡؟۔।॥։።"
_COMMAS = ",;:、，；：،؛·﹑"
_CATEGORIES = {
    "Lu": UPPER, "Lt": UPPER, "Nd": DIGIT, "No": DIGIT, "Nl": DIGIT, "Sc": CURRENCY,
    "Sm": SYMBOL, "So": SYMBOL, "Sk": SYMBOL, "Zs": WHITE, "Zl": WHITE, "Zp": WHITE, "Cc": WHITE,
    "Cf": WHITE, "Pc": PUNCT, "Pd": PUNCT, "Ps": PUNCT, "Pe": PUNCT, "Pi": PUNCT, "Pf": PUNCT,
    "Po": PUNCT,
}  # fmt: skip
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[^\W\d_]+")
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(\w{1,60})"')

TAG_FLAGS = {
    tag: 1 << bit
    for bit, tags in enumerate(
        (
            "article", "main", "section", "nav menu", "aside", "header", "footer", "form fieldset",
            "figure figcaption", "table", "ul ol dl dir", "li dt dd", "td th caption", "blockquote q",
            "pre code", "noscript", "details dialog", "a", "p", "h1", "h2", "h3", "h4 h5 h6",
            "center font", "#hidden", "address", "div",
        )
    )
    for tag in tags.split()
}  # fmt: skip
FLAG_COUNT = 27
_HIDDEN = TAG_FLAGS["#hidden"]
_LINK = TAG_FLAGS["a"]
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_PAGE_TYPES = (
    ("article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle"),
    ("product", "offer", "aggregateoffer", "productgroup"),
    ("itemlist", "collectionpage", "searchresultspage", "offercatalog"),
    ("discussionforumposting", "qapage", "question", "faqpage", "answer"),
    ("website", "organization", "webpage", "localbusiness", "service"),
)


@cache
def _char_classes() -> NDArray[np.uint8]:
    table = np.full(0x10000, LETTER, np.uint8)
    for code in range(0x10000):
        category = unicodedata.category(chr(code))
        if category in _CATEGORIES:
            table[code] = _CATEGORIES[category]
    for first, last in ((0x3040, 0x30FA), (0x30FC, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF)):
        table[first : last + 1] = CJK
    for chars, kind in ((_STOPS, STOP), (_COMMAS, COMMA), ("|<>", SYMBOL)):
        for char in chars:
            table[ord(char)] = kind
    return table


@lru_cache(maxsize=20000)
def split_tokens(value: str) -> tuple[str, ...]:
    """Return the tokens of a class or id."""
    return tuple({word.lower()[:20] for word in _WORD.findall(value[:200])})


class Outline:
    """Blocks that hold segments and their ancestors, in document order, as columns."""

    def __init__(self, tree: Tree, segments: list[Segment]) -> None:
        parents, tags, values = tree.parents, tree.tags, tree.values
        seen: dict[int, int] = {}
        for segment in segments:
            row = segment.row
            while row >= 0 and row not in seen:
                seen[row] = 0
                row = parents[row]
        self.rows = rows = sorted(seen)
        for i, row in enumerate(rows):
            seen[row] = i
        self.index = seen
        self.blocks = np.array([seen[s.row] for s in segments])
        n = len(rows)
        self.parents = par = [0] * n
        self.flags = flags = [0] * n
        self.tokens: list[tuple[str, ...]] = []
        self.paths = [0] * n
        self.repeats = [0] * n
        path_ids: dict[tuple[int, str, str], int] = {}
        siblings: Counter[tuple[int, str, str]] = Counter()
        keys = []
        for i, row in enumerate(rows):
            up = seen[parents[row]] if i else 0
            par[i] = up
            tag = tags[row]
            flag = (flags[up] if i else 0) | TAG_FLAGS.get(tag, 0)
            class_ = ""
            tokens: tuple[str, ...] = ()
            for name, value in values[row]:  # type: ignore[misc]
                if not value:
                    if name == "hidden":
                        flag |= _HIDDEN
                elif name == "class":
                    class_ = value
                    tokens += split_tokens(value)
                elif name == "id":
                    tokens += split_tokens(value)
                elif name == "role" or name == "itemprop":
                    tokens += (f"{name}:{value[:20].lower()}",)
                elif (
                    (name == "style" and "none" in value and "display" in value)
                    or (name == "aria-hidden" and value == "true")
                    or name == "hidden"
                ):
                    flag |= _HIDDEN
            flags[i] = flag
            self.tokens.append(tokens)
            self.paths[i] = path_ids.setdefault((self.paths[up], tag, class_), len(path_ids))
            key = (up, tag, class_)
            siblings[key] += 1
            keys.append(key)
        self.repeats = [siblings[key] for key in keys]
        first = [1 << 30] * n
        last = [-1] * n
        for s, i in enumerate(self.blocks.tolist()):
            if s < first[i]:
                first[i] = s
            last[i] = s
        for i in range(n - 1, 0, -1):
            up = par[i]
            if first[i] < first[up]:
                first[up] = first[i]
            if last[i] > last[up]:
                last[up] = last[i]
        self.firsts, self.lasts = np.array(first), np.array(last)
        wider = [0] * n  # the nearest ancestor that holds more segments
        repeated = [0] * n  # the nearest element, itself or above, that is one of three alike
        for i in range(1, n):
            up = par[i]
            wider[i] = wider[up] if first[i] == first[up] and last[i] == last[up] else up
            if self.repeats[i] >= 3 and last[i] > first[i]:
                repeated[i] = i
            else:
                repeated[i] = repeated[up]
        self.wider, self.repeated = np.array(wider), np.array(repeated)


def token_columns(outline: Outline, table: dict[str, float]) -> Floats:
    """Return what the class and id tokens of the blocks and of those above say."""
    n = len(outline.rows)
    own, low, high, total, near = [0.0] * n, [0.0] * n, [0.0] * n, [0.0] * n, [0.0] * n
    get = table.get
    for i, tokens in enumerate(outline.tokens):
        up = outline.parents[i]
        score = 0.0
        worst, best = low[up], high[up]
        for token in tokens:
            value = get(token, 0.0)
            score += value
            if value < worst:
                worst = value
            elif value > best:
                best = value
        own[i], low[i], high[i] = score, worst, best
        total[i] = total[up] + score
        near[i] = score if score else 0.7 * near[up]
    c0 = outline.blocks
    c1 = outline.wider[c0]
    c2 = outline.wider[c1]
    columns = np.array([own, low, high, total, near], np.float32)
    return np.concatenate((columns[:, c0], columns[[0, 4]][:, c1], columns[[0, 4]][:, c2]))


TOKEN_NAMES = [
    "tok_own",
    "tok_low",
    "tok_high",
    "tok_total",
    "tok_near",
    "tok_own1",
    "tok_near1",
    "tok_own2",
    "tok_near2",
]


def _shift(column: Floats, by: int) -> Floats:
    result = np.zeros_like(column)
    if by > 0:
        result[by:] = column[:-by]
    else:
        result[:by] = column[-by:]
    return result


def page_columns(tree: Tree, url: str | None) -> dict[str, float]:
    tags, values = tree.tags, tree.values
    types: set[str] = set()
    title = ""
    og = ""
    n = len(tags)
    row = 0
    canonical = url or ""
    try:
        body = tags.index("body")
    except ValueError:
        body = n
    for row in range(body):
        tag = tags[row]
        if tag == "meta":
            pairs = dict(cast(tuple[tuple[str, str | None], ...], values[row]))
            prop = (pairs.get("property") or pairs.get("name") or "").lower()
            if prop == "og:type":
                og = (pairs.get("content") or "").lower()
            elif prop == "og:url" and not canonical:
                canonical = pairs.get("content") or ""
        elif tag == "title" and not title:
            if row + 1 < n and tags[row + 1] == TEXT:
                title = cast(str, values[row + 1])
    row = -1
    while True:
        try:
            row = tags.index("script", row + 1)
        except ValueError:
            break
        if ("type", "application/ld+json") in values[row] and row + 1 < n and tags[row + 1] == TEXT:
            types.update(t.lower() for t in _TYPE.findall(cast(str, values[row + 1])[:20000]))
    path = re.sub(r"^\w+://[^/]*", "", canonical)
    out = {f"ld_{names[0]}": float(any(t in types for t in names)) for names in _PAGE_TYPES}
    out["og_article"] = float("article" in og)
    out["og_product"] = float("product" in og)
    out["og_website"] = float("website" in og)
    out["url_known"] = float(bool(canonical))
    out["url_depth"] = float(path.strip("/").count("/"))
    out["url_len"] = float(len(path))
    out["url_hyphens"] = float(path.rsplit("/", 2)[-1].count("-"))
    out["n_article"] = float(tags.count("article"))
    out["n_img"] = float(tags.count("img"))
    out["n_form"] = float(tags.count("input"))
    out["n_rows"] = float(n)
    out["title"] = title  # type: ignore[assignment]
    return out


def extract_features(
    tree: Tree, segments: list[Segment], url: str | None = None
) -> tuple[dict[str, Floats], Outline]:
    outline = Outline(tree, segments)
    tags, values, parents = tree.tags, tree.values, tree.parents
    flag_list = outline.flags
    index = outline.index
    pieces: list[str] = []
    linked: list[int] = []
    bold: list[int] = []
    starts: list[int] = []
    links_n: list[int] = []
    br: list[int] = []
    timed: list[int] = []
    for segment in segments:
        starts.append(len(pieces))
        block = segment.row
        base = 1 if flag_list[index[block]] & _LINK else 0
        nl = nb = nt = 0
        last_link = -1
        for row in segment.rows:
            if tags[row] != TEXT:
                pieces.append("\n")
                linked.append(0)
                bold.append(0)
                nb += 1
                continue
            is_link = base
            is_bold = 0
            up = parents[row]
            while up != block:
                tag = tags[up]
                if tag == "a":
                    is_link = 1
                    if up != last_link:
                        nl += 1
                        last_link = up
                elif tag == "b" or tag == "strong":
                    is_bold = 1
                elif tag == "time":
                    nt = 1
                up = parents[up]
            pieces.append(cast(str, values[row]))
            linked.append(is_link)
            bold.append(is_bold)
        links_n.append(nl or base)
        br.append(nb)
        timed.append(nt)
    joined = "".join(pieces)
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _char_classes()[np.minimum(codes, 0xFFFF)]
    kinds[codes > 0xFFFF] = SYMBOL
    kinds[codes >= 0x20000] = CJK
    ids = np.repeat(np.arange(len(pieces), dtype=np.int64) * _CLASSES, lengths)
    counts = (
        np.bincount(ids + kinds, minlength=len(pieces) * _CLASSES)
        .reshape(-1, _CLASSES)
        .astype(np.float32)
    )
    begin = np.array(starts)
    counts_all = np.add.reduceat(counts, begin, axis=0)
    mass = counts @ _WEIGHTS
    L = np.add.reduceat(mass, begin)
    link_L = np.add.reduceat(mass * np.array(linked, np.float32), begin)
    bold_L = np.add.reduceat(mass * np.array(bold, np.float32), begin)
    visible = np.maximum(counts_all[:, 1:].sum(1), 1)
    n = len(segments)
    chars_begin = np.concatenate(([0], np.cumsum(lengths)))
    seg_begin = chars_begin[begin]
    seg_end = np.append(seg_begin[1:], len(joined))
    seen = np.flatnonzero(kinds)
    at = np.searchsorted(seen, seg_begin)
    first_kind = kinds[seen[np.minimum(at, len(seen) - 1)]]
    last_kind = kinds[seen[np.maximum(np.searchsorted(seen, seg_end) - 1, 0)]]
    f: dict[str, Floats] = {}
    link = link_L / np.maximum(L, 0.2)
    f["L"] = L
    f["link"] = link
    f["links"] = np.array(links_n, np.float32)
    f["bold"] = bold_L / np.maximum(L, 0.2)
    f["br"] = np.array(br, np.float32)
    f["time"] = np.array(timed, np.float32)
    for name, kind in (
        ("upper", UPPER),
        ("cjk", CJK),
        ("digit", DIGIT),
        ("stop", STOP),
        ("comma", COMMA),
        ("punct", PUNCT),
        ("symbol", SYMBOL),
        ("currency", CURRENCY),
    ):
        f[name] = counts_all[:, kind] / visible
    f["stops"] = counts_all[:, STOP]
    f["commas"] = counts_all[:, COMMA]
    f["digits"] = counts_all[:, DIGIT]
    f["first_kind"] = first_kind.astype(np.float32)
    f["last_kind"] = last_kind.astype(np.float32)
    f["per_stop"] = L / (counts_all[:, STOP] + 1)
    # tags
    c0 = outline.blocks
    flags = np.array(flag_list)[c0]
    for tag in (
        "article",
        "main",
        "section",
        "nav",
        "aside",
        "header",
        "footer",
        "form",
        "figure",
        "table",
        "ul",
        "blockquote",
        "pre",
        "noscript",
        "details",
        "#hidden",
    ):
        f["in_" + tag] = ((flags & TAG_FLAGS[tag]) != 0).astype(np.float32)
    own_tags = [tags[s.row] for s in segments]
    f["heading"] = np.array([_HEADINGS.get(t, 0) for t in own_tags], np.float32)
    for names in ("p", "div", "li", "td th", "dt dd", "body", "span section article main"):
        group = names.split()
        f["is_" + group[0]] = np.array([t in group for t in own_tags], np.float32)
    depths = np.array([tree.depths[s.row] for s in segments], np.float32)
    f["depth"] = depths
    # duplicates and title
    texts = [joined[a:b].strip() for a, b in zip(seg_begin.tolist(), seg_end.tolist(), strict=True)]
    same = Counter(texts)
    f["copies"] = np.array([same[t] for t in texts], np.float32)
    page = page_columns(tree, url)
    title = cast(str, page.pop("title"))
    f["in_title"] = (
        np.array(
            [len(t) / len(title) if len(t) > 3 and t in title else 0 for t in texts], np.float32
        )
        if title
        else np.zeros(n, np.float32)
    )
    # sums
    good = np.where((L >= 8) & (link < 0.5), L - link_L, 0)
    text_L = L - link_L
    zero = np.zeros(1)
    cum = {
        k: np.concatenate((zero, np.cumsum(v, dtype=np.float64)))
        for k, v in (
            ("L", L),
            ("link", link_L),
            ("good", good),
            ("stop", counts_all[:, STOP] * (1 - link)),
        )
    }
    tot = {k: max(float(v[-1]), 0.2) for k, v in cum.items()}
    order = np.arange(n)
    f["pos"] = (order / n).astype(np.float32)
    f["pos_text"] = (cum["L"][:-1] / tot["L"]).astype(np.float32)
    f["pos_good"] = (cum["good"][:-1] / tot["good"]).astype(np.float32)
    firsts, lasts = outline.firsts, outline.lasts
    node = {k: v[lasts + 1] - v[firsts] for k, v in cum.items()}
    size = lasts - firsts + 1
    c = np.where(size[c0] > 1, c0, outline.wider[c0])
    prev = None
    repeats = np.array(outline.repeats)
    f["siblings"] = repeats[c0].astype(np.float32)
    for level in range(1, 6):
        f[f"c{level}_good"] = (node["good"][c] / tot["good"]).astype(np.float32)
        f[f"c{level}_link"] = (node["link"][c] / np.maximum(node["L"][c], 0.2)).astype(np.float32)
        f[f"c{level}_n"] = size[c].astype(np.float32)
        if level < 4:
            f[f"c{level}_L"] = (node["L"][c] / size[c]).astype(np.float32)
            f[f"c{level}_stop"] = (node["stop"][c] / np.maximum(node["L"][c], 0.2)).astype(
                np.float32
            )
            f[f"c{level}_rep"] = repeats[c].astype(np.float32)
            f[f"c{level}_at"] = ((order - firsts[c]) / size[c]).astype(np.float32)
        prev = c
        c = outline.wider[c]
    item = outline.repeated[c0]
    f["item_n"] = size[item].astype(np.float32)
    f["item_rep"] = repeats[item].astype(np.float32)
    f["item_L"] = node["L"][item].astype(np.float32)
    f["item_link"] = (node["link"][item] / np.maximum(node["L"][item], 0.2)).astype(np.float32)
    # main container
    for share in (0.5, 0.8):
        main = (
            int(np.flatnonzero(node["good"] >= share * tot["good"])[-1]) if tot["good"] > 1 else 0
        )
        a, b = int(firsts[main]), int(lasts[main])
        name = f"m{int(share * 100)}"
        f[name + "_before"] = np.maximum(a - order, 0).astype(np.float32)
        f[name + "_after"] = np.maximum(order - b, 0).astype(np.float32)
        f[name + "_at"] = np.clip((order - a) / (b - a + 1), -0.1, 1.1).astype(np.float32)
    # groups alike
    paths = np.array(outline.paths)[c0]
    members = np.bincount(paths)
    f["path_n"] = members[paths].astype(np.float32)
    f["path_good"] = (np.bincount(paths, good)[paths] / tot["good"]).astype(np.float32)
    group_L = np.bincount(paths, L)
    f["path_L"] = (group_L / np.maximum(members, 1))[paths].astype(np.float32)
    f["path_link"] = (np.bincount(paths, link_L) / np.maximum(group_L, 0.2))[paths].astype(
        np.float32
    )
    # headings
    heads = np.where(f["heading"] > 0, order, -1)
    above = np.maximum.accumulate(heads)
    f["above_dist"] = (order - above).astype(np.float32)
    f["above_level"] = np.where(above >= 0, f["heading"][np.maximum(above, 0)], 9).astype(
        np.float32
    )
    f["above_link"] = np.where(above >= 0, link[np.maximum(above, 0)], 0).astype(np.float32)
    ahead = np.minimum.accumulate(np.where(f["heading"] > 0, order, n)[::-1])[::-1]
    f["below_dist"] = (ahead - order).astype(np.float32)
    h1 = np.flatnonzero(f["heading"] == 1)
    f["h1_dist"] = ((order - h1[0]) if len(h1) else np.full(n, -999)).astype(np.float32)
    goods = np.flatnonzero(good > 0)
    prev_good = np.maximum.accumulate(np.where(good > 0, order, -1000))
    f["since_good"] = (order - prev_good).astype(np.float32)
    next_good = np.minimum.accumulate(np.where(good > 0, order, n + 1000)[::-1])[::-1]
    f["until_good"] = (next_good - order).astype(np.float32)
    for by in (1, 2, 3, -1, -2, -3):
        f[f"L{by:+d}"] = _shift(L, by)
        f[f"link{by:+d}"] = _shift(link, by)
        if abs(by) < 3:
            f[f"stops{by:+d}"] = _shift(f["stops"], by)
            f[f"heading{by:+d}"] = _shift(f["heading"], by)
            same_path = np.zeros(n, np.float32)
            if by > 0:
                same_path[by:] = paths[by:] == paths[:-by]
            else:
                same_path[:by] = paths[:by] == paths[-by:]
            f[f"same{by:+d}"] = same_path
            f[f"depth{by:+d}"] = _shift(depths, by) - depths
    f["win_good"] = sum(_shift(good, by) for by in (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5))  # type: ignore[assignment]
    # page
    page["n"] = n
    page["tot_L"] = tot["L"]
    page["tot_link"] = tot["link"] / tot["L"]
    page["tot_good"] = tot["good"] / tot["L"]
    page["n_good"] = len(goods)
    page["n_heads"] = float((heads >= 0).sum())
    page["n_paths"] = float(len(np.unique(paths)))
    page["cjk_share"] = float(counts_all[:, CJK].sum() / visible.sum())
    for name, value in page.items():
        f["page_" + name] = np.full(n, value, np.float32)
    return f, outline


_WEIGHTS = np.zeros(_CLASSES, np.float32)
_WEIGHTS[[LETTER, UPPER, DIGIT]] = 0.2
_WEIGHTS[CJK] = 0.5
