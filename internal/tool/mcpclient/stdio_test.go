package mcpclient_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const long = 30 * time.Second

// start dials one of the programs.
func start(t *testing.T, name, profileID string) (*mcpclient.Client, *lines) {
	t.Helper()
	l := newLines()
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel()
	client := dialWith(ctx, t, program(t, name), profileID, mcpclient.Options{
		Recorder: l, Printed: l.add, Notified: func(method string, _ json.RawMessage) { l.add("notified " + method) }, Changed: l.state,
		Retry: time.Millisecond,
	})
	return client, l
}

func TestProgramOfTheSDK(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ profile, protocol string }{
		{"claude", "2026-07-28"}, {"chatgpt", "2026-07-28"}, {"vscode", "2025-11-25"}, {"mcp-ui", "2025-06-18"},
	} {
		t.Run(tt.profile, func(t *testing.T) {
			t.Parallel()
			client, l := start(t, "sdk", tt.profile)
			info := client.Info()
			if info.Protocol != tt.protocol || info.Transport != "stdio" || info.Name != "clock" || !strings.Contains(string(info.Capabilities), `"prompts"`) {
				t.Errorf("info = %+v", info)
			}
			everyList(t, client)
			if _, err := client.Call(t.Context(), "grow", nil, nil); err != nil {
				t.Fatal(err)
			}
			l.await(t, "notified notifications/tools/list_changed")
		})
	}
}

// everyList asks a server with addTools for all that it has.
func everyList(t *testing.T, client *mcpclient.Client) {
	t.Helper()
	ctx := t.Context()
	templates, err := client.Templates(ctx)
	if err != nil || len(templates) != 1 || !strings.Contains(string(templates[0]), "day://{date}") {
		t.Errorf("templates = %s, %v", templates, err)
	}
	prompts, err := client.Prompts(ctx)
	if err != nil || len(prompts) != 1 || !strings.Contains(string(prompts[0]), `"greet"`) {
		t.Errorf("prompts = %s, %v", prompts, err)
	}
	prompt, err := client.Prompt(ctx, "greet", map[string]string{"who": "Ada"})
	if err != nil || !strings.Contains(string(prompt), "Hello Ada") {
		t.Errorf("prompt = %s, %v", prompt, err)
	}
	read, err := client.Read(ctx, "day://today")
	if err != nil || !strings.Contains(string(read), "sunny") {
		t.Errorf("read = %s, %v", read, err)
	}
	var got []mcpclient.Progress
	result, err := client.Call(ctx, "count", nil, func(p mcpclient.Progress) { got = append(got, p) })
	if err != nil || !strings.Contains(string(result), "counted") {
		t.Errorf("result = %s, %v", result, err)
	}
	total := 5.0
	want := []mcpclient.Progress{
		{Progress: 1, Total: &total, Message: "step 1"},
		{Progress: 2, Total: &total, Message: "step 2"},
		{Progress: 3, Total: &total, Message: "step 3"},
		{Progress: 4, Total: &total, Message: "step 4"},
		{Progress: 5, Total: &total, Message: "step 5"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// Old programs: one answers server/discover with an error, one ignores it, one
// exits.
func TestSystemProgramsThatKnowOnlyInitialize(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"plain", "ignores", "initialize only"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, l := start(t, name, "claude")
			if got := client.Info().Protocol; got != "2025-06-18" {
				t.Errorf("protocol = %q", got)
			}
			if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
				t.Errorf("%s, %v", result, err)
			}
			if name == "ignores" {
				m := l.awaitMessage(t, "a note", func(m mcpclient.Message) bool { return m.Note != "" })
				if m.Method != "server/discover" || m.Kind != mcpclient.Failure {
					t.Errorf("the note is on %+v", m)
				}
			}
		})
	}
}

