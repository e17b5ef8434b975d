# Two commands do all set-up on a fresh machine: `make conform` and `make test`. Nothing but Python, pip and make is presumed.

PYTHON ?= python3
ENGINE ?=
ARGS ?=
BIN = .venv/bin

.PHONY: conform test witness lint format docs serve offline bench mutation reports corpus clean

## conform: run the suite against an engine: make conform ENGINE=./my-engine (without one: the reference engine)
conform: .venv/installed
	@$(BIN)/fk-conform $(if $(ENGINE),'$(ENGINE)') $(ARGS)

## test: the project's own tests
test: .venv/installed-dev
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest -n auto $(ARGS)

## witness: others' code beside ours, endplay, OpenSpiel and PettingZoo (95 MB to fetch, 400 MB laid out): docs/witnesses.md
witness: .venv/installed-witness
	@$(BIN)/pytest -n auto tests/witnesses reference/forty_kings_adapters $(ARGS)

## lint: types and style
lint: .venv/installed-dev
	$(BIN)/mypy
	$(BIN)/ruff check
	$(BIN)/ruff format --check

## format: put the style right
format: .venv/installed-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

## docs: the site, English and French, into site/
docs: .venv/installed-docs
	$(BIN)/python -m docs.generator
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -f mkdocs.fr.yml
	$(BIN)/python -m docs.checks site

## serve: look at it, at http://localhost:8000
serve: docs
	$(BIN)/python -m http.server --directory site 8000

## offline: the site as a zip that can be opened from a disk
offline: docs
	$(BIN)/python -m docs.offline

## bench: the measurements, each a ratio of two things measured in one run: make bench ARGS=--quick
bench: .venv/installed-bench
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m bench $(ARGS)

## mutation: mutants of the reference engine, and which of them the suite lets live: make mutation ARGS="play cliques"
mutation: .venv/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	$(BIN)/python mutation/run.py $(ARGS)

## reports: what the runner reports of the engines here, for the site
reports: .venv/installed-dev
	$(BIN)/python -m engines.reports

## corpus: make the generated cases anew
corpus: .venv/installed-dev
	$(BIN)/python cases/corpus/generate.py

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache

.venv/installed: pyproject.toml reference/forty_kings/version.py
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv …" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: pyproject.toml reference/forty_kings/version.py
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing into .venv …" && $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/installed

.venv/installed-docs: .venv/installed-dev
	@echo "Installing what builds the site into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]'
	@touch $@

.venv/installed-bench: .venv/installed-dev
	@echo "Installing what the measurements compare with into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

.venv/installed-witness: .venv/installed-dev
	@echo "Installing the witnesses into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,witness,openspiel,pettingzoo]'
	@touch $@
