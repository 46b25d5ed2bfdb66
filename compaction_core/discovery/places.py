"""Where each tool keeps its sessions: a table, one entry a place. A new tool is a new entry.

Every path is looked for on every system, since asking for a folder that is not there costs nothing: the editors' Linux,
macOS and Windows folders stand side by side in ``roots``.
"""

from dataclasses import dataclass

from compaction_core.discovery.projects import ProjectOf, folder, named, workspace

EDITOR = "<editor>"
"""The user folder of Visual Studio Code and of the editors made from it; see ``roots.editors``."""
PROJECT = "<project>"
"""A folder that some transcript names as the one its agent worked in, and the folder the app was started in."""


@dataclass(frozen=True)
class Place:
    """One kind of transcript of one tool."""

    tool: str
    roots: tuple[str, ...]
    """Folders to look below. ``~`` is the home folder, ``${NAME:-path}`` what an environment variable moves."""
    patterns: tuple[str, ...]
    """Names below a root, folder by folder; ``*`` stands for anything inside one name."""
    project: ProjectOf
    without: tuple[str, ...] = ()
    """File names that are no main session: indexes, sub-agents' own files."""
    marks: tuple[bytes, ...] = ()
    """What the tool itself writes into a file when it compacts; empty where nothing tells at a glance."""
    beside: tuple[str, ...] = ()
    """Other files, and folders of files, of the same session, from the file's folder; ``{name}`` and ``{stem}``."""


_CWD = named("cwd")
_PI = (b'"type":"compaction"',)
_TASK = ("ui_messages.json", "task_metadata.json")
_TASK_MARKS = (b'"conversationHistoryDeletedRange":[', b'"say":"condense_context"', b'"isSummary":true')
_CLINE = "${CLINE_DATA_DIR:-${CLINE_DIR:-~/.cline}/data}"
_DATA = "${XDG_DATA_HOME:-~/.local/share}"  # opencode keeps to it on every system
_OPENCODE = "${OPENCODE_DATA_DIR:-" + _DATA + "/opencode}"


def _tasks(tool: str, extension: str, *more: str) -> Place:
    """An extension that keeps a folder for each task."""
    roots = (f"{EDITOR}/globalStorage/{extension}", *more)
    patterns = ("tasks/*/api_conversation_history.json",)
    return Place(tool, roots, patterns, named("cwd", in_text="Current W"), (), _TASK_MARKS, _TASK)


