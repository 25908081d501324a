# Two commands to know: `make run` and `make test`. Each makes .venv and installs what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash

.PHONY: run test quick check pytest slow audit lock pin bench screenshots moving-picture translate docs wheel sbom format clean
.DELETE_ON_ERROR:

run: $(VENV)/run.stamp
	$(BIN)/streamlit run app.py $(ARGS)

# Lint, types, the tests, and the journeys in a real browser. Browsers and worker processes are waited for a fifth of
# the time, so three run at a time on two cores, and types are checked beside them.
test: $(VENV)/test.stamp
	$(MAKE) --no-print-directory --jobs 2 check pytest

pytest: $(VENV)/test.stamp
	$(BIN)/python -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder -m "not slow" $(ARGS)

check: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What needs no page and no program of its own: statistics, partitions, metrics, layers, words. Under a minute.
quick: $(VENV)/test.stamp
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m "not slow" \
	  tests/inference tests/metrics tests/partition --ignore tests/partition/test_construct.py \
	  tests/dashboard/test_catalogue.py tests/test_documentation.py tests/test_glossary.py tests/test_layers.py $(ARGS)

# What takes long, many examples of each property, and what only authors run: the tests of the benchmarks.
slow: $(VENV)/test.stamp
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m slow $(ARGS)
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m "hypothesis and not slow" --hypothesis-profile long
	$(BIN)/python -m pytest -q -n 2 --dist loadfile benchmarks/tests

# Known vulnerabilities of the dependencies; needs the network.
audit: $(VENV)/test.stamp
	$(BIN)/python .ci/audit.py

# What the image installs, with digests; needs the network.
lock: $(VENV)/test.stamp
	$(BIN)/python -m pip install --quiet uv
	{ head -n 1 deploy/requirements.lock; \
	  $(BIN)/python -m uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.12 deploy/requirements.txt; \
	} > deploy/requirements.new
	mv deploy/requirements.new deploy/requirements.lock

# The digests of the images, as the registry has them today; needs Docker and the network.
pin:
	for image in $$(grep -hoE '[a-z]+:[0-9a-z.-]+@sha256:[0-9a-f]{64}' deploy/Dockerfile deploy/team.yaml | sort -u); do \
	  digest=$$(docker buildx imagetools inspect "$${image%@*}" --format '{{.Manifest.Digest}}') || exit 1; \
	  sed -i "s|$$image|$${image%@*}@$$digest|" deploy/Dockerfile deploy/team.yaml; \
	done

bench: $(VENV)/test.stamp
	$(BIN)/python -m benchmarks

screenshots: $(VENV)/test.stamp
	$(BIN)/python docs/screenshots.py

# What Start deals, for the READMEs.
moving-picture: $(VENV)/test.stamp
	$(BIN)/python docs/moving_picture.py

# Take new words from the sources into the catalogue.
translate: $(VENV)/test.stamp
	$(BIN)/python -m dashboard.locale.catalogue

# The site of the documentation, in site/; a warning is an error.
docs: $(VENV)/docs.stamp
	$(BIN)/python docs/build_site.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Wheel and source archive, in dist/.
wheel: $(VENV)/test.stamp
	$(BIN)/python -m build --outdir dist .

# What the image installs, as a bill of materials (CycloneDX) beside the wheel; needs the network.
sbom: $(VENV)/test.stamp
	$(BIN)/python -m venv $(VENV)/sbom
	$(VENV)/sbom/bin/python -m pip install --quiet "cyclonedx-bom>=7,<8"
	mkdir -p dist
	$(VENV)/sbom/bin/python -m cyclonedx_py requirements deploy/requirements.lock --of JSON -o dist/sbom.cdx.json

format: $(VENV)/test.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist site .docs *.egg-info .pytest_cache .mypy_cache .ruff_cache

# A stamp is written after a complete install only, so a broken one is done again.
$(VENV)/run.stamp: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/test.stamp: requirements-dev.txt requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@ $(VENV)/run.stamp

$(VENV)/docs.stamp: requirements-docs.txt requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || \
	  { echo "Python 3.11, 3.12, 3.13 or 3.14 is needed, found: $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian or Ubuntu type: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
