# Everything here needs Go, a C compiler and make; `make check` asks the module
# proxy for staticcheck, `make clients`, `make accuracy` and `make bench` also
# need npm; `make accuracy` a JDK, php-cli and php-parser too.

GO        ?= go
FUZZTIME  ?= 30s
PKGS      ?= ./...
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# The version is handed to the linker below: no build asks git for it.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# Without symbols for debuggers, a tenth of the size: stack traces and profiles
# have their names all the same.
LDFLAGS := -s -w -X main.version=$(VERSION)

.PHONY: build test check fmt vet staticcheck race fuzz torture lint clients bench golden docs accuracy lang clean

build: ## bin/ci
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/ci ./cmd/ci

test: ## all tests
	$(GO) test $(PKGS)

check: fmt vet staticcheck lint test ## what a change must pass; the tests' summary comes last

fmt:
	@bad=$$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 gofmt -l); \
	if [ -n "$$bad" ]; then echo "not formatted (gofmt -w):"; echo "$$bad"; exit 1; fi

vet:
	$(GO) vet $(PKGS)

staticcheck: ## pinned; not in go.mod, so that it is nobody's dependency
	$(GO) run $(STATICCHECK) $(PKGS)

race: ## all tests under the race detector
	$(GO) test -race $(PKGS)

fuzz: ## each fuzz target for FUZZTIME
	@grep -o '^func Fuzz[A-Za-z0-9_]*' $$(git ls-files '*_test.go') /dev/null | sed 's/:func / /' | \
	while read -r file target; do \
		echo "$$target in $$(dirname $$file)"; \
		$(GO) test ./$$(dirname $$file) -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) </dev/null || exit 1; \
	done

torture: ## the long tests: 2,000 searches beside ripgrep [TREES=DIR,DIR], 1,000 processes killed at work, three times, 200 steps about this repository's history, 2,000 edits to each Go fixture
	CI_STORE_KILLS=1000 CI_STORE_KILL_SEED=2 $(GO) test ./index/store -run '^TestKill$$' -timeout 60m -v
	CI_WORKSPACE_KILLS=1000 CI_WORKSPACE_KILL_SEED=2 $(GO) test ./index/workspace -run '^TestKill$$' -timeout 60m -v
	CI_WORKSPACE_HISTORY=$(CURDIR) CI_WORKSPACE_HISTORY_STEPS=200 CI_WORKSPACE_HISTORY_SEED=2 $(GO) test ./index/workspace -run '^TestHistory$$' -timeout 60m -v
	CI_EDITS=2000 CI_SEED=2 $(GO) test ./index/lang/golang -run '^TestIncremental$$' -timeout 60m -v
	$(GO) test ./index/workspace -run '^TestRipgrep$$' -timeout 60m -v -searches 2000 -seed 2 $(if $(TREES),-trees $(TREES))

lint: build ## the official linter on the index of this repository
	$(GO) build -C cmd/internal/scipcli -o $(CURDIR)/out/scip github.com/scip-code/scip/cmd/scip
	bin/ci index . --output out/self.scip
	out/scip lint out/self.scip

clients: build ## official MCP clients and the conformance suite, from npm and the module proxy [ARGS="-only conformance"]
	$(GO) run ./cmd/internal/clients -ci bin/ci -out out/clients $(ARGS)

golden: ## rewrite every golden file with what the program says now
	$(GO) test $$(git grep --untracked -lE '^var update = flag\.Bool|\.Golden\(t[,)]|langtest\.Updating\(' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|') -args -update

docs: ## docs/cli, docs/man, docs/languages.md: from the commands and the languages
	rm -rf docs/cli docs/man
	$(GO) run ./cmd/ci man --markdown docs/cli
	$(GO) run ./cmd/ci man docs/man
	$(GO) run ./cmd/ci languages --markdown >docs/languages.md

accuracy: build ## docs/accuracy.md: precision and recall beside compiler-grade indexers
	$(GO) run ./cmd/internal/accuracy -ci bin/ci -out out/accuracy -write docs/accuracy.md $(ARGS)

bench: build ## docs/bench.md: cost beside other programs [ARGS="-linux DIR -parts kept,search"]
	$(GO) test -run '^$$' -bench . -benchtime 3x ./...
	$(GO) run ./cmd/internal/bench -ci bin/ci -out out/accuracy -write docs/bench.md $(ARGS)

lang: ## a new language's folder: make lang NAME=lua [GRAMMAR=Go package] [EXT=.lua]
	@test -n "$(NAME)" || { echo "make lang NAME=<language>: NAME is missing" >&2; exit 2; }
	$(GO) run ./cmd/internal/newlang $(if $(GRAMMAR),-grammar $(GRAMMAR)) $(if $(EXT),-ext $(EXT)) $(NAME)

clean:
	rm -rf bin out