func TestProgramsThatDoNotStart(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/plain.txt"
	write(t, file, "no program", 0o600)
	script := t.TempDir() + "/script"
	programtest.WriteProgram(t, script, "#!/no/such/interpreter\n")
	self := program(t, "plain").Command[0]
	for _, tt := range []struct {
		name   string
		server mcpclient.Server
		text   string
	}{
		{"not in PATH", mcpclient.Server{Command: []string{"no-such-program-here"}}, "in no folder of PATH"},
		{"not in its own PATH", mcpclient.Server{Command: []string{"sh"}, Env: []string{"PATH=/nowhere"}}, "in no folder of PATH"},
		{"no such file", mcpclient.Server{Command: []string{"/no/such/file"}}, "there is no such file"},
		{"no interpreter", mcpclient.Server{Command: []string{script}}, "interpreter"},
		{"not executable", mcpclient.Server{Command: []string{file}}, "not allowed to run"},
		{"no folder", mcpclient.Server{Command: []string{self}, Dir: "/no/such/folder"}, "/no/such/folder"},
		{"no name", mcpclient.Server{Command: []string{""}}, "no program was named"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.server.ID = "x"
			_, err := mcpclient.Dial(t.Context(), tt.server, profile(t, "vscode"), mcpclient.Options{})
			if code(err) != "server_not_started" || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("error = %v (%s), want %q", err, code(err), tt.text)
			}
		})
	}
}

func TestSystemProgramThatExitsAtOnce(t *testing.T) {
	t.Parallel()
	// Which of the two ends is noticed first is up to chance.
	for _, id := range append(slices.Repeat([]string{"generic"}, 30), "claude", "vscode") {
		_, err := mcpclient.Dial(t.Context(), program(t, "exits"), profile(t, id), mcpclient.Options{})
		if code(err) != "server_exited" || !strings.Contains(err.Error(), "exited with code 3") || !strings.Contains(err.Error(), "licence") {
			t.Errorf("%s: error = %v (%s)", id, err, code(err))
		}
		if strings.ContainsRune(err.Error(), '\x1b') {
			t.Errorf("the error carries control characters: %q", err)
		}
	}
}

// What ends a program ends its requests, with the reason. It is started again.
func TestProgramsThatEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, code, text string }{
		{"exits mid-call", "server_exited", `exited with code 7. It printed: "out of luck"`},
		{"half a line", "server_exited", "exited with code 0"},
		{"killed", "server_exited", "was killed by SIGKILL"},
		{"closes stdout", "server_exited", "closed its standard output"},
		{"one line", "result_too_large", "64 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client, l := start(t, tt.name, "vscode")
			_, err := client.Call(t.Context(), "tool", nil, nil)
			if code(err) != tt.code || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("the call: %v (%s), want %s with %q", err, code(err), tt.code, tt.text)
			}
			if end := l.await(t, "ended "); !strings.HasPrefix(end, "ended "+tt.code) || !strings.Contains(end, tt.text) {
				t.Errorf("it ended with %s", end)
			}
			if _, err := client.Read(t.Context(), "ui://x"); err != nil {
				t.Errorf("a request afterwards: %v", err)
			}
			if tt.name == "half a line" {
				l.awaitMessage(t, "the half line", func(m mcpclient.Message) bool {
					return m.Kind == mcpclient.Noise && strings.Contains(string(m.Body), `{\"jsonrpc`) && strings.Contains(m.Note, "cut off")
				})
			}
		})
	}
}

