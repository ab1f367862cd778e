package browsertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
)

// Message is a console message of the page or one of its frames, an uncaught error, or a line of the browser's own
// log.
type Message struct {
	// Type is "log", "debug", "info", "warning", "error" or "exception".
	Type string
	Text string
	// URL and Line, counted from 1, are the source, if it is known.
	URL  string
	Line int64
}

// String returns the message as one line.
func (m Message) String() string {
	return fmt.Sprintf("%s: %s (%s:%d)", m.Type, m.Text, m.URL, m.Line)
}

// Violation is a violation of a Content-Security-Policy.
type Violation struct {
	// Directive is the effective one: "connect-src".
	Directive string
	// Blocked is the URL that was refused; empty for inline code and eval.
	Blocked string
	// URL and Line, counted from 1, are the place of the code that caused it.
	URL  string
	Line int64
	// ReportOnly is set for a policy that only reports.
	ReportOnly bool
}

// String returns the violation as one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s forbids %q (%s:%d)", v.Directive, v.Blocked, v.URL, v.Line)
}

// journal collects messages and violations of a page and its frames.
type journal struct {
	mu         sync.Mutex
	messages   []Message
	violations []Violation
}

// Messages returns all console messages so far, of the page and all its frames.
func (p *Page) Messages() []Message {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return slices.Clone(p.log.messages)
}

// Violations returns all policy violations so far, in the page and all its frames.
func (p *Page) Violations() []Violation {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return slices.Clone(p.log.violations)
}

// enableReports makes a session report the console messages and violations of its frame, including earlier
// ones of its document.
func enableReports(ctx context.Context, s *session) error {
	for _, enable := range []cdp.Command[cdp.Empty, cdp.Empty]{runtime.Enable, log.Enable, audits.Enable} {
		if _, err := call(ctx, s, enable, cdp.Empty{}); err != nil {
			return fmt.Errorf("observing a frame: %w", err)
		}
	}
	return nil
}

// addEvent adds an event, if it is a message or a violation.
func (j *journal) addEvent(method string, params jsonv2.Value) {
	switch method {
	case runtime.ConsoleAPICalled.Method:
		if event, err := decode(runtime.ConsoleAPICalled, params); err == nil {
			j.add(consoleMessage(event))
		}
	case runtime.ExceptionThrown.Method:
		if event, err := decode(runtime.ExceptionThrown, params); err == nil {
			j.add(exceptionMessage(event.ExceptionDetails))
		}
	case log.EntryAdded.Method:
		if event, err := decode(log.EntryAdded, params); err == nil {
			j.add(logMessage(event.Entry))
		}
	case audits.IssueAdded.Method:
		event, err := decode(audits.IssueAdded, params)
		if err != nil {
			return
		}
		if v, ok := violationOf(event.Issue); ok {
			j.mu.Lock()
			defer j.mu.Unlock()
			j.violations = append(j.violations, v)
		}
	}
}

func (j *journal) add(m Message) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.messages = append(j.messages, m)
}

// consoleMessage converts a call of a console function.
func consoleMessage(event runtime.EventConsoleAPICalled) Message {
	texts := make([]string, len(event.Args))
	for i, argument := range event.Args {
		texts[i] = textOfValue(argument)
	}
	url, line := callSite(event.StackTrace)
	return Message{Type: string(event.Type), Text: strings.Join(texts, " "), URL: url, Line: line}
}

// exceptionMessage converts an uncaught error.
func exceptionMessage(details *runtime.ExceptionDetails) Message {
	m := Message{Type: "exception", Text: details.Text, URL: details.URL, Line: details.LineNumber + 1}
	if details.Exception != nil {
		value, _, _ := strings.Cut(textOfValue(details.Exception), "\n    at ")
		m.Text = strings.TrimSpace(details.Text + " " + value)
	}
	if m.URL == "" {
		m.URL, m.Line = callSite(details.StackTrace)
	}
	return m
}

// logMessage converts a line of the browser's log.
func logMessage(entry *log.Entry) Message {
	m := Message{Type: string(entry.Level), Text: entry.Text, URL: entry.URL, Line: entry.LineNumber + 1}
	if entry.Level == log.EntryLevelVerbose {
		m.Type = "debug"
	}
	return m
}

// callSite returns the place of the innermost call.
func callSite(stack *runtime.StackTrace) (url string, line int64) {
	if stack == nil || len(stack.CallFrames) == 0 {
		return "", 1
	}
	return stack.CallFrames[0].URL, stack.CallFrames[0].LineNumber + 1
}

// textOfValue formats a value: a string unchanged, an object with its first members.
func textOfValue(value *runtime.RemoteObject) string {
	var text string
	switch {
	case value.Type == runtime.RemoteObjectTypeString && jsonv2.Unmarshal(value.Value, &text, protocolOptions) == nil:
		return text
	case value.Preview != nil && value.Subtype != runtime.RemoteObjectSubtypeError:
		members := make([]string, len(value.Preview.Properties))
		for i, member := range value.Preview.Properties {
			members[i] = member.Name + ": " + member.Value
		}
		return value.Description + " {" + strings.Join(members, ", ") + "}"
	}
	return cmp.Or(string(value.UnserializableValue), value.Description, string(value.Value), string(value.Type))
}

func violationOf(issue *audits.InspectorIssue) (Violation, bool) {
	if issue == nil || issue.Details == nil || issue.Details.ContentSecurityPolicyIssueDetails == nil {
		return Violation{}, false
	}
	d := issue.Details.ContentSecurityPolicyIssueDetails
	v := Violation{Directive: d.ViolatedDirective, Blocked: d.BlockedURL, ReportOnly: d.IsReportOnly}
	if at := d.SourceCodeLocation; at != nil {
		v.URL, v.Line = at.URL, at.LineNumber+1
	}
	return v, true
}
