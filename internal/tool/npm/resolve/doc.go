// Package resolve decides which versions of which packages a project gets, and
// in whose node_modules each lies, and writes package.json and
// package-lock.json so that npm takes them as its own.
//
// The tree is npm's: a package goes as near to the project as nobody minds,
// packages that want another version have it in their own node_modules, peers
// are installed, too, and what the lockfile has stays as it is wherever it can.
package resolve

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/ui"
)

// asError returns the error for people in an error, or nil.
func asError(err error) *ui.Error {
	own, _ := errors.AsType[*ui.Error](err)
	return own
}

// codeOf is the code of an error, or "".
func codeOf(err error) string {
	if own := asError(err); own != nil {
		return own.Code
	}
	return ""
}

// asSentence is what an error says, without how to mend it.
func asSentence(err error) string {
	if own := asError(err); own != nil {
		return own.Message
	}
	return err.Error()
}

// fromShasum is the integrity that the oldest packages have, or "".
func fromShasum(shasum string) string {
	sum, err := hex.DecodeString(shasum)
	if err != nil || len(sum) == 0 {
		return ""
	}
	return "sha1-" + base64.StdEncoding.EncodeToString(sum)
}

// malformed says where a JSON file is none.
func malformed(name string, data []byte, fix string) error {
	var anything any
	err := json.Unmarshal(data, &anything)
	place, what := name, "it is no object"
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
		Message: fmt.Sprintf("%s: this is not JSON that npm reads: %s.", place, what),
		Fix:     fix,
	}
}
