"""Small hand-written sessions with known facts, and the request a strategy would make of them."""

import json

from compaction_core.session import Message, Text, ToolCall, ToolResult
from compaction_core.summarizers.base import SummaryRequest
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
