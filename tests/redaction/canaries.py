"""Planted values: what each shape looks like, told from the issuers' formats and not from our patterns; all invented.

Each is put together at run time, so that no file holds a text of that shape.
"""

import base64
import json
import random
import string
from collections.abc import Callable
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
UPPER = string.ascii_uppercase + string.digits
BASE64 = ALNUM + "+/"

Draw = random.Random


def of(draw: Draw, letters: str, size: int) -> str:
    """So many random letters, the last one no mark."""
    return "".join(draw.choice(letters) for _ in range(size - 1)) + draw.choice([c for c in letters if c.isalnum()])


def _jwt(draw: Draw) -> str:
    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT"})
    body = part({"sub": str(draw.randrange(10**9)), "iat": draw.randrange(10**9)})
    return f"{head}.{body}.{of(draw, URLSAFE, 43)}"


def _pem(draw: Draw) -> str:
    kind = draw.choice(["RSA ", "EC ", "OPENSSH ", ""])
    lines = "\n".join(of(draw, BASE64, 64) for _ in range(draw.randrange(3, 20)))
    return f"-----BEGIN {kind}PRIVATE" + f" KEY-----\n{lines}\n-----END {kind}PRIVATE" + " KEY-----"


def _starting(prefix: str, letters: str, size: int) -> Callable[[Draw], str]:
    return lambda draw: prefix + of(draw, letters, size)


SHAPED: dict[str, Callable[[Draw], str]] = {
    "anthropic": _starting("sk-" + "ant-api03-", URLSAFE, 93),
    "openai project": _starting("sk-" + "proj-", URLSAFE, 120),
    "openai old": _starting("sk-", ALNUM, 48),
    "openrouter": _starting("sk-" + "or-v1-", HEX, 64),
    "github": lambda d: d.choice(["gh" + c + "_" for c in "pous"]) + of(d, ALNUM, 36),
    "github fine-grained": lambda d: "github" + "_pat_" + of(d, ALNUM, 22) + "_" + of(d, ALNUM, 59),
    "gitlab": _starting("gl" + "pat-", URLSAFE, 20),
    "aws id": _starting("AK" + "IA", UPPER, 16),
    "google api": _starting("AI" + "za", URLSAFE, 35),
    "google oauth": _starting("ya" + "29.", URLSAFE, 80),
    "slack bot": lambda d: f"xo{'xb'}-{of(d, string.digits, 12)}-{of(d, string.digits, 12)}-{of(d, ALNUM, 24)}",
    "stripe": lambda d: d.choice(["sk_" + "live_", "rk_" + "live_", "sk_" + "test_"]) + of(d, ALNUM, 24),
    "npm": _starting("np" + "m_", ALNUM, 36),
    "pypi": _starting("py" + "pi-AgEIcHlwaS5vcmc", URLSAFE, 120),
    "hugging face": _starting("h" + "f_", ALNUM, 34),
    "groq": _starting("gs" + "k_", ALNUM, 52),
    "langsmith": lambda d: f"ls{'v2'}_pt_{of(d, HEX, 32)}_{of(d, HEX, 10)}",
    "sendgrid": lambda d: f"S{'G'}.{of(d, URLSAFE, 22)}.{of(d, URLSAFE, 43)}",
    "telegram": lambda d: f"{d.randrange(10**9, 10**10)}:A{'A'}{of(d, URLSAFE, 33)}",
    "discord": lambda d: f"M{of(d, ALNUM, 25)}.{of(d, URLSAFE, 6)}.{of(d, URLSAFE, 38)}",
    "vault": _starting("hv" + "s.", URLSAFE, 90),
    "databricks": _starting("da" + "pi", HEX, 32),
    "jwt": _jwt,
    "private key": _pem,
}
RANDOM = {
    "40 base64": lambda d: of(d, BASE64, 40),
    "32 hex": lambda d: of(d, HEX, 32),
    "24 letters and digits": lambda d: of(d, ALNUM, 22) + "7q",
}
ASSIGNED = (
    "API_KEY={}", '"api_key": "{}"', "apiKey: '{}'", "export OPENAI_API_KEY={}", "AWS_SECRET_ACCESS_KEY={}",
    "Authorization: Bearer {}", "--token {}", "client_secret: {}", '\\"token\\": \\"{}\\"', "x-api-key: {}",
    "?access_token={}&x=1", 'password="{}"', "AccountKey={};", "auth_token = '{}'",
)  # fmt: skip
PASSWORDS = (
    "password: {}",
    "password={}",
    "DB_PASSWORD='{}'",
    "postgres://app:{}@db.internal/x",
    "curl -u app:{} http://x",
)
FIRST = (
    "anneke", "bram", "cees", "dirk", "elif", "fatma", "goran", "hana", "imke", "joost", "katrijn", "lutz", "mirela",
    "noor", "oskar", "paulina", "ruben", "svenja",
)  # fmt: skip
LAST = (
    "vandenberg", "kowalczyk", "oyelaran", "schmidtke", "brandsma", "ferreira", "lindqvist", "nakagawa", "petrovic",
    "dubois",
)  # fmt: skip


