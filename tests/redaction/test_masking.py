"""Masking: worked examples by shape and by name, what must stay, and what holds for every text.

Nothing here is a real secret; each is put together at run time, so that no file holds a text of that shape.
"""

import json
import random
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction_core.redaction import ALL, Masking, redact, redact_record
from compaction_core.session import Image, Session, ToolCall
from compaction_core.summarizers.outgoing import masked_request
from tests.extraction.sessions import ENGLISH, assistant, call, request, result, user
from tests.timing import timed

LETTERS = string.ascii_letters + string.digits


def rand(n: int, of: str = LETTERS, seed: int = 3) -> str:
    draw = random.Random(f"{seed} {n} {of}")
    return "".join(draw.choice(of) for _ in range(n))


RANDOM = rand(24) + "7q"
PEM = "RSA PRIVATE" + " KEY-----"
UPPER = string.ascii_uppercase + string.digits
SHAPES = {
    "anthropic": "sk-" + "ant-api03-" + rand(80),
    "anthropic, no digit": "sk-" + "ant-" + "x" * 40,
    "openai": "sk-" + "proj-" + rand(40),
    "openai, old": "sk-" + rand(48),
    "github": "gh" + "p_" + "X" * 36,
    "github, fine": "github" + "_pat_" + rand(60),
    "gitlab": "gl" + "pat-" + rand(20),
    "aws": "AK" + "IA" + rand(16, UPPER),
    "google": "AI" + "za" + rand(35),
    "slack": "xo" + "xb-" + rand(12, string.digits) + "-" + rand(24),
    "stripe": "sk_" + "live_" + rand(24),
    "npm": "np" + "m_" + rand(36),
    "hugging face": "h" + "f_" + rand(34),
    "jwt": "ey" + "J" + rand(20) + "." + "ey" + "J" + rand(60) + "." + rand(43),
    "sendgrid": "S" + "G." + rand(22) + "." + rand(43),
    "private key": f"-----BEGIN {PEM}\n{rand(64)}\n{rand(40)}=\n-----END {PEM}",
    "private key, clipped": "-----BEGIN " + "PRIVATE KEY-----\n" + rand(64) + "\n" + rand(30),
}
ASSIGNMENTS = [
    "API_KEY={}", '"api_key": "{}"', "apiKey: '{}'", '\\"token\\": \\"{}\\"', "Authorization: Bearer {}",
    "authorization: token {}", "--token {}", "--api-key={}", "AWS_SECRET_ACCESS_KEY={}", "postgres://bob:{}@db/x",
    "SECRET_KEY_BASE: {}", "the token is {}", "curl -u bob:{} http://x", "GITHUB_TOKEN_PROD={}", "x-api-key: {}",
    "?access_token={}&x=1", "密码是{}", "API 密钥：{}", "export DB_PASS={}", 'token: str = "{}"', "signing_key = b'{}'",
    "https://x.example/z?sig={}",
]  # fmt: skip
PHRASES = ["hunter" + "2", "S3cret" + "!x", "P@ss" + "w0rd"]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("around", ["{}", "the value {} is here", '{{"k":"{}"}}', "值{}。", "old:\n-{}\n"])
def test_known_shapes_are_masked_whole(name: str, around: str) -> None:
    done = redact(around.format(SHAPES[name]))
    assert done.text == around.format("[secret 1]")
    assert done.counts == {"secret": 1, "email": 0, "home_path": 0, "user_name": 0}


