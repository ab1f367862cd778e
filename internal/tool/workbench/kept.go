package workbench

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// The limits of what is kept. The limit of bytes is for all pages together.
const (
	keptFor       = time.Hour
	maxKeptPages  = 16
	maxKeptParts  = 200
	maxKeptBytes  = 64 * mebibyte
	maxKeepBody   = 16 * mebibyte
	maxPartName   = 100
	minPageSecret = 22 // characters that encode 128 bits
	maxPageSecret = 100
)

// kept is what pages show, so that they can show it again after a reload. Each page has a
// secret, which is the only way to what it has kept. The zero value is not usable; see
// [newKept].
type kept struct {
	now func() time.Time

	mu    sync.Mutex
	pages map[pageKey]*keptPage
	bytes int
}

type pageKey [sha256.Size]byte

// keptPage is the last run of a page, in named parts that only the page understands.
type keptPage struct {
	run     int
	parts   map[string]json.RawMessage
	bytes   int
	changed time.Time
}

func newKept() *kept { return &kept{now: time.Now, pages: map[pageKey]*keptPage{}} }

// put keeps a part of a page's run; null removes the part. A newer run replaces what is kept
// of the older one, and parts of an older run are ignored. To make room, pages are forgotten
// that have not kept anything for longest.
func (k *kept) put(page pageKey, run int, name string, value json.RawMessage) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expire()
	p := k.pages[page]
	if p != nil && run < p.run {
		return nil
	}
	if p == nil || run > p.run {
		k.forget(page)
		p = &keptPage{run: run, parts: map[string]json.RawMessage{}}
		k.pages[page] = p
	}
	p.changed = k.now()
	k.remove(p, name)
	if string(value) == "null" {
		return nil
	}
	size := len(name) + len(value)
	if len(p.parts) >= maxKeptParts || p.bytes+size > maxKeptBytes {
		return &ui.Error{
			Code:    "kept_full",
			Message: fmt.Sprintf("A page can keep %d parts of %d MiB together.", maxKeptParts, maxKeptBytes/mebibyte),
			Fix:     "Run the tool again after a reload of the page.",
		}
	}
	p.parts[name] = bytes.Clone(value)
	p.bytes += size
	k.bytes += size
	for k.bytes > maxKeptBytes || len(k.pages) > maxKeptPages {
		k.forget(k.oldest(page))
	}
	return nil
}

// get returns a page's last run and its parts; zero if nothing is kept.
func (k *kept) get(page pageKey) (run int, parts map[string]json.RawMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.expire()
	parts = map[string]json.RawMessage{}
	if p := k.pages[page]; p != nil {
		run = p.run
		maps.Copy(parts, p.parts)
	}
	return run, parts
}

func (k *kept) remove(p *keptPage, name string) {
	if value, ok := p.parts[name]; ok {
		delete(p.parts, name)
		p.bytes -= len(name) + len(value)
		k.bytes -= len(name) + len(value)
	}
}

func (k *kept) forget(page pageKey) {
	if p := k.pages[page]; p != nil {
		k.bytes -= p.bytes
		delete(k.pages, page)
	}
}

func (k *kept) expire() {
	for page, p := range k.pages {
		if k.now().Sub(p.changed) >= keptFor {
			k.forget(page)
		}
	}
}

// oldest returns the page that has not changed for longest, but not the one given.
func (k *kept) oldest(but pageKey) (oldest pageKey) {
	var changed time.Time
	for page, p := range k.pages {
		if page != but && (changed.IsZero() || p.changed.Before(changed)) {
			oldest, changed = page, p.changed
		}
	}
	return oldest
}

type keepRequest struct {
	Page  string          `json:"page"`
	Run   int             `json:"run"`
	Part  string          `json:"part"`
	Value json.RawMessage `json:"value"`
}

type keptRequest struct {
	Page string `json:"page"`
}

type keptAnswer struct {
	// Run is the number of the last run; 0 if nothing is kept.
	Run   int                        `json:"run"`
	Parts map[string]json.RawMessage `json:"parts"`
}

// keep answers POST /api/keep.
func (w *Workbench) keep(_ *http.Request, in keepRequest) (any, error) {
	page, err := keyOf(in.Page)
	if err != nil {
		return nil, err
	}
	if in.Run < 1 || in.Part == "" || len(in.Part) > maxPartName || len(in.Value) == 0 {
		return nil, &ui.Error{Code: "body_invalid", Message: "The request needs the number of a run, the name of a part, and its value."}
	}
	return struct{}{}, w.kept.put(page, in.Run, in.Part, in.Value)
}

// showKept answers POST /api/kept.
func (w *Workbench) showKept(_ *http.Request, in keptRequest) (any, error) {
	page, err := keyOf(in.Page)
	if err != nil {
		return nil, err
	}
	run, parts := w.kept.get(page)
	return keptAnswer{Run: run, Parts: parts}, nil
}

// keyOf hashes a page's secret, so that comparing keys does not reveal it.
func keyOf(secret string) (pageKey, error) {
	if len(secret) < minPageSecret || len(secret) > maxPageSecret {
		return pageKey{}, &ui.Error{
			Code:    "body_invalid",
			Message: fmt.Sprintf("A page's secret has %d to %d characters.", minPageSecret, maxPageSecret),
		}
	}
	return sha256.Sum256([]byte(secret)), nil
}
