#!/usr/bin/env bash
# Fuzzes every target of the modules, one after the other, for the time given: fuzz.sh 20s
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:?how long to fuzz each target, such as 20s}

# shellcheck disable=SC2046 # a module a word
# go test -list prints the names of a package's targets and then "ok PACKAGE …".
targets=$(go test -list "^Fuzz" $(go list -m -f "{{.Dir}}/...") | awk '/^Fuzz/ { names[n++] = $1 } /^ok/ { for (i = 0; i < n; i++) print $2, names[i]; n = 0 } /^\?/ { n = 0 }')
if [ -z "$targets" ]; then
	echo "fuzz.sh: there are no fuzz targets" >&2
	exit 1
fi
# Before Go 1.27 the end of the time is now and then taken for a failure (golang/go#75804), which
# says no more than this and leaves no input that fails.
up='^--- FAIL: [^ ]+ [^ ]+\n    context deadline exceeded\nFAIL$'
said=$(mktemp)
trap 'rm -f "$said"' EXIT
while read -r package name; do
	go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" "$package" </dev/null | tee "$said" && continue
	grep -Pzoq "(?m)$up" "$said" || exit 1
	echo "fuzz.sh: the time for $name was up; no input has failed"
done <<<"$targets"
