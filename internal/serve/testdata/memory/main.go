// Command memory begins many sessions of the older lifecycle, calls a tool in each,
// and prints how much the memory of the process has grown by them, in bytes.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/orielapps/oriel"
)

func main() {
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	app := oriel.NewWith("memory", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	type text struct {
		Text string `json:"text"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "echo"}, func(_ context.Context, in text) (oriel.Result[text], error) {
		return oriel.Result[text]{Data: in}, nil
	})
	h := app.Handler()
	runtime.GOMAXPROCS(1) // threads have memory of their own
	sessions(h, count/5)  // what is made once is there afterwards
	var heapGrown, residentGrown int64
	for range 3 { // what the runtime itself does with its pages does not repeat; a leak does
		heap, resident := usage()
		sessions(h, count)
		heapAfter, residentAfter := usage()
		heapGrown, residentGrown = heapAfter-heap, residentAfter-resident
		if max(heapGrown, residentGrown) < 1<<20 {
			break
		}
	}
	fmt.Println(heapGrown, residentGrown)
}

func sessions(h http.Handler, count int) {
	for i := range count {
		client := "client-" + strconv.Itoa(i)
		begun := post(h, "", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"`+client+`","version":"1"}}}`)
		session := begun.Header().Get("Mcp-Session-Id")
		called := post(h, session, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`+client+`"}}}`)
		if session == "" || !strings.Contains(called.Body.String(), client) {
			panic(begun.Body.String() + called.Body.String())
		}
	}
}

func post(h http.Handler, session, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// usage is the memory of the heap, and that which is resident, where the system
// tells it.
func usage() (heap, resident int64) {
	debug.FreeOSMemory()
	debug.FreeOSMemory() // pools are emptied by the second one
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return int64(stats.HeapAlloc), 0
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		panic(err)
	}
	return int64(stats.HeapAlloc), pages * int64(os.Getpagesize())
}