@pytest.mark.parametrize("around", ASSIGNMENTS)
def test_random_values_of_telling_names_are_masked_and_the_name_stays(around: str) -> None:
    assert redact(around.format(RANDOM)).text == around.format("[secret 1]")


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize(
    "around", ["password: {}", "password={}", "DB_PASSWORD='{}'", "my password is {}", "Passwort: {}", "密码：{}"]
)
def test_passwords_may_be_short(phrase: str, around: str) -> None:
    assert redact(around.format(phrase)).text == around.format("[secret 1]")


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens=4096", "token_count: 163204", "tokens = tokenizer.encode(text2)", "password = get_password(user1)",
        "token: str", "token = self.token2", "secret = settings.SECRET_KEY1", '"password": "string"',
        "password: ${PW1}",
        "API_KEY=$API_KEY2", "token=<your token 1>", "api_key='your_api_key_1'", "API_KEY=[secret]",
        "page_token: abc-123456-xyz",
        "git@github.com:o/r.git", "icon@2x.png", "user@1000.service", "pip install foo@1.2.3", r"\n@app.route('/')",
        "src/home/index.ts", "https://site.example/home/dashboard", "/home/<user>/x", "/home/$USER/x", "~/x",
        "/Users/Shared/x",
        "commit 3f9c2ab1d2e3f4", "sha256:" + "0f" * 32, "task-management-system-2024-report",
        "secretName: my-secret-tls2",
        "123e4567-e89b-12d3-a456-426614174000", "the password is wrong in test2", "tokens used 123456789",
        "def check_password(self, password: str) -> bool", "input token price is 0.000003", "sk-loading-spinner-large",
        'if text.startswith("-----BEGIN " + kind):',
        "noreply@mill.example", "this@Main.field", "postgres://user:password@db/x", "redis://:xxx@host", "/root/x",
        "UPSTREAM_PASSTHROUGH = 500_UPSTREAM_PASSTHROUGH", 'client_credentials = "m2m-client-credentials"',
        "password:s?.reset_required===!0", "Bearer resource_metadata=", "Authorization: Bearer sk-test-example-key-123",
        "token_path: /var/run/secrets/kube2/token1", "@babel/core@7.22.5", "9fceb02d0ae598e95dc970b74767f19372d61af8",
    ],
)  # fmt: skip
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/anneke/p", "/home/[user 1]/p"),
        ("/Users/maria.l/z", "/Users/[user 1]/z"),
        ("C:\\Users\\John Smith\\x", "C:\\Users\\[user 1]\\x"),
        ("C:\\\\Users\\\\jsmith\\\\y", "C:\\\\Users\\\\[user 1]\\\\y"),  # inside a JSON string
        ("file:///home/bob.k/x and /mnt/c/Users/zed9/y", "file:///home/[user 1]/x and /mnt/c/Users/[user 2]/y"),
        ("/home/anneke/a, anneke-laptop, Anneke", "/home/[user 1]/a, [user 1]-laptop, [user 1]"),
        ("/home/anneke/a; annekes, xanneke", "/home/[user 1]/a; annekes, xanneke"),  # whole words only
        ("~/.claude/projects/-home-anneke-p/x", "~/.claude/projects/-home-[user 1]-p/x"),
        ("/home/mark/demo: mark it", "/home/[user 1]/demo: mark it"),  # a name that is a word, too
        ("/home/user/a, /Users/runner/b, /home/ubuntu/c", "/home/user/a, /Users/runner/b, /home/ubuntu/c"),  # nobody
        ("/home/li/a: li", "/home/[user 1]/a: li"),  # too short to be told from a word
        ("a@b.example, A@B.example; c@b.example", "[email 1], [email 1]; [email 2]"),
        ("邮箱是li@mail.example吧", "邮箱是[email 1]吧"),
        ("line\\nann@mail.example", "line\\n[email 1]"),
        ("again [email 3], ann@mail.example", "again [email 3], [email 4]"),  # numbers that are taken stay taken
    ],
)
def test_people(text: str, expected: str) -> None:
    assert redact(text).text == expected


def test_a_secret_is_masked_wherever_it_stands_again() -> None:
    assert (
        redact(f"API_KEY={RANDOM}\nthen I sent {RANDOM} again").text
        == "API_KEY=[secret 1]\nthen I sent [secret 1] again"
    )


