package npm

import "io"

// aheadReader reads blocks ahead in a goroutine, so that one processor unpacks while another
// writes files.
type aheadReader struct {
	blocks chan block
	free   chan []byte
	quit   chan struct{}
	kept   *[][]byte
	// current is the block that Read returns; its data is the part that is not read yet.
	current block
}

// Together, the blocks hold the content of most tarballs, so the goroutine that unpacks one does not
// wait for the one that writes.
const (
	aheadBlocks = 32
	aheadSize   = 256 << 10
)

type block struct {
	whole, data []byte
	err         error
}

// readAhead starts to read. kept has blocks to reuse, and gets those that are added. They are no longer used once
// stop has returned.
func readAhead(r io.Reader, kept *[][]byte) *aheadReader {
	a := &aheadReader{blocks: make(chan block, aheadBlocks), free: make(chan []byte, aheadBlocks), quit: make(chan struct{}), kept: kept}
	for _, one := range *kept {
		a.free <- one
	}
	go a.fill(r)
	return a
}

// buffer returns a block to read into; nil after stop.
func (a *aheadReader) buffer() []byte {
	select {
	case <-a.quit:
		return nil
	case next := <-a.free:
		return next
	default:
	}
	if len(*a.kept) < aheadBlocks {
		made := make([]byte, aheadSize)
		*a.kept = append(*a.kept, made)
		return made
	}
	select {
	case next := <-a.free:
		return next
	case <-a.quit:
		return nil
	}
}

func (a *aheadReader) fill(r io.Reader) {
	defer close(a.blocks)
	for {
		buffer := a.buffer()
		if buffer == nil {
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
func (a *aheadReader) Read(p []byte) (int, error) {
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
func (a *aheadReader) stop() {
	close(a.quit)
	for range a.blocks {
		continue // discard what was read ahead
	}
}
