package signin

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Verdict is how a step has ended.
type Verdict string

// The verdicts of steps. A step that waits is one of the user; an absent document is no
// failure where the specification names another place for it.
const (
	Passed  Verdict = "ok"
	Failed  Verdict = "failed"
	Absent  Verdict = "absent"
	Waiting Verdict = "waiting"
)

// Party is who has to do something about a failure.
type Party string

// The parties of a sign-in.
const (
	TheServer    Party = "server"
	TheProvider  Party = "provider"
	TheWorkbench Party = "workbench"
	TheUser      Party = "user"
)

// Step is one thing that is done for a sign-in. It has no secrets.
type Step struct {
	What string
	// Request is the method and the address, or what comes in their place.
	Request string
	// Status is that of the HTTP answer; zero without one.
	Status int
	// Wants is what the specification wants, and Section where.
	Wants, Section string
	Verdict        Verdict
	// Fault is who has to do something; empty without a failure.
	Fault Party
	// Problem says what is wrong or absent, or what was found; Fix what to do.
	Problem, Fix string
	At           time.Time
	Duration     time.Duration
}

// Error is a step that has failed.
type Error struct{ Step Step }

// Error returns what is wrong and what to do.
func (e *Error) Error() string { return strings.TrimSpace(e.Step.Problem + " " + e.Step.Fix) }

// failed returns the step as a failure.
func (s *Step) failed(by Party, problem, fix string) error {
	s.Verdict, s.Fault, s.Problem, s.Fix = Failed, by, problem, fix
	return &Error{*s}
}

// plain makes a text of somebody else harmless and short enough for a sentence.
func plain(text string) string {
	const longest = 300
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))), " ")
	if utf8.RuneCountInString(text) > longest {
		return string([]rune(text)[:longest]) + "…"
	}
	return text
}