def test_only_the_kinds_asked_for() -> None:
    text = f"/home/anneke/p anneke a@b.example API_KEY={RANDOM}"
    assert redact(text, ["email"]).text == text.replace("a@b.example", "[email 1]")
    assert redact(text, ["home_path"]).text == text.replace("/anneke", "/[user 1]")
    assert redact(text, ["user_name"]).text == text.replace("anneke", "[user 1]")
    assert redact(text, []).text == text
    assert redact(text, ["email"]).counts == {"email": 1}


def test_the_record_does_not_keep_what_it_masks() -> None:
    assert RANDOM not in redact(f"API_KEY={RANDOM}").model_dump_json()


NAMES = ["anneke", "m.ortiz", "Zed9"]
PRIVATE = st.one_of(
    st.sampled_from([*SHAPES.values(), *PHRASES]).map(lambda v: f"password={v}"),
    st.sampled_from(ASSIGNMENTS).map(lambda a: a.format(RANDOM)),
    st.sampled_from(NAMES).map(lambda n: f"/home/{n}/x"),
    st.sampled_from(NAMES),
    st.sampled_from(["ann@mail.example", "bo@b.example"]),
)
GLUE = [" ", "", "/", "]", "[user 1]", "[masked 2]", "@", ":", "\n", "=", "token", "key"]
OWN = ["Acme Mills", "mill", "user", "*.internal", "k*y", "[us", "密", "Zed9"]
MIXED = st.lists(
    PRIVATE | st.text(max_size=8) | st.sampled_from(GLUE) | st.sampled_from(OWN),
    max_size=14,
).map("".join)


@given(MIXED, st.sets(st.sampled_from(ALL)), st.sets(st.sampled_from(OWN)))
@settings(max_examples=400, deadline=None)
def test_masking_twice_changes_nothing_more(text: str, kinds: set, words: set) -> None:
    once = redact(text, kinds, words).text
    assert redact(once, kinds, words).text == once


@given(MIXED)
@settings(max_examples=300, deadline=None)
def test_only_the_spans_change_and_their_placeholders_are_stable(text: str) -> None:
    done = redact(text)
    pieces, end = [], 0
    values: dict[str, set[str]] = {}
    for span in done.spans:
        assert end <= span.start < span.stop <= len(text)
        pieces += [text[end : span.start], span.placeholder]
        values.setdefault(span.placeholder, set()).add(text[span.start : span.stop].casefold())
        end = span.stop
    assert "".join([*pieces, text[end:]]) == done.text
    assert all(len(same) == 1 for same in values.values())
    assert sum(done.counts.values()) == len(done.spans)


@given(st.lists(PRIVATE, min_size=1, max_size=8))
@settings(max_examples=200, deadline=None)
def test_no_original_value_is_left(parts: list[str]) -> None:
    shown = redact("\n".join([*parts, "/home/anneke/a /home/m.ortiz/b /home/Zed9/c"])).text
    for value in [RANDOM, *NAMES, "ann@mail.example", "bo@b.example"]:
        assert value not in shown
    assert not any(shape in shown for shape in SHAPES.values())


@pytest.mark.parametrize(
    "piece",
    ["a", "a.a", "a@", "a@a.", "ey" + "J-", "ey" + "Jaaaaaaaa.", "sk" + "-", "token=", "token=a1", "password:",
     "密码是",
     "-----BEGIN " + "PRIVATE KEY-----!", "-----BEGIN " + "PRIVATE KEY-----", "/home/", "/home/ab/home/", "://a:",
     "AK" + "IA", "C:\\Users\\x ", "Bearer ", "\\", "token\\\\'", " ", "1:AA", "-u a:", "secret ", "tokentoken", "a_"],
)  # fmt: skip
def test_sixty_thousand_characters_take_less_than_a_second(piece: str) -> None:
    text = (piece * 60_000)[:60_000]
    once, took = timed(lambda: redact(text).text)
    assert took < 2  # 1 s on a quiet machine
    assert redact(once).text == once


