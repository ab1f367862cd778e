#!/usr/bin/env bash
# Runs the Go tests with the race detector: test-go.sh [--all] FLAGS PACKAGES. Unless --all is
# given, two things go without it, because it triples what they take:
#   - packages that only watch pages in a browser, or compile, and start nothing at once;
#   - what others have written and that only computes: it is still seen what of ours it reads
#     and writes through the standard library, and what it locks.
set -uo pipefail
cd "$(dirname "$0")/.."

alone='^github\.com/orielapps/oriel/internal/(apptypes|architecture|interop|peers|viewpackage|viewtest(/.*)?)$'
computing=(
	github.com/chromedp/cdproto github.com/dlclark/regexp2 github.com/dop251/goja github.com/evanw/esbuild
	github.com/go-json-experiment/json github.com/klauspost/compress github.com/santhosh-tekuri/jsonschema modernc.org
)
uninstrumented=()
for module in "${computing[@]}"; do uninstrumented+=("-gcflags=$module/...=-race=false"); done

if [ "${1:-}" = --all ]; then
	alone='^$' uninstrumented=()
	shift
fi
flags=() patterns=()
for argument in "$@"; do
	case $argument in
	-*) flags+=("$argument") ;;
	*) patterns+=("$argument") ;;
	esac
done
listed=$(go list "${patterns[@]}") || exit
mapfile -t raced < <(grep -Ev "$alone" <<<"$listed")
mapfile -t plain < <(grep -E "$alone" <<<"$listed")

status=0
if [ ${#raced[@]} -gt 0 ]; then go test -race "${uninstrumented[@]}" -timeout 15m "${flags[@]}" "${raced[@]}" || status=$?; fi
if [ ${#plain[@]} -gt 0 ]; then go test -timeout 15m "${flags[@]}" "${plain[@]}" || status=$?; fi
exit "$status"
