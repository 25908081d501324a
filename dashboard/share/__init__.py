"""Share: the answer's own words, its picture, the paragraph for a paper, the code, the files."""
