#!/usr/bin/env bash
# Runs the Go tests with the race detector: test-go.sh [--all] FLAGS PACKAGES. Unless --all is
# given, three things go without it, because it makes them take three to ten times as long:
#   - packages of tests alone that watch pages in a browser, or files; what they run has raced
#     tests of its own;
#   - tests named TestLarge…, which have one thing done with many megabytes, or thousands of times;
#   - what others have written and that mostly computes. How it orders things is still seen
#     (locks have calls of their own for that, and atomic operations are left calls), but not
#     that two goroutines are in one of its objects.
# FLAGS that choose tests (-run, -skip) take the place of all that. What go vet finds, "make
# lint" finds, too.
set -uo pipefail
cd "$(dirname "$0")/.."

alone='^github\.com/orielapps/oriel/internal/(architecture|hostile|interop|peers|viewpackage|viewtest(/.*)?)$'
large='^TestLarge([A-Z]|$)'
# These take longest: begun first, no processor has to wait for them in the end.
long='^github\.com/orielapps/oriel/(cmd/oriel|internal/(bundle|mcpclient|workbench))$'
computing=(
	github.com/chromedp/cdproto github.com/dlclark/regexp2 github.com/dop251/goja github.com/evanw/esbuild
	github.com/go-json-experiment/json github.com/klauspost/compress github.com/santhosh-tekuri/jsonschema modernc.org
	regexp
)
flags=() patterns=() whole=
for argument in "$@"; do
	case $argument in
	--all) whole=yes ;;
	-run=* | -skip=*) whole=yes flags+=("$argument") ;;
	-*) flags+=("$argument") ;;
	*) patterns+=("$argument") ;;
	esac
done
# A raced program waits for a second before it exits, in case a report is still being written.
# That is a minute of all packages, and more of programs that tests start.
export GORACE="atexit_sleep_ms=50 ${GORACE:-}"
if [ "$whole" ]; then exec go test -race -vet=off -timeout 60m "${flags[@]}" "${patterns[@]}"; fi

uninstrumented=()
for module in "${computing[@]}"; do uninstrumented+=("-gcflags=$module/...=-race=false -d=ssa/intrinsics/off"); done
listed=$(go list -f '{{.ImportPath}} {{.Dir}}' "${patterns[@]}") || exit
raced=() plain=() heavy=()
while read -r package folder; do
	if [[ $package =~ $alone ]]; then
		plain+=("$package")
		continue
	fi
	if [[ $package =~ $long ]]; then raced=("$package" "${raced[@]}"); else raced+=("$package"); fi
	if grep -qsE 'func TestLarge([A-Z]|\()' "$folder"/*_test.go; then heavy+=("$package"); fi
done <<<"$listed"

status=0
# run FLAGS -- PACKAGES: nothing where there are none.
run() {
	local own=()
	while [ "$1" != -- ]; do own+=("$1") && shift; done
	shift
	if [ $# -gt 0 ]; then go test "${own[@]}" -vet=off -timeout 15m "${flags[@]}" "$@" || status=$?; fi
}
# The race detector makes garbage dear, and there is memory enough.
GOGC=${GOGC:-400} run -race "${uninstrumented[@]}" -skip "$large" -- "${raced[@]}"
run -run "$large" -- "${heavy[@]}"
run -- "${plain[@]}"
exit "$status"
