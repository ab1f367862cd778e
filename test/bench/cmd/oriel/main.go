// Command oriel is a server that is measured; see package orielpeer.
package main

import (
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/orielpeer"
)

func main() { peer.Main(orielpeer.New) }
