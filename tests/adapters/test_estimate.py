"""What a text has in tokens at the most, and what a plan would cost at the most."""

import json
from decimal import Decimal

import pytest

from planner.adapters.asker import Asked
from planner.adapters.budget import FRAMING, Estimate, request_bound, token_bound
from planner.model.settings import ModelSettings

MODEL = "openai:gpt-4o-mini"
"""0.15 USD for a million tokens in, 0.60 out."""
LOCAL = "http://127.0.0.1:8080/v1"


def asked(user: str = "", max_output_tokens: int = 100) -> Asked:
    return Asked(system="", user=user, schema={}, name="", max_output_tokens=max_output_tokens)


TEXTS = {
    "English": ("The importer must keep the order of the rows that it reads.", 13),
    "German": ("Der Import behält die Reihenfolge der gelesenen Zeilen bei.", 18),
    "Russian": ("Импорт сохраняет порядок прочитанных строк.", 13),
    "Greek": ("Η εισαγωγή διατηρεί τη σειρά των γραμμών.", 35),
    "Arabic": ("يحافظ الاستيراد على ترتيب الصفوف.", 12),
    "Hindi": ("आयात पंक्तियों का क्रम बनाए रखता है।", 32),
    "Thai": ("การนำเข้าต้องรักษาลำดับของแถว", 14),
    "Japanese": ("取り込みは読んだ行の順序を保つこと。", 14),
    "Chinese": ("导入必须保持所读行的顺序。", 9),
    "Korean": ("가져오기는 읽은 행의 순서를 유지해야 한다.", 16),
    "Amharic": ("ማስገባት ቅደም ተከተሉን ይጠብቅ።", 25),
    "emoji": ("👩‍💻🚀✨", 6),
    "digits": ("3141592653589793238462643383279", 31),
    "a digest": ("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", 59),
    "base64": ("aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ=", 28),
    "letters by lot": ("qxzvkjwpfgqzxhvbnmkjtrpwdlscyghqzjxkvwbmpfnrtq", 28),
    "punctuation": ('{"a":[{"b":[]}],"c":{}}', 11),
    "Python": ("def f(x: int) -> int:\n    return x * 2  # twice\n", 19),
}
"""A text of each kind, and the tokens that the tokeniser of Qwen 2.5 was seen to make of it."""


@pytest.mark.parametrize(("text", "tokens"), TEXTS.values(), ids=TEXTS)
def test_the_bound_is_no_less_than_what_a_tokeniser_makes(text: str, tokens: int) -> None:
    assert tokens <= token_bound(text) <= len(text.encode())


def test_the_bound_of_plain_words_is_two_for_three_bytes_and_no_less() -> None:
    text = " ".join(["planner"] * 1000)
    assert len(text) * 2 // 3 <= token_bound(text) <= len(text) * 4 // 5


def test_the_bound_of_a_script_outside_latin_is_its_bytes() -> None:
    assert token_bound("計画") == 6
    assert token_bound("") == 0


def test_a_request_is_bounded_with_everything_that_is_sent() -> None:
    whole = Asked(system="計", user="画", schema={"型": 1}, name="n", max_output_tokens=1)
    assert request_bound(whole) == 3 + 3 + len('{"型": 1}'.encode()) + 1 + FRAMING


def test_the_bound_of_a_long_text_takes_no_long_time() -> None:
    text = "word  " * 200_000 + "a" * 1_000_000 + " " * 1_000_000
    assert token_bound(text) <= len(text)


def test_an_estimate_adds_up_what_would_be_asked() -> None:
    settings = ModelSettings(name=MODEL)
    found = Estimate.of([asked("a" * 34), asked("計" * 11 + "b")], settings)
    first, second = (request_bound(each) for each in (asked("a" * 34), asked("計" * 11 + "b")))
    assert (found.calls, found.input_tokens, found.max_output_tokens) == (2, first + second, 200)
    assert found.price == (Decimal(first + second) * 15 + 200 * 60) / 100 / 10**6


def test_an_estimate_without_a_known_price_says_so() -> None:
    found = Estimate.of([asked()], ModelSettings(name=MODEL, base_url=LOCAL))
    assert found.price is None
    assert found.lines() == (
        "requests       1",
        "input tokens   at most 66",
        "output tokens  at most 100",
        "price          not known",
    )
    assert json.loads(json.dumps(found.record())) == {
        "calls": 1,
        "input_tokens": 66,
        "max_output_tokens": 100,
        "price": None,
    }


def test_an_estimate_rounds_money_up() -> None:
    found = Estimate(calls=1, input_tokens=1, max_output_tokens=1, price=Decimal("0.00000075"))
    assert found.lines()[-1] == "price          at most 0.000001 USD"
    assert found.record()["price"] == 0.00000075


def test_without_questions_an_estimate_is_nothing() -> None:
    assert Estimate.of([], ModelSettings()) == Estimate(
        calls=0, input_tokens=0, max_output_tokens=0, price=Decimal(0)
    )
