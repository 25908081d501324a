"""The server: `streamlit run app.py` starts this, and it shows dashboard/main.py."""

import sys
from pathlib import Path

import streamlit as st

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:  # so that `dashboard` and `mx2core` are found from any folder
    sys.path.insert(0, str(ROOT))

app = st.App(ROOT / "dashboard" / "main.py")
