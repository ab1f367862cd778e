SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

GOLANGCI_LINT_VERSION := v2.15.0
GOLANGCI_LINT := .tmp/bin/golangci-lint-$(GOLANGCI_LINT_VERSION)
GOVULNCHECK_VERSION := v1.9.0
GOVULNCHECK := .tmp/bin/govulncheck-$(GOVULNCHECK_VERSION)
NODE := node_modules/node/bin/node
TSC := $(NODE) node_modules/typescript/bin/tsc
FUZZTIME ?= 60s
GO_RUN ?= go run
# The modules of go.work, and those of them that people install.
MODULES = $(shell go list -m -f '{{.Dir}}/...')
RELEASED = $(filter-out $(CURDIR)/test/% $(CURDIR)/tools/%,$(MODULES))

.PHONY: help
help: ## Show this help
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## Open the almanac in the workbench
	go run ./cmd/oriel demo

.PHONY: test
test: setup types ## Prove a change in five minutes: units, goldens, types, a smoke of each story in Chromium; installs what that needs
	scripts/test.sh quick

.PHONY: test-system
test-system: setup ## Other people's halves: peers, browsers, the conformance suite, hostile servers
	scripts/test.sh system

.PHONY: test-all
test-all: setup ## Everything, raced, shuffled, every combination, fuzzing, a fresh machine, the budgets; SHARD=2/4 runs a part
	@scripts/setup.sh providers
	scripts/test.sh all $(SHARD)

.PHONY: types
types: node_modules/.installed
	$(TSC) --project tsconfig.json
	$(TSC) --project tsconfig.test.json

.PHONY: lint
lint: $(GOLANGCI_LINT) $(GOVULNCHECK) types ## Check style, types, the code for Windows and macOS, and known vulnerabilities if their database can be reached
	$(GOLANGCI_LINT) fmt --diff
	$(GOLANGCI_LINT) run $(MODULES)
	GOOS=windows go vet $(RELEASED)
	GOOS=darwin go vet $(RELEASED)
	scripts/vulncheck.sh $(GOVULNCHECK) $(RELEASED)

.PHONY: generate
generate: ## Rebuild everything that is generated and committed; types are the type checker's, so "make setup" comes first
	$(GO_RUN) ./tools/hostfiles
	$(GO_RUN) ./tools/viewdocs
	$(GO_RUN) ./tools/assets
	$(GO_RUN) ./tools/workbenchtypes
	$(GO_RUN) ./tools/viewpackage
	$(GO_RUN) ./cmd/oriel generate examples/hello
	$(GO_RUN) ./cmd/oriel generate examples/almanac

.PHONY: tidy
tidy: ## Write each go.mod and go.sum as "go mod tidy" would
	scripts/tidy.sh

.PHONY: release
release: ## Tag each module at VERSION=v0.1.0, and push nothing
	scripts/release.sh "$(VERSION)"

.PHONY: bench
bench: setup ## Measure the budgets, beside other people's work; BENCH=-long takes its time
	go run ./test/bench $(BENCH)

.PHONY: fuzz
fuzz: ## Fuzz every parser of outside input for FUZZTIME (60s) each
	scripts/fuzz.sh $(FUZZTIME)

.PHONY: screenshots
screenshots: ## Take the pictures in docs/screenshots again
	scripts/setup.sh screenshots
	go run ./test/screenshots

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

$(GOVULNCHECK):
	@mkdir -p $(@D)
	GOBIN=$(abspath .tmp/bin) go install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@mv .tmp/bin/govulncheck $@
