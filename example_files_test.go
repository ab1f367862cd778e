package oriel_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
)

// A view files a file, and hands its id to a tool.
func ExampleAddFiles() {
	app := oriel.New("lines", "1.0.0")
	files := oriel.AddFiles(app, oriel.FileOptions{MaxBytes: 5 << 20})
	type count struct {
		FileID string `json:"fileId" doc:"What uploadFile gave"`
	}
	type lines struct {
		Lines int `json:"lines"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "count", ReadOnly: true}, func(ctx context.Context, in count) (oriel.Result[lines], error) {
		file, err := files.Open(ctx, in.FileID)
		if err != nil {
			return oriel.Result[lines]{}, err // such as: there is no such file
		}
		n := 0
		for scanner := bufio.NewScanner(file); scanner.Scan(); {
			n++
		}
		return oriel.Result[lines]{Data: lines{n}, Text: fmt.Sprintf("%s has %d lines.", file.Name, n)}, nil
	})

	// What the view's uploadFile(file) does.
	data := base64.StdEncoding.EncodeToString([]byte("one\ntwo\n"))
	arguments := fmt.Sprintf(`{"name":"numbers.txt","mimeType":"text/plain","size":8,"data":%q}`, data)
	answer, err := app.Methods().CallTool(context.Background(), hosts.Peer{}, oriel.FilesTool, json.RawMessage(arguments))
	if err != nil {
		fmt.Println(err)
		return
	}
	var uploaded struct {
		FileID string `json:"fileId"`
	}
	if err = json.Unmarshal(answer.StructuredContent, &uploaded); err != nil {
		fmt.Println(err)
		return
	}

	result, err := app.Methods().CallTool(context.Background(), hosts.Peer{}, "count", json.RawMessage(fmt.Sprintf(`{"fileId":%q}`, uploaded.FileID)))
	fmt.Println(result.Content[0], err)
	// Output:
	// {text numbers.txt has 2 lines.} <nil>
}
