# Two commands do all set-up on a fresh machine: `make conform` and `make test`. Nothing but Python, pip and make is presumed.

PYTHON ?= python3
ENGINE ?=
ARGS ?=
BIN = .venv/bin

.PHONY: conform test witness lint format docs built-site serve offline pdf screenshot site-test site-types bench mutation reports corpus edition clean

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
docs: built-site
	$(BIN)/python -m docs.checks site

built-site: .venv/installed-docs
	$(BIN)/python -m docs.generator $(PDF)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -f mkdocs.fr.yml

## serve: look at it, at http://localhost:8000
serve: docs
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory site 8000

## offline: the site as a zip that can be opened from a disk
offline: docs
	$(BIN)/python -m docs.offline

## pdf: the site, with the rules as PDF in both languages; needs Chromium
pdf: PDF = --pdf
pdf: built-site
	$(BIN)/python -m docs.pdf site
	$(BIN)/python -m docs.checks site

## screenshot: the picture in the README, of a page of the site; needs Chromium
screenshot: docs
	$(BIN)/python -m docs.screenshot site

## site-test: the site in a real browser, by click and by keyboard; needs Chromium
site-test: offline site-types .venv/installed-site
	$(BIN)/pytest tests/site $(ARGS)

## site-types: the types of the site's scripts
site-types: tests/site/node_modules
	@PATH="$(CURDIR)/$(BIN):$$PATH" tests/site/node_modules/.bin/tsc --allowJs --checkJs --strict --noEmit \
		--target es2022 --lib es2023,dom,dom.iterable docs/assets/*.js docs/assets/globals.d.ts

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

## edition: close the edition of today: what its clauses say is kept for ever (CONTRIBUTING.md)
edition: .venv/installed-dev
	$(BIN)/python -m docs.editions

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

.venv/installed-site: .venv/installed-docs
	@echo "Installing what drives the browser into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs,site]'
	@touch $@

tests/site/node_modules: .venv/installed-dev tests/site/package.json tests/site/package-lock.json
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-fund --no-audit --prefix tests/site
	@touch $@

.venv/installed-bench: .venv/installed-dev
	@echo "Installing what the measurements compare with into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench,docs]'
	@touch $@

.venv/installed-witness: .venv/installed-dev
	@echo "Installing the witnesses into .venv …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,witness,openspiel,pettingzoo]'
	@touch $@
