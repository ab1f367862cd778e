package browsertest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Message is something the page or one of its frames wrote to the console, an
// error that nothing caught, or a line of the browser's own log.
type Message struct {
	// Type is "log", "debug", "info", "warning", "error" or "exception".
	Type string
	Text string
	// URL and Line, counted from 1, say where it came from, if that is known.
	URL  string
	Line int64
}

// String returns the message as one line.
func (m Message) String() string {
	return fmt.Sprintf("%s: %s (%s:%d)", m.Type, m.Text, m.URL, m.Line)
}

// Violation is something that a Content-Security-Policy forbade.
type Violation struct {
	// Directive is the effective one: "connect-src".
	Directive string
	// Blocked is the URL that was refused; empty for inline code and eval.
	Blocked string
	// URL and Line, counted from 1, say where the code is that wanted it.
	URL  string
	Line int64
	// ReportOnly is set for a policy that only reports.
	ReportOnly bool
}

// String returns the violation as one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s forbids %q (%s:%d)", v.Directive, v.Blocked, v.URL, v.Line)
}

// journal collects what the page and its frames report.
type journal struct {
	mu         sync.Mutex
	messages   []Message
	violations []Violation
}

// Messages returns what was written to the console so far, by the page and all
// its frames, from the beginning of each document.
func (p *Page) Messages() []Message {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return slices.Clone(p.log.messages)
}

// Violations returns what policies have forbidden so far, in the page and all
// its frames.
func (p *Page) Violations() []Violation {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return slices.Clone(p.log.violations)
}

// observe begins to collect what a session reports. What it reported before is
// replayed: turning a domain off and on again makes Chromium send its backlog.
func (p *Page) observe(ctx context.Context, s *session) error {
	if _, err := cdp.Call(ctx, s.target, runtime.Disable, cdp.Empty{}); err != nil {
		return fmt.Errorf("observing the console: %w", err)
	}
	if _, err := cdp.Call(ctx, s.target, log.Disable, cdp.Empty{}); err != nil {
		return fmt.Errorf("observing the log: %w", err)
	}
	console := chromedp.Console(s.ctx)
	issues := chromedp.Events(s.ctx, audits.IssueAdded)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			p.log.mu.Lock()
			p.log.messages = append(p.log.messages, Message{Type: string(m.Type), Text: m.Text, URL: m.URL, Line: m.Line + 1})
			p.log.mu.Unlock()
		}
	}()
	go func() {
		for event, err := range issues {
			if err != nil {
				return
			}
			if v, ok := violation(event.Issue); ok {
				p.log.mu.Lock()
				p.log.violations = append(p.log.violations, v)
				p.log.mu.Unlock()
			}
		}
	}()
	for _, enable := range []cdp.Command[cdp.Empty, cdp.Empty]{runtime.Enable, log.Enable, audits.Enable} {
		if _, err := cdp.Call(ctx, s.target, enable, cdp.Empty{}); err != nil {
			return fmt.Errorf("observing a frame with %s: %w", enable.Method, err)
		}
	}
	return nil
}

func violation(issue *audits.InspectorIssue) (Violation, bool) {
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
