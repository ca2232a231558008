# What there is to do here. `make` alone lists it.

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

PYTHON_IN_VENV := .venv/bin/python
MANAGE := $(PYTHON_IN_VENV) manage.py

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 16

run: venv ## serve the site at http://127.0.0.1:8000; HOST=0.0.0.0 lets the network in, PORT= changes the port
	@# One process that keeps its bytecode: three that compiled all of it took 5 s until people could come back.
	@DEBUG= PYTHONDONTWRITEBYTECODE= exec $(MANAGE) serve --collectstatic --migrate

dev: venv ## the same with DEBUG on, reloading when a file changes
	@DEBUG=true $(MANAGE) migrate --verbosity 0
	@DEBUG=true exec $(MANAGE) runserver $(HOST):$(PORT)

scale: venv-scale ## the same as `run` with PostgreSQL, Redis, nginx and several processes: PROCESSES=4
	@tools/servers --install
	@DEBUG= exec $(PYTHON_IN_VENV) -m tools.cluster

image: ## build the image of the site, on a base made of Debian's packages, and say how large it is; BASE= names another
	@tools/image --install
	@exec tools/image

admin: venv ## create an administrator for the review desk
	@$(MANAGE) migrate --verbosity 0
	@exec $(MANAGE) createsuperuser --email ""

test: venv-dev ## run the quick tests and a short tour of a real Chromium; ARGS="-k socket" selects from all
	@tools/chromium --install >/dev/null || true # pytest tells what could not run for want of it
	@exec $(PYTHON_IN_VENV) -m pytest --quick --numprocesses auto --maxprocesses 4 --dist worksteal $(ARGS)

test-all: venv-dev programs ## run every test: all of the browser, several processes, the faults in short
	@exec tools/test-all

programs: venv-dev ## get browsers, servers and what builds images, which `make test-all` drives; it tells what is missing
	@tools/servers --tests --install || true
	@tools/chromium --install >/dev/null || true
	@tools/engines --install || true
	@tools/image --install || true

bench: venv-dev ## measure it all, the live room in turns with a bare echo; ARGS="run --games 1,64" for some of it
	@tools/servers --install || true # `scale` tells what it lacks
	@tools/chromium --install >/dev/null || true # for the bytes of a visit
	@exec $(PYTHON_IN_VENV) -m tests.bench $(ARGS)

lighthouse: venv-dev ## hold pages against Lighthouse, which npm gets; fails under 95
	@tools/chromium --install >/dev/null
	@exec $(PYTHON_IN_VENV) -m tools.lighthouse

faults: venv-dev ## break the real servers under play, in full; ARGS="-k kill" selects some
	@tools/servers --tests --install || true # pytest tells what could not run for want of them
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

format: venv-dev ## put Python and templates in the one style
	.venv/bin/ruff check --fix-only
	.venv/bin/ruff format
	.venv/bin/djangofmt --quiet templates

fonts: venv-dev ## make the font files again from the published ones
	$(PYTHON_IN_VENV) tools/fonts.py $(ARGS)

messages: venv-dev ## bring the translations in line with the sentences in the code
	$(PYTHON_IN_VENV) tools/messages.py

pictures: venv-dev ## make the pictures of the README again from the real site
	@tools/chromium --install >/dev/null || true # the command tells if there is none
	$(PYTHON_IN_VENV) -m tests.pictures

marks: venv-dev ## make the drawings of the board again from their strokes
	$(PYTHON_IN_VENV) tools/marks.py

icons: venv-dev ## make the icons of the installed site again from the strokes
	@tools/chromium --install >/dev/null
	$(PYTHON_IN_VENV) tools/icons.py

audit: venv-dev ## ask the public advisory services about every pinned version; needs the network
	.venv/bin/uv tool run pip-audit --strict --disable-pip --no-deps -r requirements-scale.txt -r requirements-dev.txt

lock: venv-dev ## pin the newest versions that fit pyproject.toml
	tools/lock

venv:
	@tools/venv requirements.txt

venv-scale: ## install what several processes, PostgreSQL, Redis and Prometheus need
	@tools/venv requirements-scale.txt

venv-dev:
	@tools/venv requirements-scale.txt requirements-dev.txt

.PHONY: help run dev scale image admin test test-all programs bench lighthouse faults lint format fonts messages pictures marks icons audit lock venv venv-scale venv-dev
