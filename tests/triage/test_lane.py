"""What a document is decides what a refusal says, and a handoff alone makes it ours."""

import pytest

from planner.codec.sdd import parse_sdd
from planner.model.sdd import Lane
from planner.triage.lane import lane_of


@pytest.mark.parametrize(
    ("text", "lane"),
    [
        ("<!-- planner-handoff:v1 -->\n", Lane.DESIGN),
        ("# Process Definition Document\n\n## 15. Planner Handoff\n", Lane.DESIGN),
        ("", Lane.EMPTY),
        (" \n\n\t\n", Lane.EMPTY),
        ("# PDD — Vendor Intake\n", Lane.PROCESS),
        ("# Standard Operating Procedure: Returns\n", Lane.PROCESS),
        ("# Prozessbeschreibung Wareneingang\n", Lane.PROCESS),
        ("# Vendor Intake\n\n## 3. As-Is Process\n", Lane.PROCESS),
        ('<?xml version="1.0"?>\n<bpmn:definitions id="d">\n', Lane.PROCESS),
        (
            '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">\n</definitions>\n',
            Lane.PROCESS,
        ),
        ("00:01 hello\n\n00:02 yes\n\n00:05 then I open it\n\n00:09 done\n", Lane.PROCESS),
        (
            "Interviewer: what do you do?\n\nSME: I open it.\n\nInterviewer: and?\n\nSME: close.\n",
            Lane.PROCESS,
        ),
        ("# Vendor Intake — Findings\n\nDo not automate.\n", Lane.FINDINGS),
        ("# Vendor Intake — Implementation Tasks\n", Lane.TASKS),
        ("# X\n\n**Source SDD:** `x-sdd.md`\n", Lane.TASKS),
        ("# X\n\n## Task T1 — uipath-rpa — Build\n\n**Identity:** `rpa:X:Main.xaml`\n", Lane.TASKS),
        ("# Vendor Intake Implementation Plan\n\n**Goal:** x\n", Lane.PLAN),
        ("# Solution Design Document — X\n", Lane.BARE_DESIGN),
        ("# Shop\n\n## Modules\n\n## Data model\n", Lane.BARE_DESIGN),
        ("# Диалог\n\n## Список\n", Lane.UNKNOWN),
        ("# Shopping list\n\n- milk\n", Lane.UNKNOWN),
        ("# T\n\n```markdown\n## Planner Handoff\n```\n", Lane.UNKNOWN),
    ],
)
def test_a_document_is_told_apart(text: str, lane: Lane) -> None:
    assert lane_of(parse_sdd(text)) is lane
