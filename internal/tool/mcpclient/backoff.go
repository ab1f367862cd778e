package mcpclient

import (
	"regexp"
	"slices"
	"time"
)

const (
	// longestStart is how long an endpoint may take until its server listens.
	longestStart = 30 * time.Second
	// firstStartPause and longestStartPause are between attempts meanwhile.
	firstStartPause   = 150 * time.Millisecond
	longestStartPause = 2 * time.Second
	// quietStart is how long nobody is told that the server is still starting.
	quietStart = 2 * time.Second
	// pauseGrowth is the longest pause as a multiple of the first.
	pauseGrowth = 30
	// steady is how long a connection has to last for the pauses to start anew.
	steady = 10 * time.Second
	// mostQuickEnds is how many times in a row a program may end sooner than that.
	mostQuickEnds = 5
)

// backoff is a pause that doubles from one attempt to the next.
type backoff struct{ first, longest, next time.Duration }

// pause returns the next pause, after a connection that has lasted for a while
// the first one.
func (b *backoff) pause(lasted time.Duration) time.Duration {
	if b.next == 0 || lasted >= steady {
		b.next = b.first
	}
	pause := b.next
	b.next = min(2*pause, b.longest)
	return pause
}

// retries decides when a client reconnects.
type retries struct {
	pauses, startPauses backoff
	program             bool
	// startBegun and startUntil bound the time in which the server may still be
	// starting; zero where it isn't.
	startBegun, startUntil time.Time
	// quickEnds counts the ends of a program right after its start.
	quickEnds int
}

// retry is what comes after a connection has ended, or could not be opened.
type retry struct {
	// pause is how long to wait, and least how long if a request asks meanwhile.
	pause, least time.Duration
	// starting is set while the server may still be starting. After a while, the status
	// shows what it answers.
	starting bool
	status   string
	// never is set where another attempt can't succeed.
	never bool
}

func newRetries(server Server, options Options) retries {
	r := retries{
		pauses:      backoff{first: options.Retry, longest: pauseGrowth * options.Retry},
		startPauses: backoff{first: firstStartPause, longest: longestStartPause},
		program:     server.isProgram(),
	}
	if options.MayBeStarting && !r.program {
		r.startBegun = time.Now()
		r.startUntil = r.startBegun.Add(longestStart)
	}
	return r
}

// next takes how long an attempt lasted, whether it was connected, and why it
// ended.
func (r *retries) next(lasted time.Duration, connected bool, err error) retry {
	if answer := startingAnswer(err); answer != "" && !connected && time.Now().Before(r.startUntil) {
		next := retry{pause: r.startPauses.pause(0), starting: true}
		if time.Since(r.startBegun) >= quietStart {
			next.status = answer
		}
		return next
	}
	r.startUntil = time.Time{}
	code := codeOf(err)
	if r.program && lasted < steady && (code == "server_exited" || code == "server_gone") {
		r.quickEnds++
	} else {
		r.quickEnds = 0
	}
	if !connected {
		lasted = 0
	}
	next := retry{
		pause: r.pauses.pause(lasted),
		never: r.quickEnds >= mostQuickEnds || slices.Contains(wrongSettings, code),
	}
	if r.program {
		next.least = r.pauses.first
	}
	return next
}

// wrongSettings are the codes of failures that only another [Server] changes.
var wrongSettings = []string{"endpoint_invalid", "header_invalid", "transport_unknown", "auth_required", "server_redirects"}

// ownPort is the address at our end, which has another port each time.
var ownPort = regexp.MustCompile(`[0-9.:\[\]a-f]+->`)

// sameFailure reports whether two descriptions say the same to a person.
func sameFailure(a, b string) bool {
	return ownPort.ReplaceAllString(a, "") == ownPort.ReplaceAllString(b, "")
}
