"""Several corpora: ranks over corpora."""
