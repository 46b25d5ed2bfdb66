"""What is a file path, and what only looks like one (``and/or``, ``compile/test/credo``, ``Node.js``)."""

import re

from compaction_core.extraction.words import word_set

_EXTENSIONS = word_set(
    """
    py pyi ipynb js jsx mjs cjs ts tsx mts cts vue svelte rs go java kt kts scala rb php c h cc cpp cxx hpp hh cs
    swift m mm lua pl pm r jl ex exs erl hs ml fs clj dart zig nim sol sh bash zsh fish ps1 bat cmd sql graphql gql
    proto html htm css scss sass less xml svg json jsonl json5 yaml yml toml ini cfg conf env lock txt md mdx rst adoc
    tex csv tsv parquet log pdf doc docx xls xlsx ppt pptx png jpg jpeg gif webp ico mp3 mp4 zip tar gz tgz whl jar
    db sqlite sqlite3 patch diff tf tfvars gradle properties cmake mk in pem crt key pub service plist tmpl j2 snap
    trace out bak
    """
)
_BARE_FILES = word_set(
    """
    Makefile Dockerfile Gemfile Rakefile Procfile Jenkinsfile Vagrantfile Justfile CODEOWNERS .env .git .gitignore
    .gitattributes .github .npmrc .nvmrc .dockerignore .editorconfig .eslintrc .prettierrc .bashrc .zshrc .profile
    .cursorrules .pylintrc .flake8 .coveragerc
    """
)
PRODUCTS = word_set(
    "node.js next.js vue.js nuxt.js express.js three.js d3.js react.js asp.net socket.io moment.js discord.js"
)
_ROOTS = word_set(
    """
    src lib libs app apps tests test spec docs doc cmd pkg internal packages crates scripts bin etc config migrations
    components public static assets include examples tools server client api core utils
    """
)
_SUFFIXES = word_set(".test .spec .d .config .stories .min .module")
_COMPONENTS = re.compile(r"[\w.@+~%$#/-]*")
_ROOT = re.compile(r"[A-Za-z]:/|~/|\.{1,2}/|/")
_TELLING = re.compile(r"[a-z][._-]\w|\d")


def path(piece: str) -> bool:
    """Whether a piece of text is a path.

    >>> [p for p in ("src/a.py", "and/or", "/v1/users", "a.py", "Node.js", "w/o", "C:/x/y.txt", "1/2") if path(p)]
    ['src/a.py', '/v1/users', 'a.py', 'C:/x/y.txt']
    """
    body = piece.replace("\\", "/")
    if "/" not in body and not ("." in body and (_has_extension(body) or body.startswith(".env."))):
        return body in _BARE_FILES
    rooted = _ROOT.match(body)
    inner = body[rooted.end() :] if rooted else body
    components = [c for c in inner.split("/") if c]
    if not components or "//" in body or not _COMPONENTS.fullmatch(inner):
        return False
    last = components[-1]
    if "\\" in piece and (not rooted or len(components) < 2) and any(c.startswith(".") for c in components):
        return False
    if _has_extension(last):
        return len(components) > 1 or bool(rooted) or piece.lower() not in PRODUCTS
    if last in _BARE_FILES or last.startswith(".env."):
        return True
    if "\\" in piece and not rooted:
        return False
    if rooted:
        return len(components) > 1 and any(c.isalpha() for c in body)
    return len(components) > 1 and _looks_relative(components)


def _has_extension(name: str) -> bool:
    stem, dot, extension = name.rpartition(".")
    return bool(
        dot
        and stem.strip("._-")
        and stem[0] not in "_-"
        and stem not in _SUFFIXES
        and extension.lower() in _EXTENSIONS
        and not stem.replace(".", "").isdigit()
    )


def _looks_relative(components: list[str]) -> bool:
    """A slash list of plain words is no path: it needs a known root folder or a ``. _ -`` or digit in a word."""
    if all(c.replace(".", "").isdigit() for c in components) or any(len(c) == 1 for c in components[:1]):
        return False
    if components[0].lower() in _ROOTS:
        return components[-1].lower() not in _ROOTS or len(components) > 2
    return any(_TELLING.search(c) for c in components) and len(components) <= 12
