package oriel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/state"
)

// Nothing of an upload is in a replica: each call may reach another.
func TestUploadOverReplicas(t *testing.T) {
	t.Parallel()
	shared := &state.Memory{}
	first, _ := uploading(t, oriel.FileOptions{Store: shared})
	second, uploads := uploading(t, oriel.FileOptions{Store: shared})
	want := content(chunkBytes + 9)
	begun, code := exchange(t.Context(), t, first, chunkArguments{Name: "a", Size: len(want), Data: encoded(want[:chunkBytes])})
	if code != "" {
		t.Fatal(code)
	}
	if _, err := uploads.Open(t.Context(), begun.FileID); codeOf(err) != "file_incomplete" {
		t.Errorf("a file that is half there opens: %v", err)
	}
	if _, code := exchange(t.Context(), t, second, chunkArguments{FileID: begun.FileID}); code != "file_incomplete" {
		t.Errorf("a file that is half there can be read: %q", code)
	}
	if _, code := exchange(t.Context(), t, second, chunkArguments{FileID: begun.FileID, Offset: chunkBytes, Data: encoded(want[chunkBytes:])}); code != "" {
		t.Fatal(code)
	}
	if got := download(t.Context(), t, first, begun.FileID); !bytes.Equal(got, want) {
		t.Error("the file is another")
	}
}

func TestChunksThatAreRefused(t *testing.T) {
	t.Parallel()
	app, uploads := uploading(t, oriel.FileOptions{MaxBytes: 3 * chunkBytes})
	whole := content(3 * chunkBytes)
	first, second := encoded(whole[:chunkBytes]), encoded(whole[chunkBytes:2*chunkBytes])
	begun, code := exchange(t.Context(), t, app, chunkArguments{Name: "a", Size: len(whole), Data: first})
	if code != "" {
		t.Fatal(code)
	}
	id := begun.FileID
	for name, test := range map[string]struct {
		in   chunkArguments
		want string
	}{
		"too large":                {chunkArguments{Size: 3*chunkBytes + 1, Data: first}, "file_too_large"},
		"larger than anything":     {chunkArguments{Size: 1<<63 - 1, Data: first}, "file_too_large"},
		"a negative size":          {chunkArguments{Size: -1, Data: first}, "arguments_invalid"},
		"a negative offset":        {chunkArguments{FileID: id, Offset: -chunkBytes, Data: first}, "arguments_invalid"},
		"a beginning in the midst": {chunkArguments{Size: len(whole), Offset: chunkBytes, Data: second}, "chunk_out_of_order"},
		"a gap":                    {chunkArguments{FileID: id, Offset: 2 * chunkBytes, Data: second}, "chunk_out_of_order"},
		"between two chunks":       {chunkArguments{FileID: id, Offset: 1, Data: second}, "chunk_out_of_order"},
		"after the end":            {chunkArguments{FileID: id, Offset: 4 * chunkBytes, Data: second}, "chunk_out_of_order"},
		"far after the end":        {chunkArguments{FileID: id, Offset: 1<<63 - 1, Data: second}, "chunk_out_of_order"},
		"other content":            {chunkArguments{FileID: id, Data: second}, "chunk_conflict"},
		"no content":               {chunkArguments{FileID: id, Offset: chunkBytes, Data: new("")}, "chunk_invalid"},
		"too little":               {chunkArguments{FileID: id, Offset: chunkBytes, Data: encoded(whole[:chunkBytes-3])}, "chunk_invalid"},
		"too much":                 {chunkArguments{FileID: id, Offset: chunkBytes, Data: encoded(whole[:chunkBytes+3])}, "chunk_invalid"},
		"a beginning without data": {chunkArguments{Size: 5}, "chunk_invalid"},
		"no base64":                {chunkArguments{Size: 3, Data: new("!!!!")}, "chunk_invalid"},
		"base64 for addresses":     {chunkArguments{Size: 3, Data: new("__-_")}, "chunk_invalid"},
		"no padding":               {chunkArguments{Size: 1, Data: new("YQ")}, "chunk_invalid"},
		"bits in the padding":      {chunkArguments{Size: 1, Data: new("YR==")}, "chunk_invalid"},
		"line breaks":              {chunkArguments{Size: 2, Data: new("Y\nQ=")}, "chunk_invalid"},
		"an id of nobody":          {chunkArguments{FileID: strings.Repeat("A", 26)}, "file_unknown"},
		"a path for an id":         {chunkArguments{FileID: "../../secret"}, "file_unknown"},
		"an id with a NUL":         {chunkArguments{FileID: id + "\x00"}, "file_unknown"},
		"a huge id":                {chunkArguments{FileID: strings.Repeat("A", 1<<20)}, "file_unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, code := exchange(t.Context(), t, app, test.in); code != test.want {
				t.Errorf("the code is %q; want %q", code, test.want)
			}
		})
	}
	t.Cleanup(func() {
		if _, err := uploads.Open(context.WithoutCancel(t.Context()), id); codeOf(err) != "file_incomplete" {
			t.Errorf("a refused chunk counts: %v", err)
		}
	})
}

