"""An item of a batch as JSON, for pipes and queues."""

import json
from dataclasses import asdict

from planner.model.batch import BatchItem, ItemKind


def item_text(item: BatchItem) -> str:
    """Return *item* as JSON."""
    return json.dumps(asdict(item))


def parse_item(text: str) -> BatchItem:
    """Return the item that `item_text` wrote."""
    found = json.loads(text)
    return BatchItem(**{**found, "kind": ItemKind(found["kind"])})
