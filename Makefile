# Two commands for a start: `make demo` shows the workbench, `make test` proves it.
# Needed: Python 3.11 or newer, git, make. Node.js, browser and servers are found or fetched.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
NODE := $(BIN)/python hatch_build.py
FRONT := $(shell find labextension/src labextension/style labextension/schema -type f) \
	$(wildcard labextension/*.json labextension/*.mjs) hatch_build.py
QUIETLY := --no-print-directory
TWO_AT_A_TIME := $(QUIETLY) --jobs=2 --output-sync=line
PYTHON_CODE := mcp_workbench tests benchmarks hatch_build.py
MODULES := labextension/node_modules/.development

# the tests wait most of the time: for processes, kernels, limits
WORKERS ?= 3
PYTEST := $(BIN)/python -m pytest -q

.PHONY: demo lab test check static types lint test-python test-typescript test-browser \
	prepared servers browser format pictures lock clean

# ---- what a person runs ----------------------------------------------------------------------

demo: .venv/installed
	@mkdir -p build
	@echo "Executing notebooks/01_quickstart.ipynb ..."
	@$(BIN)/jupyter nbconvert --log-level ERROR --to notebook --execute --output-dir build \
		notebooks/01_quickstart.ipynb
	@$(BIN)/jupyter nbconvert --log-level ERROR --to html --output-dir build \
		build/01_quickstart.ipynb
	@echo
	@echo "The executed notebook:  build/01_quickstart.ipynb"
	@echo "The same as a page:     build/01_quickstart.html"
	@echo "Next, in JupyterLab:    make lab"

lab: .venv/installed
	$(BIN)/jupyter lab notebooks/01_quickstart.ipynb

test:
	@$(MAKE) $(TWO_AT_A_TIME) prepared servers browser
	@$(MAKE) $(TWO_AT_A_TIME) static
	@$(MAKE) $(QUIETLY) test-python test-typescript test-browser

# what to run before a commit: all but the browser
check:
	@$(MAKE) $(TWO_AT_A_TIME) prepared servers
	@$(MAKE) $(TWO_AT_A_TIME) static
	@$(MAKE) $(QUIETLY) test-python test-typescript

static: types lint

types: .venv/installed
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/ruff check $(PYTHON_CODE) notebooks
	$(BIN)/pyright

lint: $(MODULES)
	$(NODE) npm run --silent format:check
	$(NODE) npm run --silent lint
	$(NODE) npm run --silent check

test-python: .venv/installed servers
	$(PYTEST) -p no:playwright --ignore tests/browser -m "not alone" \
		--numprocesses $(WORKERS) --dist worksteal
	$(PYTEST) -p no:playwright --ignore tests/browser -m alone

test-typescript: $(MODULES)
	$(NODE) npm run --silent test

# processes of their own: the browser's driver and the asyncio tests each want the event loop
test-browser: .venv/installed browser
	$(PYTEST) tests/browser --numprocesses 2 --dist worksteal

format: .venv/installed $(MODULES)
	$(BIN)/ruff check --fix $(PYTHON_CODE) notebooks
	$(BIN)/ruff format $(PYTHON_CODE)
	$(NODE) npm run --silent format

# the pictures of the README, from the notebooks that make them
pictures: .venv/installed browser
	$(BIN)/python -m tests.docs.pictures
	PICTURES=docs/images $(BIN)/python -m pytest -q tests/browser/test_tour.py

clean:
	rm -rf .venv .servers build dist labextension/node_modules labextension/build \
		mcp_workbench/labextension

# ---- what these set up -----------------------------------------------------------------------

.venv/dependencies: requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("mcp-workbench needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@echo "Setting up .venv: a minute or two, this once ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

.venv/installed: .venv/dependencies pyproject.toml $(FRONT)
	@echo "Building the front end and installing the package ..."
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# the build takes the modules that are there: those for tests first, or a part is fetched twice
prepared: $(MODULES)
	@$(MAKE) $(QUIETLY) .venv/installed

$(MODULES): .venv/dependencies labextension/package-lock.json
	$(NODE) npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# servers of others, each in the environment that it wants, and the conformance suite
servers: .servers/python/ready .servers/sqlite/ready .servers/npm/ready

.servers/%/ready: tests/servers/%/requirements.txt
	$(PYTHON) -m venv .servers/$*
	.servers/$*/bin/pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@

.servers/npm/ready: tests/servers/npm/package-lock.json .venv/dependencies
	@mkdir -p .servers/npm
	cp tests/servers/npm/package.json tests/servers/npm/package-lock.json .servers/npm/
	$(NODE) npm --prefix "$(CURDIR)/.servers/npm" ci --ignore-scripts --no-audit --no-fund
	@touch $@

# any Chromium of the machine, else the system's package, else Playwright's; never without one
browser: .venv/dependencies
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| command -v google-chrome >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } \
		|| $(BIN)/playwright install chromium \
		|| { echo "no Chromium: install it, then run make test-browser again" >&2; exit 1; }

# newest versions that pyproject.toml allows, with digests and without addresses
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --all-extras --upgrade pyproject.toml -o requirements-dev.txt
