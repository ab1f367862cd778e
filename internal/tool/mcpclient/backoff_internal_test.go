package mcpclient

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/ui"
)

func TestRetries(t *testing.T) {
	t.Parallel()
	exited := &ui.Error{Code: "server_exited"}
	unreachable := &ui.Error{Code: "server_unreachable", Message: "no such host"}
	refused := fmt.Errorf("dialling: %w", syscall.ECONNREFUSED)
	reset := fmt.Errorf("reading: %w", syscall.ECONNRESET)
	notFound := &ui.Error{Code: "server_status", Message: "HTTP status 404 Not Found"}
	gone := &ui.Error{Code: "server_gone"}
	starting := retries{startPauses: backoff{first: firstStartPause, longest: longestStartPause}, startUntil: time.Now().Add(time.Hour)}
	started := starting
	started.startUntil = time.Now()
	type end struct {
		lasted time.Duration
		opened bool
		err    error
	}
	const s = time.Second
	for _, tt := range []struct {
		name    string
		retries retries
		ends    []end
		pauses  []time.Duration // -1 is never
	}{
		{
			"an endpoint that is away",
			retries{},
			[]end{
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s},
		},
		{
			"one that starts",
			starting,
			[]end{{0, false, refused}, {0, false, reset}, {0, false, refused}, {5 * s, true, refused}, {0, false, refused}},
			[]time.Duration{firstStartPause, 2 * firstStartPause, 4 * firstStartPause, s, 2 * s},
		},
		{
			"one that starts for long",
			starting,
			[]end{
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
			},
			[]time.Duration{firstStartPause, 2 * firstStartPause, 4 * firstStartPause, 8 * firstStartPause, longestStartPause, longestStartPause},
		},
		{
			"one that has started for too long",
			started,
			[]end{{0, false, refused}, {0, false, refused}},
			[]time.Duration{s, 2 * s},
		},
		{
			"a wrong address",
			starting,
			[]end{{0, false, notFound}, {0, false, notFound}, {0, false, refused}},
			[]time.Duration{s, 2 * s, 4 * s},
		},
		{
			"a name that leads nowhere",
			starting,
			[]end{{0, false, unreachable}, {0, false, unreachable}},
			[]time.Duration{s, 2 * s},
		},
		{
			"one that does not answer",
			starting,
			[]end{{0, false, &ui.Error{Code: "server_timeout"}}},
			[]time.Duration{s},
		},
		{
			"a good connection",
			retries{},
			[]end{{0, false, unreachable}, {0, false, unreachable}, {11 * s, true, unreachable}},
			[]time.Duration{s, 2 * s, s},
		},
		{
			"a program that keeps exiting",
			retries{program: true},
			[]end{
				{s, true, exited}, {s, true, exited}, {s, false, exited}, {s, true, exited}, {s, true, exited},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, -1},
		},
		{
			"a program that ends the connection each time",
			retries{program: true},
			[]end{{s, false, gone}, {s, true, gone}, {s, false, exited}, {s, true, exited}, {s, true, gone}},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, -1},
		},
		{
			"one that runs for a while in between",
			retries{program: true},
			[]end{
				{s, true, exited},
				{s, true, exited},
				{s, true, exited},
				{s, true, exited},
				{10 * s, true, exited},
				{s, true, exited},
				{s, true, exited},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, s, 2 * s, 4 * s},
		},
		{
			"one that can't be started",
			retries{program: true},
			[]end{
				{0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s},
		},
		{"no endpoint", starting, []end{{0, false, &ui.Error{Code: "endpoint_invalid"}}}, []time.Duration{-1}},
		{"one that wants to know who asks", starting, []end{{0, false, &ui.Error{Code: "auth_required"}}}, []time.Duration{-1}},
		{"one that refuses", starting, []end{{0, false, &RPCError{Code: 1}}}, []time.Duration{s}},
	} {
		tt.retries.pauses = backoff{first: s, longest: pauseGrowth * s}
		var pauses []time.Duration
		for _, one := range tt.ends {
			next := tt.retries.next(one.lasted, one.opened, one.err)
			if next.never {
				next.pause = -1
			}
			pauses = append(pauses, next.pause)
		}
		if diff := cmp.Diff(tt.pauses, pauses); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSameFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"read tcp 127.0.0.1:1->127.0.0.1:80: reset", "read tcp 127.0.0.1:2->127.0.0.1:80: reset", true},
		{"read tcp [::1]:1->[::1]:80: reset", "read tcp [::1]:2->[::1]:80: reset", true},
		{"dial tcp 127.0.0.1:80: refused", "dial tcp 127.0.0.1:80: no route", false},
		{"", "x", false},
	} {
		if sameFailure(tt.a, tt.b) != tt.same {
			t.Errorf("%q and %q: %v", tt.a, tt.b, !tt.same)
		}
	}
}
