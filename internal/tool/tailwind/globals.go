package tailwind

import (
	_ "embed" // the prelude
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// prelude defines functions that scripts expect besides the language. It is compiled on
// demand, to keep the start of the command fast.
var prelude = sync.OnceValue(func() *goja.Program { return goja.MustCompile("prelude.js", preludeText, true) })

//go:embed prelude.js
var preludeText string

// globals adds the functions that scripts expect to a world.
func (w *world) globals() error {
	if _, err := w.vm.RunProgram(prelude()); err != nil {
		return fmt.Errorf("preparing the engine: %w", err)
	}
	return errors.Join(w.vm.Set("atob", fromBase64), w.vm.Set("btoa", toBase64))
}

var errBase64 = errors.New("this is not base64")

// fromBase64 is atob of browsers: each character of the result is a byte.
func fromBase64(text string) (string, error) {
	text = strings.TrimRight(strings.Join(strings.Fields(text), ""), "=")
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return "", errBase64
	}
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String(), nil
}

// toBase64 is btoa of browsers.
func toBase64(text string) (string, error) {
	data := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff { //nolint:mnd // the last of one byte
			return "", errBase64
		}
		data = append(data, byte(r)) //nolint:gosec // see above
	}
	return base64.StdEncoding.EncodeToString(data), nil
}
