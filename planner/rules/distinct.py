"""The distinct words of a packet, cut once for every family that looks for words in it.

* They only rule out: what is none of them stands nowhere in the packet, and what is one of them is
  then looked for in the text itself. More words than a text has do no harm.
"""

from collections.abc import Set as AbstractSet

from planner.codec.packet import PacketDoc
from planner.codec.reply import ReplyDoc
from planner.model.vocabulary import Artifact
from planner.rules.latest import latest


@latest
def packet_words(packet: PacketDoc) -> frozenset[str]:
    """Return the distinct words of *packet* as written."""
    return frozenset(packet.text.split())


@latest
def packet_vocabulary(packet: PacketDoc) -> str:
    """Return the distinct words of *packet* in lower case, in no order, between spaces."""
    return f" {' '.join(packet_words(packet))} ".lower()


def reply_words(doc: ReplyDoc, packet: PacketDoc | None) -> AbstractSet[str]:
    """Return the distinct words of a whole reply.

    Args:
        doc: The reply.
        packet: Its packet, where it has one of its own; its words are not cut again.
    """
    section = doc.named(Artifact.PACKET)
    # A reply that was cut at the fence has a section without a body, and no line where it begins.
    if packet is None or section is None or not section.body or packet.text != section.body:
        return frozenset(doc.text.split())
    start = doc.starts[section.body_line - 1]
    end = start + len(section.body)
    if doc.text[start:end] != section.body:
        return frozenset(doc.text.split())
    return packet_words(packet).union(doc.text[:start].split(), doc.text[end:].split())
