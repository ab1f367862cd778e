package peer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestProgram(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	stdout, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-tools", "7"}, out, io.Discard, func(c Config) (http.Handler, error) {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Join(c.ToolNames(), " "))
			}), nil
		})
	}()
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(url)
	if got := get(t, url); len(strings.Fields(got)) != 7 || !strings.HasPrefix(got, Tool+" ") {
		t.Errorf("the tools are %q", got)
	}
	var now Snapshot
	if err := json.Unmarshal([]byte(get(t, strings.Replace(url, Endpoint, State, 1))), &now); err != nil || now.Goroutines < 2 || now.Heap < 1<<10 {
		t.Errorf("%+v, %v", now, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestProgramFails(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"an unknown flag":    {"-nonsense"},
		"a missing document": {"-views", "1", "-document", t.TempDir() + "/none.html"},
		"no app":             nil,
	} {
		build := func(Config) (http.Handler, error) { return nil, errors.New("there is no app") }
		if err := run(t.Context(), args, io.Discard, io.Discard, build); err == nil {
			t.Errorf("%s: it runs", name)
		}
	}
}
