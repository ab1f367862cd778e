package serve

import "sync/atomic"

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
