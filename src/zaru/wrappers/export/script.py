"""A wrapper as a short Python script that needs lxml, not zaru.

Everything that comes from the wrapper is written with `repr`, in one data literal: a wrapper file
is data of others, and must not become code.
"""

from __future__ import annotations

from pprint import pformat
from typing import Any

from zaru.dom import BLOCK_TAGS, UNSEEN_TAGS
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.export.expressions import to_xpath, tree_to_xpath
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.tree_wrapper import TreeWrapper
from zaru.wrappers.wrapper import Wrapper

_WIDTH = 100

_DATA = '''"""Written by `zaru show --as python`. Run: python this.py PAGE.html ..."""
import json
import sys
from pathlib import Path

{imports}

FIELDS = {fields}
'''

_MAIN = """

for name in sys.argv[1:]:
    for record in read(Path(name).read_bytes()):
        print(json.dumps({"page": name, **record}, ensure_ascii=False))
"""

_IMPORTS = "from lxml import etree, html"

_PARSE = '''

def parse(raw):
    """Return the tree as HTML5 has it; lxml adds no tbody by itself."""
    root = html.document_fromstring(raw, html.HTMLParser(remove_comments=COMMENTS_OUT))
    for table in root.iter("table"):
        rows = [child for child in table if child.tag == "tr"]
        if rows:
            body = etree.Element("tbody")
            rows[0].addprevious(body)
            body.extend(rows)
    return root
'''

_RULES = '''

def text_of(node):
    if isinstance(node, str):
        return " ".join(node.split())
    pieces = []
    for event, part in etree.iterwalk(node, ("start", "end", "comment")):
        if event == "start":
            pieces.append(" " if part.tag in BREAKS and part is not node else "")
            pieces.append("" if part.tag in UNSEEN else part.text or "")
        elif part is not node:
            pieces.append(part.tail or "")
    return " ".join("".join(pieces).split())


def cut(text, left, right):
    start = text.find(left)
    end = text.find(right, start + len(left)) if right else len(text)
    return text[start + len(left) : max(end, 0)].strip() if start >= 0 else ""


def key_of(node):
    """Return what tells a text or an attribute from an equal one elsewhere."""
    return (node.getparent(), node.is_tail, node.attrname) if isinstance(node, str) else node


def find(root, places):
    """Return the nodes and values of a field: of each place, those of its first rule with any."""
    seen = []
    for place in places:
        for xpath, left, right in place:
            nodes = root.xpath(xpath)
            found = [(node, cut(text_of(node), left, right)) for node in nodes]
            found = [pair for pair in found if pair[1]]
            if found:
                known = [(key_of(node), text) for node, text in seen]
                seen += [(node, text) for node, text in found if (key_of(node), text) not in known]
                break
    return seen


def holder_of(node, holders):
    if isinstance(node, str):
        node = node.getparent().getparent() if node.is_tail else node.getparent()
    while node is not None and node not in holders:
        node = node.getparent()
    return node


def read(raw):
    root = parse(raw)
    found = {name: find(root, places) for name, places in FIELDS.items()}
    if not RECORD:
        return [{name: [text for _, text in pairs] for name, pairs in found.items()}]
    holders = root.xpath(RECORD)
    records = {holder: {name: [] for name in FIELDS} for holder in holders}
    for name, pairs in found.items():
        for node, text in pairs:
            held = [holder_of(node, holders)] if name in REPEATED else holders
            for holder in held:
                if holder is not None:
                    records[holder][name].append(text)
    return [record for record in records.values() if any(record[name] for name in REPEATED)]
'''

_TREE = """

def text_of(node):
    return " ".join((node if isinstance(node, str) else "".join(node.itertext())).split())


def read(raw):
    root = parse(raw)
    values = {name: map(text_of, root.xpath(path)) for name, path in FIELDS.items()}
    return [{name: [text for text in texts if text] for name, texts in values.items()}]
"""

_LEFT_RIGHT = """

def read(raw):
    text = raw.decode("utf-8", "replace")  # or what the pages are written in
    record = {}
    for name, (left, right) in FIELDS.items():
        pattern = f"{re.escape(left)}(.*?)(?={re.escape(right)})"
        found = re.findall(pattern, text, re.DOTALL)
        values = [html.unescape(re.sub("<[^<>]*>", " ", part)) for part in found]
        record[name] = [" ".join(value.split()) for value in values if value.strip()]
    return [record]
"""


def to_python(wrapper: Wrapper) -> str:
    """Return a script that prints what the wrapper reads from pages, as JSON lines.

    Fields that no rule finds are left out. Values without an element of their own record come as
    lists, all of a page in one record.
    """
    match wrapper.rules:
        case RuleWrapper() as rules:
            return _rules_script(rules)
        case TreeWrapper(fields):
            paths = {field.name: tree_to_xpath(field).text for field in fields if field.path}
            return _data(_IMPORTS, paths, COMMENTS_OUT=True) + _PARSE + _TREE + _MAIN
        case LeftRightWrapper(fields):
            strings = {name: (rule.left, rule.right) for name, rule in fields.items()}
            return _data("import html\nimport re", strings) + _LEFT_RIGHT + _MAIN


def _rules_script(rules: RuleWrapper) -> str:
    fields = {
        name: [[_rule_data(rule) for rule in place] for place in places]
        for name, places in rules.fields.items()
        if any(places)
    }
    data = _data(
        _IMPORTS,
        fields,
        RECORD=None if rules.record is None else to_xpath(rules.record).text,
        REPEATED=[name for name in rules.repeated if name in fields],
        BREAKS=sorted({"br", *BLOCK_TAGS}),
        UNSEEN=sorted(UNSEEN_TAGS),
        COMMENTS_OUT=False,
    )
    return data + _PARSE + _RULES + _MAIN


def _rule_data(rule: Rule) -> tuple[str | None, str, str]:
    left, right = ("", "") if rule.part is None else rule.part
    return to_xpath(rule).text, left, right


def _data(imports: str, fields: object, **constants: Any) -> str:
    """Return the beginning of a script: its imports and its data."""
    head = _DATA.format(imports=imports, fields=_literal(fields))
    lines = (
        f"{key} = {pformat(value, _WIDTH, compact=True)}\n" for key, value in constants.items()
    )
    return head + "".join(lines)


def _literal(value: object) -> str:
    return pformat(value, width=_WIDTH, compact=True, sort_dicts=False)
