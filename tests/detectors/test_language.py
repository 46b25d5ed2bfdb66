"""The summary's language against the user's."""

import pytest

from compaction_core.detectors.language import language
from tests.detectors.cases import GOOD, codes, found
from tests.extraction.sessions import CHINESE, ENGLISH, assistant, user

IN = {
    "English": "We moved the settings into one file, and the tests that failed are green now. Next comes a review.",
    "German": "Wir haben die Werte in eine Datei verschoben, und die Tests sind jetzt grün. Nun wird das geprüft.",
    "French": "Nous avons déplacé les réglages dans un fichier et les tests sont verts. La suite est une relecture.",
    "Spanish": "Hemos movido los ajustes a un archivo y las pruebas están en verde. El siguiente paso es una revisión.",
    "Dutch": "We hebben de waarden naar een bestand verplaatst en alle tests zijn nu groen. Nu volgt een controle.",
    "Chinese": "我们把设置移到了一个文件里，之前失败的测试现在都通过了。下一步是请同事看一下这个分支。",
    "Japanese": "設定を一つのファイルに移しました。失敗していたテストは、いまはすべて通ります。次は見直しです。",
    "Korean": "설정을 하나의 파일로 옮겼고 실패하던 테스트가 이제 모두 통과합니다. 다음은 동료의 검토입니다.",
}


@pytest.mark.parametrize("name", IN)
def test_languages_are_told_apart(name: str) -> None:
    assert language(IN[name]) == name


@pytest.mark.parametrize("user_language", IN)
@pytest.mark.parametrize("own", IN)
def test_only_another_language_is_reported(user_language: str, own: str) -> None:
    expected = [] if own == user_language else ["wrong-language"]
    assert codes("language", IN[own], [user(IN[user_language]), assistant("ok")]) == expected


def test_the_finding_names_both() -> None:
    (finding,) = found("language", GOOD, CHINESE)
    assert finding.text == "The summary is in English; the user wrote in Chinese."


@pytest.mark.parametrize(
    "text",
    [
        "Alles in Ordnung, die Tests sind grün.",  # 31 letters
        "src/auth.py web/login.ts DEPLOY_REGION=eu tests/test_login.py run_command(make) `der die das und ist`",
        "",
    ],
)
def test_little_prose_tells_nothing(text: str) -> None:
    assert codes("language", text, ENGLISH) == []


def test_quotations_and_injected_text_do_not_count() -> None:
    quoting = "用户最初要求: “" + IN["English"] + "”。" + IN["Chinese"]
    assert codes("language", quoting, CHINESE) == []
    reminder = user(f"<system-reminder>{IN['English'] * 3}</system-reminder>\n{IN['Chinese']}")
    assert codes("language", IN["Chinese"], [reminder]) == []


def test_the_translated_summary_of_t16() -> None:
    german = (
        "Der Nutzer wollte die Anmeldung von gatehouse repariert haben (GATE-41), ohne die Migrationen zu ändern. "
        "Der Vergleich in `src/auth.py` war falsch herum; beide Tests sind seit 3f9c2ab grün. "
        "Die Auslieferung ist noch offen, denn es gibt kein Ziel `deploy`."
    )
    assert codes("language", german) == ["wrong-language"]  # quality.md T16: ids intact, language differs
