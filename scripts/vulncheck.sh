#!/usr/bin/env bash
# Looks for known vulnerabilities in the code that packages call:
#   vulncheck.sh GOVULNCHECK PACKAGES...
# Where the database can't be reached, it says so and passes.
set -uo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$1" "${@:2}" 2>"$log"
status=$?
cat "$log" >&2
if [ "$status" = 1 ] && grep -q 'fetching vulnerabilities' "$log"; then
	echo 'WARNING: known vulnerabilities were NOT checked, because their database can not be reached.' >&2
	exit 0
fi
exit "$status"
