# The recipes of the project; `make` lists them. Continuous integration calls `make test`.
# Needed: make, Python 3.11 or newer with venv and pip, and a package index that pip can reach.

PYTHON ?= python3
REQUEST ?= frontdesk-digest
OUT ?= out/$(REQUEST)

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet

# What is imported is compiled once: the tests start the program hundreds of times.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test check fix docs schemas lock evals record bench soak mutants clean

help: ## list the recipes
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- environments: a stamp a lock, so that a second run installs nothing ---------------------

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else \
	  "planner needs Python 3.11 or newer; $(PYTHON) is %d.%d. Name another with make PYTHON=..." % v[:2])'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.base: $(VENV)/.python requirements/base.lock requirements/build.lock pyproject.toml
	@echo "installing what planner needs into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/build.lock -r requirements/base.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.python requirements/dev.lock requirements/build.lock pyproject.toml
	@echo "installing what planner and its tests need into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements/build.lock -r requirements/dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

setup: $(VENV)/.dev ## set up .venv for development
	@:

# --- use -------------------------------------------------------------------------------------

run: $(VENV)/.base ## plan an example request and show the packet: REQUEST=name OUT=folder
	@$(PY) -m planner plan "examples/requests/$(REQUEST).md" --out "$(OUT)" --force || [ $$? -eq 5 ]
	@printf '\nThe bundle is in %s. Its packet:\n\n' "$(OUT)"
	@cat "$(OUT)/task-packet.md"

# --- the same here and in continuous integration -----------------------------------------------

test: check ## check, then run every test
	@$(PY) -m pytest

check: $(VENV)/.dev ## format, lint, types and imports, without changing a file
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo

fix: $(VENV)/.dev ## format, and mend what the linter can mend
	@$(PY) -m ruff check --fix --quiet . || true
	@$(PY) -m ruff format --quiet .

# --- generated files ---------------------------------------------------------------------------

docs: $(VENV)/.dev ## write the generated pages of docs/
	@$(PY) -m planner.cli.pages docs/cli.md docs/rules.md

schemas: $(VENV)/.dev ## write schemas/ from the model
	@$(PY) -m planner schema --out schemas

UV := UV_CUSTOM_COMPILE_COMMAND="make lock" $(PY) -m uv pip compile --quiet --universal \
  --generate-hashes --no-emit-index-url --python-version 3.11 $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.python ## pin requirements/*.lock from pyproject.toml: UPGRADE=1 for newer releases
	@$(PY) -m uv --version >/dev/null 2>&1 || $(PIP) install 'uv>=0.8'
	@$(UV) pyproject.toml -o requirements/base.lock
	@$(UV) pyproject.toml --group dev -c requirements/base.lock -o requirements/dev.lock
	@$(UV) --group build -c requirements/dev.lock -o requirements/build.lock

# --- how good the plans are ---------------------------------------------------------------------

EVALS := out/evals/offline

evals: $(VENV)/.base ## run every data set and hold it against the baseline
	@$(PY) -m planner eval run all --fresh --out $(EVALS) || [ $$? -eq 1 ]
	@$(PY) -m planner eval gate $(EVALS) --baseline evals/baseline.json \
	  --thresholds evals/thresholds.toml --markdown $(EVALS)/gate.md
	@printf '\nThe same requests with the recorded answers of a model:\n\n'
	@$(PY) -m planner eval run frontdesk --replay evals/recorded/local --fresh --out out/evals/recorded

# --- what models answered -----------------------------------------------------------------------

record: $(VENV)/.dev ## record anew what a model answers in the tests: BASE_URL=http://... MODEL=name
	@test -n "$(BASE_URL)" && test -n "$(MODEL)" || \
	  { echo "name the server and the model: make record BASE_URL=http://... MODEL=name" >&2; exit 2; }
	@$(PY) -m pytest tests/recorded/test_cassettes.py --quiet --force-enable-socket \
	  --record-from "$(BASE_URL)" --record-model "$(MODEL)"
	@$(PY) -m pytest tests/house/test_cassettes.py --quiet

# --- now and then --------------------------------------------------------------------------------

bench: $(VENV)/.dev ## measure the gate, the start of commands, tasks files, and batches
	@$(PY) -m benchmarks.gate
	@$(PY) -m benchmarks.startup
	@$(PY) -m benchmarks.sdd
	@$(PY) -m benchmarks.batch

soak: $(VENV)/.dev ## fuzz the gate, and kill batches at 100 random points (minutes)
	@$(PY) -m tests.fuzz --n 100000 --seed 1 --minutes 10 --jobs 2
	@$(PY) -m benchmarks.kill_soak --kills 100 --seed 1

mutants: $(VENV)/.dev ## mutation-test the gate (slow)
	@$(PY) -m mutmut run
	@$(PY) -m mutmut results

clean: ## remove what the recipes made, .venv included
	@rm -rf $(VENV) out dist mutants .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
