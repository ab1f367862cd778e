package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/serverconfig"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/ui"
)

// problem is an error of this program: what is wrong, and how to fix it.
type problem struct {
	message, fix string
	// code is stable, in snake_case. It is empty if no script could use it.
	code string
	// usage is set if the arguments are wrong.
	usage bool
}

// Error returns the message and, if there is one, the fix.
func (p *problem) Error() string { return strings.TrimSpace(p.message + " " + p.fix) }

// report prints an error: "oriel: message [code]", and below it, indented, the fix.
func report(t *terminal.Terminal, err error) {
	var faults bundle.Faults
	var fault *bundle.Fault
	var configured serverconfig.Faults
	var declared *ui.Error
	var own *problem
	switch {
	case errors.As(err, &faults):
		for _, one := range faults {
			printError(t, one.Code, one.Error(), "")
		}
	case errors.As(err, &fault):
		printError(t, fault.Code, fault.Error(), "")
	case errors.As(err, &configured):
		for _, one := range configured {
			printError(t, one.Code, one.Message, one.Fix)
		}
	case errors.As(err, &own):
		printError(t, own.code, own.message, own.fix)
	case errors.As(err, &declared):
		printError(t, declared.Code, declared.Message, declared.Fix)
	default:
		printError(t, "", sentence(err.Error()), "")
	}
}

// printError prints one error. The code is at the end of the first line.
func printError(t *terminal.Terminal, code, message, fix string) {
	_, _ = fmt.Fprintln(t, t.Red(t.Bold("oriel:"))+" "+withFix(t, code, message, fix))
}

// warn prints a warning: something to know that stops nothing.
func warn(t *terminal.Terminal, code, message, fix string) {
	_, _ = fmt.Fprintln(t, t.Yellow(t.Bold("oriel:"))+" "+t.Yellow("warning:")+" "+withFix(t, code, message, fix))
}

func withFix(t *terminal.Terminal, code, message, fix string) string {
	if code != "" {
		first, rest, more := strings.Cut(message, "\n")
		if message = first + " " + t.Dim("["+code+"]"); more {
			message += "\n" + rest
		}
	}
	if fix != "" {
		message += "\n    " + strings.ReplaceAll(fix, "\n", "\n    ")
	}
	return message
}

// sentence turns an error's text into a sentence.
func sentence(text string) string {
	if text == "" {
		return "The reason is unknown."
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}
