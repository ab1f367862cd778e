// Command signed is the server of package orielpeer with a sign-in; see package signedpeer.
package main

import (
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/signedpeer"
)

func main() { peer.Main(signedpeer.New) }
