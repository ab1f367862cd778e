package oriel_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// chunkBytes is what the docs say a chunk has.
const chunkBytes = 196608

// chunkArguments are those of the tool that moves files.
type chunkArguments struct {
	FileID   string  `json:"fileId,omitempty"`
	Name     string  `json:"name,omitempty"`
	MIMEType string  `json:"mimeType,omitempty"`
	Size     int     `json:"size,omitempty"`
	Offset   int     `json:"offset,omitempty"`
	Data     *string `json:"data,omitempty"`
}

type chunkAnswer struct {
	FileID   string `json:"fileId"`
	Name     string `json:"name"`
	MIMEType string `json:"mimeType"`
	Data     string `json:"data"`
	Size     int    `json:"size"`
}

// uploading returns an app with files.
func uploading(t testing.TB, options oriel.FileOptions) (*oriel.App, *oriel.FileStore) {
	t.Helper()
	app := oriel.NewWith("uploading", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	uploads := oriel.AddFiles(app, options)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app, uploads
}

// signedIn is a context of requests of a user.
func signedIn(t testing.TB, user string) context.Context {
	t.Helper()
	return oriel.WithUser(t.Context(), oriel.User{ID: user})
}

func encoded(chunk []byte) *string { return new(base64.StdEncoding.EncodeToString(chunk)) }

// exchange makes one call; code is that of the tool's error, if it failed.
func exchange(ctx context.Context, t testing.TB, app *oriel.App, in chunkArguments) (answer chunkAnswer, code string) {
	t.Helper()
	arguments, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	result, err := app.Methods().CallTool(ctx, hosts.Peer{}, oriel.FilesTool, arguments)
	if err != nil {
		t.Fatal(err)
	}
	if result.IsError {
		return answer, errorCode(t, &result)
	}
	if err := json.Unmarshal(result.StructuredContent, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, ""
}

func errorCode(t testing.TB, result *ui.WireResult) string {
	t.Helper()
	said, _ := result.Meta["oriel/error"].(map[string]any)
	code, ok := said["code"].(string)
	if !ok {
		t.Errorf("an error without a code: %+v", result)
	}
	return code
}

// upload uploads a file as the view runtime does.
func upload(ctx context.Context, t testing.TB, app *oriel.App, name string, content []byte) string {
	t.Helper()
	in := chunkArguments{Name: name, MIMEType: "text/plain", Size: len(content)}
	for {
		in.Data = encoded(content[in.Offset:min(in.Offset+chunkBytes, len(content))])
		answer, code := exchange(ctx, t, app, in)
		if code != "" {
			t.Fatalf("at byte %d: %s", in.Offset, code)
		}
		in.FileID = answer.FileID
		if in.Offset += chunkBytes; in.Offset >= len(content) {
			return in.FileID
		}
	}
}

// download reads a file as the view runtime does.
func download(ctx context.Context, t testing.TB, app *oriel.App, id string) []byte {
	t.Helper()
	content := []byte{}
	for {
		answer, code := exchange(ctx, t, app, chunkArguments{FileID: id, Offset: len(content)})
		if code != "" {
			t.Fatalf("at byte %d: %s", len(content), code)
		}
		chunk, err := base64.StdEncoding.DecodeString(answer.Data)
		if err != nil {
			t.Fatal(err)
		}
		if content = append(content, chunk...); len(content) >= answer.Size {
			return content
		}
	}
}

// codeOf is the code of an error that a handler gets.
func codeOf(err error) string {
	if public, ok := errors.AsType[*oriel.Error](err); ok {
		return public.Code
	}
	return fmt.Sprint(err)
}

func content(size int) []byte {
	all := make([]byte, 0, size+sha256.Size)
	for i := 0; len(all) < size; i++ {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8), byte(i >> 16)})
		all = append(all, sum[:]...)
	}
	return all[:size]
}
