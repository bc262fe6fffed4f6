# Each command does all its own set-up in a virtual environment inside this folder: .venv, or
# .venv-3.13 for `make test PYTHON=python3.13`.
PYTHON ?= python3
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(shell $(PYTHON) -c \
	'import sys; print("%d.%d" % sys.version_info[:2])'))
BIN := $(VENV)/bin
BENCH ?= $(HOME)/.cache/zaru-bench

# What measures how cost grows has the machine for itself, and quality prints its table at the end; what kills
# processes at a chosen moment mostly waits, three files at a time; all the rest runs side by side.
ALONE := tests/hostile/test_growth.py tests/hostile/test_head.py tests/quality
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadfile

.PHONY: demo test opensearch schemas sweep fuzz valgrind faults install check floors format bench train wheel lock clean

demo: $(VENV)/installed            ## run zaru on the example sites
	@$(BIN)/python examples/demo.py

test: $(VENV)/installed-dev $(VENV)/browser $(VENV)/node/installed  ## all tests, or TESTS="-k name tests/unit/dom"; PYTHON=python3.13
ifdef TESTS
	$(BIN)/python -m pytest $(TESTS)
else
	$(BIN)/python -m pytest $(SIDE_BY_SIDE) $(addprefix --ignore=,$(ALONE) tests/faults tests/opensearch)
	$(BIN)/python -m pytest -n 3 --dist loadfile tests/faults
	$(BIN)/python -m pytest $(ALONE)
	@if command -v mvn >/dev/null && command -v javac >/dev/null; then $(MAKE) opensearch; \
		else echo "no Maven here: the tests on real nodes of OpenSearch (tests/opensearch) were left out"; fi
endif

opensearch: $(VENV)/installed-dev $(VENV)/opensearch/RealNode.class  ## tests on three real nodes, one of them killed
	$(BIN)/python -m pytest tests/opensearch

sweep: $(VENV)/installed-dev       ## 10,000 mutated pages; every shape of page through every output
	$(BIN)/python -m tests.hostile.sweep mutants
	$(BIN)/python -m tests.hostile.sweep growth

# The parser alone is plain C; what makes Python values of it (columns.h) is not in the program. Without
# comparisons in the coverage, entropy and stacks of all allocations it parses five times as many pages.
KERNEL := src/zaru/dom/kernel
SANITIZERS := -g -O2 -std=c11 -fsanitize=address,undefined,fuzzer -fno-sanitize-recover=all \
	-fno-sanitize-coverage=trace-cmp
FUZZ_RUNS ?= 1000000
FUZZ_PAGES ?= 50000

fuzz: build/fuzz/parser $(VENV)/installed-dev  ## the HTML parser with sanitizers, then against turbohtml; FUZZ_RUNS=20000000 FUZZ_PAGES=1000000
	@mkdir -p build/fuzz/found build/fuzz/broken
	ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=4 build/fuzz/parser -runs=$(FUZZ_RUNS) -max_len=600 \
		-timeout=20 -entropic=0 -dict=build/fuzz/words.dict -print_final_stats=1 -verbosity=0 \
		-artifact_prefix=build/fuzz/broken/ build/fuzz/found build/fuzz/pages
	$(BIN)/python -m tests.fuzz.differential --pages $(FUZZ_PAGES) --bench $(BENCH) --out build/fuzz/broken

# Python's own allocator hides what is freed too early. Other packages' plugins are not ours to judge, and
# what measures time says nothing here.
valgrind: $(VENV)/installed-dev    ## the kernels in the tests of dom, content and search under valgrind: an hour, or TESTS="tests/unit/dom"
	PYTHONMALLOC=malloc PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 valgrind --quiet --error-exitcode=9 \
		--suppressions=tests/valgrind.supp $(BIN)/python -m pytest -p no:faulthandler -p no:cacheprovider \
		$(or $(TESTS),tests/unit/dom tests/unit/content tests/unit/search/test_annotated_columns.py tests/unit/search/test_page_columns.py -k "not mapping and not large and not sizes and not linear")

schemas: $(VENV)/installed-dev     ## the JSON API against its own OpenAPI document, 500 requests for each address and kind
	ZARU_SCHEMA_EXAMPLES=500 $(BIN)/python -m pytest tests/unit/server/test_openapi.py

faults: $(VENV)/installed-dev      ## zaru build killed at 50 random moments, its ledger damaged 50 times, a soak
	$(BIN)/python -m tests.faults.sweep kills
	$(BIN)/python -m tests.faults.sweep damage
	$(BIN)/python -m tests.faults.sweep soak

check: $(VENV)/installed-dev       ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_layers.py

install: $(VENV)/installed-dev     ## .venv for development

floors: $(VENV)/installed-dev      ## raise tests/quality/floors.json to today's scores; FORCE=--force lowers, too
	$(BIN)/python -m tests.quality.floors $(FORCE)

