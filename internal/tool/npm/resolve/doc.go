// Package resolve chooses the versions of a project's packages and the node_modules that each belongs in,
// and writes package.json and package-lock.json as npm does.
//
// The tree is npm's. A package is placed as near to the project as possible, so that many packages share it.
// One that needs another version has it in its own node_modules. Peers are installed, too. Packages in
// the lockfile keep their versions and places where possible.
//
// A [node] is a package in a folder, and an [edge] one of its dependencies. A [builder] finds unresolved edges,
// and a [placement] finds the place for one package.
package resolve

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/ui"
)

// asError returns the [ui.Error] in an error, or nil.
func asError(err error) *ui.Error {
	own, _ := errors.AsType[*ui.Error](err)
	return own
}

// codeOf returns the code of an error, or "".
func codeOf(err error) string {
	if own := asError(err); own != nil {
		return own.Code
	}
	return ""
}

// messageOf returns an error's message, without the fix.
func messageOf(err error) string {
	if own := asError(err); own != nil {
		return own.Message
	}
	return err.Error()
}

// integrityFromSHA1 returns the integrity for the hexadecimal hash that the oldest packages have, or "".
func integrityFromSHA1(shasum string) string {
	sum, err := hex.DecodeString(shasum)
	if err != nil || len(sum) == 0 {
		return ""
	}
	return "sha1-" + base64.StdEncoding.EncodeToString(sum)
}

// invalidJSON returns the error of a file that should be a JSON object, with the place.
func invalidJSON(name string, data []byte, fix string) error {
	var anything any
	err := json.Unmarshal(data, &anything)
	place, what := name, "it is not an object"
	if broken, ok := errors.AsType[*json.SyntaxError](err); ok {
		line, column := 1, 1
		for _, c := range data[:min(int(broken.Offset), len(data))] {
			if column++; c == '\n' {
				line, column = line+1, 1
			}
		}
		place, what = fmt.Sprintf("%s:%d:%d", name, line, max(1, column-1)), broken.Error()
	}
	return &ui.Error{
		Code:    "package_json_invalid",
		Message: fmt.Sprintf("%s: this is not valid JSON: %s.", place, what),
		Fix:     fix,
	}
}
