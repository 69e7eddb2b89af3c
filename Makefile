# `make demo` and `make test` do all the set-up themselves; they need Python 3.11+ and a package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
KERNEL_TESTS := tests/kernels tests/semantics tests/properties/test_kernels.py tests/sets/test_distances.py \
  tests/sets/test_kernels.py tests/sets/test_km.py tests/methods/test_generalise.py tests/methods/test_recode.py \
  tests/methods/test_refine.py

.PHONY: demo web test coverage lint bench experiments campaign docs clean

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Semblant needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev -e ".[icd]"
	@touch $@

demo: $(READY)  ## anonymise the bundled survey and say where the release lies
	$(BIN)/semblant anonymise examples/survey/survey.csv --policy examples/survey/policy.yaml -o survey-release --force
	@echo "The same in the browser, step by step:  make web"

web: $(READY)  ## the web application, with the bundled survey to play with
	$(BIN)/semblant web

test: $(READY)  ## the whole test suite
	$(BIN)/python -m pytest -n auto

# Numba's compiled code cannot be measured: some tests run once more with the kernels as plain Python, where numpy warns of
# the overflows that kernels rely on.
coverage: $(READY)  ## the test suite with coverage; fails on a file of src below the floor set in pyproject.toml
	rm -rf build/coverage
	$(BIN)/python -m pytest -n auto --cov --cov-report=
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --cov --cov-append --cov-report= -W ignore::RuntimeWarning \
	  -m "not slow and not compiled" $(KERNEL_TESTS)
	$(BIN)/coverage json --quiet -o build/coverage/report.json
	$(BIN)/python scripts/coverage_floor.py build/coverage/report.json

lint: $(READY)  ## style, types, the order of the stations, and dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry src
	$(BIN)/deptry tests scripts bench campaign experiments examples --ignore DEP002,DEP004

bench: $(READY)  ## speed and loss; prints what bench/RESULTS.md records
	$(BIN)/python -m bench

experiments: $(READY)  ## the papers' tables and figures again; writes experiments/RESULTS.md
	$(BIN)/python -m experiments

campaign: $(READY)  ## 2,000 more random attacks, each a function of its seed; 1 where something is broken
	$(BIN)/python -m campaign --cases 2000

docs: $(READY)  ## the documentation as a site that works offline, in build/docs
	$(BIN)/mkdocs build --quiet --strict
	@echo "build/docs/index.html"

clean:
	rm -rf $(VENV) survey-release survey-release-private build/docs
