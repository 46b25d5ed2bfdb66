"""Summary lab: one request, several summarizers, side by side."""

import streamlit as st

from ui.lab import choices, diff, editor, folder, prompts, results, rung_editor, rungs, sending, shown, state
from ui.scene import scene

now, bench = scene(), state.bench()
headline, bar, outgoing = st.container(), st.container(), st.container()
found, ladder = prompts.prompts(now.request), rungs.ladder()
# One by one: the request shown below is counted by message, and a text counted before is not counted again.
size = sum(prompts.tokens(text, now.counter) for text in (now.request.instructions, now.request.transcript))
numbers = choices.numbers(now)
width = results.grid(len(numbers))
parcels: list[sending.Parcel] = []
for start in range(0, len(numbers), width):
    places = st.columns(width)
    row = []
    for position, number in enumerate(numbers[start : start + width]):
        with places[position]:
            chosen = choices.head(number, start + position, found, ladder, now, size)
        row.append(sending.parcel(chosen, now, bench))
    sending.write_here(row, now, bench)
    results.row(row, width, now, bench)
    parcels += row
with headline:
    st.subheader(state.sentence(now, parcels, bench))
with bar:
    choices.bar(numbers, bench.running)
with outgoing:
    sending.draw(parcels, now, bench)
results.table(parcels, now, bench)
diff.draw(results.texts(parcels, now, bench))
editor.draw(found, now.counter)
rung_editor.draw([each.chosen for each in parcels if each.chosen.asks], now)
folder.draw()
shown.draw(parcels, now.counter)
