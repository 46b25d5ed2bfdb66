"""A page owns the parameters that it reads; no table says which."""

from streamlit.testing.v1 import AppTest


def _page() -> None:
    """A script with one page at a time; what it reads is its own."""
    import streamlit as st

    from ui import link

    link.begin()
    link.take("shared", "a", str)
    for name in st.session_state.get("reads", ()):
        link.take(name, "", str)
        link.put(name, st.session_state[name], "")
    link.put("shared", st.session_state["shared"], "a")
    link.end()


def parameters(app: AppTest) -> dict[str, str]:
    return {name: value if isinstance(value, str) else value[0] for name, value in dict(app.query_params).items()}


def test_a_parameter_waits_for_the_page_that_reads_it() -> None:
    app = AppTest.from_function(_page)
    app.query_params.update({"shared": "b", "first": "1", "second": "2"})
    app.session_state["reads"] = ("first",)
    app.run()
    assert parameters(app) == {"shared": "b", "first": "1"}
    app.session_state["reads"] = ("second",)
    app.run()
    assert parameters(app) == {"shared": "b", "second": "2"} and app.session_state["second"] == "2"


def test_a_page_that_breaks_off_loses_nothing() -> None:
    """Only a page that was drawn to its end has read all that is its own."""

    def broken() -> None:
        import streamlit as st

        from ui import link

        link.begin()
        if not st.session_state.get("whole"):
            st.stop()
        link.take("late", "", str)
        link.put("late", st.session_state["late"], "")
        link.end()

    app = AppTest.from_function(broken)
    app.query_params["late"] = "x"
    app.run()
    assert parameters(app) == {"late": "x"}
    app.session_state["whole"] = True
    app.run()
    assert parameters(app) == {"late": "x"} and app.session_state["late"] == "x"
