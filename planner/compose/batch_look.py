"""Reading an item before it is worked on: what it is known by, and what it writes.

* What is no plain file by now is not waited for and not read without an end.
* Nothing is written where the batch keeps what is its own, nor into a bundle that stands there.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from planner.adapters.assets import prompt
from planner.adapters.batch_manifest import RESERVED
from planner.adapters.batch_walk import not_by_kind
from planner.adapters.documents_files import FolderDocuments
from planner.adapters.input_file import open_regular
from planner.app.item_key import Asking, input_sha256, key_of, run_sha256
from planner.app.plan_batch import Looked
from planner.app.sdd_read import Read, planned_from, read_document
from planner.codec.canonical import digest_text
from planner.codec.decoding import INTAKE_LIMIT, Unreadable, decoded
from planner.codec.intake import parse_intake
from planner.compose.batch_shared import Shared
from planner.errors import EvidenceUnavailable, UsageError
from planner.model.batch import BatchItem, ItemKind
from planner.model.pattern import pattern
from planner.model.skill_catalogue import Catalogue
from planner.model.vocabulary import OFFLINE
from planner.ports import Journal
from planner.publish.bundle import VERDICT
from planner.rules.solution_index import resolved, solution_paths

_NAMES_ID: Final = pattern(r"(?i)ccb_req_id")
"""Only a request that says this can carry an id."""
_DOCUMENT: Final = "document:"
"""What a claim of a document begins with, so that it is never a key."""


def document_of(path: Path) -> str:
    """Return what the document at *path* is claimed as, before anything is worked on."""
    try:
        return f"{_DOCUMENT}{os.path.realpath(path)}"
    except (OSError, ValueError):
        # It is an item all the same, and fails when it is read.
        return f"{_DOCUMENT}{path}"


class Looking:
    """Reads items."""

    def __init__(self, shared: Shared, catalogue: Catalogue, journal: Journal) -> None:
        """Read for the run of *shared*.

        Args:
            shared: What the processes of the run have in common.
            catalogue: The skills of design documents.
            journal: Knows the documents of the batch.
        """
        self._shared = shared
        self._catalogue = catalogue
        self._journal = journal

    def __call__(self, item: BatchItem) -> Looked:
        """Return what *item* is known by.

        Raises:
            UsageError: it is no text or no plain file, or may not write where it would.
            EvidenceUnavailable: it cannot be read.
            OSError: likewise.
        """
        reason = "no path holds a NUL" if "\0" in item.path else not_by_kind(item.path)
        if reason is not None:
            message = f"{item.path}: {reason}"
            raise UsageError(message)
        looked = self._document(item) if item.kind is ItemKind.SDD else self._request(item)
        self._refuse_place(looked.writes)
        return looked

    def _refuse_place(self, writes: str) -> None:
        """See that what an item writes stands by itself in the folder of the outputs.

        Raises:
            UsageError: it would not.
        """
        place = PurePosixPath(os.path.normpath(writes))
        if place.parts[:1] and place.parts[0].casefold() in RESERVED:
            message = f"{writes} would stand where the batch's own outputs do: name another file"
            raise UsageError(message)
        top = os.path.realpath(self._shared.out)
        if len(place.parts) > 1:
            parent = os.path.realpath(self._shared.out / place.parent)
            if os.path.commonpath([top, parent]) != top:
                message = (
                    f"{writes} would stand outside of {self._shared.out}, since a link leads "
                    "there: take the link away"
                )
                raise UsageError(message)
        for folder in map(str, place.parents[:-1]):
            if os.path.lexists(self._shared.out / folder / VERDICT):
                message = (
                    f"{folder} is a bundle, and {writes} would stand in it: take the bundle away, "
                    "or give one of the two inputs another name"
                )
                raise UsageError(message)

    def _request(self, item: BatchItem) -> Looked:
        with open_regular(Path(item.path)) as file:
            # What has nothing to give just now, as a log of the system, gives None.
            data = file.read(INTAKE_LIMIT + 1) or b""
        text = _text(data)
        request_id = item.request_id
        if request_id is None and _NAMES_ID.search(text):
            request_id = parse_intake(data).request_id
        sha256 = digest_text(text)
        return Looked(
            key=key_of(item.kind, sha256, self._of_requests, request_id=request_id),
            input_sha256=sha256,
            writes=item.place,
            request_id=request_id,
        )

    def _document(self, item: BatchItem) -> Looked:
        path = Path(item.path)
        documents = FolderDocuments(path.parent)
        own = read_document(documents, path.name)
        sha256 = digest_text(own.doc.text)
        children = dict(_children(own, documents))
        tasks_file = own.reading.handoff.tasks_file
        return Looked(
            key=key_of(item.kind, sha256, self._of_documents, children=children),
            input_sha256=sha256,
            writes=str(PurePosixPath(item.place) / tasks_file),
            root=self._root_of(own, path, documents),
            texts={path.name: sha256, **dict(_placed(children))},
        )

    @cached_property
    def _of_requests(self) -> str:
        return run_sha256(self._shared.settings, asking=self._asking)

    @cached_property
    def _of_documents(self) -> str:
        skills = digest_text(self._catalogue.model_dump_json())
        return run_sha256(self._shared.settings, skills_sha256=skills)

    @property
    def _asking(self) -> Asking | None:
        """How a model is asked about requests; None without one."""
        model = self._shared.settings.model
        if model.name in {None, OFFLINE}:
            return None
        from planner.adapters.model_choice import drafting_of  # noqa: PLC0415 - only with a model

        used = "label" if model.mode == "labelling" else "write"
        return Asking(drafting=drafting_of(model), prompts={used: digest_text(prompt(used))})

    def _root_of(self, own: Read, path: Path, documents: FolderDocuments) -> str:
        """Return the item that *own* is planned with; empty where it is planned by itself."""
        if own.root is None:
            return ""
        root = path.parent / own.root
        # Who claimed it first is the item that lists it; where none does, the claim is of nobody.
        name = self._journal.claim(document_of(root), "")
        return name if name and planned_from(own, (own.root,), documents) else ""


def _text(data: bytes) -> str:
    """Return the text of a request.

    Raises:
        UsageError: it is none.
    """
    try:
        return decoded(data)
    except Unreadable as error:
        raise UsageError(str(error)) from error


def _placed(children: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the digests of documents by where they are, in place of how the root names them."""
    for path, sha256 in children.items():
        if (place := resolved("", path)) is not None:
            yield place, sha256


def _children(own: Read, documents: FolderDocuments) -> Iterator[tuple[str, str]]:
    """Yield the documents that a root names, by their paths, with the digests of their texts."""
    if own.reading.handoff.role is None or own.is_child:
        return
    for path in solution_paths(own.doc):
        place = resolved("", path)
        try:
            data = documents.read(place) if place is not None else None
        except EvidenceUnavailable:
            data = None
        yield path, "" if data is None else input_sha256(data)
