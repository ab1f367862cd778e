package state

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// CheckKey returns an error that is ErrKey, and says why, if this can't be a key.
// Stores call it first in each of their methods.
func CheckKey(key string) error {
	switch {
	case key == "":
		return fmt.Errorf("%w: it is empty", ErrKey)
	case len(key) > MaxKey:
		return fmt.Errorf("%w: it has %d bytes, and may have %d", ErrKey, len(key), MaxKey)
	case !utf8.ValidString(key):
		return fmt.Errorf("%w: it is not valid UTF-8", ErrKey)
	}
	for i, r := range key {
		if unicode.IsControl(r) {
			return fmt.Errorf("%w: there is the control character %U at byte %d", ErrKey, r, i)
		}
	}
	return nil
}

// CheckPut returns ErrKey, ErrTooLarge or ErrTTL, and says why, if these can't be
// the arguments of Put. Stores call it first there.
func CheckPut(key string, value []byte, ttl time.Duration) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if len(value) > MaxValue {
		return fmt.Errorf("writing %s: %w: it has %d bytes, and may have %d", quote(key), ErrTooLarge, len(value), MaxValue)
	}
	if ttl < 0 {
		return fmt.Errorf("writing %s for %v: %w", quote(key), ttl, ErrTTL)
	}
	return nil
}

// quote returns a key as errors show it; of a long one the beginning.
func quote(key string) string {
	return fmt.Sprintf("%.100q", key)
}
