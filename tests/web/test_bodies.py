"""How much a request may send after its head."""

from __future__ import annotations

from sandtable.web.bodies import MOST_TRAILERS, Incoming


def test_a_large_body_may_be_wrapped_in_more_but_has_no_more_trailers() -> None:
    """A saved game of a megabyte may come with 64 KiB of chunk sizes: room for thousands of trailers."""
    incoming = Incoming("/api/imports")
    for _ in range(256):
        incoming.add(4096 + 6)
        incoming.add_body(4096)
    for _ in range(MOST_TRAILERS):
        incoming.add(len("a: b\r\n"))
        incoming.add_trailer()
    assert not incoming.too_much
    incoming.add_trailer()
    assert incoming.too_much
