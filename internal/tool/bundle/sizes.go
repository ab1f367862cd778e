package bundle

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// Part is a part of a document's size.
type Part struct {
	// Name is a file of the project, relative to [Project.Files]; a package with
	// its version; or "@oriel/view".
	Name string
	// Bytes is its size in the document, before compression.
	Bytes int
}

// Gzipped returns the size of the document after gzip, in bytes.
func (d *Document) Gzipped() (int, error) {
	var size counter
	zip, err := gzip.NewWriterLevel(&size, gzip.BestCompression)
	if err != nil {
		return 0, fmt.Errorf("measuring the view %s: %w", d.Name, err)
	}
	if _, err := io.WriteString(zip, d.HTML); err != nil {
		return 0, fmt.Errorf("measuring the view %s: %w", d.Name, err)
	}
	if err := zip.Close(); err != nil {
		return 0, fmt.Errorf("measuring the view %s: %w", d.Name, err)
	}
	return int(size), nil
}

// counter counts the bytes that are written to it.
type counter int

func (c *counter) Write(data []byte) (int, error) {
	*c += counter(len(data))
	return len(data), nil
}

// Parts returns the parts of a document's size, the largest first. It builds the view; errors
// are those of [Project.Build].
func (p *Project) Parts(ctx context.Context, name string) ([]Part, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("measuring the view %s: %w", name, err)
	}
	c := newCompiler(p.Files, p.runtime(), p.Views, path.Join(p.Views, name))
	assemble, _, err := c.build(name)
	if err != nil {
		return nil, err
	}
	sizes := make(map[string]int)
	rest := len(assemble(&documentWriter{beforeScripts: c.prebuiltElement}))
	for input, size := range c.sizes {
		if part := c.partOf(input); part != "" {
			sizes[part] += size
			rest -= size
		}
	}
	if c.page != nil && rest > 0 {
		sizes[c.page.name] += rest // the page itself, with its images
	}
	parts := make([]Part, 0, len(sizes))
	for part, size := range sizes {
		parts = append(parts, Part{part, size})
	}
	slices.SortFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return parts, nil
}

// measure adds up how much of the output each input takes.
func (c *compiler) measure(metafile string) {
	var built struct {
		Outputs map[string]struct {
			Inputs map[string]struct {
				BytesInOutput int `json:"bytesInOutput"`
			} `json:"inputs"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &built); err != nil {
		return // the bundler wrote it
	}
	if c.sizes == nil {
		c.sizes = make(map[string]int)
	}
	for _, output := range built.Outputs {
		for input, of := range output.Inputs {
			c.sizes[input] += of.BytesInOutput
		}
	}
}

// stateTool is the module of the runtime that only views that keep state with the app contain.
var stateTool = module{fromRuntime, "state/statetool.ts"}

// keepsState reports whether the view keeps state with the app.
func (c *compiler) keepsState() bool { return c.sizes[stateTool.String()] > 0 }

// partOf returns the part that an input of the bundler belongs to; "" for a generated entry.
func (c *compiler) partOf(input string) string {
	namespace, name, _ := strings.Cut(input, ":")
	switch namespace {
	case fromProject:
		if !resolver.InPackage(name) {
			return name
		}
		if m := c.resolver.PackageOf(path.Dir(name)); m != nil && m.Label() != "" {
			return m.Label()
		}
		return path.Dir(name)
	case fromRuntime:
		return runtimeName
	case fromPage:
		if c.page != nil {
			return c.page.name
		}
	}
	return ""
}
