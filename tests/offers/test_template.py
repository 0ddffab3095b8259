"""URI templates give the URIs that RFC 6570 gives for them."""

from __future__ import annotations

import pytest

from mcp_workbench.offers import ResourceTemplate, expanded, variables_of
from mcp_workbench.offers.template import Value

# RFC 6570, 3.2
VALUES: dict[str, Value] = {
    "count": ["one", "two", "three"],
    "dom": ["example", "com"],
    "dub": "me/too",
    "hello": "Hello World!",
    "half": "50%",
    "var": "value",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "v": "6",
    "x": "1024",
    "y": "768",
    "empty": "",
    "empty_keys": {},
}


@pytest.mark.requirement("CON-20")
@pytest.mark.parametrize(
    ("template", "uri"),
    [
        ("O{undef}X", "OX"),
        ("O{empty}X", "OX"),
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("{var:3}", "val"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("{+base}index", "http://example.com/home/index"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{+list*}", "red,green,blue"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{#keys*}", "#semi=;,dot=.,comma=,"),
        ("X{.var:3}", "X.val"),
        ("X{.list*}", "X.red.green.blue"),
        ("www{.dom*}", "www.example.com"),
        ("X{.empty_keys}", "X"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{;v,bar,who}", ";v=6;who=fred"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("{?list*}", "?list=red&list=green&list=blue"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&list}", "&list=red,green,blue"),
    ],
)
def test_every_kind_of_expression_is_expanded(template: str, uri: str) -> None:
    assert expanded(template, VALUES) == uri


def test_what_is_escaped_already_stays_so_in_a_reserved_expression() -> None:
    assert expanded("{+path}", {"path": "a%20b c%zz"}) == "a%20b%20c%25zz"


@pytest.mark.parametrize(
    "template", ["a://{b", "a://b}", "{}", "{a b}", "{!a}", "{a:0}", "{a*:3}", "x" * 8001, "{{a}}"]
)
def test_what_is_no_template_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"expression|brace|longer"):
        expanded(template, {"a": "1"})
    assert ResourceTemplate("s", template).variables == []


def test_a_list_is_not_cut_short() -> None:
    with pytest.raises(ValueError, match="takes a text"):
        expanded("{list:3}", VALUES)


def test_what_stands_in_a_query_or_fragment_may_be_left_out() -> None:
    found = variables_of("notes://{user}{/day}{?tag,user}{#part}")
    assert [(one.name, one.optional) for one in found] == [
        ("user", False),
        ("day", False),
        ("tag", True),
        ("part", True),
    ]
