"""Build your own: thirteen axes, a recipe, and what it does to this session."""

import streamlit as st

from ui import build
from ui.scene import scene

held = build.opened()
top = st.container()
left, right = st.columns([3, 2], gap="large")
with left:
    build.controls(held)
held = build.now()
with right:
    build.file(held)
with top:
    now = build.built(scene(), held)
    st.subheader(build.headline(now, held))
    build.result(now, held)
