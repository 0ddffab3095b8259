"""Characters that hide are shown."""

import pytest

from mcp_workbench.visible import one_line, shortened, visible, whole_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]8;;http://a\x07click", "␛]8;;http://a␇click"),
        ("a\x00b\x7fc", "a␀b␡c"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("user\u202egnp.exe", "user⟨U+202E⟩gnp.exe"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("half\ud800", "half\ufffd"),
        ("line\u2028end", "line⟨U+2028⟩end"),
        ("over\rwritten", "over␍written"),
        ("dos\r\nline\tend\n", "dos\nline\tend\n"),
        ("żółw 日本 👩‍💻 é עברית", "żółw 日本 👩‍💻 é עברית"),
    ],
)
def test_what_hides_is_spelt_out_and_text_stays(text: str, shown: str) -> None:
    assert visible(text) == shown
    visible(text).encode("utf-8")


def test_one_line_has_no_line_breaks_and_a_bound() -> None:
    assert one_line("a\n\t b\x1b") == "a b␛"
    assert len(one_line("x" * 1_000_000)) == 200


def test_shortening_counts_what_is_left_out() -> None:
    assert shortened("abc", 3) == ("abc", 0)
    assert shortened("abcd", 3) == ("abc", 1)
    assert shortened("abcd", 0) == ("", 4)


def test_one_line_says_that_something_is_left_out_behind_a_run_of_blanks() -> None:
    assert one_line("ok" + " " * 900 + "; rm -r .") == "ok…"
    assert one_line("ok" + " " * 700 + "no") == "ok no"


def test_a_whole_line_keeps_its_blanks_and_counts_what_is_left_out() -> None:
    assert whole_line("ok" + " " * 50 + "no\r\nend\x1b", 200) == "ok" + " " * 50 + "no↵end␛"
    assert whole_line("ok" + " " * 9000 + "; rm", 100).endswith(" … (8,906 more characters)")
