// Command bodies serves an app, and at /memory says how much memory the process has of
// the system, and how much it has had at most, in bytes. What is not needed is given
// back before.
package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel"
)

func main() {
	var most atomic.Uint64
	go func() {
		for range time.Tick(time.Millisecond) {
			most.Store(max(most.Load(), used()))
		}
	}()
	app := oriel.NewWith("bodies", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	app.Mount("GET /memory", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		debug.FreeOSMemory()
		debug.FreeOSMemory() // pools are emptied by the second one
		_, _ = fmt.Fprintln(w, used(), most.Load())
	}))
	app.Main()
}

func used() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