format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-bench     ## quality and speed against the peers; BENCH=folder of data
	$(BIN)/python bench/spans.py $(BENCH)
	$(BIN)/python bench/encodings.py $(BENCH)
	$(BIN)/python bench/html5.py $(BENCH)
	$(BIN)/python bench/warc.py $(BENCH)
	$(BIN)/python bench/parse.py $(BENCH)
	$(BIN)/python bench/rows.py $(BENCH)
	$(BIN)/python bench/rows.py $(BENCH)
	$(BIN)/python bench/page_sets.py cost
	$(BIN)/python bench/page_sets.py quality
	$(BIN)/python bench/standard_format.py $(BENCH)/japanese
	$(BIN)/python bench/citations.py $(BENCH)

train: $(VENV)/installed-dev        ## make src/zaru/content/model.bin anew from the data in BENCH
	$(BIN)/python -m pip install --quiet --editable '.[train]'
	$(BIN)/python bench/train_content.py $(BENCH)/content

wheel: $(VENV)/installed-dev       ## a wheel for this Python, out of the source archive, tried where there is no compiler
	rm -rf dist build/wheel
	$(BIN)/python setup.py --quiet sdist
	ZARU_REQUIRE_KERNELS=1 CFLAGS=-g0 $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist dist/*.tar.gz
	$(BIN)/python -m venv build/wheel
	PYTHONPATH= build/wheel/bin/python -m pip install --quiet --only-binary :all: dist/*.whl
	build/wheel/bin/python tests/wheels/smoke.py --like $(abspath $(BIN)/python)
	@ls -l dist

lock: $(VENV)/installed-dev        ## pin what is installed now for development
	$(BIN)/python -m pip freeze --exclude-editable --exclude pip > requirements-dev.lock

clean:
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@echo "zaru: set-up in $(VENV), once; it takes a minute"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

# The package is installed in place; without a compiler it comes without its C kernels, and the last
# line says so.
$(VENV)/installed: $(VENV)/bin/python pyproject.toml setup.py $(wildcard src/zaru/*/kernel/*)
	$(BIN)/python -m pip install --quiet --editable '.[server,juman]'
	@$(BIN)/zaru --version
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --editable '.[dev]' --constraint requirements-dev.lock
	@touch $@

# Overlays are tried in a browser. Root on Debian gets one; for others that test says why it is skipped.
$(VENV)/browser: | $(VENV)/bin/python
	@if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null \
		&& [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		(apt-get --quiet update && apt-get --quiet --yes install --no-install-recommends chromium) >/dev/null \
			|| echo "Chromium could not be installed: the test that needs it will be skipped"; \
	fi
	@touch $@

# Types of our scripts, and rules of accessibility. Without npm these tests say why they are skipped.
$(VENV)/node/installed: tests/node/package.json | $(VENV)/bin/python
	@mkdir -p $(@D) && cp tests/node/package.json $(@D)
	@if command -v npm >/dev/null; then npm install --silent --no-audit --no-fund --prefix $(@D) >/dev/null 2>&1 \
		|| echo "npm could not install what tests/node needs: its tests will be skipped"; \
		else echo "no npm here: the tests of types in scripts and of accessibility are left out"; fi
	@touch $@

# libFuzzer comes with clang. Root on Debian gets it; others are told.
build/fuzz/parser: $(wildcard $(KERNEL)/*) $(wildcard tests/fuzz/*) | $(VENV)/installed-dev
	@if ! command -v clang >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		(apt-get --quiet update && apt-get --quiet --yes install --no-install-recommends clang llvm && \
			apt-get --quiet --yes install libclang-rt-$$(clang -dumpversion | cut -d. -f1)-dev) >/dev/null; fi
	@command -v clang >/dev/null || { echo "make fuzz needs clang with libFuzzer"; exit 1; }
	$(BIN)/python -m tests.fuzz.pages build/fuzz/pages
	clang $(SANITIZERS) -include tests/fuzz/failing_memory.h -I$(KERNEL) \
		$$(grep -L columns.h $(KERNEL)/*.c) tests/fuzz/parser.c -o $@

# Nodes of OpenSearch come from Maven's own repositories, once; after that no network is needed.
$(VENV)/opensearch/RealNode.class: tests/opensearch/pom.xml tests/opensearch/RealNode.java | $(VENV)/bin/python
	@mkdir -p $(@D)
	mvn --batch-mode --quiet --file tests/opensearch/pom.xml \
		dependency:build-classpath -Dmdep.outputFile=$(abspath $(@D))/classpath
	javac -cp "$$(cat $(@D)/classpath)" -d $(@D) tests/opensearch/RealNode.java

$(VENV)/installed-bench: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@
