package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/bundle"
	"github.com/orielapps/oriel/internal/serverconfig"
	"github.com/orielapps/oriel/ui"
)

// problem is an error of this program itself: what is wrong, and how to mend
// it.
type problem struct {
	message, fix string
	// usage is set where the arguments are at fault.
	usage bool
}

// Error returns the message and, if there is one, the fix.
func (p *problem) Error() string { return strings.TrimSpace(p.message + " " + p.fix) }

// report prints an error: "oriel: message", and below it, indented, what helps
// to mend it.
func report(w io.Writer, err error) {
	var faults bundle.Faults
	var fault *bundle.Fault
	var configured serverconfig.Faults
	var declared *ui.Error
	var own *problem
	switch {
	case errors.As(err, &faults):
		for _, one := range faults {
			complain(w, one.Error(), "")
		}
	case errors.As(err, &fault):
		complain(w, fault.Error(), "")
	case errors.As(err, &configured):
		for _, one := range configured {
			complain(w, one.Message, one.Fix)
		}
	case errors.As(err, &own):
		complain(w, own.message, own.fix)
	case errors.As(err, &declared):
		complain(w, declared.Message, declared.Fix)
	default:
		complain(w, sentence(err.Error()), "")
	}
}

func complain(w io.Writer, message, fix string) {
	if fix != "" {
		message += "\n    " + strings.ReplaceAll(fix, "\n", "\n    ")
	}
	_, _ = fmt.Fprintln(w, "oriel: "+message)
}

// sentence makes a sentence of an error's text.
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
