package state_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
)

func TestCheckKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key  string
		says string // empty: it is a key
	}{
		{"a", ""},
		{" ", ""},
		{strings.Repeat("x", 512), ""},
		{strings.Repeat("é", 256), ""},
		{"\ufffd", ""},
		{"\u2028\u202e\ufeff", ""},
		{"", "it is empty"},
		{strings.Repeat("x", 513), "it has 513 bytes, and the limit is 512"},
		{strings.Repeat("é", 256) + "x", "it has 513 bytes"},
		{"\xff", "UTF-8"},
		{"a\xed\xa0\x80", "UTF-8"},
		{"ab\x00", "U+0000 at byte 2"},
		{"é\n", "U+000A at byte 2"},
		{"\x7f", "U+007F"},
		{"\u0085", "U+0085"},
	} {
		err := state.CheckKey(tt.key)
		if tt.says == "" {
			if err != nil {
				t.Errorf("%.40q: %v", tt.key, err)
			}
			continue
		}
		if !errors.Is(err, state.ErrKey) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%.40q: %v, which doesn't say %q", tt.key, err, tt.says)
		}
	}
}

func TestCheckPut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", state.MaxKey)
	for _, tt := range []struct {
		name string
		key  string
		size int
		ttl  time.Duration
		want error
		says string
	}{
		{"nothing", "k", 0, 0, nil, ""},
		{"the most", long, 1 << 20, math.MaxInt64, nil, ""},
		{"no key", "", 0, 0, state.ErrKey, "empty"},
		{"too large", "k", 1<<20 + 1, 0, state.ErrTooLarge, `writing "k": the value is too large: it has 1048577 bytes, and the limit is 1048576`},
		{"a negative ttl", "k", 0, -time.Second, state.ErrTTL, `writing "k" for -1s: the time to live is negative`},
		{"a long key in an error", long, 0, -1, state.ErrTTL, `writing "` + long[:100] + `" for`},
	} {
		err := state.CheckPut(tt.key, make([]byte, tt.size), tt.ttl)
		if !errors.Is(err, tt.want) || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, and not %v with %q", tt.name, err, tt.want, tt.says)
		}
	}
}
