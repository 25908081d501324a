"""How many bytes the compressed buffers of an Arrow file unpack to, as it states them before each.

Eight bytes stand before a compressed buffer: its length unpacked, or -1 if it was left as it is. Their
positions are in flatbuffers (https://arrow.apache.org/docs/format/Columnar.html), of which little is read
here; pyarrow checks them before it unpacks anything.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

FILE = b"ARROW1"
CONTINUED = b"\xff\xff\xff\xff"
DICTIONARIES, BATCHES = 2, 3  # kinds of messages; and their places in the footer of a file
OLD_COMPRESSION = b"ARROW:experimental_compression"  # in the metadata of a message, by Arrow 0.17


def unpacked(data: bytes) -> int:
    """Bytes that all compressed buffers of a file or stream state together."""
    total, room = 0, len(data)
    for metadata, body in _messages(data):
        room -= len(metadata)
        if room < 0:
            raise struct.error("messages overlap")
        message = _FlatTable.root(metadata)
        kind, header = message.number(1, "B"), message.table(2)
        batch = header.table(1) if header and kind == DICTIONARIES else header
        if batch is None or kind not in (DICTIONARIES, BATCHES):
            continue
        if not batch.field(3) and OLD_COMPRESSION not in metadata:
            continue
        for offset, length in batch.structs(2, "qq"):
            if length >= 8 and 0 <= offset <= len(body) - 8:
                total += max(struct.unpack_from("<q", body, offset)[0], 0)
    return total


def _messages(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Metadata and body of each message that pyarrow can come to."""
    whole = memoryview(data)
    if not data.startswith(FILE):
        at = 0
        while found := _metadata(whole, at):
            metadata, at = found
            yield metadata, whole[at:]
            at += max(_FlatTable.root(metadata).number(3, "q"), 0)
        return
    (length,) = struct.unpack_from("<i", data, len(data) - len(FILE) - 4)
    footer = _FlatTable.root(data[len(data) - len(FILE) - 4 - length : len(data) - len(FILE) - 4])
    for place in (DICTIONARIES, BATCHES):
        for start, size, _ in footer.structs(place, "qi4xq"):
            if start >= 0 and size >= 0 and (found := _metadata(whole, start)):
                yield found[0], whole[start + size :]


def _metadata(data: memoryview, offset: int) -> tuple[bytes, int] | None:
    """That of the message that begins there, and where its body begins; None at the end."""
    if data[offset : offset + 4] == CONTINUED:
        offset += 4
    if offset + 4 > len(data):
        return None
    (length,) = struct.unpack_from("<i", data, offset)
    return (bytes(data[offset + 4 : offset + 4 + length]), offset + 4 + length) if length > 0 else None


@dataclass(frozen=True, slots=True)
class _FlatTable:
    """A table of a flatbuffer: its fields by number."""

    data: bytes
    offset: int

    @classmethod
    def root(cls, data: bytes) -> _FlatTable:
        return cls(data, struct.unpack_from("<I", data)[0])

    def field(self, number: int) -> int:
        """Where a field is; 0 for one that is not there."""
        fields = self.offset - struct.unpack_from("<i", self.data, self.offset)[0]
        place = 4 + 2 * number
        if fields < 0 or place + 2 > struct.unpack_from("<H", self.data, fields)[0]:
            return 0
        (offset,) = struct.unpack_from("<H", self.data, fields + place)
        return self.offset + int(offset) if offset else 0

    def number(self, number: int, kind: str) -> int:
        place = self.field(number)
        return int(struct.unpack_from(f"<{kind}", self.data, place)[0]) if place else 0

    def table(self, number: int) -> _FlatTable | None:
        place = self.field(number)
        return _FlatTable(self.data, place + struct.unpack_from("<I", self.data, place)[0]) if place else None

    def structs(self, number: int, kind: str) -> Iterator[tuple[int, ...]]:
        place = self.field(number)
        if not place:
            return iter(())
        start = place + struct.unpack_from("<I", self.data, place)[0]
        size = struct.calcsize(f"<{kind}") * struct.unpack_from("<I", self.data, start)[0]
        return struct.iter_unpack(f"<{kind}", self.data[start + 4 : start + 4 + size])