def test_many_different_values_take_no_longer() -> None:
    text = " ".join(f"TOKEN_{i}=x{i}q{rand(12, seed=i)}7 /home/u{i}xyz" for i in range(1500))
    done, took = timed(lambda: redact(text))
    assert took < 4
    assert done.counts["secret"] == 1500 and done.counts["home_path"] == 1500


SECRETIVE = [
    user("My mail is ann@mail.example, the project is in /home/anneke/shop."),
    assistant("", call("a", "run", command=f"cd /home/anneke/shop && API_KEY={RANDOM} make deploy")),
    result("a", f"deployed with {RANDOM} by anneke"),
]


def test_a_request_is_masked_as_one_document() -> None:
    asked = request(SECRETIVE, instructions="Summarize. Keep ann@mail.example in mind.").model_copy(
        update={"transcript": f"[user] ann@mail.example\n[tool] {RANDOM} /home/anneke/shop"}
    )
    sent = masked_request(asked)
    shown = sent.request.model_dump_json()
    assert not any(value in shown for value in (RANDOM, "anneke", "ann@mail.example"))
    # the key is known from the call's arguments, so it is masked in the transcript too, under the same number
    assert sent.request.transcript == "[user] [email 1]\n[tool] [secret 1] /home/[user 1]/shop"
    assert sent.request.messages[2].text == "deployed with [secret 1] by [user 1]"
    assert json.loads(sent.request.messages[1].calls[0].arguments)["command"] == (
        "cd /home/[user 1]/shop && API_KEY=[secret 1] make deploy"
    )
    # counted are instructions and transcript, which is what is sent
    assert sent.counts == {"secret": 1, "email": 2, "home_path": 1, "user_name": 0}
    assert masked_request(sent.request).request == sent.request


def test_roles_ids_and_pictures_stay() -> None:
    picture = Image(source="data:image/png;base64," + "QUJD" * 30)
    calls = ToolCall(id="assistant", name="run", arguments='{"path": "/home/assistant/x"}')
    session = Session(format="test", messages=(replace(user("x"), parts=(picture,)), assistant("", calls)))
    masked, counts = redact_record(session)
    assert masked.messages[0] == session.messages[0]
    assert masked.messages[1].role == "assistant" and masked.messages[1].calls[0].id == "assistant"
    assert counts["home_path"] == 1


def test_nothing_to_mask_leaves_an_equal_record() -> None:
    asked = request(ENGLISH)
    sent = masked_request(asked)
    assert sent.request == asked and set(sent.counts.values()) == {0}


def test_what_is_known_from_beside_is_masked_here() -> None:
    shown, counts = Masking().applied(["anneke sent " + RANDOM], beside=[f"/home/anneke/x API_KEY={RANDOM}"])
    assert shown == ["[user 1] sent [secret 1]"]
    assert counts == {"secret": 1, "email": 0, "home_path": 0, "user_name": 1}


def test_equal_texts_have_equal_masks_and_each_counts() -> None:
    shown, counts = Masking().applied(["a@b.example", "c@b.example", "a@b.example"])
    assert shown == ["[email 1]", "[email 2]", "[email 1]"] and counts["email"] == 3


def test_a_choice_is_never_masked_even_where_it_is_somebodys_name() -> None:
    said = assistant("/home/tool/x /home/anneke/y", call("tool", "run", path="/home/text/z"))
    shown, _ = Masking(words=("tool", "text", "assistant")).applied(said)
    assert (shown.role, shown.parts[0].kind, shown.calls[0].id) == ("assistant", "text", "tool")
    assert shown.text == "/home/[user 1]/x /home/[user 2]/y"


def test_what_needs_no_mask_is_the_same_object_and_the_rest_forgets_what_was_computed() -> None:
    session = Session(format="test", messages=(user("hello"), user("I am ann@mail.example")))
    before = session.digest
    masked, _ = Masking().applied(session)
    assert masked.messages[0] is session.messages[0] and masked.messages[1].text == "I am [email 1]"
    assert session.digest == before != masked.digest == Session.model_validate(masked.model_dump()).digest
