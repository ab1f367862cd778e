package serve_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/attachtest"
)

// recording is what a server has answered to requests, by their names. Equal headers
// and bodies stand in it once.
type recording struct {
	answers, heads, bodies map[string]string
}

func newRecording() *recording {
	return &recording{map[string]string{}, map[string]string{}, map[string]string{}}
}

// add notes an answer. It is as it came, but for the order of members, and for what is
// another each time or belongs to the scripts that we embed.
func (r *recording) add(t testing.TB, name string, a attachtest.Answer) {
	t.Helper()
	for base, n := name, 2; r.answers[name] != ""; n++ {
		name = base + " #" + strconv.Itoa(n)
	}
	body, exact := plain(t, name, &a)
	length := a.Header.Get("Content-Length")
	switch {
	case length != "" && length != strconv.Itoa(len(a.Sent)):
		t.Errorf("%s: the Content-Length is %s, the body has %d bytes", name, length, len(a.Sent))
	case length != "" && (!exact || a.Header.Get("Content-Encoding") != ""):
		length = "-"
	}
	var head []string
	for header, values := range a.Header {
		switch header {
		case "Content-Length":
			continue
		case "Mcp-Session-Id":
			values = []string{"…"}
		}
		head = append(head, header+": "+strings.Join(values, " | "))
	}
	slices.Sort(head)
	r.answers[name] = fmt.Sprintf("%d %s %s %s", a.Status, kept(r.heads, strings.Join(head, "; ")), orNone(length), kept(r.bodies, body))
}

// orNone is a length, or what stands for none.
func orNone(length string) string {
	if length == "" {
		return "?"
	}
	return length
}

// kept keeps a text and returns its name.
func kept(in map[string]string, text string) string {
	const enough = 4
	sum := sha256.Sum256([]byte(text))
	name := hex.EncodeToString(sum[:enough])
	in[name] = text
	return name
}

var (
	maskedID   = regexp.MustCompile(`\berr-[a-z2-7]{10}\b`)
	sealed     = regexp.MustCompile(`"requestState":"[^"]+"`)
	questionID = regexp.MustCompile(`"(id|requestId)":"oriel\.[A-Za-z0-9_.-]+"`)
	script     = regexp.MustCompile(`(?s)(<script>).{200,}?(</script>)`)
)

// plain is the body of an answer with its members in order, on one line. It reports
// whether that says how long the body is.
func plain(t testing.TB, name string, a *attachtest.Answer) (body string, exact bool) {
	t.Helper()
	body, exact = a.Body, true
	for _, m := range a.Messages {
		text, err := inOrder(m)
		if err != nil {
			t.Errorf("%s: %v in %s", name, err, m)
		}
		whole := text
		text = sealed.ReplaceAllString(text, `"requestState":"…"`)
		text = script.ReplaceAllString(text, "$1…$2")
		exact = exact && text == whole
		text = maskedID.ReplaceAllString(text, "err-…")
		text = questionID.ReplaceAllString(text, `"$1":"…"`)
		body = strings.Replace(body, string(m), text, 1)
	}
	return strings.ReplaceAll(body, "\n", "⏎"), exact
}

// inOrder writes a JSON text with its members in order, and without any space.
func inOrder(text []byte) (string, error) {
	value, err := attachtest.Value(text)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", fmt.Errorf("writing: %w", err)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

const updateVariable = "ORIEL_UPDATE"

// compare compares with the file of that name, or writes it.
func (r *recording) compare(t *testing.T, name string) {
	t.Helper()
	file := filepath.Join("testdata", "recorded", name+".txt")
	if os.Getenv(updateVariable) != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(r.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("there is no %s: run the test with %s=1 in the environment", file, updateVariable)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := readRecording(strings.ReplaceAll(string(text), "\r\n", "\n"))
	differ := 0
	for _, request := range slices.Sorted(maps.Keys(want.answers)) {
		const most = 10
		recorded, now := want.whole(request), r.whole(request)
		if slices.Equal(recorded, now) {
			continue
		}
		if differ++; differ <= most {
			t.Errorf("%s (-recorded +now):\n%s", request, cmp.Diff(recorded, now))
		}
	}
	for request := range r.answers {
		if want.answers[request] == "" {
			t.Errorf("%s has no answer to %s", file, request)
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d answers are not what %s says. If that is right, run the test with %s=1 in the environment.", differ, len(want.answers), file, updateVariable)
	}
}

// String is the recording as its file has it.
func (r *recording) String() string {
	var out strings.Builder
	for _, part := range []map[string]string{r.answers, r.heads, r.bodies} {
		for _, name := range slices.Sorted(maps.Keys(part)) {
			fmt.Fprintf(&out, "%s\t%s\n", name, part[name])
		}
		out.WriteByte('\n')
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func readRecording(text string) *recording {
	r := newRecording()
	parts := []map[string]string{r.answers, r.heads, r.bodies}
	for i, part := range strings.SplitN(text, "\n\n", len(parts)) {
		for line := range strings.SplitSeq(part, "\n") {
			if name, value, ok := strings.Cut(line, "\t"); ok {
				parts[i][name] = value
			}
		}
	}
	return r
}

// whole is an answer with all that it refers to, for people.
func (r *recording) whole(request string) []string {
	var status, head, length, body string
	if _, err := fmt.Sscan(r.answers[request], &status, &head, &length, &body); err != nil {
		return []string{"there is none"}
	}
	lines := append([]string{"status " + status, "length " + length}, strings.Split(r.heads[head], "; ")...)
	for part := range strings.SplitSeq(r.bodies[body], "⏎") {
		lines = append(lines, indented(part)...)
	}
	return lines
}

// indented is JSON in lines.
func indented(text string) []string {
	var out bytes.Buffer
	before, message, events := strings.Cut(text, "data: ")
	if !events {
		before, message = "", text
	}
	if json.Indent(&out, []byte(message), "", " ") != nil {
		return []string{text}
	}
	return append([]string{before}, strings.Split(out.String(), "\n")...)
}
