package oriel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/state"
)

func TestFilesOfEverySize(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3*chunkBytes + 7} {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			t.Parallel()
			app, uploads := uploading(t, oriel.FileOptions{})
			want := content(size)
			id := upload(t.Context(), t, app, "a.txt", want)
			file, err := uploads.Open(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if file.ID != id || file.Name != "a.txt" || file.MIMEType != "text/plain" || file.Size() != int64(size) || time.Until(file.Expires) <= 0 {
				t.Errorf("the file is %+v", file)
			}
			if err := iotest.TestReader(file, want); err != nil {
				t.Error(err)
			}
			if got := download(t.Context(), t, app, id); !bytes.Equal(got, want) {
				t.Errorf("the view reads %d other bytes", len(got))
			}
		})
	}
}

// A file is its user's alone, by whatever door another comes.
func TestFilesOfAnotherUser(t *testing.T) {
	t.Parallel()
	app, uploads := uploading(t, oriel.FileOptions{MaxFiles: 2})
	ann := signedIn(t, "ann")
	want := content(chunkBytes + 1)
	id := upload(ann, t, app, "diary.txt", want)
	begun, code := exchange(ann, t, app, chunkArguments{Name: "b", Size: len(want), Data: encoded(want[:chunkBytes])})
	if code != "" {
		t.Fatal(code)
	}
	for name, ctx := range map[string]context.Context{
		"bob": signedIn(t, "bob"), "nobody": t.Context(), "ann in another case": signedIn(t, "Ann"), "a path to ann": signedIn(t, "ann/"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, in := range map[string]chunkArguments{
				"read":          {FileID: id},
				"read on":       {FileID: id, Offset: chunkBytes},
				"write":         {FileID: id, Data: encoded(want[:chunkBytes])},
				"write another": {FileID: id, Data: encoded(bytes.Repeat([]byte{1}, chunkBytes))},
				"write on":      {FileID: begun.FileID, Offset: chunkBytes, Data: encoded(want[chunkBytes:])},
			} {
				if answer, code := exchange(ctx, t, app, in); code != "file_unknown" || answer != (chunkAnswer{}) {
					t.Errorf("%s: %q, %+v", what, code, answer)
				}
			}
			if _, err := uploads.Open(ctx, id); codeOf(err) != "file_unknown" {
				t.Errorf("open: %v", err)
			}
			if err := uploads.Delete(ctx, id); err != nil {
				t.Error(err)
			}
			// Somebody else's files take no room of this user's.
			if name != "nobody" {
				upload(ctx, t, app, "mine", nil)
				upload(ctx, t, app, "mine", nil)
			}
		})
	}
	t.Cleanup(func() {
		if got := download(context.WithoutCancel(ann), t, app, id); !bytes.Equal(got, want) {
			t.Error("ann's file is another now")
		}
	})
}

func TestNumberOfFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, uploads := uploading(t, oriel.FileOptions{MaxFiles: 2, TTL: time.Minute})
		kept := upload(t.Context(), t, app, "a", []byte("a"))
		time.Sleep(30 * time.Second)
		// One that is begun and never ends counts, too.
		if _, code := exchange(t.Context(), t, app, chunkArguments{Size: chunkBytes + 1, Data: encoded(content(chunkBytes))}); code != "" {
			t.Fatal(code)
		}
		if _, code := exchange(t.Context(), t, app, chunkArguments{}); code != "files_too_many" {
			t.Errorf("a third file: %q", code)
		}
		if _, err := uploads.Save(t.Context(), "b", "text/plain", strings.NewReader("b")); codeOf(err) != "files_too_many" {
			t.Errorf("a third file, made by a handler: %v", err)
		}
		// Time is up for the first one.
		time.Sleep(30 * time.Second)
		if _, err := uploads.Open(t.Context(), kept); codeOf(err) != "file_unknown" {
			t.Errorf("a file after its time: %v", err)
		}
		third := upload(t.Context(), t, app, "c", []byte("c"))
		if _, code := exchange(t.Context(), t, app, chunkArguments{}); code != "files_too_many" {
			t.Errorf("a fourth file: %q", code)
		}
		if err := uploads.Delete(t.Context(), third); err != nil {
			t.Fatal(err)
		}
		if _, err := uploads.Open(t.Context(), third); codeOf(err) != "file_unknown" {
			t.Errorf("a deleted file: %v", err)
		}
		upload(t.Context(), t, app, "d", []byte("d"))
	})
}