// A call whose answer was lost is made again.
func TestChunksThatComeTwice(t *testing.T) {
	t.Parallel()
	app, _ := uploading(t, oriel.FileOptions{})
	whole := content(2*chunkBytes + 5)
	begun, code := exchange(t.Context(), t, app, chunkArguments{Name: "a", Size: len(whole), Data: encoded(whole[:chunkBytes])})
	if code != "" {
		t.Fatal(code)
	}
	for _, at := range []int{0, chunkBytes, chunkBytes, 0, 2 * chunkBytes, chunkBytes, 2 * chunkBytes} {
		in := chunkArguments{FileID: begun.FileID, Offset: at, Data: encoded(whole[at:min(at+chunkBytes, len(whole))])}
		if answer, code := exchange(t.Context(), t, app, in); code != "" || answer.FileID != begun.FileID {
			t.Fatalf("at byte %d: %q, %+v", at, code, answer)
		}
	}
	if got := download(t.Context(), t, app, begun.FileID); !bytes.Equal(got, whole) {
		t.Error("the file is another")
	}
}

// Of several that write the same place at once, one wins, and the file is its.
func TestChunksAtTheSameTime(t *testing.T) {
	t.Parallel()
	app, _ := uploading(t, oriel.FileOptions{})
	begun, code := exchange(t.Context(), t, app, chunkArguments{Name: "a", Size: 2 * chunkBytes, Data: encoded(content(chunkBytes))})
	if code != "" {
		t.Fatal(code)
	}
	var (
		mu    sync.Mutex
		codes = map[string]int{}
		all   sync.WaitGroup
	)
	for i := range 8 {
		all.Go(func() {
			mine := bytes.Repeat([]byte{"abcd"[i/2]}, chunkBytes)
			_, code := exchange(t.Context(), t, app, chunkArguments{FileID: begun.FileID, Offset: chunkBytes, Data: encoded(mine)})
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	all.Wait()
	if codes[""] != 2 || codes["chunk_conflict"] != 6 {
		t.Errorf("the codes are %v; want two that agree, and six refused", codes)
	}
	got := download(t.Context(), t, app, begun.FileID)
	if !bytes.Equal(got[chunkBytes:], bytes.Repeat(got[chunkBytes:chunkBytes+1], chunkBytes)) {
		t.Error("the chunk is a mixture")
	}
}

// An upload can't be kept alive by its chunks.
func TestSlowUploadExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &state.Memory{}
		app, _ := uploading(t, oriel.FileOptions{TTL: time.Minute, Store: store})
		whole := content(3 * chunkBytes)
		begun, code := exchange(t.Context(), t, app, chunkArguments{Size: len(whole), Data: encoded(whole[:chunkBytes])})
		if code != "" {
			t.Fatal(code)
		}
		next := chunkArguments{FileID: begun.FileID, Offset: chunkBytes, Data: encoded(whole[chunkBytes : 2*chunkBytes])}
		time.Sleep(59 * time.Second)
		if _, code := exchange(t.Context(), t, app, next); code != "" {
			t.Fatal(code)
		}
		time.Sleep(time.Second)
		next.Offset = 2 * chunkBytes
		if _, code := exchange(t.Context(), t, app, next); code != "file_unknown" {
			t.Errorf("after its time: %q", code)
		}
		if _, err := store.Put(t.Context(), "any", nil, state.AnyRevision, 0); err != nil {
			t.Fatal(err)
		}
		if entries, _ := store.Usage(); entries != 1 {
			t.Errorf("of the upload %d entries are left", entries-1)
		}
	})
}

