"""The summary that the file itself holds."""

from compaction_core.summarizers.base import Summary, SummaryRequest, summarizers


class Recorded:
    """What the real system wrote at the next recorded compaction of this file."""

    name = "recorded"
    label = "Recorded in the file"

    def summarize(self, request: SummaryRequest) -> Summary:
        """The first summary recorded for a compaction of this range or later; empty with a note if none."""
        for compaction, text in request.recorded:
            if text:
                note = f"as the file records it before #{compaction.index}; it may cover another range"
                return Summary(text=text, summarizer=self.name, basis="recorded", note=note)
        note = "this file records no summary here"
        if request.recorded_before:
            at = request.recorded_before[-1]
            note = f"not available here; the file records one at #{at}, use --at {at}"
        return Summary(text="", summarizer=self.name, basis="recorded", note=note)


summarizers.add(Recorded())
