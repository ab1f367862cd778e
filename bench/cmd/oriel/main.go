// Command oriel is a server that is measured; see package orielpeer.
package main

import (
	"github.com/orielapps/oriel/bench/peer"
	"github.com/orielapps/oriel/bench/peer/orielpeer"
)

func main() { peer.Main(orielpeer.New) }
