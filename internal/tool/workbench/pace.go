package workbench

import (
	"regexp"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const (
	// startPatience is how long an endpoint may take until somebody listens there.
	// Meanwhile it is tried again after knockAgain at first, and each time after
	// twice as long, up to longestKnock. From sayWaiting on, the page is told what
	// is waited for.
	startPatience = 30 * time.Second
	knockAgain    = 150 * time.Millisecond
	longestKnock  = 2 * time.Second
	sayWaiting    = 2 * time.Second
	// defaultRetry is the first pause before a connection that has ended is opened
	// again. Each further one is twice as long, up to longestPause times the first.
	defaultRetry = time.Second
	longestPause = 30
	// steady is how long a connection must have lasted to count as a good one. A
	// program that ends sooner quickEnds times in a row is left alone.
	steady    = 10 * time.Second
	quickEnds = 5
)

// pace decides when a line is opened again.
type pace struct {
	first   time.Duration
	program bool
	// begun is when an endpoint that may still be starting was first tried; zero
	// where it has answered already, or is not waited for.
	begun       time.Time
	knocks      int
	ends, quick int
}

// turn is what comes after a connection has ended, or could not be opened.
type turn struct {
	// pause is how long to wait, and least how long if somebody asks meanwhile.
	pause, least time.Duration
	// again is set while the server is still starting, and waiting then says, after
	// a while, what it is waited for.
	again   bool
	waiting string
	// stuck is set where trying again has no sense.
	stuck bool
}

func (p *pace) ended(lasted time.Duration, opened bool, err error) turn {
	if why := mcpclient.NotUpYet(err); !opened && why != "" && time.Since(p.begun) < startPatience {
		return p.knock(why)
	}
	p.begun = time.Time{}
	if opened && lasted >= steady {
		p.ends = 0
	}
	code := codeOf(err)
	if p.program && lasted < steady && (code == "server_exited" || code == "server_gone") {
		p.quick++
	} else {
		p.quick = 0
	}
	p.ends++
	next := turn{
		pause: p.first * longestPause,
		// It is as the server was given to us.
		stuck: slices.Contains([]string{"endpoint_invalid", "header_invalid", "transport_unknown", "auth_required", "server_redirects"}, code) ||
			p.quick >= quickEnds,
	}
	const doublings = 5 // more would be over the longest pause
	if p.ends <= doublings {
		next.pause = min(next.pause, p.first<<(p.ends-1))
	}
	if p.program {
		next.least = p.first
	}
	return next
}

func (p *pace) knock(why string) turn {
	next := turn{pause: longestKnock, again: true}
	const doublings = 4 // more would be over the longest pause
	if p.knocks < doublings {
		next.pause = min(longestKnock, knockAgain<<p.knocks)
	}
	p.knocks++
	if time.Since(p.begun) >= sayWaiting {
		next.waiting = why
	}
	return next
}

// ownPort is the address at our end, with another port each time.
var ownPort = regexp.MustCompile(`[0-9.:\[\]a-f]+->`)

// sameFailure reports whether two descriptions tell a person the same.
func sameFailure(a, b string) bool {
	return ownPort.ReplaceAllString(a, "") == ownPort.ReplaceAllString(b, "")
}
