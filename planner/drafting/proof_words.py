"""The words of which a sentence is made that only says by which command the work is proved.

* `SPOKEN` holds all of them: a sentence with any other word says something else as well.
* At least one word of `PROVING` has to be there, so that "CI runs …" alone proves nothing.
"""

from typing import Final

from planner.model.words import words

PROVING: Final = words("""
    run execute pass passes passing succeed succeeds green clean check checks verify verified
    verifies
    verification test tested tests prove proves proof validate validated enough suffices sufficient
    must acceptance works shows
    ausführen führe führt läuft laufen grün besteht bestehen bestanden sauber prüfen prüfe prüfung
    geprüft testen getestet nachweis beweis genügt reicht muss müssen fehlerfrei durchlaufen
    erfolgreich
    lancer lancez exécuter exécutez passe passent passer vert verts verte vertes réussit réussir
    vérifier vérifiez vérification contrôle contrôler suffit doit doivent preuve
    comprueba comprueban verifica prueban
    ejecutar ejecuten ejecute ejecuta pasa pasan pasar verde verdes comprobar comprobación verificar
    verificación prueba basta debe deben
    eseguire eseguite esegui passa passano passare verdi verifica verificare controllo controllare
    prova deve devono
    executar executem execute executa passa passam rodar verificação comprovar comprovação
    devem chega
    draai draaien slaagt slagen groen controleer controle controleren bewijs volstaat moet moeten
    voldoende
""")
_AROUND: Final = words("""
    the a an is are be being it this that these those we you i ci want wants to see sees need needs
    for with by in at of on as all everything both then so should has have shall will can before
    when after hand hands handing over deliver delivering merge merging commit committing done
    finish
    finished ready complete completed please just only and or also still again has everything's
    runs stay stays remain remains come comes out locally result results change changes work fix
    command commands line using via running order end finally first w us me your you're pr pull
    push pushing pushed
    back well fine okay ok order whether if tells show works working that's hand-in nothing's
    request submit submitting make makes sure ensure exits exit exited returns
    die der das den dem ein eine einen es dies diese dieser wir ihr sie ich und oder auch noch nur
    bitte vor nach mit durch zur zum für am im ende abgabe ist sind sein wird werden soll sollen
    sollte
    wenn fertig befehl alles dafür damit dabei weiterhin zuletzt vorher anschließend dem
    le la les un une des du de il elle on nous vous et ou aussi pour avec par avant après que tout
    est sont être doit devrait livrer rendre remettre merci fin commande toujours reste restent
    ver si funciona corre corren correr lanza lanzar lanzan
    el los las uno una se y o también para con por antes después de que todo es son ser estar está
    están tiene tienen debe entregar entrega final comando siempre favor sigue siguen seguir
    si lancia lanciano lanciare lanciate esegue eseguono se funziona vedere
    il lo gli i uno per con da prima dopo che tutto è sono essere anche consegnare consegna fine
    comando sempre favore e la di del della alla
    rodar rode rodem só depois ver vê se funciona
    o os as um uma para com por antes depois de que tudo é são ser estar fica ficar também entregar
    entrega fim sempre tem têm ao à
    het een en of dit deze we je u voor na met door dat alles is zijn worden ook inleveren
    oplevering
    einde altijd blijft blijven eerst bij
""")
SPOKEN: Final = PROVING | _AROUND
"""Every word that such a sentence may hold."""
