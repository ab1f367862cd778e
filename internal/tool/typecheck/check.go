package typecheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

const (
	// defaultLimit is the longest time of a check.
	defaultLimit = time.Minute
	// maxOutput is the most output of the checker that is read, in bytes.
	maxOutput = 4 << 20
	// maxDiagnostics is the most errors that are reported.
	maxDiagnostics = 200
)

// Request describes a check. Compiler and Config are required.
type Request struct {
	// Compiler is the checker's file, as [Compiler] returns it.
	Compiler string
	// Config is the file tsconfig.json, as [Config] returns it.
	Config string
	// Cache is a file that makes the next check faster. Empty means none.
	Cache string
	// Environ is the environment, as "KEY=value".
	Environ []string
	// Limit is how long it may take. Zero is a minute.
	Limit time.Duration
}

// Diagnostic is an error that the checker has found.
type Diagnostic struct {
	// Code is TypeScript's: "TS2322".
	Code string
	// File is a path of this system, relative to the tsconfig.json's folder unless it
	// is absolute. It is empty, and Line and Column are zero, for an error in no file, such as
	// one in tsconfig.json.
	File string
	// Line and Column begin at 1. Column counts UTF-16 units.
	Line, Column int
	// Message is TypeScript's, possibly of several lines.
	Message string
	// Fix says how to install types that are missing; empty for all other errors.
	Fix string
}

// Offset returns the number of bytes before the column, in the text of its line.
func (d Diagnostic) Offset(line string) int {
	units := utf16.Encode([]rune(line))
	return len(string(utf16.Decode(units[:min(len(units), max(d.Column-1, 0))])))
}

// Check checks a project and returns its errors, in the checker's order.
//
// Errors are of type [*ui.Error]: "typecheck_failed" where the checker failed,
// "typecheck_slow" where it took too long; or the context's.
func Check(ctx context.Context, request Request) ([]Diagnostic, error) {
	limited, cancel := context.WithTimeout(ctx, cmp.Or(request.Limit, defaultLimit))
	defer cancel()
	arguments := []string{"--project", request.Config, "--noEmit", "--pretty", "false"}
	if request.Cache != "" {
		arguments = append(arguments, "--incremental", "--tsBuildInfoFile", request.Cache)
	}
	command := exec.Command(request.Compiler, arguments...) //nolint:gosec,noctx // the project's own; Run has the context
	command.Dir, command.Env = filepath.Dir(request.Config), request.Environ
	const outputDelay = time.Second // for what holds its pipes open
	command.WaitDelay = outputDelay
	out := &head{}
	command.Stdout, command.Stderr = out, out
	err := procgroup.Run(limited, command)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("checking types: %w", ctx.Err())
	case limited.Err() != nil:
		return nil, &ui.Error{
			Code:    "typecheck_slow",
			Message: fmt.Sprintf("The type checker takes longer than %v.", cmp.Or(request.Limit, defaultLimit)),
			Fix:     `Look at "include" in ` + filepath.Base(request.Config) + `: it may take in more than the views.`,
		}
	}
	found := Parse(out.text.String())
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && (!exited || len(found) == 0) {
		return nil, &ui.Error{
			Code:    "typecheck_failed",
			Message: fmt.Sprintf("The type checker failed: %v. %s", err, firstLine(out.text.String())),
			Fix:     "Install the packages again: oriel install.",
		}
	}
	return found, nil
}

func firstLine(text string) string {
	const most = 300
	line, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(text, "·")), "\n")
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}

// head keeps the beginning of what is written to it.
type head struct{ text strings.Builder }

// Write keeps p unless there is enough already.
func (h *head) Write(p []byte) (int, error) {
	h.text.Write(p[:min(len(p), maxOutput-h.text.Len())])
	return len(p), nil
}

var (
	inFile   = regexp.MustCompile(`^(\S.*)\((\d{1,9}),(\d{1,9})\): error (TS\d+): (.*)$`)
	anywhere = regexp.MustCompile(`^error (TS\d+): (.*)$`)
)

// Parse reads what the checker prints with "--pretty false". Lines that are no
// diagnostic are left out.
func Parse(text string) []Diagnostic {
	var found []Diagnostic
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.ToValidUTF8(line, "·"), "\r\n")
		if match := inFile.FindStringSubmatch(line); match != nil {
			row, _ := strconv.Atoi(match[2])    // nine digits
			column, _ := strconv.Atoi(match[3]) // likewise
			found = append(found, Diagnostic{
				Code: match[4], File: filepath.FromSlash(match[1]), Line: row, Column: column, Message: match[5],
			})
		} else if match := anywhere.FindStringSubmatch(line); match != nil {
			found = append(found, Diagnostic{Code: match[1], Message: match[2]})
		} else if strings.HasPrefix(line, " ") && len(found) > 0 {
			found[len(found)-1].Message += "\n" + line
		}
		if len(found) > maxDiagnostics {
			found = found[:maxDiagnostics]
			break
		}
	}
	for i := range found {
		found[i] = withFix(found[i])
	}
	return found
}

var npmHint = regexp.MustCompile("\n\\s*Try `npm i --save-dev (@types/[^`\\s]+)` if it exists or add [^\n]*(`declare module [^`\n]+`)")

// withFix adds the fix for types that are missing, in place of the checker's advice to run npm.
func withFix(d Diagnostic) Diagnostic {
	switch d.Code {
	case "TS7016": // no types of a package
		if match := npmHint.FindStringSubmatchIndex(d.Message); match != nil {
			name, declaration := d.Message[match[2]:match[3]], d.Message[match[4]:match[5]]
			d.Fix = "Install its types: oriel add --dev " + name + ". If there are none, write " + declaration + " into a file types.d.ts in views."
			d.Message = d.Message[:match[0]] + d.Message[match[1]:]
		}
	case "TS7026": // no types of JSX
		d.Fix = "If this is React, install its types: oriel add --dev @types/react."
	}
	return d
}
