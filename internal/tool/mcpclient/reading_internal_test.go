package mcpclient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadLine(t *testing.T) {
	t.Parallel()
	const limit = 300_000
	long := strings.Repeat("abc", 90_000)
	for _, tt := range []struct {
		name, input string
		want        []string
		end         error
	}{
		{"lines", "a\nb\r\n\nc", []string{"a", "b", "", "c"}, io.EOF},
		{"nothing", "", []string{""}, io.EOF},
		{"long", long + "\nb\n", []string{long, "b", ""}, io.EOF},
		{"long at the end", long, []string{long}, io.EOF},
		{"as long as it may be", strings.Repeat("x", limit-1) + "\n", []string{strings.Repeat("x", limit-1), ""}, io.EOF},
		{"too long", "a\n" + strings.Repeat("x", limit) + "\nb", []string{"a", ""}, errTooLarge},
	} {
		for _, reader := range []io.Reader{strings.NewReader(tt.input), iotest.HalfReader(strings.NewReader(tt.input))} {
			lines := bufio.NewReader(reader)
			var got []string
			for {
				line, err := readLine(lines, limit)
				got = append(got, string(line))
				if err != nil {
					if !errors.Is(err, tt.end) {
						t.Errorf("%s: %v", tt.name, err)
					}
					break
				}
			}
			if !cmp.Equal(tt.want, got) {
				t.Errorf("%s: %d lines, want %d", tt.name, len(got), len(tt.want))
			}
		}
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	reader := newEventReader(strings.NewReader("\ufeff: a comment\nid: 1\n\nevent: endpoint\ndata: /a\n\n"+
		"data:one\r\ndata:  two\r\ndata\r\nretry: 250\r\nretry: soon\r\nid: 2\x00\r\nodd: x\r\n\r\n"+
		"event: dropped\n\ndata: last\nid: 3\n\ndata: cut off\n"), 1000)
	var got []event
	var end error
	for end == nil {
		var one event
		if one, end = reader.next(); end == nil {
			got = append(got, one)
		}
	}
	want := []event{{name: "endpoint", data: []byte("/a")}, {data: []byte("one\n two\n")}, {data: []byte("last")}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(event{})); diff != "" || !errors.Is(end, io.EOF) {
		t.Errorf("%v (-want +got):\n%s", end, diff)
	}
	if reader.lastID != "3" || reader.retry != 250*time.Millisecond {
		t.Errorf("id %q, retry %v", reader.lastID, reader.retry)
	}
	for name, input := range map[string]string{
		"one line":   "data: " + strings.Repeat("x", 1000),
		"many lines": strings.Repeat("data: x\n", 600) + "\n",
		"names":      strings.Repeat("event: xxxxxxxxxxxxxx\n", 100) + "data: 1\n\n",
	} {
		if one, err := newEventReader(strings.NewReader(input), 1000).next(); !errors.Is(err, errTooLarge) {
			t.Errorf("%s: %v, %v", name, one, err)
		}
	}
	many := strings.Repeat(": comment\n", 1000) + strings.Repeat("data: x\n\n", 1000)
	reader = newEventReader(strings.NewReader(many), 100)
	for range 1000 {
		if _, err := reader.next(); err != nil {
			t.Fatalf("a long stream of small events: %v", err)
		}
	}
}

func TestLimitOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, input string
		events      bool
		over        bool
	}{
		{"fits", strings.Repeat("x", 100), false, false},
		{"over", strings.Repeat("x", 101), false, true},
		{"small events", strings.Repeat("data: x\n\n", 1000), true, false},
		{"small events with CR", strings.Repeat("data: x\r\n\r\n", 1000), true, false},
		{"a large event", strings.Repeat("data: x\n\n", 10) + "data: " + strings.Repeat("x", 100) + "\n\n", true, true},
		{"an event of many lines", strings.Repeat("data: x\n", 20), true, true},
	} {
		overs := 0
		body := &limitedBody{
			inner: io.NopCloser(iotest.OneByteReader(strings.NewReader(tt.input))), limit: 100, left: 100,
			events: tt.events, overflow: func() { overs++ },
		}
		read, err := io.ReadAll(body)
		if over := errors.Is(err, errTooLarge); over != tt.over || over != (overs > 0) || !over && string(read) != tt.input {
			t.Errorf("%s: %d bytes, %v, told %d times", tt.name, len(read), err, overs)
		}
	}
}

// Whatever comes, each line is either messages or noise, and is small enough to
// be recorded.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{"jsonrpc":"2.0","method":"x"},1]`, `[]`, `[`, `{`, "\xff", `{"jsonrpc":"2.0","id":[],"method":"x"}`,
		`{"jsonrpc":"2.0","method":"\ud800"}`, `[[[[`, ` `, `{"jsonrpc":"2.0","id":1e999,"result":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		noise := 0
		messages := decode(bytes.Clone(data), func(text []byte, why string) {
			noise++
			m := noiseMessage(text, why)
			if !json.Valid(m.Body) || len(m.Body) > 8*noiseHead || m.Note == "" {
				t.Errorf("noise %q", m.Body)
			}
		})
		if len(messages) == 0 && noise == 0 && len(bytes.TrimSpace(data)) > 0 {
			t.Errorf("%q left no trace", data)
		}
	})
}

func FuzzEvents(f *testing.F) {
	for _, seed := range []string{"data: 1\n\n", "event: a\r\ndata: 1\r\n\r\n", "id: 1\nretry: 5\n\n:\n\ndata\n\n", "\ufeffdata: x\n\n", "data: 1\rdata: 2\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 64
		reader := newEventReader(bytes.NewReader(data), limit)
		for {
			one, err := reader.next()
			if err != nil {
				return
			}
			if len(one.data) > limit || len(one.name) > limit || strings.ContainsAny(reader.lastID, "\x00\n") || reader.retry < 0 {
				t.Fatalf("%q gives %q, id %q, retry %v", data, one, reader.lastID, reader.retry)
			}
		}
	})
}

func FuzzPage(f *testing.F) {
	for _, seed := range []string{`{"tools":[{}],"nextCursor":"x"}`, `{"tools":[1,2],"tools":[3]}`, `{"nextCursor":null}`, `{"tools":`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const room = 10
		entries, _, err := readPage(data, "tools", room)
		if err != nil {
			return
		}
		if len(entries) > room {
			t.Fatalf("%d entries", len(entries))
		}
		for _, entry := range entries {
			if !json.Valid(entry) {
				t.Fatalf("%q is no JSON", entry)
			}
		}
	})
}
