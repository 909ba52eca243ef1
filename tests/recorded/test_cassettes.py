"""What a small model answered, replayed through the whole way from the request to the bundle.

* By default nothing is sent: sockets are shut, and a request that was not recorded is an error.
* What depends on the recorded model stands in `FACTS`, which `make record` prints anew. Everything
  else in the tests holds for whatever model is recorded.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planner.adapters.drafter_model import load_prompt
from planner.adapters.model_choice import replayed
from planner.drafting.certainty import unsure
from planner.drafting.extract import label
from planner.model.settings import ModelSettings
from planner.model.vocabulary import Label
from tests.adapters.drafting_with import Kept
from tests.recorded.recording import (
    CASSETTES,
    REQUESTS,
    SETTINGS,
    Planned,
    Recording,
    bodies,
    offline,
    planned_by,
)

WORK = {
    "slow-report": {"S5", "S6"},
    "postleitzahl": {"S5", "S6"},
    "stock-count": {
        *("S6", "S7", "S10", "S11", "S14", "S15", "S16", "S18", "S19", "S20"),
        *("S24", "S27", "S28", "S29"),
    },
}
"""The statements that a person says ask for something, of those that a model decides."""

FACTS: dict[str, dict[str, Any]] = {
    "test_a_mail_is_labelled": {
        "end": "Released",
        "requests": 1,
        "tokens": [720, 76],
        "moved": {},
        "missed": "S5 S6",
        "made_up": "",
        "title_given": ["Verify the nightly report"],
        "title": "Verify the nightly report",
        "criteria": ["Please let `reports/nightly.py` read each order once."],
    },
    "test_a_mail_in_german_is_labelled": {
        "end": "Released",
        "requests": 1,
        "tokens": [721, 83],
        "moved": {},
        "missed": "S5 S6",
        "made_up": "",
        "title_given": ["Adressprüfung lehnt Zürich ab"],
        "title": "Adressprüfung lehnt Zürich ab",
        "criteria": ["Bitte soll `shop/address.py` auch vierstellige Postleitzahlen annehmen."],
    },
    "test_a_long_mail_is_labelled_in_chunks": {
        "end": "Released",
        "requests": 3,
        "tokens": [2392, 382],
        "moved": {"S4": ["context", "criterion"], "S30": ["criterion", "context"]},
        "missed": "S6 S7 S10 S11 S14 S15 S16 S18 S19 S20 S24 S28 S29",
        "made_up": "S4 S25",
        "title_given": ["We had a script for this in January, but it is lost"],
        "title": "We had a script for this in January, but it is lost",
        "criteria": [
            "Since then the scanners write a file for each aisle.",
            "Please let `stock/count.py` merge the files of all aisles into one count.",
            "The merge of both warehouses takes less than a minute.",
        ],
    },
    "test_instructor_asks_the_same_and_labels_a_mail": {
        "end": "Released",
        "requests": 1,
        "tokens": [720, 76],
        "moved": {},
        "missed": "S5 S6",
        "made_up": "",
        "title_given": ["Verify the nightly report"],
        "title": "Verify the nightly report",
        "criteria": ["Please let `reports/nightly.py` read each order once."],
    },
    "test_a_packet_is_written": {
        "end": "Released",
        "requests": 1,
        "tokens": [1083, 146],
        "told": [],
        "said": "",
        "files": [
            "exchange.json",
            "readiness.json",
            "receipt.json",
            "reply.md",
            "task-packet.md",
            "trace.json",
            "verdict.json",
        ],
        "title": "Add a `--quiet` flag to `backup run`",
        "criteria": [
            "With `--quiet` nothing is printed on success.",
            "A failed file is still reported on standard error.",
        ],
        "constraints": ["The exit codes do not change."],
    },
    "test_an_answer_that_is_not_what_was_asked_is_asked_again": {
        "end": "RUN004",
        "requests": 3,
        "tokens": [3836, 606],
        "told": [
            [
                "criteria, item 1: 'A-000001' does not stand in S6",
                "criteria, item 1: 'B-000001' does not stand in S6",
                ("interfaces, item 1: the text cannot stand in a plan: it says that there is none"),
                "“None” forbids something, and S3, S5 does not",
                "S3 is cited, and no item that cites it says what it says",
                "S5 is cited, and no item that cites it says what it says",
            ],
            [
                ("interfaces, item 1: the text cannot stand in a plan: it says that there is none"),
                "“None” forbids something, and S3, S5 does not",
                "S3 is cited, and no item that cites it says what it says",
                ("S6 has to be carried, and no item of criteria, interfaces, constraints cites it"),
                "S9 has to be carried, and no item of constraints cites it",
            ],
        ],
        "said": (
            "no answer was what was asked, it was asked 3 times: interfaces, item 1: the text"
            " cannot stand in a plan: it says that there is none; S3 is cited, and no item "
            "that cites it says what it says; S6 is cited, and no item that cites it says "
            "what it says; and 1 more"
        ),
        "files": [],
        "title": "",
        "criteria": [],
        "constraints": [],
    },
}
"""By test. `missed` is work that the model took for background, and `made_up` background that it
took for work; the trace of the bundle tells either to whoever reads it."""


def labelled(planned: Planned, request: str) -> dict[str, Any]:
    """Return the facts of a labelling."""
    asks = {name for name, word in planned.chosen.items() if word != Label.CONTEXT.value}
    given = [answer["title"] for answer in planned.answers if "title" in answer]
    return {
        "end": planned.end,
        "requests": len(planned.sent),
        "tokens": planned.tokens,
        "moved": planned.moved,
        "missed": in_order(WORK[request] - asks),
        "made_up": in_order(asks - WORK[request]),
        "title_given": given,
        "title": planned.title,
        "criteria": planned.items("Acceptance Criteria"),
    }


def written(planned: Planned) -> dict[str, Any]:
    """Return the facts of a writing."""
    return {
        "end": planned.end,
        "requests": len(planned.sent),
        "tokens": planned.tokens,
        "told": planned.told,
        "said": planned.failure,
        "files": sorted(planned.files),
        "title": planned.title,
        "criteria": planned.items("Acceptance Criteria"),
        "constraints": planned.items("Constraints And Non-Goals"),
    }


def in_order(names: set[str]) -> str:
    return " ".join(sorted(names, key=lambda name: int(name.removeprefix("S"))))


def check_questions(planned: Planned, prompt: str, fence: tuple[str, str]) -> None:
    """Hold what was sent against what may be sent, the key included."""
    page = load_prompt(prompt)
    for at, body in enumerate(planned.sent):
        assert planned.text_of("system", at) == page.system
        user = planned.text_of("user", at)
        assert [user.count(mark) for mark in fence] == [1, 1]
        assert user.index(fence[0]) < user.index(fence[1])
        sent = (body["max_tokens"], body["temperature"], body["seed"])
        assert sent == (SETTINGS["max_output_tokens"], SETTINGS["temperature"], SETTINGS["seed"])
        assert body["response_format"]["type"] == "json_schema"
        assert body.keys() <= {*ALLOWED, "stream"}
        assert body.get("stream", False) is False
        assert all(planned.closed(held) for held in planned.objects(at))
    assert planned.has_sent_the_key
    assert not planned.has_told_the_key


ALLOWED = ("messages", "model", "max_tokens", "temperature", "seed", "response_format")
LABEL_FENCE = ("<<<statements\n", "\nstatements>>>\n")
WRITE_FENCE = ("\n=== request ", "\n=== end ")


def check_labelled(planned: Planned, request: str) -> None:
    """The model decided what it was asked, and code everything else."""
    code = label(planned.brief)
    asked = unsure(code)
    assert planned.chosen.keys() == asked.keys()
    kept = {each.statement.id: each.label for each in code if each.statement.id not in asked}
    told = planned.labels
    assert {name: told[name] for name in kept} == kept
    check_authority(planned.files, offline(request))


def check_authority(files: Mapping[str, bytes], without: Mapping[str, bytes]) -> None:
    """Paths, commands and the route are those of the plan without a model."""
    with_model, code = (json.loads(each["readiness.json"]) for each in (files, without))
    for member in ("allowed_paths", "verification", "readiness", "route"):
        assert with_model[member] == code[member]
    assert code["allowed_paths"] != []


def test_a_mail_is_labelled(pydantic_ai: Recording) -> None:
    planned = pydantic_ai.plan("slow-report")
    check_questions(planned, "label", LABEL_FENCE)
    check_labelled(planned, "slow-report")
    observed = labelled(planned, "slow-report")
    assert observed == pydantic_ai.pinned(FACTS, observed)


def test_a_mail_in_german_is_labelled(pydantic_ai: Recording) -> None:
    planned = pydantic_ai.plan("postleitzahl")
    check_questions(planned, "label", LABEL_FENCE)
    check_labelled(planned, "postleitzahl")
    assert "„Postleitzahl zu kurz“" in pydantic_ai.path.read_text(encoding="utf-8")
    observed = labelled(planned, "postleitzahl")
    assert observed == pydantic_ai.pinned(FACTS, observed)


def test_a_long_mail_is_labelled_in_chunks(pydantic_ai: Recording) -> None:
    planned = pydantic_ai.plan("stock-count", context_tokens=1000)
    check_questions(planned, "label", LABEL_FENCE)
    check_labelled(planned, "stock-count")
    asked = [list(planned.schema(at)["properties"]) for at in range(len(planned.sent))]
    assert asked[-1] == ["title"]
    assert ["title" in each for each in asked[:-1]] == [False] * (len(asked) - 1)
    names = [name.partition(" ")[0] for each in asked[:-1] for name in each]
    assert len(names) == len(set(names))
    assert len(asked) > 2
    observed = labelled(planned, "stock-count")
    assert observed == pydantic_ai.pinned(FACTS, observed)


def test_instructor_asks_the_same_and_labels_a_mail(instructor: Recording) -> None:
    planned = instructor.plan("slow-report")
    check_questions(planned, "label", LABEL_FENCE)
    check_labelled(planned, "slow-report")
    (other,) = bodies(CASSETTES / "pydantic_ai" / "test_a_mail_is_labelled.yaml")
    assert [{name: body[name] for name in ALLOWED} for body in planned.sent] == [
        {name: other[name] for name in ALLOWED}
    ]
    observed = labelled(planned, "slow-report")
    assert observed == instructor.pinned(FACTS, observed)


def test_a_packet_is_written(pydantic_ai: Recording, tmp_path: Path) -> None:
    planned = pydantic_ai.plan("quiet-flag", mode="writing")
    check_questions(planned, "write", WRITE_FENCE)
    check_authority(planned.files, offline("quiet-flag"))
    assert again(planned, tmp_path, "quiet-flag") == but_receipt(planned.files)
    observed = written(planned)
    assert observed == pydantic_ai.pinned(FACTS, observed)


def again(planned: Planned, folder: Path, request: str) -> dict[str, bytes]:
    """Return the plan from the record that the bundle itself holds, without cassette or model."""
    for name, data in planned.files.items():
        (folder / name).write_bytes(data)
    data, store = (REQUESTS / f"{request}.md").read_bytes(), Kept()
    planned_by(replayed(folder, data), data, ModelSettings(), store)
    return but_receipt(store.files)


def but_receipt(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name != "receipt.json"}


def test_an_answer_that_is_not_what_was_asked_is_asked_again(pydantic_ai: Recording) -> None:
    planned = pydantic_ai.plan("invoice-numbers", mode="writing")
    check_questions(planned, "write", WRITE_FENCE)
    users = [planned.text_of("user", at) for at in range(len(planned.sent))]
    assert len(users) > 1
    assert all(user.startswith(users[0]) for user in users)
    assert [user.count("Your last answer was not used.") for user in users] == [
        int(at > 0) for at in range(len(users))
    ]
    assert planned.spent == (len(users), planned.tokens)
    observed = written(planned)
    assert observed == pydantic_ai.pinned(FACTS, observed)
