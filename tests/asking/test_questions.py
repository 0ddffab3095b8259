"""What servers ask is read with care: forms, addresses, and fields that no form may have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mcp_workbench.asking import (
    AddressQuestion,
    Asked,
    ConsentQuestion,
    FormQuestion,
    Question,
    SamplingQuestion,
    SecretQuestion,
    ask,
    sensitive_fields,
    set_this_kernels_asker,
)
from mcp_workbench.errors import ApprovalDenied, ArgumentsInvalid

SIZES = [{"const": "s", "title": "Small"}, {"const": "m", "title": "Medium"}]
QUESTIONS: list[Asked[Any]] = [
    Question("files.delete", reason="it may harm"),
    FormQuestion("shop", "Who are you?"),
    AddressQuestion("shop", "Pay.", "https://pay.example"),
    SamplingQuestion("shop", "openai:gpt-5", (("user", "Hi"),)),
    ConsentQuestion("Start it?"),
    SecretQuestion("the value of TOKEN"),
]


def form(**fields: Any) -> FormQuestion:
    return FormQuestion("shop", "Well?", {"type": "object", "properties": fields})


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: type(one).__name__)
def test_where_nobody_is_every_question_says_what_is_not_done_and_what_to_do(
    question: Asked[Any],
) -> None:
    before = set_this_kernels_asker(None)
    try:
        with pytest.raises(ApprovalDenied) as caught:
            asyncio.run(ask(question))
    finally:
        set_this_kernels_asker(before)
    assert caught.value.reason == "headless"
    assert caught.value.what == f"{question.undone}, and nobody can be asked"
    assert caught.value.hint == question.way_out


@pytest.mark.parametrize(
    ("field", "kind", "labels"),
    [
        ({"type": "string", "enum": ["s", "m"]}, "choice", ["s", "m"]),
        (
            {"type": "string", "enum": ["s", "m"], "enumNames": ["Small", "Medium"]},
            "choice",
            ["Small", "Medium"],
        ),
        ({"type": "string", "enum": ["s", "m"], "enumNames": ["Small"]}, "choice", ["Small", "m"]),
        ({"type": "string", "oneOf": SIZES}, "choice", ["Small", "Medium"]),
        ({"type": "array", "items": {"type": "string", "enum": ["s", "m"]}}, "choices", ["s", "m"]),
        ({"type": "array", "items": {"anyOf": SIZES}}, "choices", ["Small", "Medium"]),
        ({"type": "boolean"}, "boolean", []),
        ({"type": "number", "minimum": 0}, "number", []),
    ],
)
def test_every_form_that_a_choice_may_have_is_a_field(
    field: dict[str, Any], kind: str, labels: list[str]
) -> None:
    (shown,) = form(x=field).form["fields"]
    assert shown["kind"] == kind
    assert [choice["label"] for choice in shown["choices"]] == labels


def test_titles_and_defaults_stand_in_the_form() -> None:
    question = form(name={"type": "string", "title": "Full name", "default": "Ada"}, n={})
    name, _ = question.form["fields"]
    assert name["description"] == "Full name"
    assert question.values == {"name": "Ada"}
    assert question.defaults == {"name": "Ada"}


def test_a_set_of_choices_is_read_and_its_rules_are_kept() -> None:
    question = form(x={"type": "array", "minItems": 1, "items": {"anyOf": SIZES}})
    assert question.content_of({"x": '["m", "s"]'}) == {"x": ["m", "s"]}
    for wrong in ("[]", '["xl"]', '["s", "s"]', "s"):
        with pytest.raises(ArgumentsInvalid) as caught:
            question.content_of({"x": wrong})
        assert caught.value.field == "x"


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("date", "2026-11-30", "2026-13-30"),
        ("date", "2024-02-29", "2026-W48-1"),
        ("date-time", "2026-11-30t12:00:00.5+01:00", "2026-W48-1 12+01"),
        ("date-time", "2026-11-30 12:00:00z", "2026-11-30T12:00+01:00"),
        ("date-time", "2026-11-30T12:00:00Z", "2026-11-30"),
        ("email", "ada@example.org", "ada"),
        ("uri", "https://example.org", "example"),
    ],
)
def test_formats_are_checked_and_told_in_words(name: str, good: str, bad: str) -> None:
    question = form(x={"type": "string", "format": name})
    assert question.content_of({"x": good}) == {"x": good}
    with pytest.raises(ArgumentsInvalid) as caught:
        question.content_of({"x": bad})
    assert (caught.value.field, caught.value.reason) == ("x", "format")
    assert bad in caught.value.what


def test_what_is_wrong_is_said_without_the_name_of_a_tool() -> None:
    schema = {"properties": {"name": {"type": "string", "minLength": 2}}, "required": ["name"]}
    question = FormQuestion("shop", "Who?", schema)
    said: list[str] = []
    for values in ({}, {"name": "A"}, {"other": "A"}):
        with pytest.raises(ArgumentsInvalid) as caught:
            question.content_of(values)
        said.append(caught.value.what)
        assert "%mcp" not in caught.value.hint
    assert said == [
        "the form needs `name`",
        "`name` must have at least 2 characters, not 1: 'A'",
        "the form has no argument `other`",
    ]


@pytest.mark.parametrize("schema", [{}, {"properties": [1]}, {"properties": {"a": 7}}])
def test_a_form_of_a_broken_schema_is_a_form_all_the_same(schema: dict[str, Any]) -> None:
    question = FormQuestion("shop", "Well?", schema)
    assert question.content_of({}) == {}
    assert sensitive_fields(schema) == []


@pytest.mark.parametrize(
    "field",
    [
        {"password": {"type": "string"}},
        {"dbPassword": {}},
        {"confirm_password": {"type": "string"}},
        {"password_again": {"type": "string"}},
        {"API-Key": {"type": "string"}},
        {"github_token": {"type": "string"}},
        {"pin": {"type": "integer"}},
        {"cardNumber": {"type": "string"}},
        {"x": {"type": "string", "title": "Your access key"}},
        {"x": {"type": "string", "title": "Your PIN"}},
        {"apiKeys": {"type": "string"}},
        {"passwords": {"type": "string"}},
        {"pass": {"type": "string"}},
        {"otp": {"type": "string"}},
        {"github_pat": {"type": "string"}},
        {"Passwort": {"type": "string"}},
        {"contraseña": {"type": "string"}},
        {"auth_token_string": {"type": "string"}},
        {"x": {"type": "string", "format": "password"}},
        {"x": {"type": "string", "writeOnly": True}},
    ],
    ids=str,
)
def test_fields_that_ask_for_secrets_are_found(field: dict[str, Any]) -> None:
    assert sensitive_fields({"properties": field}) == list(field)


@pytest.mark.parametrize(
    "field",
    [
        {"max_tokens": {"type": "integer"}},
        {"password_length": {"type": "integer"}},
        {"has_password": {"type": "boolean"}},
        {"token": {"type": "string", "enum": ["new", "old"]}},
        {"pinned": {"type": "string"}},
        {"pin": {"type": "integer", "title": "GPIO pin number"}},
        {"pin": {"type": "integer", "title": "Output of the board"}},
        {"pass": {"type": "integer", "title": "Satellite pass"}},
        {"compass": {"type": "string"}},
        {"totalTokens": {"type": "integer"}},
        {"secretary": {"type": "string"}},
        {"key": {"type": "string"}},
    ],
    ids=str,
)
def test_fields_that_only_sound_like_it_are_left_alone(field: dict[str, Any]) -> None:
    assert sensitive_fields({"properties": field}) == []


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("javascript:alert(1)", "begins with 'javascript'"),
        ("file:///etc/passwd", "begins with 'file'"),
        ("//example.org", "begins with ''"),
        ("https:///path", "names no host"),
        ("https://bank.example@evil.example/", "user name"),
        ("https://user:word@example.org/", "user name"),
        ("https://example.org/a b", "spaces"),
        ("https://example.org/\u202etxt", "cannot be seen"),
        ("https://example.org\\@evil.example", "cannot be read"),
        ("https://[::1", "cannot be read"),
        ("https://b%61nk.example/", "cannot be read"),
        ("https://example.org:port/", "cannot be read"),
        ("https://example.org/" + "a" * 8000, "more than 8,000 characters"),
    ],
)
def test_an_address_that_may_deceive_is_never_shown(address: str, why: str) -> None:
    assert why in AddressQuestion("shop", "", address).fault


@pytest.mark.parametrize(
    ("address", "host", "notes"),
    [
        ("https://Pay.Example.org:8443/x?y=1#z", "pay.example.org", 0),
        ("http://127.0.0.1:8000/", "127.0.0.1", 0),
        ("http://example.org/", "example.org", 1),
        ("https://bücher.example/", "xn--bcher-kva.example", 1),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 1),
        ("https://großbank.example/login", "xn--grobank-2va.example", 1),
        ("https://πίνακας.example/", "xn--kxaea9anqt.example", 1),
    ],
)
def test_an_address_says_where_it_leads_and_what_to_know(
    address: str, host: str, notes: int
) -> None:
    question = AddressQuestion("shop", "", address)
    assert (question.fault, question.host, len(question.notes)) == ("", host, notes)
