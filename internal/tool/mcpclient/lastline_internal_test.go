package mcpclient

import (
	"strings"
	"testing"
)

func TestLastLine(t *testing.T) {
	t.Parallel()
	trace := strings.Repeat("\n    at f (file.js:1)", 10)
	for name, test := range map[string]struct{ printed, want string }{
		"nothing":          {"", ""},
		"the last line":    {"starting\nstopping", "stopping"},
		"Node":             {"file.js:1\nthrow new Error()\n\nTypeError: x is not a function" + trace + "\n\nNode.js v22.23.3", "TypeError: x is not a function"},
		"Python":           {"Traceback (most recent call last):\n  File \"a.py\"\nValueError: bad", "ValueError: bad"},
		"Go":               {"panic: boom\n\ngoroutine 1 [running]:\nmain.main()", "panic: boom"},
		"Java":             {"Exception in thread main\n\tat A.b\nCaused by: java.io.IOException: gone\n\tat C.d", "Caused by: java.io.IOException: gone"},
		"long ago":         {"Error: once" + strings.Repeat("\nworking", 100) + "\nbye", "bye"},
		"the second one":   {"Error: first\nError: second", "Error: second"},
		"only mentions it": {"no errors found\nbye", "bye"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var w lastLine
			for line := range strings.Lines(test.printed) {
				if line = strings.TrimRight(line, "\n"); line != "" {
					w.add(line)
				}
			}
			if w.text != test.want {
				t.Errorf("got %q, want %q", w.text, test.want)
			}
		})
	}
}