// What a store drops before its time is no broken file.
func TestFileWithoutItsChunks(t *testing.T) {
	t.Parallel()
	store := state.NewMemoryWith(state.MemoryOptions{MaxBytes: 3*chunkBytes + 2000})
	app, uploads := uploading(t, oriel.FileOptions{Store: store})
	id := upload(t.Context(), t, app, "a", content(2*chunkBytes))
	file, err := uploads.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	upload(t.Context(), t, app, "b", content(2*chunkBytes))
	if _, err := io.ReadAll(file); codeOf(err) != "file_unknown" {
		t.Errorf("reading what is gone: %v", err)
	}
}

// Whatever is sent: an answer or a coded error, and nothing that was not uploaded
// whole can be opened.
func FuzzFiles(f *testing.F) {
	app, uploads := uploading(f, oriel.FileOptions{MaxBytes: 2 * chunkBytes, MaxFiles: 3})
	id := upload(f.Context(), f, app, "a", content(chunkBytes+1))
	for _, seed := range []chunkArguments{
		{},
		{FileID: id},
		{FileID: id, Offset: chunkBytes},
		{Name: "a\x00/..", MIMEType: "a/b\r\n", Size: 3, Data: new("YWJj")},
		{FileID: id, Offset: -1, Data: new("")},
		{FileID: "../" + id},
		{Size: -1},
		{Size: 1 << 62, Offset: 1 << 62},
	} {
		raw, err := json.Marshal(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"offset":1e400}`))
	f.Add([]byte(`{"data":null,"fileId":["` + id + `"]}`))
	f.Fuzz(func(t *testing.T, arguments []byte) {
		ctx := signedIn(t, "mallory")
		result, err := app.Methods().CallTool(ctx, hosts.Peer{}, oriel.FilesTool, arguments)
		if err != nil {
			t.Fatal(err)
		}
		if result.IsError {
			if code := errorCode(t, &result); code == "internal" {
				t.Errorf("a masked error for %q", arguments)
			}
			return
		}
		var answer chunkAnswer
		if err = json.Unmarshal(result.StructuredContent, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.FileID == id {
			t.Error("mallory has a file of somebody else")
		}
		if answer.Name == "" || strings.ContainsAny(answer.Name, "\x00\r\n/\\") || strings.ContainsAny(answer.MIMEType, "\x00\r\n") || len(answer.Name) > 255 {
			t.Errorf("the name is %q, the type %q", answer.Name, answer.MIMEType)
		}
		file, err := uploads.Open(ctx, answer.FileID)
		if err == nil {
			if read, failure := io.Copy(io.Discard, file); failure != nil || read != int64(answer.Size) {
				t.Errorf("of %d bytes %d can be read: %v", answer.Size, read, failure)
			}
		} else if codeOf(err) != "file_incomplete" {
			t.Errorf("what was begun can't be opened: %v", err)
		}
		if err := uploads.Delete(ctx, answer.FileID); err != nil {
			t.Error(err)
		}
	})
}
