package serve

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"sync/atomic"
)

// limit bounds how many do something at the same time.
type limit struct {
	most int64
	now  atomic.Int64
}

// enter reports whether there is room for one more, who leaves with leave.
func (l *limit) enter() bool {
	if l.now.Add(1) > l.most {
		l.now.Add(-1)
		return false
	}
	return true
}

func (l *limit) leave() { l.now.Add(-1) }

// hashed makes a name of fixed length of texts that clients choose.
func hashed(parts ...string) string {
	const enough = 18
	var all strings.Builder
	for _, part := range parts {
		all.WriteString(strconv.Itoa(len(part)))
		all.WriteByte(':')
		all.WriteString(part)
	}
	sum := sha256.Sum256([]byte(all.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:enough])
}
