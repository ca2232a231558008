# The commands of this repository; `make` lists them.

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

PYTHON_IN_VENV := .venv/bin/python
MANAGE := $(PYTHON_IN_VENV) manage.py

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 16

run: venv ## serve the site at http://127.0.0.1:8000; HOST=0.0.0.0 lets the network in, PORT= changes the port
	@# One process that writes its bytecode: three processes that compiled everything took 5 s to answer after a crash.
	@DEBUG= PYTHONDONTWRITEBYTECODE= exec $(MANAGE) serve --collectstatic --migrate

dev: venv ## serve it with DEBUG on, and restart when a file changes
	@DEBUG=true $(MANAGE) migrate --verbosity 0
	@DEBUG=true exec $(MANAGE) runserver $(HOST):$(PORT)

scale: venv-scale ## serve it with PostgreSQL, Redis, nginx and several processes: PROCESSES=4
	@tools/servers --install
	@DEBUG= exec $(PYTHON_IN_VENV) -m tools.cluster

image: ## build the site's image, on a base of Debian packages or on BASE=, and print its size
	@tools/image --install
	@exec tools/image

admin: venv ## create an administrator for the review desk
	@$(MANAGE) migrate --verbosity 0
	@exec $(MANAGE) createsuperuser --email ""

test: venv-dev ## run the quick tests and a tour of the site in Chromium; ARGS="-k socket" selects from all tests
	@tools/chromium --install >/dev/null || true # pytest names the tests that it could not run
	@exec $(PYTHON_IN_VENV) -m pytest --quick --numprocesses auto --maxprocesses 4 --dist worksteal $(ARGS)

test-all: venv-dev programs ## run every test: browsers, several processes, shortened faults
	@exec tools/test-all

programs: venv-dev ## install the browsers, servers and image tools of `make test-all`, and list what is missing
	@tools/servers --tests --install || true
	@tools/chromium --install >/dev/null || true
	@tools/image --install || true

bench: venv-dev ## run all benchmarks; ARGS="run --games 1,64" selects some
	@tools/servers --install || true # the benchmark `scale` names the programs that it lacks
	@tools/chromium --install >/dev/null || true # to measure the bytes of visits
	@exec $(PYTHON_IN_VENV) -m tests.bench $(ARGS)

lighthouse: venv-dev ## audit pages with Lighthouse, which needs npm; fails below 95
	@tools/chromium --install >/dev/null
	@exec $(PYTHON_IN_VENV) -m tools.lighthouse

faults: venv-dev ## break real servers while people play, with all repetitions; ARGS="-k kill" selects some
	@tools/servers --tests --install || true # pytest names the tests that it could not run
	@tools/chromium --install >/dev/null || true
	@FAULTS=full exec $(PYTHON_IN_VENV) -m pytest tests/faults $(ARGS)

lint: venv-dev ## check style, types, templates, migrations, compose.yaml and the workflow of the public CI
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/djangofmt --quiet --check templates
	.venv/bin/djlint --quiet --lint templates
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	$(MANAGE) makemigrations --check --dry-run
	PUBLIC_URL=https://example.org $(MANAGE) check --deploy --fail-level WARNING

format: venv-dev ## format Python and templates
	.venv/bin/ruff check --fix-only
	.venv/bin/ruff format
	.venv/bin/djangofmt --quiet templates

fonts: venv-dev ## rebuild the fonts from the published ones
	$(PYTHON_IN_VENV) -m tools.fonts $(ARGS)

messages: venv-dev ## update the translations from the sentences in the code
	$(PYTHON_IN_VENV) -m tools.messages

pictures: venv-dev ## take the README's pictures again from the real site
	@tools/chromium --install >/dev/null || true # the next command fails without it
	$(PYTHON_IN_VENV) -m tests.pictures

marks: venv-dev ## rebuild the drawings of the board from their strokes
	$(PYTHON_IN_VENV) -m tools.marks

icons: venv-dev ## rebuild the icons of the site as an installed app from the strokes
	@tools/chromium --install >/dev/null
	$(PYTHON_IN_VENV) -m tools.icons

audit: venv-dev ## check all pinned versions for known vulnerabilities; needs the network
	.venv/bin/uv tool run pip-audit --strict --disable-pip --no-deps -r requirements-scale.txt -r requirements-dev.txt

lock: venv-dev ## pin the newest versions that fit pyproject.toml
	tools/lock

venv:
	@tools/venv requirements.txt

venv-scale: ## install the packages for several processes, PostgreSQL, Redis and Prometheus
	@tools/venv requirements-scale.txt

venv-dev:
	@tools/venv requirements-scale.txt requirements-dev.txt

.PHONY: help run dev scale image admin test test-all programs bench lighthouse faults lint format fonts messages pictures marks icons audit lock venv venv-scale venv-dev