// What is no message is recorded and passed over.
func TestProgramsThatPrintNonsense(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		noise int
		note  string
	}{
		{"garbage", 6, "JSON-RPC"},
		{"nested", 1, "nesting"},
		{"large batch", 1, "JSON-RPC"},
		{"batch", 0, "batch"},
		{"bad text", 0, "UTF-8"},
		{"text id", 0, "another type"},
		{"twice", 0, "late, or twice"},
		{"other id", 0, "no request had this id"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client, l := start(t, tt.name, "vscode")
			result, err := client.Call(t.Context(), "tool", nil, nil)
			want := `{"ok":true}`
			if tt.name == "bad text" {
				want = "{\"text\":\"a\ufffdb\"}"
			}
			if err != nil || string(result) != want {
				t.Fatalf("%q, %v", result, err)
			}
			l.awaitMessage(t, "a note of "+tt.note, func(m mcpclient.Message) bool { return strings.Contains(m.Note, tt.note) })
			if _, err := client.Read(t.Context(), "ui://x"); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			noise := 0
			for _, m := range l.all() {
				if m.Kind == mcpclient.Noise {
					noise++
					var body struct {
						Text string `json:"text"`
					}
					if json.Unmarshal(m.Body, &body) != nil || len(body.Text) > 5000 || m.Direction != mcpclient.Received {
						t.Errorf("noise is recorded as %.200s", m.Body)
					}
				}
				if m.Kind == mcpclient.Response && m.Note != "" && strings.Contains(m.Note, "Nobody") && m.Method != "" {
					t.Errorf("an answer that nobody waits for has the method %q", m.Method)
				}
			}
			if noise != tt.noise {
				t.Errorf("%d lines of noise, want %d", noise, tt.noise)
			}
		})
	}
}

func TestCancelledAndLate(t *testing.T) {
	t.Parallel()
	client, l := start(t, "late", "vscode")
	ctx, expire := newExpiring(t)
	failed := make(chan error, 1)
	go func() {
		_, err := client.Call(ctx, "tool", nil, nil)
		failed <- err
	}()
	l.await(t, "called")
	expire()
	if err := <-failed; code(err) != "server_timeout" {
		t.Errorf("error = %v", err)
	}
	if got := l.await(t, "cancelled "); !strings.Contains(got, `"requestId":100`) {
		t.Errorf("the program read %q", got)
	}
	m := l.awaitMessage(t, "the late answer", func(m mcpclient.Message) bool { return strings.Contains(m.Note, "late") })
	if m.Kind != mcpclient.Response || m.Method != "" || m.ID != "100" {
		t.Errorf("the late answer is %+v", m)
	}
	if _, err := client.Read(t.Context(), "ui://x"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// A program that reads nothing holds nobody up beyond the context.
func TestProgramThatDoesNotRead(t *testing.T) {
	t.Parallel()
	client, _ := start(t, "deaf after", "vscode")
	arguments, err := json.Marshal(map[string]string{"x": strings.Repeat("x", 1<<20)})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // the first fills the pipe, the others wait for it
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		began := time.Now()
		_, err := client.Call(ctx, "tool", arguments, nil)
		cancel()
		if code(err) != "server_timeout" || time.Since(began) > long {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	}
}

func TestDialOfAProgramThatHangs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"silent", "deaf"} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		began := time.Now()
		_, err := mcpclient.Dial(ctx, program(t, name), profile(t, "claude"), mcpclient.Options{})
		cancel()
		if code(err) != "server_timeout" || time.Since(began) > long {
			t.Errorf("%s: after %v: %v", name, time.Since(began), err)
		}
	}
}

func TestSystemFloods(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"flood", "asks", "shouts"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 2*long)
			defer cancel()
			client, l := start(t, name, "vscode")
			if result, err := client.Call(ctx, "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
				t.Errorf("%s, %v", result, err)
			}
			if name == "shouts" {
				l.await(t, "hoarse")
				l.mu.Lock()
				defer l.mu.Unlock()
				for _, text := range l.texts {
					if len(text) > 8<<10 {
						t.Fatalf("a line of %d bytes", len(text))
					}
				}
			}
		})
	}
}

// Two clients of one server have a program each.
func TestAProgramForEachClient(t *testing.T) {
	t.Parallel()
	one, first := start(t, "plain", "vscode")
	_, second := start(t, "plain", "vscode")
	if a, b := first.await(t, "pid "), second.await(t, "pid "); a == b {
		t.Errorf("both speak to %s", a)
	}
	if err := one.Close(); err != nil {
		t.Error(err)
	}
	if _, err := one.Call(t.Context(), "tool", nil, nil); code(err) != "client_closed" {
		t.Errorf("a call after the end: %v", err)
	}
}
