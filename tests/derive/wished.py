"""Requests and what becomes of them, for the tests of plan files."""

from typing import Any

from planner.adapters.catalogue_file import built_in
from planner.codec.intake import parse_intake
from planner.derive.feature import (
    Feature,
    FeatureDerived,
    FeatureOpen,
    derive_feature,
)
from planner.drafting.extract import label
from planner.model.intake import LabelledStatement
from planner.model.plan import (
    Approach,
    AppState,
    PlanOptions,
    UiTargeting,
)
from planner.model.sdd import Autonomy
from planner.model.tasklist import Row
from planner.triage.brief import brief_of_doc

INVOICES = """# Vendor invoice automation

Build a UiPath automation that processes vendor invoices end to end.

- A dispatcher reads invoice mails and adds one item per invoice to the queue `VendorQueue`.
- A performer takes each item, opens the SAP GUI desktop application and posts it.
- An AI agent "Invoice Classifier" decides which cost centre applies.
- A Maestro flow orchestrates the agent and the performer.
  - It stops after 3 failed items.
- Amounts over 10,000 EUR need an approval.
- Credentials are read from the asset `Cred_Sap`.

Do not change the existing archive robot.
Deploy everything as one solution to Orchestrator every night at 02:00.
"""
GIVEN: dict[str, Any] = {
    "approach": Approach.SIMULTANEOUS,
    "autonomy": Autonomy.AUTONOMOUS,
    "app_state": AppState.USER_WILL_OPEN,
    "ui_targeting": UiTargeting.USER_INDICATES,
}


def labels_of(text: str) -> tuple[LabelledStatement, ...]:
    data = text.encode()
    return label(brief_of_doc(parse_intake(data), data=data))


def derived_as(text: str, **options: Any) -> Feature:
    catalogue = built_in("uipath")
    return derive_feature(labels_of(text), PlanOptions(**options), catalogue, today="2026-12-01")


def planned(text: str, **options: Any) -> FeatureDerived:
    found = derived_as(text, **(GIVEN | options))
    assert isinstance(found, FeatureDerived), found
    return found


def asked(text: str, **options: Any) -> list[str]:
    found = derived_as(text, **options)
    assert isinstance(found, FeatureOpen), found
    return [question.id for question in found.questions]


def rows_of(text: str, **options: Any) -> tuple[Row, ...]:
    return planned(text, **options).tasks.rows


def identities(text: str, **options: Any) -> list[str]:
    return [str(row.identity) for row in rows_of(text, **options)]


def fields(text: str, **options: Any) -> dict[str, str]:
    return {field.name: field.value for field in planned(text, **options).tasks.fields}


def chapter(found: FeatureDerived, title: str) -> str:
    return "\n".join(next(one.lines for one in found.tasks.chapters if one.title == title))
