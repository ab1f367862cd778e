package bundle

import (
	"fmt"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// fileFormat says how a file is bundled.
type fileFormat struct {
	loader api.Loader
	// mime is the type of a data URL.
	mime string
	// text is set for files whose line ends are normalized when they are read.
	text bool
	// lines normalizes the line ends of a text that is bundled as bytes, if it is UTF-8.
	lines bool
}

var formats = map[string]fileFormat{
	".ts":   {loader: api.LoaderTS, text: true},
	".mts":  {loader: api.LoaderTS, text: true},
	".cts":  {loader: api.LoaderTS, text: true},
	".tsx":  {loader: api.LoaderTSX, text: true},
	".js":   {loader: api.LoaderJS, text: true},
	".mjs":  {loader: api.LoaderJS, text: true},
	".cjs":  {loader: api.LoaderJS, text: true},
	".jsx":  {loader: api.LoaderJSX, text: true},
	".css":  {loader: api.LoaderCSS, text: true},
	".json": {loader: api.LoaderJSON, text: true},
	".txt":  {loader: api.LoaderText, text: true},
	".md":   {loader: api.LoaderText, text: true},
	".html": {loader: api.LoaderText, text: true},

	".svg":   {loader: api.LoaderDataURL, mime: "image/svg+xml", text: true},
	".png":   {loader: api.LoaderDataURL, mime: "image/png"},
	".jpg":   {loader: api.LoaderDataURL, mime: "image/jpeg"},
	".jpeg":  {loader: api.LoaderDataURL, mime: "image/jpeg"},
	".gif":   {loader: api.LoaderDataURL, mime: "image/gif"},
	".webp":  {loader: api.LoaderDataURL, mime: "image/webp"},
	".avif":  {loader: api.LoaderDataURL, mime: "image/avif"},
	".ico":   {loader: api.LoaderDataURL, mime: "image/vnd.microsoft.icon"},
	".woff2": {loader: api.LoaderDataURL, mime: "font/woff2"},
	".woff":  {loader: api.LoaderDataURL, mime: "font/woff"},
	".ttf":   {loader: api.LoaderDataURL, mime: "font/ttf"},
	".otf":   {loader: api.LoaderDataURL, mime: "font/otf"},
	".mp3":   {loader: api.LoaderDataURL, mime: "audio/mpeg"},
	".ogg":   {loader: api.LoaderDataURL, mime: "audio/ogg"},
	".wav":   {loader: api.LoaderDataURL, mime: "audio/wav"},
	".mp4":   {loader: api.LoaderDataURL, mime: "video/mp4"},
	".webm":  {loader: api.LoaderDataURL, mime: "video/webm"},
	".wasm":  {loader: api.LoaderBinary},
}

// formatOf returns how a file is bundled. Attributes of the import ("with
// {type: "text"}") take precedence over the extension.
func formatOf(name string, attributes map[string]string) (fileFormat, *Fault) {
	switch attributes["type"] {
	case "text":
		return fileFormat{loader: api.LoaderText, text: true}, nil
	case "bytes":
		// Version control may change the line ends of text files.
		return fileFormat{loader: api.LoaderBinary, lines: formats[strings.ToLower(path.Ext(name))].text}, nil
	}
	if strings.HasSuffix(name, ".module.css") {
		return fileFormat{loader: api.LoaderLocalCSS, text: true}, nil
	}
	extension := strings.ToLower(path.Ext(name))
	if known, ok := formats[extension]; ok {
		return known, nil
	}
	return fileFormat{}, unsupported(name, extension)
}

func unsupported(name, extension string) *Fault {
	fault := &Fault{
		Code:    "file_unsupported",
		Message: fmt.Sprintf("Oriel can't bundle %q files, such as %s.", extension, path.Base(name)),
		Fix:     `Import it as text, with {type: "text"}, or as a Uint8Array, with {type: "bytes"}.`,
	}
	switch extension {
	case "":
		fault.Message = fmt.Sprintf("Oriel can't bundle %s: its name has no extension.", path.Base(name))
	case ".vue", ".svelte", ".astro", ".mdx":
		fault.Fix = "Build the view with a bundler that supports them, and add its output with ui.File."
	case ".scss", ".sass", ".less", ".styl":
		fault.Fix = "Write plain CSS: nesting and variables work. Or build the view with another bundler and add its output with ui.File."
	}
	return fault
}
