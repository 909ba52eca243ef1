"""Which sentences say no more than by which command the work is proved."""

import pytest

from planner.drafting.proving import only_proves
from planner.model.vocabulary import Route
from planner.rules.named import runs_checks
from tests.drafting.briefs import a_draft, a_request, texts

PROVES = (
    "CI runs `tox -e feeds`; that is enough.",
    "`pytest -q tests/test_score.py` has to pass, no need for more",
    "We want to see a green `npm test` and a green `npm run lint`.",
    "Run `make check` before you hand it over.",
    "`npm run test:unit` exits with code 0.",
    "Please make sure `pytest tests` passes.",
    "`mvn -pl rental test` läuft fehlerfrei durch.",
    "Am Ende muss `./gradlew :app:test` grün sein.",
    "Avant de livrer, exécutez `composer test`.",
    "Contrôle : `bundle exec rspec spec/atelier` doit être vert.",
    "Debe pasar: `python -m pytest tests/test_aula.py -q`",
    "Per la verifica basta `python -m pytest tests/test_lista.py`.",
    "Antes de entregar, executem `python -m unittest discover -s tests`.",
    "`make -C monitor test` moet slagen.",
    "`pytest tests` が通れば完了です。",
    "最后运行 `go test ./...` 并通过。",
)
PROVES_NOTHING = (
    "Do not run `make test`, it takes an hour.",
    "Never run `npm test` on the server.",
    "`make test` must not be run.",
    "CI runs `tox -e py311`.",
    "`npm test` fails today.",
    "Today `make test` takes 5 minutes.",
    "The button runs `npm test`.",
    "Run `make deploy` before you hand it over.",
    "Can you run `make test`?",
    "Bitte `make test` nicht ausführen.",
    "Ne lancez pas `make test`.",
    "No ejecutar `make test`.",
    "不要运行 `make test`。",
)


@pytest.mark.parametrize("text", PROVES)
def test_a_sentence_of_running_and_passing_proves(text: str) -> None:
    assert only_proves(text)


@pytest.mark.parametrize("text", PROVES_NOTHING)
def test_a_sentence_with_any_other_word_proves_nothing(text: str) -> None:
    assert not only_proves(text)


@pytest.mark.parametrize("text", PROVES)
def test_such_a_sentence_at_the_end_of_a_mail_is_the_check(text: str) -> None:
    request = f"Please sort the list in `a/list.py`.\n\nIt must hold every row.\n\n{text}\n"
    assert a_draft(request).route is Route.DIRECT_EXECUTION


def test_a_command_that_is_not_to_be_run_is_no_check_in_a_list_of_checks_either() -> None:
    checks = ("`make test`", "do not run `make slow-test`")
    assert texts(a_draft(a_request(verification=checks)).verification) == ["make test"]


@pytest.mark.parametrize(
    "command",
    [
        "mvn -pl rental test",
        "./gradlew :app:test",
        "npm --prefix web test",
        "composer test -- --filter Photos",
        "make -C monitor test",
        "bundle exec rake test",
        "uv run pytest",
        "cargo nextest run",
        "shellcheck a.sh",
        "python tools/check_prices.py a.csv",
        "./scripts/verify.sh",
    ],
)
def test_a_runner_of_checks_is_known_with_its_options(command: str) -> None:
    assert runs_checks(command)


@pytest.mark.parametrize(
    "command",
    [
        "make deploy",
        "make test-data",
        "npm install",
        "npm run build",
        "npm run test-deploy",
        "mvn package",
        "python tools/export.py",
        "docker run test",
        "./gradlew publish",
        "rm -rf test",
    ],
)
def test_what_builds_or_ships_is_no_check(command: str) -> None:
    assert not runs_checks(command)