PLACES = (
    Place(
        "Claude Code", ("${CLAUDE_CONFIG_DIR:-~/.claude}/projects",), ("*/*.jsonl",), _CWD, ("agent-*",),
        (b'"subtype":"compact_boundary"', b'"isCompactSummary":true'),
    ),
    Place(
        "Codex", ("${CODEX_HOME:-~/.codex}/sessions", "${CODEX_HOME:-~/.codex}/archived_sessions"),
        ("rollout-*.jsonl*", "*/*/*/rollout-*.jsonl*"), _CWD, (), (b'"type":"compacted"',),
    ),
    Place(
        "Gemini CLI", ("${GEMINI_CLI_HOME:-~}/.gemini/tmp",),
        ("*/chats/session-*.json", "*/chats/session-*.jsonl", "*/checkpoint-*.json"), folder(1, "tmp"),
    ),
    Place(
        "Qwen Code", ("${QWEN_RUNTIME_DIR:-${QWEN_HOME:-~/.qwen}}",),
        ("projects/*/chats/*.jsonl", "tmp/*/chats/*.jsonl"), _CWD, (), (b'"subtype":"chat_compression"',),
    ),
    Place(
        "Copilot CLI", ("${COPILOT_HOME:-~/.copilot}",),
        ("session-state/*/events.jsonl", "session-state/*.jsonl", "history-session-state/*.json"), _CWD, (),
        (b'"type":"session.compaction_complete"',),
    ),
    Place("pi", ("${PI_CODING_AGENT_DIR:-~/.pi/agent}/sessions",), ("*.jsonl", "*/*.jsonl"), _CWD, (), _PI),
    Place("OMP", ("~/.omp/agent/sessions",), ("*.jsonl", "*/*.jsonl"), _CWD, (), _PI),
    Place("OpenClaw", ("${OPENCLAW_STATE_DIR:-~/.openclaw}/agents",), ("*/sessions/*.jsonl",), _CWD, (), _PI),
    Place(
        "opencode", (_OPENCODE,), ("opencode*.db",), named("directory"), (), (b'"type":"compaction"',), ("{name}-wal",)
    ),
    Place(
        "opencode", (_OPENCODE + "/storage",), ("session/*/*.json",), named("directory"), (), (),
        ("../../message/{stem}",),
    ),
    Place(
        "Cursor",
        (
            "${XDG_CONFIG_HOME:-~/.config}/Cursor/User", "~/Library/Application Support/Cursor/User",
            "${APPDATA:-~/AppData/Roaming}/Cursor/User",
        ),
        ("globalStorage/state.vscdb",), folder(-3), (),
        (b'"latestConversationSummary":{"summary"', b'"conversationSummary":"{'), ("{name}-wal",),
    ),
    Place("Cursor", ("~/.cursor/projects",), ("*/agent-transcripts/*.jsonl", "*/agent-transcripts/*/*.jsonl"),
          folder(1, "projects")),
    Place("Cursor", ("~/.cursor/chats",), ("*/*/store.db",), folder(1, "chats"), (), (), ("{name}-wal",)),
    _tasks("Cline", "saoudrizwan.claude-dev", _CLINE),
    _tasks("Roo Code", "rooveterinaryinc.roo-cline"),
    _tasks("Kilo Code", "kilocode.kilo-code"),
    Place(
        "Cline", ("${CLINE_SESSION_DATA_DIR:-" + _CLINE + "/sessions}",), ("*/*.messages.json",), _CWD, (),
        (b'"compaction_summary"',),
    ),
    Place(
        "Kilo Code", (_DATA + "/kilo",), ("kilo*.db",), named("directory"), (), (b'"type":"compaction"',),
        ("{name}-wal",),
    ),
    Place(
        "VS Code Copilot Chat", (EDITOR,),
        ("workspaceStorage/*/chatSessions/*.json", "workspaceStorage/*/chatSessions/*.jsonl",
         "globalStorage/emptyWindowChatSessions/*.json", "globalStorage/emptyWindowChatSessions/*.jsonl"),
        workspace,
    ),
    Place(
        "OpenHands", ("~/.openhands",), ("conversations/*/base_state.json",), named("working_dir"), (), (), ("events",)
    ),
    Place("OpenHands", ("~/.openhands",), ("sessions/*/events/0.json",), folder(1, "sessions"), (), (), (".",)),
    Place(
        "Hermes", ("${HERMES_HOME:-~/.hermes}", "${LOCALAPPDATA:-~/AppData/Local}/hermes"),
        ("sessions/*.json", "sessions/*.jsonl", "profiles/*/sessions/*.json", "profiles/*/sessions/*.jsonl"), _CWD,
        ("sessions.json", "request_dump_*"),
        (b'"state":"compacted"', b'"state": "compacted"', b"[CONTEXT COMPACTION", b"[CONTEXT SUMMARY"),
    ),
    Place(
        "Hermes", ("${HERMES_HOME:-~/.hermes}", "${LOCALAPPDATA:-~/AppData/Local}/hermes"),
        ("state.db", "profiles/*/state.db"), folder(-1), (), (b"[CONTEXT COMPACTION", b"[CONTEXT SUMMARY"),
        ("{name}-wal",),
    ),
    Place("Grok CLI", ("${GROK_HOME:-~/.grok}/sessions",), ("*/*/chat_history.jsonl",), folder(1, "sessions")),
    Place(
        "DeepSeek Harness", ("${DSH_HOME:-~/.dsh}/sessions",), ("*/*/session*.jsonl", "*/*/session*.jsonl.zstd"), _CWD
    ),
    Place(
        "goose",
        (
            "${GOOSE_PATH_ROOT:-" + _DATA + "/goose}/sessions", "${GOOSE_PATH_ROOT:-~/.goose}/data/sessions",
            "${APPDATA:-~/AppData/Roaming}/Block/goose/sessions",
            "${APPDATA:-~/AppData/Roaming}/Block/goose/data/sessions",
        ),
        ("sessions.db", "*.jsonl"), named("working_dir"), (), (), ("{name}-wal",),
    ),
    Place(
        "Droid", ("~/.factory/sessions",), ("*/*.jsonl", "*.jsonl"), _CWD, (), (b'"type":"compaction_state"',)
    ),
    Place("Amp", (_DATA + "/amp/threads",), ("T-*.json",), folder(-1)),
    Place(
        "Continue", ("${CONTINUE_GLOBAL_DIR:-~/.continue}/sessions",), ("*.json",), named("workspaceDirectory"),
        ("sessions.json",), (b'"conversationSummary":"', b'"conversationSummary": "'),
    ),
    Place(
        "Kiro CLI",
        (
            _DATA + "/kiro-cli", "~/Library/Application Support/kiro-cli",
            _DATA + "/amazon-q", "~/Library/Application Support/amazon-q",
        ),
        ("data.sqlite3",), folder(-1), (), (), ("{name}-wal",),
    ),
    Place("Kiro CLI", ("~/.kiro/sessions",), ("cli/*.jsonl", "*/sess_*/messages.jsonl"), folder(-1)),
    Place(
        "Kimi Code", ("${KIMI_CODE_HOME:-~/.kimi-code}/sessions",), ("*/*/agents/main/wire.jsonl",),
        folder(1, "sessions"), (), (b'"type":"context.apply_compaction"',),
    ),
    Place(
        "Kimi CLI", ("${KIMI_SHARE_DIR:-~/.kimi}/sessions",), ("*/*/context.jsonl",), folder(1, "sessions"), (),
        (b"<system>Previous context has been compacted.",),
    ),
    Place(
        "Zed",
        (
            _DATA + "/zed/threads", "~/Library/Application Support/Zed/threads",
            "${LOCALAPPDATA:-~/AppData/Local}/Zed/threads",
        ),
        ("threads.db",), folder(-2), (), (), ("{name}-wal",),
    ),
    Place("Crush", (PROJECT,), (".crush/crush.db",), folder(-2), (), (), ("{name}-wal",)),
    Place("SpecStory", (PROJECT,), (".specstory/history/*.md",), folder(-3)),
    Place("aider", (PROJECT,), (".aider.chat.history.md",), folder(-1)),
)  # fmt: skip
