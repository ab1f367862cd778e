// Command mcpgo is a server that is measured; see package mcpgo.
package main

import (
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/mcpgo"
)

func main() { peer.Main(mcpgo.New) }
