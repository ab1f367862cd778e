package state

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// CheckKey returns an error that wraps ErrKey if a key is invalid. Stores call it at the
// beginning of each method.
func CheckKey(key string) error {
	switch {
	case key == "":
		return fmt.Errorf("%w: it is empty", ErrKey)
	case len(key) > MaxKey:
		return fmt.Errorf("%w: it has %d bytes, and the limit is %d", ErrKey, len(key), MaxKey)
	case !utf8.ValidString(key):
		return fmt.Errorf("%w: it is not valid UTF-8", ErrKey)
	}
	for i, r := range key {
		if unicode.IsControl(r) {
			return fmt.Errorf("%w: it contains the control character %U at byte %d", ErrKey, r, i)
		}
	}
	return nil
}

// CheckPut returns an error that wraps ErrKey, ErrTooLarge or ErrTTL if an argument of Put
// is invalid. Stores call it at the beginning of Put.
func CheckPut(key string, value []byte, ttl time.Duration) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if len(value) > MaxValue {
		return fmt.Errorf("writing %s: %w: it has %d bytes, and the limit is %d", quote(key), ErrTooLarge, len(value), MaxValue)
	}
	if ttl < 0 {
		return fmt.Errorf("writing %s for %v: %w", quote(key), ttl, ErrTTL)
	}
	return nil
}

// quote returns a key for an error, shortened if it is long.
func quote(key string) string {
	return fmt.Sprintf("%.100q", key)
}
