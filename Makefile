# Everything here sets itself up: Python 3.11 or newer and make are enough.
# The tools live in .venv and web/node_modules; nothing outside this folder is touched.

VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# Node is taken from the machine where it is new enough, else from a Python package that is installed then.
CLIENT := $(BIN)/python web/tools/client.py --node-from requirements-node.lock
UV     := uv==0.13.9
# Options for the command that a target starts: make play ARGS="--help"
ARGS   ?=
# The Python to use, if the one found is not the one you want: make clean test PYTHON=python3.13
PYTHON ?=

# Shell text: sets $py to a Python that is new enough and can make a venv, or says what is missing and stops.
define find_python
py=; \
for candidate in $(or $(PYTHON),python3 python3.13 python3.12 python3.11); do \
  if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then py=$$candidate; break; fi; \
done; \
if [ -z "$$py" ]; then \
  echo "Python 3.11 or newer is needed and was not found. Install it, or name it: make PYTHON=/path/to/python3" >&2; \
  exit 1; \
fi; \
if ! $$py -c 'import ensurepip, venv' >/dev/null 2>&1; then \
  package=$$($$py -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
  echo "$$py cannot make a virtual environment. On Debian and Ubuntu: apt-get install $$package" >&2; \
  exit 1; \
fi
endef

.DEFAULT_GOAL := help
.PHONY: help play terminal client test format bench lock clean moved

help: ## list the targets
	@sed -n 's/^\([a-z][a-z]*\):.*## \(.*\)/\1 \2/p' Makefile | while read -r name what; do \
	  printf 'make %-8s %s\n' "$$name" "$$what"; \
	done

play: client ## play in the browser
	@$(BIN)/schafkopf serve $(ARGS)

terminal: $(READY) ## play in the terminal
	@$(BIN)/schafkopf play $(ARGS)

client: $(READY) ## build the web client, if what it is made from has changed
	@$(CLIENT) build

test: client ## run every check: lint, format, types, imports, texts, tests of the client and of the rest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	SCHAFKOPF_STRICT=1 $(CLIENT) npm run check
	$(CLIENT) npm test
	$(BIN)/pytest -n auto --dist worksteal $(ARGS)

format: $(READY) ## put the code into its standard form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## measure the engine
	@$(BIN)/python -m bench.replay
	@$(BIN)/python -m bench.startup
	@$(BIN)/schafkopf bench $(ARGS)

# Keeps the versions that are locked where they still fit; `make lock ARGS=--upgrade` takes the newest.
lock: ## write the lock files for Python anew from pyproject.toml
	@set -e; $(find_python); \
	tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$$py -m venv "$$tools"; "$$tools/bin/pip" install --quiet "$(UV)"; \
	compile() { \
	  "$$tools/bin/uv" --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-emit-find-links $(ARGS) --output-file "$$@"; \
	}; \
	compile requirements.lock --extra test pyproject.toml; \
	compile requirements-node.lock --group node; \
	compile requirements-serve.lock --constraints requirements.lock pyproject.toml

clean: ## remove .venv, node_modules, caches and built files
	rm -rf web/node_modules web/src/generated web/public/cards src/schafkopf/server/static
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench web/tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# A venv knows where it was made: after the folder was moved or copied, or its Python was removed, it is made anew.
ifneq ($(CURDIR),$(shell test -x $(BIN)/python && cat $(READY) 2>/dev/null))
$(READY): moved
endif
moved:

$(READY): requirements.lock pyproject.toml
	@set -e; \
	export PIP_DISABLE_PIP_VERSION_CHECK=1; \
	echo "Setting up $(VENV) (only the first time and after changes of requirements.lock or pyproject.toml)"; \
	if [ "$$(cat $(READY) 2>/dev/null)" != "$(CURDIR)" ] || ! $(BIN)/python -c "" 2>/dev/null; then \
	  $(find_python); \
	  $$py -m venv --clear $(VENV); \
	fi; \
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock; \
	SCHAFKOPF_NO_WEB=1 $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .; \
	pwd > $(READY)