func TestSave(t *testing.T) {
	t.Parallel()
	store := &state.Memory{}
	app, uploads := uploading(t, oriel.FileOptions{MaxBytes: 2 * chunkBytes, Store: store})
	ann := signedIn(t, "ann")
	for _, size := range []int{0, chunkBytes, 2 * chunkBytes} {
		want := content(size)
		id, err := uploads.Save(ann, "out/report.pdf", "application/pdf", iotest.OneByteReader(bytes.NewReader(want)))
		if err != nil {
			t.Fatal(err)
		}
		if got := download(ann, t, app, id); !bytes.Equal(got, want) {
			t.Errorf("of %d bytes the view reads %d", size, len(got))
		}
		if _, code := exchange(t.Context(), t, app, chunkArguments{FileID: id}); code != "file_unknown" {
			t.Errorf("nobody reads it: %q", code)
		}
		if file, err := uploads.Open(ann, id); err != nil || file.Name != "report.pdf" || file.MIMEType != "application/pdf" {
			t.Errorf("the file is %+v, %v", file, err)
		}
	}
	before, _ := store.Usage()
	broken := errors.New("the disk is gone")
	for want, from := range map[string]io.Reader{
		"file_too_large":                   bytes.NewReader(content(2*chunkBytes + 1)),
		"saving a file: " + broken.Error(): io.MultiReader(bytes.NewReader(content(chunkBytes+5)), iotest.ErrReader(broken)),
	} {
		if _, err := uploads.Save(ann, "a", "", from); codeOf(err) != want {
			t.Errorf("the error is %v; want %s", err, want)
		}
	}
	if after, _ := store.Usage(); after != before {
		t.Errorf("what failed leaves %d entries", after-before)
	}
	if err := uploads.Delete(ann, "no id"); err != nil {
		t.Error(err)
	}
}

func TestNamesAndTypesOfFiles(t *testing.T) {
	t.Parallel()
	app, _ := uploading(t, oriel.FileOptions{MaxFiles: 100})
	for said, want := range map[string]string{
		"report.pdf":              "report.pdf",
		"Größe 1.txt":             "Größe 1.txt",
		".env":                    ".env",
		"":                        "file",
		"..":                      "file",
		"../../etc/passwd":        "passwd",
		`C:\temp\a.txt`:           "a.txt",
		"folder/":                 "file",
		"a\x00b.txt":              "ab.txt",
		"a\r\nX-Header: b":        "aX-Header: b",
		"invoice\u202efdp.exe":    "invoicefdp.exe",
		" a.txt. ":                "a.txt",
		strings.Repeat("é", 200):  strings.Repeat("é", 127),
		strings.Repeat("a", 1e6):  strings.Repeat("a", 255),
		strings.Repeat("/", 1000): "file",
	} {
		if answer, code := exchange(t.Context(), t, app, chunkArguments{Name: said}); answer.Name != want {
			t.Errorf("%.40q is named %q (%s); want %q", said, answer.Name, code, want)
		}
	}
	const unknown = "application/octet-stream"
	for said, want := range map[string]string{
		"text/plain":                    "text/plain",
		"Text/Plain; Charset=UTF-8":     "text/plain; charset=UTF-8",
		"":                              unknown,
		"text":                          unknown,
		"text/plain\r\nX-Header: b":     unknown,
		"text/plain, text/html":         unknown,
		"a/" + strings.Repeat("b", 300): unknown,
		`text/html"><script>alert(1)`:   unknown,
		"text/plain; charset=\"a\x00\"": "text/plain; charset*=utf-8''a%00",
	} {
		if answer, code := exchange(t.Context(), t, app, chunkArguments{MIMEType: said}); answer.MIMEType != want {
			t.Errorf("%.40q has the type %q (%s); want %q", said, answer.MIMEType, code, want)
		}
	}
}

