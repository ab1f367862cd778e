#!/usr/bin/env bash
# Runs the TypeScript unit tests with the Node of the lockfile, which strips the types.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(find view/test internal/tool/*/web/test -name '*.test.ts' 2>/dev/null | sort)
if [ ${#files[@]} -eq 0 ]; then
	echo "test-ts.sh: no *.test.ts below view/test and internal/tool/*/web/test" >&2
	exit 1
fi
# Each file has a process, which would otherwise strip the types of all it imports anew, and
# wait for the timers of what it has tested: views may take half a minute.
export NODE_COMPILE_CACHE=$PWD/.tmp/node-cache
exec node_modules/node/bin/node --test --test-concurrency=3 --test-force-exit --test-reporter=dot --disable-warning=ExperimentalWarning "${files[@]}"
