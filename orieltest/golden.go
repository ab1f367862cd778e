package orieltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// updateVariable is the environment variable that makes Golden write its files. It is not a
// flag, because a test may define any flag itself.
const updateVariable = "ORIEL_UPDATE"

var goldenName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$`)

// Golden compares an answer with the file testdata/wire/PROFILE/LIFECYCLE/NAME.json beside
// the test, and fails the test if they differ. The answer is that of [Host.Request], a
// [*Result], or anything else that marshals to JSON. With ORIEL_UPDATE=1 in the environment
// it writes the file instead.
//
// The package documentation says what is ignored.
func (h *Host) Golden(name string, answer any) {
	h.t.Helper()
	if !goldenName.MatchString(name) {
		h.t.Fatalf("orieltest: %q is not a valid name of a golden. Use letters, digits, \"_\", \"-\" and \".\".", name)
	}
	got, err := canonical(answer)
	if err != nil {
		h.t.Fatalf("orieltest: the golden %s: %v", name, err)
	}
	file := filepath.Join("testdata", "wire", h.profile.ID, string(h.link.lifecycle), name+".json")
	if os.Getenv(updateVariable) != "" {
		if err = write(file, got); err != nil {
			h.t.Fatalf("orieltest: %v", err)
		}
		return
	}
	want, err := os.ReadFile(file) //nolint:gosec // its parts are validated
	switch {
	case errors.Is(err, fs.ErrNotExist):
		h.t.Errorf("orieltest: %s does not exist. Run the test with %s=1 in the environment, and read what it writes:\n%s",
			filepath.ToSlash(file), updateVariable, got)
	case err != nil:
		h.t.Fatalf("orieltest: %v", err)
	default:
		if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
			h.t.Errorf("orieltest: the answer to %s differs from %s. If it is right, run the test with %s=1 in the environment (-want +got):\n%s",
				h.profile.ID, filepath.ToSlash(file), updateVariable, diff)
		}
	}
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // with the permissions of the tests beside it
		return fmt.Errorf("writing a golden: %w", err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil { //nolint:gosec // with the permissions of the tests beside it
		return fmt.Errorf("writing a golden: %w", err)
	}
	return nil
}

// canonical returns an answer as a golden has it: with sorted members, and without what
// differs between runs or builds.
func canonical(answer any) (string, error) {
	if r, ok := answer.(*Result); ok && r != nil {
		answer = r.Answer
	}
	if raw, ok := answer.([]byte); ok {
		answer = json.RawMessage(raw)
	}
	data, err := json.Marshal(answer)
	if err != nil {
		return "", fmt.Errorf("it doesn't marshal to JSON: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", fmt.Errorf("it is not JSON: %w", err)
	}
	if m, ok := value.(map[string]any); ok && m["jsonrpc"] != nil && m["id"] != nil {
		m["id"] = elided
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(masked(value)); err != nil {
		return "", fmt.Errorf("it doesn't marshal to JSON: %w", err)
	}
	return out.String(), nil
}

// elided replaces what a golden ignores.
const elided = "…"

// masked returns a JSON value with everything elided that a golden ignores.
func masked(value any) any {
	switch value := value.(type) {
	case string:
		text := errorID.ReplaceAllString(value, "err-"+elided)
		return viewBuild.ReplaceAllString(text, "${1}"+elided)
	case []any:
		for i := range value {
			value[i] = masked(value[i])
		}
	case map[string]any:
		kind, _ := value["mimeType"].(string)
		if text, ok := value["text"].(string); ok && strings.HasPrefix(kind, "text/html") {
			value["text"] = skeleton(text)
		}
		for name := range value {
			value[name] = masked(value[name])
		}
	}
	return value
}

var (
	errorID = regexp.MustCompile(`\berr-[a-z2-7]{10}\b`)
	// viewBuild matches the URI of a view; the group is the part before the build's hash.
	viewBuild = regexp.MustCompile(`(\bui://[a-z0-9-]+/[a-z0-9-]+/)[0-9a-f]{12}\b`)
)

// skeleton returns a document without the text of its scripts and styles, which is long and
// changes with each build. Data in scripts stays.
func skeleton(document string) string {
	const longest = 4000
	text := scriptOrStyle.ReplaceAllStringFunc(document, func(element string) string {
		parts := scriptOrStyle.FindStringSubmatch(element)
		open, content, end := parts[1], parts[2], parts[3]
		if content == "" || dataType.MatchString(open) {
			return element
		}
		return open + elided + end
	})
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + elided
	}
	return text
}

var (
	scriptOrStyle = regexp.MustCompile(`(?is)(<(?:script|style)\b[^>]*>)(.*?)(</(?:script|style)\s*>)`)
	dataType      = regexp.MustCompile(`(?i)\stype\s*=\s*["']?application/(?:[a-z]+\+)?json\b`)
)
