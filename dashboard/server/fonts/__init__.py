"""The parts of Streamlit's fonts that pages need, cut for one version of it."""
