package serve

import "sync/atomic"

// limit bounds how many requests do something at the same time.
type limit struct {
	most int64
	now  atomic.Int64
}

// enter reports false if there are too many. Otherwise, leave has to be called.
func (l *limit) enter() bool {
	if l.now.Add(1) > l.most {
		l.now.Add(-1)
		return false
	}
	return true
}

func (l *limit) leave() { l.now.Add(-1) }
