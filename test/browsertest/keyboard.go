package browsertest

import (
	"context"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"
)

// silentKeys are the names of keys that don't write text, by their Windows key codes.
var silentKeys = []string{
	9: "Tab", 27: "Escape", 33: "PageUp", "PageDown", "End", "Home", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", 46: "Delete",
}

// Press presses and releases a key. The focused element gets it. The key is a character, or a name as in
// KeyboardEvent.key, such as "Escape". "\r" is Enter.
func (p *Page) Press(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	event, err := keyEvent(key)
	if err != nil {
		return err
	}
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		event.Type = kind
		if kind == input.DispatchKeyEventTypeKeyUp {
			event.Text = ""
		}
		if _, err := call(ctx, p.main, input.DispatchKeyEvent, event); err != nil {
			return fmt.Errorf("pressing %q: %w", key, err)
		}
	}
	return nil
}

func keyEvent(key string) (input.DispatchKeyEventParams, error) {
	if code := slices.Index(silentKeys, key); code >= 0 && key != "" {
		return input.DispatchKeyEventParams{Key: key, Code: key, WindowsVirtualKeyCode: int64(code)}, nil
	}
	if key == "Enter" {
		const enter = 13
		return input.DispatchKeyEventParams{Key: key, Code: key, Text: "\r", WindowsVirtualKeyCode: enter}, nil
	}
	character, size := utf8.DecodeRuneInString(key)
	if size == 0 || size != len(key) {
		return input.DispatchKeyEventParams{}, fmt.Errorf("%q is neither a character nor a known key", key)
	}
	event := input.DispatchKeyEventParams{Key: key, Text: key}
	if key == "\r" {
		const enter = 13
		event.Key, event.Code, event.WindowsVirtualKeyCode = "Enter", "Enter", enter
	}
	if upper := unicode.ToUpper(character); upper >= 'A' && upper <= 'Z' {
		event.Code, event.WindowsVirtualKeyCode = "Key"+string(upper), int64(upper)
	}
	return event, nil
}
