"""The bytes of a corpus: containers, encodings, the format that fits."""
