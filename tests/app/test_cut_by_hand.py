"""A cut by hand beside the strategy's own: what a plain cut parts, and what the strategy mends itself."""

from tests.app.test_pages import visitor


def opened(**params: str) -> str:
    app = visitor("cut_search", **params)
    assert not app.exception
    return " ".join(text.value for text in app.main.text)


def test_roo_copies_the_call_that_its_own_cut_parts() -> None:
    """Roo's cut at #26 lies between the call in #25 and its result; later releases copy it, earlier ones do not."""
    text = opened(session="giant_output", strategy="roo", after="28")
    assert "A plain cut here parts the call in #25 from its result #26" in text
    assert "Roo Code cuts here too and mends it: in its list the calls have their results." in text
    earlier = opened(session="giant_output", strategy="roo", after="28", set_release="earlier")
    assert "A plain cut here parts the call in #25" in earlier and "mends" not in earlier
