"""The sentences that code writes into blockers and questions, by language.

* Only these sentences are ours; what they speak about is quoted from the request.
* A language without a table is answered in English.
"""

from typing import Final

from planner.drafting.phrase_set import Phrases
from planner.drafting.phrases_romance import ROMANCE

PHRASES: Final[dict[str, Phrases]] = {
    "en": Phrases(
        no_paths=(
            "The request names no file or folder that may change.",
            "Which files or folders may change?",
        ),
        no_proof=(
            "The request names no command that shows when the work is done.",
            "Which command shows that the work is done?",
        ),
        git_only=(
            "The only checks named need a Git repository, which is not there.",
            "Which command without Git shows that the work is done?",
        ),
        no_goal=(
            "The request does not say what is wanted.",
            "What should be different once the work is done?",
        ),
        unsaid_paths=(
            "The request names {text} and does not say that it may change.",
            "May {text} change?",
        ),
        no_wanted=(
            "The request says what goes wrong and not what should happen instead.",
            "What should happen instead?",
        ),
        no_measure=(
            "The request gives no measure for “{text}”.",
            "How is one to see that “{text}” is reached?",
        ),
        contradiction=(
            "Two statements contradict each other: “{text}” and “{other}”.",
            "Which of the two holds: “{text}” or “{other}”?",
        ),
        left_open=("The request leaves open: “{text}”", "What is decided about “{text}”?"),
        placeholder=(
            "A requirement still holds a placeholder: “{text}”",
            "What belongs in place of the placeholder in “{text}”?",
        ),
        stub=(
            "Only a preview of the request is here; its full text is said to be at {text}.",
            "What is the full text of the request?",
        ),
        blocked=(
            "The request was sent as blocked and gives no reason.",
            "What resolves this: “{text}”?",
        ),
        plan_change=(
            "The request asks for a change of the plan: “{text}”",
            "Is the plan to be changed as “{text}” asks?",
        ),
        several=("Further points are open: {text}", "What is decided about each of these? {text}"),
        stays_open="It stays open and nothing is built on it.",
    ),
    "de": Phrases(
        no_paths=(
            "Die Anfrage nennt keine Datei und keinen Ordner, die geändert werden dürfen.",
            "Welche Dateien oder Ordner dürfen geändert werden?",
        ),
        no_proof=(
            "Die Anfrage nennt keinen Befehl, der zeigt, wann die Arbeit fertig ist.",
            "Welcher Befehl zeigt, dass die Arbeit fertig ist?",
        ),
        git_only=(
            "Die genannten Prüfungen brauchen ein Git-Repository, das es nicht gibt.",
            "Welcher Befehl ohne Git zeigt, dass die Arbeit fertig ist?",
        ),
        no_goal=(
            "Die Anfrage sagt nicht, was gewünscht ist.",
            "Was soll anders sein, wenn die Arbeit fertig ist?",
        ),
        unsaid_paths=(
            "Die Anfrage nennt {text} und sagt nicht, dass dies geändert werden darf.",
            "Darf {text} geändert werden?",
        ),
        no_wanted=(
            "Die Anfrage sagt, was schiefgeht, und nicht, was stattdessen geschehen soll.",
            "Was soll stattdessen geschehen?",
        ),
        no_measure=(
            "Die Anfrage gibt kein Maß für „{text}“.",
            "Woran ist zu sehen, dass „{text}“ erreicht ist?",
        ),
        contradiction=(
            "Zwei Aussagen widersprechen sich: „{text}“ und „{other}“.",
            "Was gilt: „{text}“ oder „{other}“?",
        ),
        left_open=("Die Anfrage lässt offen: „{text}“", "Was ist entschieden zu „{text}“?"),
        placeholder=(
            "Eine Anforderung enthält noch einen Platzhalter: „{text}“",
            "Was gehört an die Stelle des Platzhalters in „{text}“?",
        ),
        stub=(
            "Es liegt nur eine Vorschau der Anfrage vor; der volle Text soll unter {text} stehen.",
            "Wie lautet der volle Text der Anfrage?",
        ),
        blocked=(
            "Die Anfrage kam als blockiert und nennt keinen Grund.",
            "Was löst dies auf: „{text}“?",
        ),
        plan_change=(
            "Die Anfrage will den Plan ändern: „{text}“",
            "Soll der Plan so geändert werden, wie „{text}“ es will?",
        ),
        several=(
            "Weitere Punkte sind offen: {text}",
            "Was ist zu jedem dieser Punkte entschieden? {text}",
        ),
        stays_open="Es bleibt offen, und nichts baut darauf auf.",
    ),
    **ROMANCE,
    "nl": Phrases(
        no_paths=(
            "Het verzoek noemt geen bestand of map die mag veranderen.",
            "Welke bestanden of mappen mogen veranderen?",
        ),
        no_proof=(
            "Het verzoek noemt geen opdracht die laat zien wanneer het werk klaar is.",
            "Welke opdracht laat zien dat het werk klaar is?",
        ),
        git_only=(
            "De genoemde controles hebben een Git-repository nodig, die er niet is.",
            "Welke opdracht zonder Git laat zien dat het werk klaar is?",
        ),
        no_goal=(
            "Het verzoek zegt niet wat gewenst is.",
            "Wat moet anders zijn als het werk klaar is?",
        ),
        unsaid_paths=(
            "Het verzoek noemt {text} en zegt niet dat dit mag veranderen.",
            "Mag {text} veranderen?",
        ),
        no_wanted=(
            "Het verzoek zegt wat er misgaat en niet wat er dan moet gebeuren.",
            "Wat moet er in plaats daarvan gebeuren?",
        ),
        no_measure=(
            "Het verzoek geeft geen maat voor “{text}”.",
            "Waaraan is te zien dat “{text}” is bereikt?",
        ),
        contradiction=(
            "Twee zinnen spreken elkaar tegen: “{text}” en “{other}”.",
            "Welke geldt: “{text}” of “{other}”?",
        ),
        left_open=("Het verzoek laat open: “{text}”", "Wat is besloten over “{text}”?"),
        placeholder=(
            "Een eis bevat nog een in te vullen tekst: “{text}”",
            "Wat hoort op de in te vullen plaats in “{text}”?",
        ),
        stub=(
            "Er is alleen een voorproef van het verzoek; de volledige tekst zou staan in {text}.",
            "Wat is de volledige tekst van het verzoek?",
        ),
        blocked=("Het verzoek kwam als geblokkeerd, zonder reden.", "Wat lost dit op: “{text}”?"),
        plan_change=(
            "Het verzoek wil het plan wijzigen: “{text}”",
            "Moet het plan worden gewijzigd zoals “{text}” vraagt?",
        ),
        several=(
            "Er zijn meer punten open: {text}",
            "Wat is besloten over elk van deze punten? {text}",
        ),
        stays_open="Het blijft open en niets bouwt erop.",
    ),
    "ja": Phrases(
        no_paths=(
            "変更してよいファイルやフォルダーが依頼に書かれていません。",
            "どのファイルまたはフォルダーを変更してよいですか?",
        ),
        no_proof=(
            "作業の完了を確かめるコマンドが依頼に書かれていません。",
            "作業の完了はどのコマンドで確かめますか?",
        ),
        git_only=(
            "書かれている確認にはすべて Git リポジトリが必要ですが、ありません。",
            "Git を使わずに完了を確かめるコマンドは何ですか?",
        ),
        no_goal=(
            "何を求めているかが依頼に書かれていません。",
            "作業が終わると何が変わっているべきですか?",
        ),
        unsaid_paths=(
            "依頼には {text} が挙がっていますが、変更してよいとは書かれていません。",
            "{text} を変更してよいですか?",
        ),
        no_wanted=(
            "依頼には不具合だけが書かれ、本来どうなるべきかが書かれていません。",
            "本来はどうなるべきですか?",
        ),
        no_measure=(
            "「{text}」を測る基準が依頼に書かれていません。",
            "「{text}」が達成されたことは何で分かりますか?",
        ),
        contradiction=(
            "二つの記述が矛盾しています:「{text}」と「{other}」。",
            "「{text}」と「{other}」のどちらが正しいですか?",
        ),
        left_open=("依頼で未定のままです:「{text}」", "「{text}」について何が決まっていますか?"),
        placeholder=(
            "要件に未記入の箇所があります:「{text}」",
            "「{text}」の未記入の箇所には何が入りますか?",
        ),
        stub=("依頼の抜粋しかありません。全文の場所:{text}", "依頼の全文は何ですか?"),
        blocked=(
            "依頼は停止状態で届きましたが、理由がありません。",
            "「{text}」はどうすれば解決しますか?",
        ),
        plan_change=(
            "計画の変更を求める依頼です:「{text}」",
            "「{text}」のとおりに計画を変更しますか?",
        ),
        several=(
            "ほかにも未定の点があります:{text}",
            "それぞれについて何が決まっていますか? {text}",
        ),
        stays_open="未定のままとし、これを前提にしません。",
    ),
    "zh": Phrases(
        no_paths=("请求没有写明可以修改的文件或文件夹。", "可以修改哪些文件或文件夹?"),
        no_proof=("请求没有写明用哪个命令证明工作已完成。", "用哪个命令证明工作已完成?"),
        git_only=("写明的检查都需要 Git 仓库,但没有仓库。", "不用 Git,用哪个命令证明工作已完成?"),
        no_goal=("请求没有说明想要什么。", "工作完成后应当有什么不同?"),
        unsaid_paths=(
            "请求提到了 {text},但没有说明可以修改。",
            "可以修改 {text} 吗?",
        ),
        no_wanted=(
            "请求说明了哪里出错,没有说明应当怎样。",
            "应当怎样才对?",
        ),
        no_measure=(
            "请求没有给出衡量“{text}”的标准。",
            "怎样看出“{text}”已经达到?",
        ),
        contradiction=("两条说明互相矛盾:“{text}”和“{other}”。", "“{text}”和“{other}”哪一条有效?"),
        left_open=("请求中尚未确定:“{text}”", "关于“{text}”的决定是什么?"),
        placeholder=("一条需求中还有待填内容:“{text}”", "“{text}”中待填的内容是什么?"),
        stub=("这里只有请求的预览;全文据称在 {text}。", "请求的全文是什么?"),
        blocked=("请求以受阻状态送来,没有说明原因。", "如何解决:“{text}”?"),
        plan_change=("请求要求更改计划:“{text}”", "是否按“{text}”更改计划?"),
        several=("还有其他未定事项:{text}", "下列各项的决定是什么? {text}"),
        stays_open="保持未定,不以此为依据。",
    ),
}


def phrases_of(language: str) -> Phrases:
    """Return the sentences of *language* (ISO 639-1, a region aside), else the English ones."""
    return PHRASES.get(language.partition("-")[0].casefold(), PHRASES["en"])
