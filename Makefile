SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

GOLANGCI_LINT_VERSION := v2.15.0
GOLANGCI_LINT := .tmp/bin/golangci-lint-$(GOLANGCI_LINT_VERSION)
NODE := node_modules/node/bin/node
TSC := $(NODE) node_modules/typescript/bin/tsc
FUZZTIME ?= 60s
GO_RUN ?= go run

.PHONY: help
help: ## Show this help
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## Open the almanac in the workbench
	go run ./cmd/oriel demo

.PHONY: test
test: setup types test-ts test-go sizes ## Run every test once; installs what that needs

.PHONY: test-all
test-all: setup lint types test-ts ## Run every combination, all of it raced: also lint, all peers and apps, short fuzzing, a fresh clone
	ORIEL_TEST_ALL=1 scripts/test-go.sh --all -shuffle=on ./... ./bench/... ./mcpgo/... ./state/sqlite/...
	go run ./bench
	scripts/fuzz.sh 5s
	scripts/fresh.sh

.PHONY: repeat
repeat: setup ## Run the Go tests three times, in another order each time: what fails then depends on the others, or on time
	scripts/test-go.sh -shuffle=on -count=3 ./... ./bench/... ./mcpgo/... ./state/sqlite/...

.PHONY: test-go
test-go: setup
	scripts/test-go.sh ./... ./bench/... ./mcpgo/... ./state/sqlite/...

.PHONY: test-ts
test-ts: node_modules/.installed
	scripts/test-ts.sh

.PHONY: types
types: node_modules/.installed
	$(TSC) --project tsconfig.json
	$(TSC) --project tsconfig.test.json

.PHONY: lint
lint: $(GOLANGCI_LINT) types ## Check style, types, and the code for Windows and macOS
	$(GOLANGCI_LINT) fmt --diff
	$(GOLANGCI_LINT) run ./... ./bench/... ./mcpgo/... ./state/sqlite/...
	GOOS=windows go vet ./... ./state/sqlite/...
	GOOS=darwin go vet ./... ./state/sqlite/...

.PHONY: generate
generate: ## Rebuild everything that is generated and committed; types are the type checker's, so "make setup" comes first
	$(GO_RUN) ./internal/hostfiles
	$(GO_RUN) ./internal/viewdocs
	$(GO_RUN) ./internal/assets
	$(GO_RUN) ./internal/viewpackage
	$(GO_RUN) ./cmd/oriel generate examples/hello
	$(GO_RUN) ./cmd/oriel generate examples/almanac

.PHONY: bench
bench: setup ## Measure the budgets, beside other people's work; BENCH=-long takes its time
	go run ./bench $(BENCH)

# The budgets of what views weigh. The others take time and a machine at rest: "make bench", which "make test-all" runs, too.
.PHONY: sizes
sizes: setup
	go run ./bench -parts sizes

.PHONY: fuzz
fuzz: ## Fuzz every parser of outside input for FUZZTIME (60s) each
	scripts/fuzz.sh $(FUZZTIME)

.PHONY: screenshots
screenshots: ## Take the pictures in docs/screenshots again
	scripts/setup.sh screenshots
	go run ./scripts/screenshots

.PHONY: setup
setup: node_modules/.installed
	@scripts/setup.sh race browser

node_modules/.installed: package.json package-lock.json
	@scripts/setup.sh npm
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(GOLANGCI_LINT):
	@mkdir -p $(@D)
	GOBIN=$(abspath .tmp/bin) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
	@mv .tmp/bin/golangci-lint $@
