"""The sentences that code writes, in French, Spanish, Italian and Portuguese."""

from typing import Final

from planner.drafting.phrase_set import Phrases

ROMANCE: Final[dict[str, Phrases]] = {
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
}
