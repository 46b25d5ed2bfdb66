"""What can be asked on the command line. The commands themselves are imported only when one runs."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from compaction_core import __version__
from compaction_core.cli import options, values

Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 and what to do."""
        self.exit(2, f"compaction-explorer: {message}; see {self.prog} --help.\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    root = Parser(
        prog="compaction-explorer",
        description="Show how the context window of an LLM agent is compacted.",
        allow_abbrev=False,
    )
    root.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)

    load = _command(commands, "load", "read a transcript and say what it holds")
    options.file(load)
    options.shown(load)
    load.add_argument(
        "--list",
        action="store_true",
        help="list the conversations of a file with several instead: number, messages, title",
    )
    load.add_argument(
        "--full", action="store_true", help="with --json: add the messages, OpenAI-style, as message_list"
    )
    load.add_argument(
        "--session", action="store_true", help="print the session as our own JSON instead, which load reads again"
    )

    plan = _command(commands, "plan", "choose what to keep, step by step")
    options.file(plan)
    options.planned(plan)
    options.shown(plan)

    compact = _command(commands, "compact", "carry the plan out and give the list the model sees next")
    options.file(compact)
    options.planned(compact)
    options.shown(compact)
    compact.add_argument(
        "--summarizer", default="offline", metavar="NAME", help="who writes the summary (default: offline)"
    )
    options.asked(compact)
    compact.add_argument("--markdown", action="store_true", help="print a Markdown page for a pull request instead")

    compare = _command(commands, "compare", "summarize the same messages with several summarizers, side by side")
    options.file(compare)
    options.planned(compare)
    options.shown(compare)
    compare.add_argument(
        "--summarizer",
        action="append",
        required=True,
        metavar="NAME",
        help="a column, repeatable; litellm:MODEL, or bundled for a sample's recorded runs",
    )
    options.asked(compare)
    compare.add_argument("--focus", default="", metavar="TEXT", help="what to pay special attention to")
    compare.add_argument(
        "--timeout", type=float, default=120.0, metavar="SECONDS", help="longest answer (default: 120)"
    )

    check = _command(commands, "check", "say what will break, and why: exit code 1 where a finding blocks")
    options.file(check)
    options.planned(check, otherwise="up to the moment the trigger first fires, else all")
    options.checked(check)

    reported = _command(commands, "reported", "compare what the provider reported for each call with our count")
    options.file(reported)
    options.shown(reported)

    counters = _command(commands, "counters", "count with every token counter, and say where they part")
    options.file(counters)
    options.shown(counters)

    recorded = _command(commands, "recorded", "say what the file records, and what a strategy would have done there")
    options.file(recorded)
    recorded.add_argument("--nth", type=values.natural, metavar="N", help="the recorded event to look at (default: 0)")
    options.planned(recorded, moment=False)
    options.shown(recorded)

    museum = _command(
        commands, "museum", "list failures rebuilt as small sessions, most of them publicly reported, or run one"
    )
    museum.add_argument("exhibit", metavar="NAME", nargs="?", help="the exhibit to run (default: list all)")
    museum.add_argument("--fix", action="store_true", help="with the one change that mends it")
    options.as_json(museum)

    options.as_json(_command(commands, "strategies", "list the strategies and their settings"))
    options.as_json(_command(commands, "samples", "list the bundled sessions"))
    options.as_json(_command(commands, "formats", "list the transcript formats that are read"))

    app = _command(commands, "app", "start the app in the browser, on this computer only")
    app.add_argument("file", metavar="FILE", nargs="?", help="transcript or sample to open")
    app.add_argument("--port", type=values.port, metavar="N", help="port to listen on (default: Streamlit's)")
    return root


def _command(commands: "argparse._SubParsersAction[Parser]", name: str, what: str) -> Parser:
    command: Parser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}.", allow_abbrev=False
    )
    command.set_defaults(run=_later(name))
    return command


def _later(name: str) -> Run:
    def run(arguments: argparse.Namespace) -> int:
        function: Run = getattr(import_module("compaction_core.cli.commands"), name)
        return function(arguments)

    return run