func TestStoreOfFilesIsFull(t *testing.T) {
	t.Parallel()
	store := state.NewMemoryWith(state.MemoryOptions{MaxBytes: 1000})
	if _, err := store.Put(t.Context(), "kept", make([]byte, 900), state.AnyRevision, 0); err != nil {
		t.Fatal(err)
	}
	app, _ := uploading(t, oriel.FileOptions{Store: store})
	if _, code := exchange(t.Context(), t, app, chunkArguments{Size: 500, Data: encoded(content(500))}); code != "files_full" {
		t.Errorf("the code is %q", code)
	}
}

func TestFilesToolIsForViews(t *testing.T) {
	t.Parallel()
	app, _ := uploading(t, oriel.FileOptions{})
	hidden := 0
	for _, profile := range hosts.All() {
		for _, name := range profile.Clients.Value {
			client := hosts.Client{Introduced: true, Name: name, UIMIMETypes: []string{hosts.ViewMIMEType}}
			want := !hosts.Detect(client).Lacks(hosts.VisibilityEnforced)
			tools := app.Methods().ListTools(client)
			if listed := len(tools) == 1; listed != want {
				t.Errorf("%s: listed %v, though that it keeps such tools from its model is %v", profile.ID, listed, want)
			}
			if !want {
				hidden++
				continue
			}
			if ours, _ := tools[0].Meta["ui"].(map[string]any); fmt.Sprint(ours["visibility"]) != "[app]" {
				t.Errorf("%s is told %v", profile.ID, tools[0].Meta)
			}
		}
	}
	if hidden == 0 {
		t.Error("no host was tried that shows such tools to its model")
	}
}

func TestFaultyFiles(t *testing.T) {
	t.Parallel()
	for _, options := range []oriel.FileOptions{{MaxBytes: -1}, {MaxFiles: -1}, {MaxFiles: 10_001}, {TTL: -1}} {
		app := oriel.New("faulty", "1")
		oriel.AddFiles(app, options)
		if err := app.Err(); codeOf(err) != "files_invalid" || !strings.Contains(err.Error(), "files_test.go") {
			t.Errorf("%+v: %v", options, err)
		}
	}
	app := oriel.New("twice", "1")
	oriel.AddFiles(app, oriel.FileOptions{})
	oriel.AddFiles(app, oriel.FileOptions{})
	if err := app.Err(); codeOf(err) != "tool_name_taken" {
		t.Errorf("twice: %v", err)
	}
}

// A shaky store refuses what is larger than an entry about a file.
type shaky struct {
	state.Store

	down atomic.Bool
}

func (s *shaky) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	if s.down.Load() && len(value) >= 1000 {
		return state.AnyRevision, errors.New("the disk is gone")
	}
	return s.Store.Put(ctx, key, value, expected, ttl)
}

// What could not be begun does not count.
func TestFailedUploadsKeepNoPlace(t *testing.T) {
	t.Parallel()
	store := &shaky{Store: state.NewMemory()}
	store.down.Store(true)
	app, _ := uploading(t, oriel.FileOptions{Store: store, MaxFiles: 2})
	for range 5 {
		if _, code := exchange(t.Context(), t, app, chunkArguments{Size: 5000, Data: encoded(content(5000))}); code == "" || code == "files_too_many" {
			t.Fatalf("the code is %q", code)
		}
	}
	store.down.Store(false)
	upload(t.Context(), t, app, "a", content(5000))
}

// Files do not drive out what else the app keeps in this process's memory.
func TestFilesHaveMemoryOfTheirOwn(t *testing.T) {
	t.Parallel()
	store := state.NewMemoryWith(state.MemoryOptions{MaxBytes: 2000})
	app := oriel.NewWith("uploading", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler), Store: store})
	oriel.AddFiles(app, oriel.FileOptions{})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	if id := upload(t.Context(), t, app, "a", content(5000)); !strings.HasPrefix(id, "oriel-") {
		t.Errorf("the id %q does not say whose it is", id)
	}
}
