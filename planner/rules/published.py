"""The published JSON Schemas, generated from the models, and the second opinion on what leaves.

* pydantic decides; the schema is held against what leaves once more. What surely conforms is not
  shown to jsonschema, which says what is wrong with everything else; it is imported on first use.
"""

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from planner.model.activation import Activation
from planner.model.answers import AnswersRecord
from planner.model.draft import Draft
from planner.model.exchange import ExchangeRecord
from planner.model.question import Question
from planner.model.readiness import ReadinessRecord
from planner.model.settings import Settings
from planner.model.skill_catalogue import Catalogue
from planner.model.taskset import TaskSet
from planner.model.verdict import ReceiptRecord, TraceRecord, VerdictRecord
from planner.rules.conforming import Says, surely

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

PUBLISHED: Final[dict[str, type[BaseModel]]] = {
    "activation": Activation,
    "answers": AnswersRecord,
    "candidate-question": Question,
    "draft": Draft,
    "exchange": ExchangeRecord,
    "readiness": ReadinessRecord,
    "receipt": ReceiptRecord,
    "settings": Settings,
    "skill-catalogue": Catalogue,
    "task-set": TaskSet,
    "trace": TraceRecord,
    "verdict": VerdictRecord,
}
"""Name of the schema, and the model that it is generated from."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the published JSON Schema of *name*.

    Raises:
        KeyError: there is no schema of that name.
    """
    schema = PUBLISHED[name].model_json_schema(by_alias=True, mode="validation")
    return {"$schema": DIALECT, "$id": f"urn:planner:schema:{name}", **schema}


def nonconformities(name: str, value: dict[str, Any]) -> tuple[str, ...]:
    """Return what jsonschema finds wrong with *value*, each with its JSON path."""
    if _surely(name)(value):
        return ()
    found = _validator(name).iter_errors(value)
    return tuple(sorted(f"{error.json_path}: {error.message}" for error in found))


@cache
def _surely(name: str) -> Says:
    return surely(schema_of(name))


@cache
def _validator(name: str) -> "Validator":
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - only where JSON leaves

    return Draft202012Validator(schema_of(name))
