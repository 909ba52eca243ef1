"""The catalogue of ordinary software: tables, bullets and headings, in several languages."""

from pathlib import Path

import pytest

from planner.adapters.catalogue_file import built_in
from planner.derive.derive import derive
from planner.derive.document import Derived, Options
from tests.derive.documents import (
    TODAY,
    blockers,
    document,
    handoff,
    identities,
    section,
    table,
    told,
)

SOFTWARE = built_in("software")
EXAMPLES = Path(__file__).parents[2] / "examples" / "sdds"

BICYCLES = """\
# Softwareentwurf — Fahrradverleih

## 1. Ziele

Räder einer Station werden per Karte ausgeliehen.

## 2. Architektur

- **PostgreSQL** hält alle Daten.

## 3. Module

### Stationen

Freie Plätze und Räder je Station. Kein anderes Modul schreibt sie.

- `belegen()` nimmt einen Platz.

### Ausleihe

Beginnt und beendet eine Ausleihe.

## 4. Datenmodell

### Tabellen

- `stationen` — Station mit Ort und Plätzen
  - `id`, `ort`
- `ausleihen` — eine Ausleihe von Anfang bis Ende

### Migrationen

1. `001_stationen.sql` — legt `stationen` an
2. `002_ausleihen.sql` — legt `ausleihen` an

## 5. Schnittstellen

### Endpunkte

- `GET /stationen` — freie Räder je Station
- `POST /ausleihen/{id}/ende` — Ausleihe beenden

## 6. Hintergrundaufgaben

- **Tagesabrechnung** — jede Nacht abrechnen

## 7. Benutzeroberfläche

### Seiten

| Seite | Route | Zweck |
|---|---|---|
| Meine Ausleihen | `/ausleihen` | laufende Ausleihen |

## 8. Konfiguration

| Einstellung | Typ | Standardwert |
|---|---|---|
| `VERMISST_STUNDEN` | int | 24 |

### Geheimnisse

- `KARTEN_SCHLUESSEL` — Schlüssel der Kartenleser

## 9. Teststrategie

Zwei Karten am selben Rad.

## 10. Einführung

1. **Probebetrieb** — eine Station
2. **Stadtgebiet** — alle Stationen
"""


def software(text: str, name: str = "x-design.md") -> Derived:
    return derive(document(text, name), (), SOFTWARE, Options(today=TODAY))


def design(*sections: str) -> str:
    return "\n\n".join(["# Depot", *sections]) + "\n"


def listed(*sections: str) -> list[str]:
    return identities(software(design(*sections)))


def test_the_example_gives_every_part_once_in_its_order() -> None:
    text = (EXAMPLES / "room-booking-sdd.md").read_text(encoding="utf-8")
    assert identities(software(text)) == [
        "infra:RoomBookingService:setting:BOOKING_CONFIRM_MINUTES",
        "infra:RoomBookingService:setting:BOOKING_MAX_DAYS_AHEAD",
        "infra:RoomBookingService:secret:DATABASE_URL",
        "infra:RoomBookingService:secret:MAIL_API_KEY",
        "infra:RoomBookingService:queue:booking-events",
        "data:RoomBookingService:table:rooms",
        "data:RoomBookingService:table:bookings",
        "data:RoomBookingService:table:waiting_entries",
        "data:RoomBookingService:migration:0001_rooms.sql",
        "data:RoomBookingService:migration:0002_bookings.sql",
        "data:RoomBookingService:migration:0004_waiting.sql",
        "data:RoomBookingService:testing",
        "module:RoomBookingService:rooms",
        "module:RoomBookingService:bookings",
        "module:RoomBookingService:waiting",
        "module:RoomBookingService:notices",
        "module:RoomBookingService:testing",
        "job:RoomBookingService:release-unconfirmed",
        "job:RoomBookingService:serve-waiting-list",
        "job:RoomBookingService:send-notices",
        "job:RoomBookingService:testing",
        "api:RoomBookingService:GET /rooms",
        "api:RoomBookingService:POST /bookings",
        "api:RoomBookingService:POST /bookings/{id}/confirm",
        "api:RoomBookingService:DELETE /bookings/{id}",
        "api:RoomBookingService:POST /waiting",
        "api:RoomBookingService:testing",
        "ui:RoomBookingService:component:TimeSpanField",
        "ui:RoomBookingService:component:BookingCard",
        "ui:RoomBookingService:page:find-a-room",
        "ui:RoomBookingService:page:my-bookings",
        "ui:RoomBookingService:page:door-panel",
        "ui:RoomBookingService:testing",
        "rollout:RoomBookingService:deploy",
        "rollout:RoomBookingService:step:deploy-with-the-old-list-read-only-beside-it",
        "rollout:RoomBookingService:step:open-for-one-site",
        "rollout:RoomBookingService:step:open-for-all-sites",
    ]


