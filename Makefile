# Everything here needs Go, a C compiler and make; `make check` asks the module
# proxy for staticcheck, `make onnx`, `make clients`, `make accuracy` and `make
# bench` also need npm; `make accuracy` a JDK, php-cli and php-parser too.

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

.PHONY: build test check gate fmt vet staticcheck race fuzz torture lint onnx clients bench golden docs accuracy pin embedding rank lang vscode editors clean

build: ## bin/ci
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/ci ./cmd/ci

test: ## all tests
	$(GO) test -timeout 20m $(PKGS)

check: fmt vet staticcheck lint gate test ## what a change must pass; the tests' summary comes last

fmt:
	@bad=$$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 gofmt -l); \
	if [ -n "$$bad" ]; then echo "not formatted (gofmt -w):"; echo "$$bad"; exit 1; fi

vet:
	$(GO) vet $(PKGS)

staticcheck: ## pinned; not in go.mod, so that it is nobody's dependency
	$(GO) run $(STATICCHECK) $(PKGS)

gate: ## precision and recall on small pinned trees are not less than they were; trees that are not here are named [GATE=-fetch fetches them: npm and Debian]
	$(GO) run ./cmd/internal/accuracy -gate $(GATE) -out out/accuracy $(ARGS)

race: ## all tests under the race detector
	$(GO) test -race $(PKGS)

fuzz: ## each fuzz target for FUZZTIME
	@grep -o '^func Fuzz[A-Za-z0-9_]*' $$(git ls-files '*_test.go') /dev/null | sed 's/:func / /' | \
	while read -r file target; do \
		echo "$$target in $$(dirname $$file)"; \
		$(GO) test ./$$(dirname $$file) -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) </dev/null || exit 1; \
	done

torture: build ## an hour of attacks on ci from outside, and the long tests of the module; a table at the end [ARGS="-parts damage,files -time 10m -seed 2 -write docs/torture.md"; TREES=DIR,DIR are searched beside ripgrep]
	$(GO) run ./cmd/internal/torture -ci bin/ci $(ARGS)

lint: build ## the official linter on the index of this repository
	$(GO) build -C cmd/internal/scipcli -o $(CURDIR)/out/scip github.com/scip-code/scip/cmd/scip
	bin/ci index . --output out/self.scip
	out/scip lint out/self.scip

# ONNX Runtime is in a package of npm, for all systems; one file of it is kept.
ORT_PACKAGE = onnxruntime-node@1.24.3
ORT_DIR = out/$(ORT_PACKAGE)
ONNX_PKGS = ./index/embed/onnx ./cmd/internal/model
ORT_ARCH = $(subst aarch64,arm64,$(subst x86_64,x64,$(shell uname -m)))
ifndef CI_ONNXRUNTIME
onnx: $(ORT_DIR)/libonnxruntime.so.1
onnx: export CI_ONNXRUNTIME = $(CURDIR)/$(ORT_DIR)/libonnxruntime.so.1
endif

$(ORT_DIR)/libonnxruntime.so.1:
	rm -rf $(ORT_DIR).tmp && mkdir -p $(ORT_DIR).tmp
	cd $(ORT_DIR).tmp && npm pack --silent $(ORT_PACKAGE) && \
		tar xzf *.tgz --strip-components=5 package/bin/napi-v6/linux/$(ORT_ARCH)/libonnxruntime.so.1 && rm *.tgz
	rm -rf $(ORT_DIR) && mv $(ORT_DIR).tmp $(ORT_DIR)

onnx: ## models with the real ONNX Runtime: the library CI_ONNXRUNTIME, else one from npm (Linux)
	$(GO) vet -tags onnxruntime $(ONNX_PKGS)
	$(GO) test -count=1 -tags onnxruntime $(ONNX_PKGS)

clients: build ## official clients of both protocols and the conformance suite, from npm and the module proxy; a Neovim must be on PATH [ARGS="-only conformance"]
	$(GO) run ./cmd/internal/clients -ci bin/ci -out out/clients $(ARGS)

vscode: ## out/ci-code-intel-VERSION.vsix, the extension for VS Code, checked and tested (needs npm)
	mkdir -p out
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error && npm run --silent package -- --out $(CURDIR)/out/

editors: build vscode ## the language server in real editors: Neovim 0.7, 0.10, 0.12, Helix, Emacs, VS Code (Debian; 2 GB, 20 minutes the first time) [ARGS="-only Helix"]
	$(GO) run ./cmd/internal/clients -parts lsp,editors -ci bin/ci -out out/clients $(ARGS)

golden: ## rewrite every golden file with what the program says now
	$(GO) test $$(git grep --untracked -lE '^var update = flag\.Bool|\.Golden\(t[,)]|langtest\.Updating\(' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's|^|./|') -args -update

docs: ## docs/cli, docs/man, docs/languages.md: from the commands and the languages
	rm -rf docs/cli docs/man
	$(GO) run ./cmd/ci man --markdown docs/cli
	$(GO) run ./cmd/ci man docs/man
	$(GO) run ./cmd/ci languages --markdown >docs/languages.md

accuracy: build ## docs/accuracy.md: precision and recall beside compiler-grade indexers
	$(GO) run ./cmd/internal/accuracy -ci bin/ci -out out/accuracy -write docs/accuracy.md $(ARGS)

pin: ## the truths of make gate, and what is reached, into cmd/internal/accuracy/testdata
	$(GO) run ./cmd/internal/accuracy -pin -out out/accuracy $(ARGS)

bench: build ## docs/bench.md: cost beside other programs [ARGS="-linux DIR -parts kept,search"]
	$(GO) test -run '^$$' -bench . -skip '^BenchmarkNearest$$' -benchtime 3x ./... # that one is the part vectors
	$(GO) run ./cmd/internal/bench -ci bin/ci -out out/accuracy -write docs/bench.md $(ARGS)

embedding: ## the table of the built-in embedder, from packages of the registries (ten minutes)
	$(GO) run ./cmd/internal/staticembed -out out/staticembed
	$(GO) test ./index/embed/builtin -args -update

rank: ## how well questions in words find code, by words, by meaning, and by both: TASKS=DIR is a yardstick's folder [ARGS="-repos flask"]
	@test -n "$(TASKS)" || { echo "make rank TASKS=<folder of the yardstick>: TASKS is missing; go test ./cmd/internal/rank compares testdata/rank" >&2; exit 2; }
	$(GO) run ./cmd/internal/rank -tasks $(TASKS) $(ARGS)

lang: ## a new language's folder: make lang NAME=lua [GRAMMAR=Go package] [EXT=.lua]
	@test -n "$(NAME)" || { echo "make lang NAME=<language>: NAME is missing" >&2; exit 2; }
	$(GO) run ./cmd/internal/newlang $(if $(GRAMMAR),-grammar $(GRAMMAR)) $(if $(EXT),-ext $(EXT)) $(NAME)

clean:
	rm -rf bin out
