"""The sentences that code writes into blockers and questions, by language.

* Only these sentences are ours; what they speak about is quoted from the request.
* A language without a table is answered in English.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """One language; `{text}` and `{other}` are quoted statements of the request."""

    no_paths: tuple[str, str]
    """The blocker and the question, here and below."""
    no_proof: tuple[str, str]
    git_only: tuple[str, str]
    no_goal: tuple[str, str]
    unsaid_paths: tuple[str, str]
    """`{text}` is one named path or several."""
    no_wanted: tuple[str, str]
    no_measure: tuple[str, str]
    contradiction: tuple[str, str]
    left_open: tuple[str, str]
    placeholder: tuple[str, str]
    stub: tuple[str, str]
    blocked: tuple[str, str]
    plan_change: tuple[str, str]
    several: tuple[str, str]
    """The blocker and the question that gather what is over three."""
    stays_open: str
    """The default of a question that may wait."""


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
    "fr": Phrases(
        no_paths=(
            "La demande ne nomme aucun fichier ni dossier à modifier.",
            "Quels fichiers ou dossiers peuvent être modifiés ?",
        ),
        no_proof=(
            "La demande ne nomme aucune commande qui montre que le travail est fini.",
            "Quelle commande montre que le travail est fini ?",
        ),
        git_only=(
            "Les seules vérifications nommées exigent un dépôt Git, qui est absent.",
            "Quelle commande sans Git montre que le travail est fini ?",
        ),
        no_goal=(
            "La demande ne dit pas ce qui est voulu.",
            "Qu'est-ce qui doit être différent une fois le travail fini ?",
        ),
        unsaid_paths=(
            "La demande nomme {text} sans dire que cela peut changer.",
            "{text} peut-il changer ?",
        ),
        no_wanted=(
            "La demande dit ce qui ne va pas, et non ce qui devrait se passer.",
            "Que devrait-il se passer à la place ?",
        ),
        no_measure=(
            "La demande ne donne aucune mesure pour « {text} ».",
            "À quoi voit-on que « {text} » est atteint ?",
        ),
        contradiction=(
            "Deux phrases se contredisent : « {text} » et « {other} ».",
            "Laquelle est juste : « {text} » ou « {other} » ?",
        ),
        left_open=(
            "La demande laisse ouvert : « {text} »",
            "Qu'est-ce qui est décidé pour « {text} » ?",
        ),
        placeholder=(
            "Une exigence contient encore un texte à compléter : « {text} »",
            "Que faut-il écrire à la place dans « {text} » ?",
        ),
        stub=(
            "Seul un aperçu de la demande est là ; son texte complet serait à {text}.",
            "Quel est le texte complet de la demande ?",
        ),
        blocked=(
            "La demande est arrivée bloquée, sans raison.",
            "Qu'est-ce qui résout ceci : « {text} » ?",
        ),
        plan_change=(
            "La demande veut changer le plan : « {text} »",
            "Faut-il changer le plan comme le demande « {text} » ?",
        ),
        several=(
            "D'autres points sont ouverts : {text}",
            "Qu'est-ce qui est décidé pour chacun de ces points ? {text}",
        ),
        stays_open="Cela reste ouvert et rien ne s'appuie dessus.",
    ),
    "es": Phrases(
        no_paths=(
            "La solicitud no nombra ningún archivo ni carpeta que pueda cambiar.",
            "¿Qué archivos o carpetas pueden cambiar?",
        ),
        no_proof=(
            "La solicitud no nombra ninguna orden que muestre que el trabajo está hecho.",
            "¿Qué orden muestra que el trabajo está hecho?",
        ),
        git_only=(
            "Las únicas comprobaciones nombradas necesitan un repositorio Git, que no existe.",
            "¿Qué orden sin Git muestra que el trabajo está hecho?",
        ),
        no_goal=(
            "La solicitud no dice qué se quiere.",
            "¿Qué debe ser distinto cuando el trabajo esté hecho?",
        ),
        unsaid_paths=(
            "La solicitud nombra {text} y no dice que pueda cambiar.",
            "¿Puede cambiar {text}?",
        ),
        no_wanted=(
            "La solicitud dice qué falla y no qué debería ocurrir en su lugar.",
            "¿Qué debería ocurrir en su lugar?",
        ),
        no_measure=(
            "La solicitud no da ninguna medida para «{text}».",
            "¿Cómo se ve que «{text}» se ha logrado?",
        ),
        contradiction=(
            "Dos frases se contradicen: «{text}» y «{other}».",
            "¿Cuál vale: «{text}» o «{other}»?",
        ),
        left_open=("La solicitud deja abierto: «{text}»", "¿Qué se ha decidido sobre «{text}»?"),
        placeholder=(
            "Un requisito contiene todavía un texto por completar: «{text}»",
            "¿Qué va en el lugar por completar de «{text}»?",
        ),
        stub=(
            "Solo hay una vista previa de la solicitud; el texto completo estaría en {text}.",
            "¿Cuál es el texto completo de la solicitud?",
        ),
        blocked=(
            "La solicitud llegó como bloqueada y no da motivo.",
            "¿Qué resuelve esto: «{text}»?",
        ),
        plan_change=(
            "La solicitud quiere cambiar el plan: «{text}»",
            "¿Debe cambiarse el plan como pide «{text}»?",
        ),
        several=(
            "Quedan más puntos abiertos: {text}",
            "¿Qué se ha decidido sobre cada uno? {text}",
        ),
        stays_open="Queda abierto y nada se apoya en ello.",
    ),
    "it": Phrases(
        no_paths=(
            "La richiesta non nomina file o cartelle che possano cambiare.",
            "Quali file o cartelle possono cambiare?",
        ),
        no_proof=(
            "La richiesta non nomina un comando che mostri quando il lavoro è finito.",
            "Quale comando mostra che il lavoro è finito?",
        ),
        git_only=(
            "Le sole verifiche nominate richiedono un repository Git, che non c'è.",
            "Quale comando senza Git mostra che il lavoro è finito?",
        ),
        no_goal=(
            "La richiesta non dice che cosa si vuole.",
            "Che cosa deve essere diverso a lavoro finito?",
        ),
        unsaid_paths=(
            "La richiesta nomina {text} e non dice che possa cambiare.",
            "{text} può cambiare?",
        ),
        no_wanted=(
            "La richiesta dice che cosa non va e non che cosa dovrebbe succedere.",
            "Che cosa dovrebbe succedere invece?",
        ),
        no_measure=(
            "La richiesta non dà alcuna misura per «{text}».",
            "Come si vede che «{text}» è raggiunto?",
        ),
        contradiction=(
            "Due frasi si contraddicono: «{text}» e «{other}».",
            "Quale vale: «{text}» o «{other}»?",
        ),
        left_open=("La richiesta lascia aperto: «{text}»", "Che cosa è deciso su «{text}»?"),
        placeholder=(
            "Un requisito contiene ancora un testo da completare: «{text}»",
            "Che cosa va al posto da completare in «{text}»?",
        ),
        stub=(
            "C'è solo un'anteprima della richiesta; il testo completo sarebbe in {text}.",
            "Qual è il testo completo della richiesta?",
        ),
        blocked=(
            "La richiesta è arrivata come bloccata, senza motivo.",
            "Che cosa risolve questo: «{text}»?",
        ),
        plan_change=(
            "La richiesta vuole cambiare il piano: «{text}»",
            "Il piano va cambiato come chiede «{text}»?",
        ),
        several=("Altri punti sono aperti: {text}", "Che cosa è deciso su ciascuno? {text}"),
        stays_open="Resta aperto e niente vi si appoggia.",
    ),
    "pt": Phrases(
        no_paths=(
            "O pedido não nomeia nenhum arquivo ou pasta que possa mudar.",
            "Quais arquivos ou pastas podem mudar?",
        ),
        no_proof=(
            "O pedido não nomeia nenhum comando que mostre que o trabalho está pronto.",
            "Qual comando mostra que o trabalho está pronto?",
        ),
        git_only=(
            "As únicas verificações nomeadas precisam de um repositório Git, que não existe.",
            "Qual comando sem Git mostra que o trabalho está pronto?",
        ),
        no_goal=(
            "O pedido não diz o que se quer.",
            "O que deve ser diferente quando o trabalho estiver pronto?",
        ),
        unsaid_paths=(
            "O pedido nomeia {text} e não diz que pode mudar.",
            "{text} pode mudar?",
        ),
        no_wanted=(
            "O pedido diz o que dá errado e não o que deveria acontecer.",
            "O que deveria acontecer em vez disso?",
        ),
        no_measure=(
            "O pedido não dá nenhuma medida para “{text}”.",
            "Como se vê que “{text}” foi alcançado?",
        ),
        contradiction=(
            "Duas frases se contradizem: “{text}” e “{other}”.",
            "Qual delas vale: “{text}” ou “{other}”?",
        ),
        left_open=("O pedido deixa em aberto: “{text}”", "O que está decidido sobre “{text}”?"),
        placeholder=(
            "Um requisito ainda contém um texto a preencher: “{text}”",
            "O que entra no lugar a preencher de “{text}”?",
        ),
        stub=(
            "Só há uma prévia do pedido; o texto completo estaria em {text}.",
            "Qual é o texto completo do pedido?",
        ),
        blocked=("O pedido chegou como bloqueado, sem motivo.", "O que resolve isto: “{text}”?"),
        plan_change=(
            "O pedido quer mudar o plano: “{text}”",
            "O plano deve mudar como pede “{text}”?",
        ),
        several=("Há mais pontos em aberto: {text}", "O que está decidido sobre cada um? {text}"),
        stays_open="Fica em aberto e nada se apoia nisso.",
    ),
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