def test_bullets_and_headings_in_german_are_read_like_tables() -> None:
    found = software(BICYCLES)
    assert found.tasks.title == "Fahrradverleih — Implementation Tasks"
    assert identities(found) == [
        "infra:Fahrradverleih:setting:VERMISST_STUNDEN",
        "infra:Fahrradverleih:secret:KARTEN_SCHLUESSEL",
        "data:Fahrradverleih:table:stationen",
        "data:Fahrradverleih:table:ausleihen",
        "data:Fahrradverleih:migration:001_stationen.sql",
        "data:Fahrradverleih:migration:002_ausleihen.sql",
        "data:Fahrradverleih:testing",
        "module:Fahrradverleih:stationen",
        "module:Fahrradverleih:ausleihe",
        "module:Fahrradverleih:testing",
        "job:Fahrradverleih:tagesabrechnung",
        "job:Fahrradverleih:testing",
        "api:Fahrradverleih:GET /stationen",
        "api:Fahrradverleih:POST /ausleihen/{id}/ende",
        "api:Fahrradverleih:testing",
        "ui:Fahrradverleih:page:meine-ausleihen",
        "ui:Fahrradverleih:testing",
        "rollout:Fahrradverleih:deploy",
        "rollout:Fahrradverleih:step:probebetrieb",
        "rollout:Fahrradverleih:step:stadtgebiet",
    ]


def test_each_layer_waits_for_the_tests_of_the_one_below() -> None:
    waits = blockers(software(BICYCLES))
    numbers = {name.partition(":")[2]: at for at, name in enumerate(waits, 1)}
    data, module, api = (
        list(waits).index(f"{prefix}:Fahrradverleih:testing") + 1
        for prefix in ("data", "module", "api")
    )
    assert waits["module:Fahrradverleih:ausleihe"] == [data]
    assert waits["api:Fahrradverleih:GET /stationen"] == [module]
    assert waits["job:Fahrradverleih:tagesabrechnung"] == [module]
    assert waits["ui:Fahrradverleih:page:meine-ausleihen"] == [api]
    steps = [numbers[f"Fahrradverleih:{name}"] for name in ("deploy", "step:probebetrieb")]
    assert waits["rollout:Fahrradverleih:step:stadtgebiet"] == steps


def test_migrations_wait_for_their_tables_and_for_each_other() -> None:
    waits = blockers(software(BICYCLES))
    assert waits["data:Fahrradverleih:migration:001_stationen.sql"] == [1, 2, 3]
    assert waits["data:Fahrradverleih:migration:002_ausleihen.sql"] == [1, 2, 4, 5]


MODULES = {
    "es": ("Módulos", "Módulo | Responsabilidad | Depende de"),
    "fr": ("Composants", "Composant | Responsabilité | Dépend de"),
    "pt": ("Módulos", "Módulo | Responsabilidade | Depende de"),
    "it": ("Moduli", "Modulo | Responsabilità | Dipende da"),
    "ja": ("モジュール一覧", "モジュール | 責務 | 依存先"),
}


