"""What can be asked on the command line. The commands themselves are imported only when one runs."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from compaction_core import __version__

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
    _file(load)
    _shown(load)
    load.add_argument(
        "--full", action="store_true", help="with --json: add the messages, OpenAI-style, as message_list"
    )
    load.add_argument(
        "--session", action="store_true", help="print the session as our own JSON instead, which load reads again"
    )

    plan = _command(commands, "plan", "choose what to keep, step by step")
    _file(plan)
    _planned(plan)
    _shown(plan)

    compact = _command(commands, "compact", "carry the plan out and give the list the model sees next")
    _file(compact)
    _planned(compact)
    _shown(compact)
    compact.add_argument(
        "--summarizer", default="offline", metavar="NAME", help="who writes the summary (default: offline)"
    )
    _asked(compact)
    compact.add_argument("--markdown", action="store_true", help="print a Markdown page for a pull request instead")

    compare = _command(commands, "compare", "summarize the same messages with several summarizers, side by side")
    _file(compare)
    _planned(compare)
    _shown(compare)
    compare.add_argument(
        "--summarizer",
        action="append",
        required=True,
        metavar="NAME",
        help="a column, repeatable; litellm:MODEL, or bundled for a sample's recorded runs",
    )
    _asked(compare)
    compare.add_argument("--focus", default="", metavar="TEXT", help="what to pay special attention to")
    compare.add_argument(
        "--timeout", type=float, default=120.0, metavar="SECONDS", help="longest answer (default: 120)"
    )

    check = _command(commands, "check", "say what will break, and why: exit code 1 where a finding blocks")
    _file(check)
    _planned(check, otherwise="up to the moment the trigger first fires, else all")
    _checked(check)

    reported = _command(commands, "reported", "compare what the provider reported for each call with our count")
    _file(reported)
    _shown(reported)

    counters = _command(commands, "counters", "count with every token counter, and say where they part")
    _file(counters)
    _shown(counters)

    recorded = _command(commands, "recorded", "say what the file records, and what a strategy would have done there")
    _file(recorded)
    recorded.add_argument("--nth", type=_natural, metavar="N", help="the recorded event to look at (default: 0)")
    _planned(recorded, moment=False)
    _shown(recorded)

    museum = _command(commands, "museum", "list public failures rebuilt as small sessions, or run one of them")
    museum.add_argument("exhibit", metavar="NAME", nargs="?", help="the exhibit to run (default: list all)")
    museum.add_argument("--fix", action="store_true", help="with the one change that mends it")
    _json(museum)

    _json(_command(commands, "strategies", "list the strategies and their settings"))
    _json(_command(commands, "samples", "list the bundled sessions"))

    app = _command(commands, "app", "start the app in the browser, on this computer only")
    app.add_argument("file", metavar="FILE", nargs="?", help="transcript or sample to open")
    app.add_argument("--port", type=_port, metavar="N", help="port to listen on (default: Streamlit's)")
    return root


def _command(commands: "argparse._SubParsersAction[Parser]", name: str, what: str) -> Parser:
    command: Parser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}.", allow_abbrev=False
    )
    command.set_defaults(run=_later(name.replace("strategies", "strategies_list")))
    return command


def _later(name: str) -> Run:
    def run(arguments: argparse.Namespace) -> int:
        function: Run = getattr(import_module("compaction_core.cli.commands"), name)
        return function(arguments)

    return run


def _file(command: Parser) -> None:
    command.add_argument("file", metavar="FILE", help="transcript; - reads stdin; or the name of a sample")
    command.add_argument(
        "--conversation", type=int, default=0, metavar="N", help="which one, in a file with several (from 0)"
    )
    command.add_argument(
        "--member", metavar="PATH", help="which file inside, of a zip file or folder with several transcripts"
    )
    redact = command.add_mutually_exclusive_group()
    redact.add_argument(
        "--redact",
        type=_kinds,
        default=_kinds("all"),
        metavar="KINDS",
        help="what is masked in all that is printed, or sent to a remote model: secret, email, home_path, user_name "
        "(default: all)",
    )
    redact.add_argument(
        "--no-redact", dest="redact", action="store_const", const=(), help="print and send it as it is: mask nothing"
    )
    command.add_argument(
        "--redact-words", metavar="FILE", help="mask these words, too: one a line, * for any letters and digits"
    )


def _shown(command: Parser) -> None:
    command.add_argument(
        "--counter",
        default="o200k_base",
        metavar="NAME",
        help="token counter of what is shown (default: o200k_base); the strategy decides by its own",
    )
    _json(command)


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _planned(command: Parser, moment: bool = True, otherwise: str = "all") -> None:
    command.add_argument("--strategy", default="letta-code", metavar="NAME", help="default: letta-code; see strategies")
    window = command.add_mutually_exclusive_group()
    window.add_argument(
        "--window",
        type=_window,
        metavar="TOKENS",
        help="context window in tokens, or unknown (default: the sample's, or the file's, or its model's)",
    )
    window.add_argument("--model", metavar="NAME", help="take the context window of this model")
    if moment:
        command.add_argument(
            "--at",
            type=_moment,
            metavar="N",
            help=f"plan the first N messages (default: {otherwise}), or trigger: up to the moment the trigger first "
            "fires",
        )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=VALUE",
        help="a setting of the strategy, repeatable; none means no value, @FILE the text of a file",
    )
    command.add_argument(
        "--protect",
        type=_numbers,
        default=(),
        metavar="N,N,…",
        help="messages that stay word for word, with the calls and results that belong to them (not as released)",
    )
    command.add_argument(
        "--estimator",
        metavar="NAME",
        help="token counter the strategy decides by, instead of its own (then not as released)",
    )
    command.add_argument(
        "--overhead",
        type=_natural,
        metavar="TOKENS",
        help="system prompt and tool schemas, where the file does not hold them",
    )


def _asked(command: Parser) -> None:
    command.add_argument("--api-base", metavar="URL", help="address of the model's server")
    command.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="environment variable with the key for --api-base; without an address the provider's own variable counts",
    )
    command.add_argument("--prompt", metavar="FILE", help="a prompt in place of the strategy's own")


def _checked(command: Parser) -> None:
    # None where nothing was typed: a configuration file then decides, else the setting of an exhibit
    command.set_defaults(strategy=None)
    command.add_argument("--counter", metavar="NAME", help="tokenizer to compare with (default: o200k_base)")
    command.add_argument(
        "--provider",
        action="append",
        choices=(*PROVIDERS, "all"),
        help="whose message rules hold, repeatable (default: guessed from model and format)",
    )
    command.add_argument("--config", metavar="FILE", help="YAML with these settings; the command line goes before it")
    command.add_argument(
        "--blocking",
        metavar="CODE,…",
        help="codes or severities that block (default: error), or none",
    )
    command.add_argument(
        "--output", type=_natural, metavar="TOKENS", help="longest answer that is asked for, as max_tokens"
    )
    command.add_argument(
        "--summarizer-window",
        type=_size,
        metavar="TOKENS",
        help="window of the model that summarizes (default: the same as --window)",
    )
    shown = command.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON object")
    shown.add_argument("--sarif", action="store_true", help="print a SARIF 2.1.0 log")
    shown.add_argument("--junit", action="store_true", help="print JUnit XML")


PROVIDERS = ("openai-chat", "openai-responses", "anthropic", "gemini", "strict-template")
"""Those of ``structure``, which is not imported before a command runs."""


KINDS = ("secret", "email", "home_path", "user_name")
"""Those of ``redaction``, which is not imported before a command runs."""


def _kinds(text: str) -> tuple[str, ...]:
    names = {name.strip() for name in text.split(",")} - {""}
    if wrong := sorted(names - {*KINDS, "all", "none"}):
        raise argparse.ArgumentTypeError(f"there is no kind named {wrong[0][:40]!r}; choose from: {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in names or "all" in names)


def _natural(text: str, otherwise: str = "") -> int:
    try:
        number = int(text.replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is not a number{otherwise}") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below 0")
    return number


def _size(text: str, otherwise: str = "") -> int:
    number = _natural(text, otherwise)
    if number < 1:
        raise argparse.ArgumentTypeError("0 tokens are no window")
    return number


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_natural(part, ", as in 12,40") for part in text.replace("#", "").split(",") if part.strip())


def _window(text: str) -> int | str:
    return text if text == "unknown" else _size(text, " of tokens, nor unknown")


def _moment(text: str) -> int | str:
    return text if text == "trigger" else _natural(text, " of messages, nor trigger")


def _port(text: str) -> int:
    number = _natural(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"{number} is above 65535")
    return number
