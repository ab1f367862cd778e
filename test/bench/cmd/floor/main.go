// Command floor is a server that is measured; see package floor.
package main

import (
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/floor"
)

func main() { peer.Main(floor.New) }
