#!/usr/bin/env bash
# Runs "go mod tidy" in each module of the checkout, as if the others were released.
# "tidy.sh --check" changes nothing, and fails where something would change.
set -euo pipefail
cd "$(dirname "$0")/.."

check=
if [ "${1:-}" = --check ]; then check=yes; fi
proxy=$(mktemp -d)
# The module cache is read-only, and has a version of ours that stands for this moment only.
trap 'chmod -R u+w "$proxy" && rm -rf "$proxy"' EXIT
go run ./tools/modproxy -version v0.0.0 -out "$proxy/released"
status=0
while read -r modfile; do
	folder=$(dirname "$modfile")
	cp "$modfile" "$proxy/go.mod.before"
	cp "$folder/go.sum" "$proxy/go.sum.before" 2>/dev/null || : >"$proxy/go.sum.before"
	(
		cd "$folder"
		GOWORK=off GOFLAGS=-mod=mod GOPROXY="file://$proxy/released,file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY)" GONOSUMDB=github.com/orielapps/* \
			GOMODCACHE="$proxy/cache" go mod tidy
		# The hashes of our own modules change with each edit; the workspace needs none.
		sed -i '\#^github.com/orielapps/oriel#d' go.sum
	)
	if [ -n "$check" ]; then
		for file in go.mod go.sum; do
			if ! diff -u "$proxy/$file.before" "$folder/$file"; then status=1; fi
			cp "$proxy/$file.before" "$folder/$file"
		done
	fi
done < <(git ls-files --cached --others --exclude-standard '*go.mod' | grep -v testdata/)
exit "$status"
