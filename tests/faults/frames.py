"""Websocket frames, valid and invalid ones."""

import json
import os
from dataclasses import dataclass

from hypothesis import strategies as st

from games.play.verbs import VERBS
from games.site.limits import LONGEST_MESSAGE

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


@dataclass(frozen=True, repr=False)
class Frame:
    payload: bytes
    opcode: int = TEXT
    masked: bool = True
    final: bool = True
    reserved: int = 0

    def __repr__(self) -> str:
        start = f"{self.payload[:60]!r}{'…' if len(self.payload) > 60 else ''}"
        return f"<{start}, {len(self.payload)} bytes, {self.opcode=}, {self.masked=}, {self.final=}, {self.reserved=}>"

    def encode(self) -> bytes:
        head = bytes([self.final << 7 | self.reserved << 4 | self.opcode])
        length, mask = len(self.payload), self.masked << 7
        if length < 126:
            head += bytes([mask | length])
        elif length < 65_536:
            head += bytes([mask | 126]) + length.to_bytes(2, "big")
        else:
            head += bytes([mask | 127]) + length.to_bytes(8, "big")
        if not self.masked:
            return head + self.payload
        key = os.urandom(4)
        stream = int.from_bytes((key * (len(self.payload) // 4 + 1))[: len(self.payload)], "big")
        return head + key + (int.from_bytes(self.payload, "big") ^ stream).to_bytes(len(self.payload), "big")


def text_frame(text: str) -> Frame:
    return Frame(text.encode())


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
numbers = st.integers(-2, 12) | values
# Frames that the site accepts, and near misses.
actions = st.fixed_dictionaries(
    {"do": st.sampled_from([*VERBS, "look"]) | values}, optional={"cell": numbers, "version": numbers, "ply": numbers}
)
spoken = (actions | values).map(json.dumps).map(text_frame)
deep = st.builds(lambda depth, opening: text_frame(opening * depth), st.integers(1, 1_999), st.sampled_from("[{"))
nested = st.integers(1, 900).map(lambda depth: text_frame("[" * depth + "]" * depth))
# Just over the limits of a page's frame, of a socket's message, and of 1 MiB.
large = st.sampled_from([2_001, LONGEST_MESSAGE + 1, 1024 * 1024 + 1]).map(lambda length: text_frame("x" * length))
binary = st.builds(Frame, st.binary(max_size=200), st.just(BINARY))
bad_text = st.binary(max_size=20).map(lambda rest: Frame(b"\xc3\x28" + rest))
unmasked = st.text(max_size=50).map(lambda text: Frame(text.encode(), masked=False))
# Reserved bits and codes, fragments without a beginning or an end, and control frames that are too long.
odd = st.builds(Frame, st.binary(max_size=200), st.integers(0, 15), st.booleans(), st.booleans(), st.integers(0, 7))
closes = st.builds(
    lambda code, reason: Frame(code.to_bytes(2, "big") + reason, CLOSE), st.integers(0, 65_535), st.binary(max_size=130)
)

conversations = st.lists(
    st.one_of(spoken, spoken, deep, nested, large, binary, bad_text, unmasked, odd, closes), min_size=1, max_size=5
)
noise = st.binary(min_size=1, max_size=500)
