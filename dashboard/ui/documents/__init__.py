"""What leaves the program: exports, reports, citations, links."""