def user(draw: Draw) -> str:
    """A user name as computers have them."""
    first, last = draw.choice(FIRST), draw.choice(LAST)
    return draw.choice([first + last[0], f"{first}.{last}", f"{first[0]}{last}", f"{first}{draw.randrange(100)}"])


class Canary(NamedTuple):
    """A text to plant: its kind, its shape, the value that must not be seen again, and how it stands."""

    kind: str
    shape: str
    value: str
    text: str


def canary(draw: Draw) -> Canary:
    """One, of any kind."""
    kind = draw.choice(["secret", "secret", "secret", "email", "home_path"])
    if kind == "email":
        return _email(draw)
    if kind == "home_path":
        return _home(draw)
    how = draw.choice(["shaped", "shaped", "assigned", "password"])
    if how == "shaped":
        shape = draw.choice(list(SHAPED))
        value = SHAPED[shape](draw)
        around = draw.choice(
            [" {} ", "\n{}\n", "'{}'", '"{}"', "({})", "KEY={}\n", "`{}`", " {}.\n", ", {},", "\n-{}\n"]
        )
        return Canary("secret", shape, value, around.format(value))
    if how == "assigned":
        shape = draw.choice(list(RANDOM))
        value = RANDOM[shape](draw)
        return Canary("secret", f"named, {shape}", value, f" {draw.choice(ASSIGNED).format(value)}\n")
    value = of(draw, ALNUM, 9) + draw.choice("!#%^*") + str(draw.randrange(10))
    return Canary("secret", "password", value, f" {draw.choice(PASSWORDS).format(value)}\n")


def _email(draw: Draw) -> Canary:
    name = user(draw) + draw.choice(["", "+work", "-ext"])
    value = (
        f"{name}@{draw.choice(['mill', 'mail.mill', 'sub-domain.mill'])}.{draw.choice(['example', 'co', 'org', 'de'])}"
    )
    around = draw.choice([" {} ", "<{}>", "mailto:{}", '"{}"', "Author: X <{}>\n", "\\n{}\\n", "({}),", " {}."])
    return Canary("email", "email", value, around.format(value))


def _home(draw: Draw) -> Canary:
    value = user(draw)
    shape = draw.choice(["/home/", "/Users/", "C:\\Users\\", "C:\\\\Users\\\\", "/mnt/c/Users/"])
    mark = "\\" if "\\" in shape else "/"
    around = draw.choice([" {} ", '"{}"', "cd {}\n", "file://{}\n" if shape[0] == "/" else " {} ", "({})"])
    text = around.format(f"{shape}{value}{mark}project{mark}main.py")
    return Canary("home_path", shape, value, text)


def planted(text: str, count: int, draw: Draw) -> tuple[str, list[Canary]]:
    """The text with canaries between its words, in reach of nothing that could name them otherwise."""
    places = sorted(draw.choices([i for i, c in enumerate(text) if c in " \n"] or [len(text)], k=count))
    found = [canary(draw) for _ in places]
    pieces, end = [], 0
    for place, each in zip(places, found, strict=True):
        pieces += [text[end:place], " ", each.text, " "]
        end = place
    return "".join([*pieces, text[end:]]), found
