"""The page: the result in one sentence, then what proves it, pass by pass."""

from dataclasses import replace

from compaction_core.compaction import Compaction
from compaction_core.passes import following
from compaction_core.redaction import Masking, told
from compaction_core.report.markdown import sections
from compaction_core.report.markdown.markup import code, escaped
from compaction_core.report.words import counted_by
from compaction_core.session import Part, Session
from compaction_core.strategies.plans import Plan
from compaction_core.summarizers.base import Summary

EVERYTHING = Masking()


def to_markdown(
    session: Session, compaction: Compaction, *later: Compaction, command: str, masking: Masking = EVERYTHING
) -> str:
    """The result in one sentence, then what proves it: ledger, settings, steps, fates and the summary.

    ``later`` are further passes over the list that came of it, each with its own result and proof. ``command`` is the
    command line that reproduces it all. Message numbers stand in code, because a bare ``#12`` becomes a link to
    another page of the repository. Secrets and personal data are masked, unless ``masking`` says otherwise; numbers
    and the digest are those of the texts as they were.
    """
    title, note = session.title, []
    if masking.on:
        made = (compaction, *later)
        (title, command, said), counts = masking.applied(
            (title, command, tuple(map(_said, made))), beside=(session.messages, [each.request for each in made])
        )
        compaction, *rest = (_saying(each, new) for each, new in zip(made, said, strict=True))
        later, note = tuple(rest), [escaped(told(counts))]
    plan, basis = compaction.plan, counted_by(compaction.ledger.counter, compaction.ledger.basis)
    page = [
        f"## Compaction of {code(title or session.digest)}",
        sections.result(session, compaction, basis),
        *note,
        "### Tokens\n\n" + sections.tokens(compaction.ledger, basis),
        "### Settings\n\n" + sections.settings(session, plan, compaction),
        sections.reproduced(compaction, command),
        *_proof(compaction),
    ]
    for number, each in enumerate(later, 2):
        session, compaction = following(session, compaction), each
        page += [
            f"## Pass {number}",
            "By the system's own count the list was still too full, so it compacts it again at once. Numbers are "
            "places in the list that the pass before it left.",
            sections.result(session, each, basis),
            "### Tokens\n\n" + sections.tokens(each.ledger, basis),
            *_proof(each),
        ]
    return "\n\n".join(page) + "\n"


_Said = tuple[Plan, Summary, tuple[tuple[Part, ...], ...]]


def _said(made: Compaction) -> _Said:
    """What the page says of a pass in words that may be a transcript's."""
    return made.plan, made.summary, tuple(entry.message.parts for entry in made.view if entry.origin != "session")


def _saying(made: Compaction, new: _Said) -> Compaction:
    """The pass with these words, and every number as it was."""
    plan, summary, parts = new
    said = iter(parts)
    view = (
        entry
        if entry.origin == "session"
        else entry.model_copy(update={"message": replace(entry.message, parts=next(said))})
        for entry in made.view
    )
    return made.model_copy(update={"plan": plan, "summary": summary, "view": tuple(view)})


def _proof(compaction: Compaction) -> list[str]:
    """Steps, fates and summary of one pass."""
    plan = compaction.plan
    return [
        f"### Steps\n\nNumbers of tokens are those of {sections.decided_by(plan)}.\n\n" + sections.steps(plan.steps),
        "### Fates\n\n" + sections.fates(plan),
        "### Summary\n\n" + sections.summary(compaction),
    ]