@pytest.mark.parametrize("language", MODULES)
def test_modules_are_found_in_other_languages(language: str) -> None:
    title, head = MODULES[language]
    text = design(section(title, table(head, "pricing | x | basket", "basket | y | —")))
    found = software(text)
    assert identities(found) == [
        "module:Depot:basket",
        "module:Depot:pricing",
        "module:Depot:testing",
    ]
    assert blockers(found)["module:Depot:pricing"] == [1]


ENDPOINTS = {
    "es": ("Puntos de acceso", "Método | Ruta | Descripción"),
    "fr": ("Points d'accès", "Méthode | Chemin | Objet"),
    "pt": ("Endpoints da API", "Método | Caminho | Finalidade"),
    "ja": ("エンドポイント一覧", "メソッド | パス | 目的"),
    "in one column": ("REST API", "# | Endpoint | Purpose"),
}


@pytest.mark.parametrize("language", ENDPOINTS)
def test_endpoints_are_found_in_other_languages(language: str) -> None:
    title, head = ENDPOINTS[language]
    row = "1 | `GET /carts` | x" if language == "in one column" else "GET | `/carts` | x"
    assert listed(section(title, table(head, row))) == [
        "api:Depot:GET /carts",
        "api:Depot:testing",
    ]


NOTHING = {
    "error codes": section("API", table("Code | Meaning", "404 | no cart")),
    "a database as a component": section("Components", "- **PostgreSQL** — holds all data"),
    "test cases": section("Testing", table("Name | Expected", "two carts | one is kept")),
    "goals": section("Goals", "- **Fast search** over all carts"),
    "a sample in a fence": section(
        "Modules", "```\n| Module | Purpose |\n|---|---|\n| a | b |\n```"
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_is_no_deliverable_gives_the_one_row_for_the_whole(name: str) -> None:
    assert listed(NOTHING[name]) == ["module:Depot:whole", "module:Depot:testing"]


def test_a_table_without_the_column_that_names_its_parts_is_told() -> None:
    found = software(design(section("Modules", table("Thing | Purpose", "basket | holds goods"))))
    assert any("for want of a column `Modules`" in text for text in told(found, "not built"))


def test_a_secret_among_the_settings_is_no_setting() -> None:
    rows = ("`PORT` | no", "`DB_PASSWORD` | yes")
    found = listed(section("Configuration", table("Variable | Sensitive", *rows)))
    assert found[:2] == ["infra:Depot:setting:PORT", "infra:Depot:secret:DB_PASSWORD"]


@pytest.mark.parametrize(
    "text",
    [
        table("Variable | Default", "`LDAP_HOST` | —", "`LDAP_PASSWORD` | —", "`TOKEN_DAYS` | 7"),
        "- `LDAP_HOST`\n- `LDAP_PASSWORD`\n- `TOKEN_DAYS`: 7",
    ],
    ids=["table", "bullets"],
)
def test_a_setting_that_is_called_a_password_is_a_secret(text: str) -> None:
    assert listed(section("Configuration", text))[:3] == [
        "infra:Depot:setting:LDAP_HOST",
        "infra:Depot:setting:TOKEN_DAYS",
        "infra:Depot:secret:LDAP_PASSWORD",
    ]


def test_a_slash_says_something_in_a_code_span_alone() -> None:
    rows = ("GET | `/` | start page", "GET | / | —", "GET | `/carts` | /")
    found = software(design(section("API", table("Method | Path | Purpose", *rows))))
    assert identities(found)[:2] == ["api:Depot:GET /", "api:Depot:GET /carts"]
    assert not [step for step in found.tasks.rows[1].steps if step.startswith("Cover")]


def test_a_note_behind_a_bullets_name_is_quoted_after_what_it_does() -> None:
    found = software(design(section("Jobs", "- **clean-up** (at 02:00): deletes old carts")))
    assert 'Cover "deletes old carts (at 02:00)" in `clean-up`' in found.tasks.rows[0].steps


def test_headings_with_a_method_are_endpoints_and_others_are_not() -> None:
    text = section("API", "### Authentication\n\nTokens.", "### GET /carts\n\nAll carts.")
    assert listed(text) == ["api:Depot:GET /carts", "api:Depot:testing"]


def test_bullets_below_a_heading_describe_what_it_names() -> None:
    found = listed(section("Data Model", "### Customer\n\n- `id`\n- `name`", "### Order\n\n- `id`"))
    assert found == ["data:Depot:table:Customer", "data:Depot:table:Order", "data:Depot:testing"]


def test_bullets_below_a_bullet_describe_it() -> None:
    found = listed(section("Modules", "- **basket** — holds goods\n  - **limits** — at most nine"))
    assert found == ["module:Depot:basket", "module:Depot:testing"]


def test_a_note_in_parentheses_is_no_reason_to_leave_a_bullet_out() -> None:
    bullets = "- `GET /carts` (staff only) — all carts\n- `/health`"
    assert listed(section("Endpoints", bullets)) == [
        "api:Depot:GET /carts",
        "api:Depot:/health",
        "api:Depot:testing",
    ]


def test_a_secret_among_listed_settings_is_known_by_its_note() -> None:
    found = listed(section("Configuration", "- `APP_PORT`\n- `DB_PASSWORD` (secret)"))
    assert found[:2] == ["infra:Depot:setting:APP_PORT", "infra:Depot:secret:DB_PASSWORD"]


def test_a_module_table_wins_over_the_architecture() -> None:
    architecture = section("Architecture", table("Component | Technology", "Web | Django"))
    modules = section("Components", "### Importer\n\nReads mails.")
    assert listed(architecture, modules) == ["module:Depot:importer", "module:Depot:testing"]
    assert listed(architecture) == ["module:Depot:web", "module:Depot:testing"]


def test_several_repositories_have_rows_tests_and_releases_of_their_own() -> None:
    repositories = table("Repository | Purpose", "shop-api | back end", "shop-web | front end")
    found = software(
        design(
            section("Repositories", repositories),
            section("Modules", table("Module | Repository", "basket | shop-api")),
            section("Pages", table("Page | Repository", "Basket | shop-web")),
            section("Rollout", "In one go."),
        )
    )
    assert identities(found) == [
        "module:shop-api:basket",
        "module:shop-api:testing",
        "ui:shop-web:page:basket",
        "ui:shop-web:testing",
        "rollout:shop-api:deploy",
        "rollout:shop-web:deploy",
        "test:Depot:end-to-end",
    ]
    assert blockers(found)["ui:shop-web:page:basket"] == [2]


def test_without_a_rollout_nothing_is_released() -> None:
    found = software(design(section("Modules", table("Module", "basket"))))
    assert identities(found) == ["module:Depot:basket", "module:Depot:testing"]
    assert any("nothing is deployed" in text for text in told(found, "not built"))


def test_an_autonomous_handoff_brings_stop_conditions_of_its_rows() -> None:
    secrets = section("Secrets", table("Secret", "`MAIL_KEY`"))
    found = software(design(handoff(), secrets, section("Modules", table("Module", "basket"))))
    lines = "\n".join(line for chapter in found.tasks.chapters for line in chapter.lines)
    assert "A secret (`MAIL_KEY`)" in lines
    assert "migration" not in lines


def test_every_prompt_ends_with_the_grounding_line_and_every_row_with_a_check() -> None:
    for row in software(BICYCLES, "rad-design.md").tasks.rows:
        assert row.prompt[-1].endswith("in the SDD at rad-design.md. Do not infer or guess.")
        assert row.steps[-1].startswith("**Validate:**")
        assert not any("{" in line and "}" in line for line in row.prompt if "/{id}" not in line)
