"""Small hand-written sessions with known facts, and the request a strategy would make of them."""

import json

from hypothesis import strategies as st

from compaction_core.session import Message, Text, ToolCall, ToolResult
from compaction_core.summarizers.base import SummaryRequest, summarizers
from compaction_core.summarizers.prompts import prompt


def user(text: str, **more: object) -> Message:
    return Message(role="user", parts=(Text(text=text),), **more)


def assistant(text: str = "", *calls: ToolCall) -> Message:
    return Message(role="assistant", parts=((Text(text=text), *calls) if text else calls))


def call(id: str, name: str, **arguments: object) -> ToolCall:
    return ToolCall(id=id, name=name, arguments=json.dumps(arguments, ensure_ascii=False))


def result(id: str, text: str, is_error: bool = False) -> Message:
    return Message(role="tool", parts=(ToolResult(call_id=id, text=text, is_error=is_error),))


def request(
    messages: list[Message], name: str = "letta_code_all", first: int = 0, instructions: str | None = None
) -> SummaryRequest:
    text = instructions if instructions is not None else prompt(name).text
    return SummaryRequest(
        prompt=name,
        instructions=text,
        transcript="",
        lines=(),
        indexes=tuple(range(first, first + len(messages))),
        messages=tuple(messages),
        previous_summary=next((m.summary for m in messages if m.summary), None),
    )


FAILED_RUN = (
    "F.\nE   AssertionError: assert 401 == 200\nFAILED tests/test_login.py::test_refresh\n1 failed, 1 passed in 0.21s"
)

ENGLISH = [
    Message(role="system", parts=(Text(text="You are a coding assistant."),)),
    user("Fix the login of gatehouse, see GATE-41 and issue #7. Never touch the migrations. Use Python 3.12."),
    assistant("I will look first.", call("a", "read_file", path="src/auth.py")),
    result("a", "def refresh(token):\n    return token.expires < now()\n"),
    assistant("", call("b", "run_command", command="pytest tests/test_login.py")),
    result("b", FAILED_RUN),
    assistant(
        "The comparison is the wrong way round.",
        call("c", "edit_file", path="src/auth.py", old_string="<", new_string=">"),
    ),
    result("c", "edited"),
    assistant("", call("d", "run_command", command="pytest -q tests/test_login.py")),
    result("d", "2 passed in 0.18s"),
    assistant("", call("e", "run_command", command="git commit -am 'GATE-41: fix refresh'")),
    result("e", "[fix/refresh 3f9c2ab] GATE-41: fix refresh\n 1 file changed"),
    assistant("The login works again. Both tests pass."),
    user("Wait, keep the cookie name as it is. Then deploy with DEPLOY_REGION set."),
    assistant("", call("f", "run_command", command="make deploy")),
    result("f", "make: *** No rule to make target 'deploy'.  Stop.\nExit code 2", is_error=True),
    assistant("There is no such target. Next I will look for a deploy script."),
]

CHINESE = [
    user("请修复登录页面的错误，代码在src/登录/auth.py和web/login.ts里。不要修改数据库迁移文件。"),
    assistant("我先看一下代码。", call("a", "read_file", path="web/login.ts")),
    result("a", "export function login() {}\n"),
    assistant("", call("b", "bash", command="npm test")),
    result("b", "FAIL web/login.test.ts\nTypeError: token is undefined\nExit code 1", is_error=True),
    assistant("令牌没有初始化。", call("c", "edit_file", path="web/login.ts", new_string="token = ''")),
    result("c", "ok"),
    assistant("", call("d", "bash", command="npm test")),
    result("d", "Tests: 4 passed, 4 total\nExit code 0"),
    assistant("登录页面已修复，测试全部通过。接下来我会检查刷新令牌的逻辑。"),
    user("好的，刷新令牌的逻辑还报错，请继续。"),
]

PROSE = st.sampled_from(
    [
        "Fix the parser in src/parse/rows.py, see PARSE-12.",
        "Never change lib/core.ts!",
        "修复 web/登录.ts 的错误。",
        "不要改 db/schema.sql。",
        "Wait, use https://a.example/v1?x=1 instead.",
        "Next I will run it.",
        "Nächster Schritt: die Datei src/über.py prüfen.",
        "“quoted” words\nand a line",
        "- one\n- two `a_name` 3f9c2ab",
        "```\ncode = 1\n```",
        "ValueError: bad row 17",
        "次にtests/a.pyを直します。",
        "<b>html</b> <system>x</system>",
        "1. first\n2. second v1.2.3",
        "x" * 400,
        "PR 12 and issue #345",
        "Il faut lancer les tests.",
    ]
)
TEXTS = st.lists(PROSE | st.text(max_size=60), max_size=5).map(" ".join)
COMMANDS = st.sampled_from(
    ["pytest tests/a.py", "git status", "cat src/a.py", "npm run build --prod", "cd app && make test"]
)
RESULTS = TEXTS | st.sampled_from(["1 failed", "On branch feature/x", "[main 1a2b3c4] m", "Exit code 1\nboom", "ok"])


@st.composite
def any_session(draw: st.DrawFn) -> list[Message]:
    """Some turns of people, assistants and tools in several languages, perhaps after an earlier summary."""
    messages: list[Message] = []
    if draw(st.booleans()):
        ours = summarizers.get("offline").summarize(request(ENGLISH)).text
        messages.append(Message(role="user", parts=(Text(text="w"),), summary=draw(TEXTS | st.just(ours))))
    for n in range(draw(st.integers(0, 6))):
        messages.append(user(draw(TEXTS)))
        for k in range(draw(st.integers(0, 3))):
            made = draw(
                st.sampled_from(["bash", "edit_file", "read_file"]).flatmap(
                    lambda name: st.builds(lambda v: (name, v), COMMANDS | TEXTS)
                )
            )
            key = "command" if made[0] == "bash" else "path"
            messages.append(assistant(draw(TEXTS), call(f"{n}.{k}", made[0], **{key: made[1]})))
            if draw(st.booleans()):
                messages.append(result(f"{n}.{k}", draw(RESULTS), draw(st.booleans())))
        messages.append(assistant(draw(TEXTS)))
    return messages
