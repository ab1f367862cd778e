// Command gosdk is a server that is measured; see package gosdk.
package main

import (
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/gosdk"
)

func main() { peer.Main(gosdk.New) }
