"""The words of which a sentence is made that only says which files may change.

* `NAMING` holds all of them: a sentence with any other word says something else as well.
* Words of reading, refusing, comparing and running are left out on purpose.
"""

from typing import Final

from planner.model.words import words

JOINING: Final = words("""
    and or plus as well also both und sowie et ainsi y e ed ou o en
    the a an le la les el los las il lo gli i os das die der de het
""")
"""What stands between the paths of a list."""
CHANGING: Final = words("""
    change edit modify touch update adapt adjust extend alter rework rewrite fix amend
    restrict confine limit limited restricted confined
    ändern ändere ändert anpassen bearbeiten bearbeite verändern anfassen erweitern ergänzen
    beschränken beschränke begrenzen
    modifier modifiez modifie changer changez change toucher touchez touche adapter adaptez adapte
    éditer corriger corrigez limiter limitez
    tocar toca toque toquen cambiar cambia cambie cambien modificar modifica modifique modifiquen
    editar edita edite adaptar adapta adapte ajustar limitar limita limite
    modificare modificate toccare toccate tocca cambiare cambiate adattare adattate aggiornare
    aggiornate limitare limitate limitarsi
    alterar altere alterem altera mexer mexa mexam mudar mude mudem atualizar atualize adapte
    aanpassen wijzigen veranderen bewerken aanraken beperken wijzig bewerk
    arbeite arbeiten arbeitet travailler travaillez travaille trabajar trabaja
    trabajen trabaje lavorare lavorate lavora trabalhar trabalhe trabalhem werk
""")
"""Words that say by themselves that something is to be changed."""
CHANGED: Final = words("""
    changed edited modified touched adapted adjusted extended altered
    reworked rewritten
    geändert angepasst bearbeitet erweitert ergänzt verändert angefasst berührt
    modifié modifiés modifiée modifiées changé changés adapté adaptés touché touchés corrigé
    corrigés
    modificado modificados modificada cambiado cambiados adaptado adaptados tocado tocados editado
    modificato modificati modificata cambiato cambiati adattato adattati toccato toccati
    corretto corretti
    alterado alterados mudado mudados
    aangepast gewijzigd veranderd bewerkt aangeraakt
""")
"""Participles, which need a word that says that it is still to come about."""
BEINGS: Final = words("""
    be werden être ser estar essere va vanno worden
""")
PLACING: Final = words("""
    go goes belong belongs put place live placed concern concerns affect affects involve involves
    betrifft betreffen concerne concernent afecta afectan atañe atañen riguarda riguardano
    interessano afeta afetam abrange abrangem betreft
    gehört gehören kommt kommen
    va vont mettre mettez placer placez écrire écrivez ajouter ajoutez
    van poner pon pongan ponga añadir añade añadan escribir escribe
    vanno mettere mettete mettere scrivere scrivete aggiungere aggiungete
    vai vão ficam fica pôr ponham escrever escrevam acrescentar adicionar adicione
    gaat gaan komt komen hoort horen zet schrijf
""")
PRODUCTS: Final = words("""
    test tests spec specs scenario scenarios implementation code change changes fix docs
    documentation cases
    test tests testfälle code änderung änderungen umsetzung implementierung dokumentation
    essais tests correctif correction code modification modifications
    prueba pruebas código cambio cambios implementación documentación
    test prova prove codice modifica modifiche implementazione documentazione
    teste testes código alteração alterações implementação documentação
    testen wijziging wijzigingen implementatie documentatie
""")
"""What may be placed in a file and is work, not output."""
_ASIDE: Final = words("""
    only just solely exclusively alone please kindly may might can could should must shall will
    has have had to need needs needed want allowed free is are was being we you i it they its
    work that this these those here there all everything else what which where in into inside within
    under at on of for file files folder folders directory module modules path paths source
    sources script scripts page template package class component part parts new matching
    corresponding existing regression unit integration related own same two three then now
    therefore so far test-file yourself yourselves ourselves your our my their
    affected concerned involved it's that's c'est celui celui-ci ceux-ci einzige einzigen único
    únicos única únicas unico unici unica l'unico l'unica enige
    nur bloß ausschließlich allein bitte darf dürfen soll sollen sollte sollten muss müssen kann
    können zu zum zur in im ins an auf die der das den dem des diese dieser dieses dazugehörige
    dazugehörigen zugehörige zugehörigen datei dateien ordner modul module pfad pfade neue neuen
    neuer alles mehr es ist sind wir du sie ihr ihre sein seine auch dort hier dafür nötig ein
    eine einen mich dich uns euch sich
    seulement uniquement seul seuls seule seules il faut faudra suffit peut peuvent doit doivent
    de du des dans en sur à au aux ce ces cette sont est son sa ses leur leurs nouveau nouveaux
    nouvelle fichier fichiers dossier module correspondant correspondants merci vous nous
    qui s'il plaît svp veuillez l'on
    solo sólo solamente únicamente hay que tiene tienen puede pueden debe deben se su sus es son
    un una unos unas en del al para archivo archivos fichero ficheros carpeta módulo nuevo nuevos
    nueva favor por correspondiente correspondientes esto esta este todo lo demás
    soltanto solamente unicamente bisogna deve devono può possono si suo sua suoi nel nella nei
    nello del della dei di da il un uno una è sono cartella modulo nuovo nuovi nuova favore per
    relativo relativi corrispondente basta
    só somente apenas unicamente preciso deve devem pode podem seu sua seus suas são é em na nos
    nas do da dos das um uma ficheiro ficheiros arquivo arquivos pasta novo novos nova favor
    respetivo respetivos respectivo respectivos os as é-lhe
    alleen enkel slechts uitsluitend moet moeten mag mogen kan kunnen worden het de een zijn hun
    haar in bestand bestanden map module nieuwe nieuw bijbehorende graag alstublieft er
    aan dit dat deze bij
""")
NAMING: Final = JOINING | CHANGING | CHANGED | BEINGS | PLACING | PRODUCTS | _ASIDE
"""Every word that such a sentence may hold."""
