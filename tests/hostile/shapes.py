"""Shapes of pages whose cost might grow faster than they do: each is a page of so many units."""

from __future__ import annotations

from collections.abc import Callable

WORDS = "The old mill stands by the river, and nobody has lived there for years. "
SENTENCE = "古い水車小屋は川のそばに立っていて、もう何年も誰も住んでいない。"

Shape = Callable[[int], str | bytes]


def numbered(unit: str, count: int) -> str:
    """Return *unit* so many times, with its number for each `#`."""
    return "".join(unit.replace("#", str(number)) for number in range(count))


def list_of(unit: str) -> Callable[[int], str]:
    """Return the shape of a page that is *unit* again and again."""
    return lambda count: "<!doctype html><title>t</title><body>" + numbered(unit, count)


def json_ld(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Return the shape of a page with JSON-LD of so many units, and as many paragraphs."""
    head = '<script type="application/ld+json">' + before
    return lambda count: (
        head + numbered(unit, count) + after + f"</script><p>{WORDS}" + f"<p>{WORDS}" * (count // 4)
    )


SHAPES: dict[str, Shape] = {
    "paragraphs": list_of(f"<p>{WORDS}"),
    "japanese": list_of(f"<p>{SENTENCE}#</p>"),
    "one-paragraph": lambda n: "<p>" + WORDS * n,
    "one-japanese-paragraph": lambda n: "<p>" + SENTENCE * n,
    "one-sentence": lambda n: "<p>" + "水車と川と" * n,
    "one-word": lambda n: "<p>" + "x" * 20 * n,
    "images": list_of("<img src=/#.png>"),
    "images-between-texts": lambda n: (
        f"<p>{WORDS * 5}" + numbered("<img src=/#.png alt=a>", n) + f"<p>{WORDS * 5}"
    ),
    "json-ld-body": lambda n: (
        '<script type="application/ld+json">{"@type":"Article","articleBody":"'
        + numbered("The mill # is by the river. ", n)
        + '"}</script>'
        + numbered("<p>The mill # is by the river. ", n)
    ),
    "json-ld-body-elsewhere": lambda n: (
        '<script type="application/ld+json">{"@type":"Article","articleBody":"'
        + "a b c d e f g h " * n
        + '"}</script>'
        + numbered("<p>a b c d e f g h # a b c d e f g", n)
    ),
    "json-ld-type-blanks": json_ld('"@type":' + " " * 50, "{"),
    "json-ld-one-type-blanks": lambda n: (
        '<script type="application/ld+json">{"@type":' + " " * 10 * n + f"</script><p>{WORDS}"
    ),
    "json-ld-authors": json_ld(
        '{"@type":"Person","name":"Author #"},', '{"@type":"Article","author":[', "{}]}"
    ),
    "json-ld-graph": json_ld(
        '{"@type":"Article","headline":"H #","datePublished":"2020-01-01"},', '{"@graph":[', "{}]}"
    ),
    "json-ld-deep": lambda n: (
        '<script type="application/ld+json">' + '{"a":' * n + "1" + "}" * n + f"</script>{WORDS}"
    ),
    "json-ld-lists": lambda n: (
        '<script type="application/ld+json">' + "[" * n + "]" * n + f"</script>{WORDS}"
    ),
    "json-ld-scripts": lambda n: (
        numbered('<script type="application/ld+json">{"@type":"Article","name":"#"}</script>', n)
        + f"<p>{WORDS}"
    ),
    "state-open-strings": lambda n: "<script>window.state = {" + '\\"' * 40 * n,
    "state-strings-in-strings": lambda n: (
        '<script type="application/json">{"a":"{' + '\\"b\\n' * 20 * n + '"}</script>'
    ),
    "state-attribute": lambda n: f'<div data-a="[{"&quot;" + WORDS * 2 + "&quot;,"}' * n + ']">',
    "json-ld-broken-scripts": lambda n: (
        '<script type="application/ld+json">{"@type":"Article","articleBody":"' * n + f"<p>{WORDS}"
    ),
    "feed-links": lambda n: (
        numbered("<link rel=alternate type=application/rss+xml href=/#.xml>", n) + f"<p>{WORDS}"
    ),
    "same-feed-links": lambda n: (
        "<link rel=alternate type=application/rss+xml href=/feed.xml>" * n + f"<p>{WORDS}"
    ),
    "metas": lambda n: numbered("<meta property=og:title content=T#>", n) + f"<p>{WORDS}",
    "meta-authors": lambda n: numbered("<meta name=author content='A #'>", n) + f"<p>{WORDS}",
    "meta-dates": lambda n: (
        numbered("<meta name=date content='2020-01-#'>", n) + f"<p>{WORDS}"
    ),
    "long-title": lambda n: f"<title>{WORDS * n}</title><h1>{WORDS * n}</h1><p>{WORDS}",
    "title-of-bars": lambda n: f"<title>{'a | ' * n}</title><h1>a</h1><p>{WORDS}",
    "wide-row": lambda n: (
        f"<p>{WORDS}<table><tr>" + numbered("<td>cell #", n) + "<tr><td>short" * n + "</table>"
    ),
    "colspans": lambda n: (
        f"<p>{WORDS}<table>" + numbered("<tr><td colspan=1000>cell #<td>b", n) + "</table>"
    ),
    "rowspans": lambda n: (
        f"<p>{WORDS}<table>" + numbered("<tr><td rowspan=65534>cell #<td>b", n) + "</table>"
    ),
    "square-table": lambda n: (
        f"<p>{WORDS}<table>"
        + ("<tr>" + "<td>some words" * max(1, int(n**0.5))) * max(1, int(n**0.5))
    ),
    "wide-row-of-columns": lambda n: f"<p>{WORDS}<table><tr>" + numbered("<td>cell #", n),
    "small-tables": list_of("<table><tr><td>one #<td>two<tr><td>three<td>four</table>"),
    "nested-tables": lambda n: "<table><tr><td>x" * n,
    "table-without-cells": lambda n: "<table>" + numbered("text #<tr>", n),
    "deep-long-tags": lambda n: (
        numbered(f"<{'a' * 100}#>", min(n, 400)) + numbered("<div>x#</div>", n)
    ),
    "deep-divs": lambda n: "<div>" * n + WORDS,
    "deep-divs-with-text": lambda n: numbered("<div>text #", n),
    "deep-divs-then-list": lambda n: "<div>" * 500 + numbered("<p>text #</p>", n),
    "deep-spans": lambda n: "<span>" * n + WORDS,
    "deep-lists": lambda n: numbered("<ul><li>item #", n),
    "deep-quotes": lambda n: numbered("<blockquote><p>quote # of the mill", n),
    "deep-sections": lambda n: numbered("<section><h2>Heading #</h2><p>text", n),
    "headings": list_of("<h2>Heading #</h2>"),
    "headings-with-text": list_of(f"<h2>Heading #</h2><p>{WORDS}"),
    "same-headings": list_of(f"<h2>Heading</h2><p>{WORDS}"),
    "links": list_of("<a href=/#>Link #</a> "),
    "links-in-paragraphs": list_of(f"<p>{WORDS}<a href=/a/#>Link #</a>"),
    "links-without-text": list_of("<a href=/#></a>"),
    "same-links": list_of(f"<p><a href=/a>{WORDS}</a>"),
    "list-items": list_of("<li><a href=/#>Title of article #</a> text of it"),
    "list-of-articles": list_of(
        "<div class=item><h3><a href=/a/#.html>Title of article #</a></h3>"
        "<span class=date>2020-01-02</span><p>What article # says.</div>"
    ),
    "list-of-same-articles": list_of(
        "<div class=item><h3><a href=/a/x.html>Title of article</a></h3>"
        "<span class=date>2020-01-02</span><p>What it says.</div>"
    ),
    "list-without-links": list_of("<h3>Title of article</h3><p>What it says.</p>"),
    "list-of-sessions": list_of(
        "<div class=item><h3><a href=/a?sid=#>Title of article</a></h3><p>What it says.</div>"
    ),
    "dates": list_of("<p>2020-01-#</p><p>text of it</p>"),
    "dates-in-one-text": lambda n: "<p>" + numbered("2020-01-# ", n),
    "japanese-dates": lambda n: "<p>" + numbered("平成#年1月2日 ", n),
    "times": list_of("<time datetime=2020-01-02>2 January #</time>"),
    "digits": lambda n: "<p>" + "1234567890" * n,
    "digits-and-dashes": lambda n: "<p>" + "1-" * 5 * n,
    "bylines": list_of("<p class=author>by Author #</p>"),
    "credits": list_of("<p>Photo: Someone #</p>"),
    "blog-posts": list_of(
        "<div class=entry><h3 class=entry-title>題#</h3><p class=date>2020年1月2日</p>"
        f"<div class=entry-body>{SENTENCE}</div><p class=posted>posted by 私 at 10:00</div>"
    ),
    "comments": list_of(
        f"<div class=comment><p class=comment-author>名無し#</p><p>{SENTENCE}</p></div>"
    ),
    "definitions": list_of("<dt>Term #<dd>what it means"),
    "options": lambda n: "<select>" + numbered("<option value=#>Option #", n),
    "inputs": list_of("<input name=a# value=b>"),
    "line-ends": lambda n: "<p>" + "text<br>" * n,
    "only-line-ends": lambda n: f"<p>{WORDS}" + "<br>" * n + WORDS,
    "japanese-line-ends": lambda n: "<p>" + "川のそばに立つ<br>" * n,
    "rules": list_of("<hr>text"),
    "ruby": lambda n: f"<p>{SENTENCE}" + "<ruby>川<rp>(</rp><rt>かわ</rt><rp>)</rp></ruby>" * n,
    "emphasis": lambda n: "<p>" + "<b>bold</b> <i>it</i> " * n,
    "unclosed-emphasis": lambda n: numbered("<p><b><i>x", n),
    "formatting": lambda n: numbered("<p><font size=#>x", n),
    "nested-links": list_of("<a href=/#>x"),
    "adoption": lambda n: "<b><p>" * n + "x</b>" * n,
    "classes": list_of("<p class='c# d# e#'>text"),
    "many-classes": lambda n: f"<p class='{numbered('c# ', n)}'>{WORDS}",
    "long-attributes": lambda n: f"<p title='{'x' * 20 * n}'>{WORDS}",
    "long-link": lambda n: f"<p>{WORDS}<a href='/{'x/' * 10 * n}'>link</a>",
    "long-relative-link": lambda n: f"<p>{WORDS}<a href='{'../x/' * 10 * n}'>link</a>",
    "long-alt": lambda n: f"<p>{WORDS}<img alt='{'x ' * 10 * n}' src=a><p>{WORDS}",
    "attributes": lambda n: f"<p {numbered('a#=b ', n)}>{WORDS}",
    "styles": list_of("<p style='color:red'>text #"),
    "scripts": list_of("<script>var a = #;</script>"),
    "long-script": lambda n: "<script>" + "var a = 1;\n" * n + f"</script><p>{WORDS}",
    "scripts-between": list_of("<p>text #<script>var a = #;</script>"),
    "comments-in-source": list_of("<!-- note # -->text "),
    "unclosed-tags": list_of("<p><b><i><u><div>x"),
    "stray-ends": list_of("x</b></i></p></div>"),
    "entities": lambda n: "<p>" + "&amp;&lt;&#x3042;&nbsp;&copy;&notit;" * n,
    "ampersands": lambda n: "<p>" + "&" * 10 * n,
    "entities-in-links": list_of("<a href='/?a=1&amp;b=#'>x &amp; y</a>"),
    "blanks": lambda n: f"<p>{WORDS}" + " " * 20 * n + WORDS,
    "ideographic-blanks": lambda n: "<p>川" + "\u3000" * 10 * n + "川。",
    "blank-paragraphs": list_of("<p>&nbsp;</p>"),
    "controls": lambda n: "<p>" + "a\x01\x02b\x7f" * n,
    "nuls": lambda n: "<p>" + "words\0" * n,
    "combining": lambda n: "<p>a" + "\u0301" * 10 * n,
    "long-marks": lambda n: numbered(
        "<div class=item><h3><a href=/#>Title #</a></h3><p>a" + "\u0316\u0301" * n + "</div>", 8
    ),
    "bidi": lambda n: "<p>" + "\u202eabc\u202c\u200b\u200d" * n,
    "punctuation": lambda n: "<p>" + "。」！？" * n,
    "open-brackets": lambda n: "<p>川" + "「（『" * n,
    "brackets": lambda n: "<p>川" + "「" * n + "川。" + "」" * n,
    "dots": lambda n: "<p>" + "…" * 5 * n + "川" + "・" * 5 * n + "." * 5 * n,
    "bars": lambda n: "<p>" + "a | " * n,
    "stars": lambda n: "<p>" + "*_`[" * n,
    "backticks": lambda n: "<pre>" + "`" * 10 * n + "</pre>",
    "code": lambda n: f"<p>{WORDS}<pre>" + "line of code\n" * n + "</pre>",
    "codes": list_of("<p>Call <code>f(#)</code> here.<pre>a\nb</pre>"),
    "addresses": lambda n: "<p>" + numbered("http://a.jp/# ", n),
    "bases": lambda n: "<base href=/>" * n + "<a href=x>y</a>" * n,
    "frames": list_of("<iframe src=#></iframe>"),
    "svg": list_of("<svg><text>a#</text></svg>"),
    "svg-in-svg": lambda n: "<svg><g>" * n + "text",
    "math": list_of("<math><mi>x#</mi></math>"),
    "templates": list_of("<template><p>x</template>"),
    "textareas": list_of("<textarea>text #</textarea>"),
    "noscripts": list_of("<noscript><p>text #</noscript>"),
    "forms": list_of("<form><input>text #</form>"),
    "metas-in-body": list_of("<p>text<meta name=a content=#>"),
    "shift-jis": lambda n: ("<meta charset=shift_jis>" + f"<p>{SENTENCE}①" * n).encode("cp932"),
    "euc-jp": lambda n: ("<meta charset=euc-jp>" + f"<p>{SENTENCE}" * n).encode("euc_jp"),
    "iso-2022-jp": lambda n: f"<p>{SENTENCE} and <b>more</b>".encode("iso2022_jp") * n,
    "mails-and-phones": lambda n: "<p>語" + "a&#64;b.jp 電話<b>03-1234</b>-5678、" * n,
    "iso-2022-jp-escapes": lambda n: b"<p>\x1b$B8c\x1b(B" + b"\x1b$B8c\x1b(Bx" * n,
    "utf-16": lambda n: numbered(f"<p>{SENTENCE}<img src=#><a href=/#>x</a>", n).encode("utf-16"),
    "broken-utf-8": lambda n: ("<p>" + SENTENCE * 5).encode() + b"text \xff\xfe\x80<p>" * n,
    "broken-shift-jis": lambda n: (
        f"<meta charset=shift_jis><p>{SENTENCE}".encode("cp932") * 5 + b"\x83\x81\xfe\x80<p>" * n
    ),
    "windows-1252": lambda n: (
        b"<meta charset=windows-1252>" + "<p>Déjà vu “à” l’été".encode("cp1252") * n
    ),
    "broken-windows-1252": lambda n: (
        b"<meta charset=windows-1252>" + b"<p>D\xe9j\xe0 \x81\x8d\x8f \x90\x9d" * n
    ),
    "big5": lambda n: ("<meta charset=big5>" + "<p>古老的水車站在河邊。" * n).encode("big5"),
    "gbk": lambda n: ("<meta charset=gbk>" + "<p>古老的水车站在河边。" * n).encode("gbk"),
    "rss": lambda n: (
        "<?xml version='1.0'?><rss><channel>"
        + numbered("<item><title>題#</title><link>http://a.jp/#</link>"
                   f"<description>&lt;p>{SENTENCE}&lt;/p></description></item>", n)
        + "</channel></rss>"
    ),
    "xml": lambda n: "<?xml version='1.0'?><a>" + numbered("<b c='#'>text #</b>", n) + "</a>",
    "deep-xml": lambda n: "<?xml version='1.0'?>" + "<a>x" * n + "</a>" * n,
    "xml-references": lambda n: "<?xml version='1.0'?><a>" + "&amp;lt;川&#x3042;" * n + "</a>",
    "xml-cdata": lambda n: "<?xml version='1.0'?><a>" + "<![CDATA[<p>川は広い。]]>" * n + "</a>",
}  # fmt: skip
