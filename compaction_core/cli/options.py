"""Options in groups, as the commands take them."""

from argparse import ArgumentParser

from compaction_core.cli import values

PROVIDERS = ("openai-chat", "openai-responses", "anthropic", "gemini", "strict-template")
"""Those of ``structure``, which is not imported before a command runs."""


def file(command: ArgumentParser) -> None:
    """The transcript, which one of it, and what is masked."""
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
        type=values.kinds,
        default=values.kinds("all"),
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


def shown(command: ArgumentParser) -> None:
    """What is printed."""
    command.add_argument(
        "--counter",
        default="o200k_base",
        metavar="NAME",
        help="token counter of what is shown (default: o200k_base); the strategy decides by its own",
    )
    as_json(command)


def as_json(command: ArgumentParser) -> None:
    """As JSON."""
    command.add_argument("--json", action="store_true", help="print one JSON object")


def planned(command: ArgumentParser, moment: bool = True, otherwise: str = "all") -> None:
    """Strategy, window, moment and settings of a plan."""
    command.add_argument("--strategy", default="letta-code", metavar="NAME", help="default: letta-code; see strategies")
    window = command.add_mutually_exclusive_group()
    window.add_argument(
        "--window",
        type=values.window,
        metavar="TOKENS",
        help="context window in tokens, or unknown (default: the sample's, or the file's, or its model's)",
    )
    window.add_argument("--model", metavar="NAME", help="take the context window of this model")
    if moment:
        command.add_argument(
            "--at",
            type=values.moment,
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
        type=values.numbers,
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
        type=values.natural,
        metavar="TOKENS",
        help="system prompt and tool schemas, where the file does not hold them",
    )


def asked(command: ArgumentParser) -> None:
    """Who is asked for a summary, and how."""
    command.add_argument("--api-base", metavar="URL", help="address of the model's server")
    command.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="environment variable with the key for --api-base; without an address the provider's own variable counts",
    )
    command.add_argument("--prompt", metavar="FILE", help="a prompt in place of the strategy's own")


def checked(command: ArgumentParser) -> None:
    """What holds for ``check`` alone."""
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
        "--output", type=values.natural, metavar="TOKENS", help="longest answer that is asked for, as max_tokens"
    )
    command.add_argument(
        "--summarizer-window",
        type=values.size,
        metavar="TOKENS",
        help="window of the model that summarizes (default: the same as --window)",
    )
    command.add_argument("--fix", action="store_true", help="of an exhibit: with the change that mends it")
    shown = command.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON object")
    shown.add_argument("--sarif", action="store_true", help="print a SARIF 2.1.0 log")
    shown.add_argument("--junit", action="store_true", help="print JUnit XML")
