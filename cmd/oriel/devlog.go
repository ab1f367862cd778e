package main

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

// listening matches the line in which an app prints its own port. It is not shown,
// because people use the front server's port instead.
var listening = regexp.MustCompile(`^\S+ \S+ listening on http://(127\.0\.0\.1|localhost):\d+/`)

// requestOf reads a line of the app's request log. It returns false for other lines.
func requestOf(e devloop.Event) (devEvent, bool) {
	if e.Type != devloop.ServerOutput || !strings.HasPrefix(e.Text, "time=") || !strings.Contains(e.Text, " msg=request ") {
		return devEvent{}, false
	}
	fields, ok := logFields(e.Text)
	took, err := time.ParseDuration(fields["took"])
	if !ok || err != nil || fields["method"] == "" {
		return devEvent{}, false
	}
	const hundredths = 100
	ms := float64(took.Round(time.Millisecond/hundredths)) / float64(time.Millisecond)
	return devEvent{
		Event:  devloop.Event{Type: devRequested, Time: e.Time, MS: ms},
		Method: fields["method"], Name: fields["name"], Client: fields["client"], Code: fields["code"],
	}, true
}

// logFields parses a line of [slog.TextHandler]: KEY=VALUE, with quoted values if
// needed.
func logFields(line string) (fields map[string]string, ok bool) {
	fields = map[string]string{}
	for line != "" {
		key, rest, found := strings.Cut(line, "=")
		if !found || key == "" || strings.ContainsAny(key, " \"") {
			return nil, false
		}
		var value string
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, false
			}
			if value, err = strconv.Unquote(quoted); err != nil {
				return nil, false
			}
			rest = rest[len(quoted):]
			if rest != "" && rest[0] != ' ' {
				return nil, false
			}
			line = strings.TrimPrefix(rest, " ")
		} else {
			value, line, _ = strings.Cut(rest, " ")
		}
		fields[key] = value
	}
	return fields, true
}
