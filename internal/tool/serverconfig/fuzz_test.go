package serverconfig

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/orielapps/oriel/ui"
)

// Whatever a file holds, reading it ends, and gives servers that can be used or
// an error that can be shown.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"mcpServers": {"a": {"command": "x", "args": ["${HOME}"], "env": {"A": "b"}, "cwd": "/"}}}`,
		`{"servers": {"a": {"type": "http", "url": "https://a/mcp", "headers": {"X": "${T:-1}"}},},} // end`,
		`{"mcpServers": {"\u001b": {"command": 1}, "": {}, "b": {"url": "a:1", "x": null}}}`,
		"{\"a\": /* ", "[[[[", "{\"mcpServers\":{\"a\":{\"command\":\"${input:x}\"}}}", "\"\\", "/", "//",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		config, err := parse("c.json", "/project", data, []string{"HOME=/home/ada"})
		if !bytes.Equal(before, data) {
			t.Fatal("it changes its input")
		}
		if err != nil {
			var fault *ui.Error
			if !errors.As(err, &fault) || fault.Code == "" || fault.Message == "" {
				t.Errorf("error %T: %v", err, err)
			}
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
				t.Errorf("error %q", err)
			}
			return
		}
		ids := map[string]bool{}
		for _, s := range config.Servers {
			if s.ID == "" || ids[s.ID] || strings.ContainsFunc(s.ID, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("id %q", s.ID)
			}
			ids[s.ID] = true
			if (s.Endpoint == "") == (len(s.Command) == 0) {
				t.Errorf("%+v is not one of endpoint and program", s)
			}
		}
		for _, warning := range config.Warnings {
			if strings.ContainsFunc(warning, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("warning %q", warning)
			}
		}
	})
}

func FuzzExpand(f *testing.F) {
	for _, text := range []string{"${HOME}", "${A:-b}", "${env:HOME}", "${input:x}", "${", "$${}", "a${/}b"} {
		f.Add(text)
	}
	vars := newVariables("/project", []string{"HOME=/home/ada"})
	f.Fuzz(func(t *testing.T, text string) {
		out, err := vars.expand(text)
		if err == nil && !strings.Contains(text, "${") && out != text {
			t.Errorf("%q became %q", text, out)
		}
	})
}

func FuzzEnvFile(f *testing.F) {
	f.Add("A=1\nexport B='2'\n# c\n")
	f.Add("\"")
	f.Fuzz(func(t *testing.T, text string) {
		own, faulty := parseEnv(text)
		for _, variable := range own {
			if name, _, ok := strings.Cut(variable, "="); !ok || name == "" || strings.ContainsRune(variable, 0) {
				t.Errorf("variable %q", variable)
			}
		}
		if faulty < 0 || faulty > 1+strings.Count(text, "\n") {
			t.Errorf("line %d", faulty)
		}
	})
}
