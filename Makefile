# Two commands do everything on a fresh machine with Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test check unit bench soak mutants clean

play: $(READY)  ## open the table
	$(BIN)/sandtable play

test: check unit  ## everything CI runs

check: $(READY)  ## lint and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest -n auto

bench: $(READY)  ## speed, as docs/architecture.md counts it
	$(BIN)/sandtable bench

soak: $(READY)  ## the long version of the fuzz tests
	SANDTABLE_SOAK=1 $(BIN)/pytest -n auto tests -k fuzz

mutants: $(READY)  ## mutation score of one game: make mutants GAME=afrika-korps
	$(BIN)/python scripts/mutants.py $(GAME) $(MUTANTS)

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml tests/tinygame/pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]" -e tests/tinygame
	touch $(READY)
