package npm

import "io"

// ahead reads in a goroutine of its own, some blocks before they are asked for,
// so that one processor unpacks while another writes files.
type ahead struct {
	blocks chan block
	free   chan []byte
	quit   chan struct{}
	// current is what is read now; its data is what is left of whole.
	current block
}

const (
	aheadBlocks = 5
	aheadSize   = 256 << 10
)

type block struct {
	whole, data []byte
	err         error
}

// readAhead begins to read, into the given blocks. When stop returns, nothing uses
// them any more.
func readAhead(r io.Reader, blocks [][]byte) *ahead {
	a := &ahead{blocks: make(chan block, len(blocks)), free: make(chan []byte, len(blocks)), quit: make(chan struct{})}
	for _, one := range blocks {
		a.free <- one
	}
	go a.fill(r)
	return a
}

func (a *ahead) fill(r io.Reader) {
	defer close(a.blocks)
	for {
		var buffer []byte
		select {
		case buffer = <-a.free:
		case <-a.quit:
			return
		}
		n := 0
		var err error
		for n < len(buffer) && err == nil {
			var more int
			more, err = r.Read(buffer[n:])
			n += more
		}
		a.blocks <- block{whole: buffer, data: buffer[:n], err: err} // there is room for all
		if err != nil {
			return
		}
	}
}

// Read returns what was read, and then the error that ended it.
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.current.data) == 0 {
		if a.current.err != nil {
			return 0, a.current.err
		}
		if a.current.whole != nil {
			a.free <- a.current.whole
		}
		next, ok := <-a.blocks
		if !ok {
			return 0, io.EOF
		}
		a.current = next
	}
	n := copy(p, a.current.data)
	a.current.data = a.current.data[n:]
	return n, nil
}

// stop ends the reading, and waits for it.
func (a *ahead) stop() {
	close(a.quit)
	for range a.blocks {
		continue // what was read ahead counts for nothing
	}
}
