package replicas_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a store whose values expire.
type memory struct {
	mu     sync.Mutex
	values map[string]expiring
	// before is called before an update, if it is set.
	before func()
	broken bool
}

var errBroken = errors.New("the store is broken")

type expiring struct {
	value []byte
	until time.Time
}

func (m *memory) Get(_ context.Context, key string) (value []byte, found bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, found := m.values[key]
	return e.value, found && time.Now().Before(e.until), nil
}

func (m *memory) Put(ctx context.Context, key string, value []byte, keep time.Duration) error {
	return m.Update(ctx, key, func([]byte) ([]byte, time.Duration, error) { return value, keep, nil })
}

func (m *memory) Update(_ context.Context, key string, change func(old []byte) ([]byte, time.Duration, error)) error {
	if m.before != nil {
		m.before()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken {
		return errBroken
	}
	var old []byte
	if e := m.values[key]; time.Now().Before(e.until) {
		old = e.value
	}
	value, keep, err := change(old)
	if err != nil {
		return err
	}
	if value == nil {
		delete(m.values, key)
	} else {
		m.values[key] = expiring{value, time.Now().Add(keep)}
	}
	return nil
}

func newMemory() *memory { return &memory{values: map[string]expiring{}} }

// replica returns one of the replicas that share a store; without one, it is alone.
func replica(store *memory) *replicas.Replica {
	o := replicas.Options{App: "test", Key: []byte("the key of all replicas"), Logger: slog.New(slog.DiscardHandler)}
	if store != nil {
		o.Store, o.Shared = store, true
	}
	return replicas.New(o)
}

// An answer reaches the call that waits for it, unchanged, at whichever replica it
// arrives.
func TestAnswersReachTheReplicaThatAsked(t *testing.T) {
	t.Parallel()
	for _, answer := range []replicas.Answer{
		{Result: json.RawMessage(`{"action":"accept","content":{"a":"<&> \u2028"}}`)},
		{Result: json.RawMessage(`null`)},
		{Error: json.RawMessage(`{"code":-1,"message":"no"}`)},
		{Error: json.RawMessage(`null`)},
		{Result: json.RawMessage(`"` + strings.Repeat("<", 1_000_000) + `"`)},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := newMemory()
			one, other := replica(store), replica(store)
			for _, receives := range []*replicas.Replica{one, other} {
				question := one.Questions.Ask("ann")
				if err := receives.Questions.Deliver(t.Context(), "ann", question.ID, answer); err != nil {
					t.Fatalf("%.50s: %v", answer, err)
				}
				got, err := question.Wait(t.Context(), nil)
				question.Close()
				if err != nil || string(got.Result) != string(answer.Result) || string(got.Error) != string(answer.Error) {
					t.Errorf("%.50s arrives as %.50s, %v", answer, got, err)
				}
			}
		})
	}
}

func TestAnswersThatAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other, alone := replica(store), replica(store), replica(nil)
		question := one.Questions.Ask("ann")
		defer question.Close()
		small := replicas.Answer{Result: json.RawMessage(`{}`)}
		large := replicas.Answer{Result: json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}
		for name, test := range map[string]struct {
			at       *replicas.Replica
			user, id string
			answer   replicas.Answer
			want     error
		}{
			"another user":        {one, "eve", question.ID, small, replicas.ErrUnexpected},
			"a forged id":         {one, "ann", question.ID + "A", small, replicas.ErrUnexpected},
			"no id":               {one, "ann", "", small, replicas.ErrUnexpected},
			"no shared store":     {alone, "ann", question.ID, small, replicas.ErrNoRoute},
			"too large elsewhere": {other, "ann", question.ID, large, replicas.ErrTooLarge},
		} {
			if err := test.at.Questions.Deliver(t.Context(), test.user, test.id, test.answer); !errors.Is(err, test.want) {
				t.Errorf("%s: %v, want %v", name, err, test.want)
			}
		}
		if len(store.values) != 1 {
			t.Errorf("the store has %d values, want one that says the answer is too large", len(store.values))
		}
		if got, err := question.Wait(t.Context(), nil); err != nil || !strings.Contains(string(got.Error), "too large") {
			t.Errorf("the question ends with %s, %v", got.Error, err)
		}
		time.Sleep(time.Hour + time.Second)
		if err := one.Questions.Deliver(t.Context(), "ann", question.ID, small); !errors.Is(err, replicas.ErrUnexpected) {
			t.Errorf("after an hour: %v", err)
		}
	})
}

func TestWaitEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		question := replica(newMemory()).Questions.Ask("ann")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := question.Wait(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after the deadline: %v", err)
		}
		disconnected := make(chan struct{})
		close(disconnected)
		if _, err := question.Wait(t.Context(), disconnected); !errors.Is(err, replicas.ErrDisconnected) {
			t.Errorf("after the client has disconnected: %v", err)
		}
		question.Close()
	})
}

// A cancellation ends the call of that id, session and user, at any replica.
func TestCancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other := replica(store), replica(store)
		id := func(session, user, id string) replicas.CallID {
			return replicas.CallID{Session: replicas.Session{ID: session, User: user}, ID: id}
		}
		for _, receives := range []*replicas.Replica{one, other} {
			ctx, end := context.WithCancel(t.Context())
			var call replicas.Call
			one.Calls.Add(ctx, &call, id("s", "ann", "1"), end)
			for _, wrong := range []replicas.CallID{id("s", "ann", "2"), id("s", "eve", "1"), id("t", "ann", "1")} {
				receives.Calls.Cancel(t.Context(), wrong)
			}
			time.Sleep(time.Minute)
			if call.Cancelled() || ctx.Err() != nil {
				t.Error("the cancellation of another call ends it")
			}
			receives.Calls.Cancel(t.Context(), id("s", "ann", "1"))
			<-ctx.Done()
			if !call.Cancelled() {
				t.Error("it does not say that it was cancelled")
			}
			one.Calls.Remove(&call)
		}
		var ended replicas.Call
		one.Calls.Add(t.Context(), &ended, id("s", "ann", "3"), func() {})
		one.Calls.Remove(&ended)
		one.Calls.Cancel(t.Context(), id("s", "ann", "3"))
		if ended.Cancelled() {
			t.Error("a call that has ended is cancelled")
		}
		one.Calls.Remove(new(replicas.Call))
	})
}

// A replica follows the changes at others, and learns when it has missed some.
func TestChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other := replica(store), replica(store)
		other.Changes.Publish(ui.Change{URI: "before"})
		synctest.Wait()
		last := one.Changes.Last(t.Context())
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		var got []ui.Change
		missed := 0
		var following sync.WaitGroup
		following.Go(func() {
			one.Changes.Follow(ctx, last, func(c ui.Change) {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, c)
			}, func() { missed++ })
		})
		one.Changes.Publish(ui.Change{URI: "its own"})
		want := []ui.Change{{URI: "a"}, {List: ui.ToolList}}
		for _, c := range want {
			other.Changes.Publish(c)
		}
		time.Sleep(time.Second)
		mu.Lock()
		if !slices.Equal(got, want) || missed > 0 {
			t.Errorf("it learns of %v, and missed some %d times", got, missed)
		}
		mu.Unlock()
		for i := range 300 {
			other.Changes.Publish(ui.Change{URI: strconv.Itoa(i)})
		}
		time.Sleep(time.Second)
		stop()
		following.Wait()
		if missed != 1 {
			t.Errorf("of 300 changes at once, it missed some %d times", missed)
		}
	})
}

// Settings expire, unless they are extended, and other replicas and users have theirs.
func TestSettings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other := replica(store), replica(store)
		session := replicas.Session{ID: "s", User: "ann"}
		level := func(at *replicas.Replica, session replicas.Session) hosts.LogLevel {
			settings, _ := at.Sessions.Settings(t.Context(), session)
			return settings.Level
		}
		set := func(level hosts.LogLevel, keep bool) {
			if err := one.Sessions.Update(t.Context(), session, "stream", func(s *replicas.Settings) bool { s.Level = level; return keep }); err != nil {
				t.Error(err)
			}
		}
		set(hosts.LevelError, true)
		set(hosts.LevelDebug, false)
		if got := level(other, session); got != hosts.LevelError {
			t.Errorf("another replica has the level %q", got)
		}
		if got := level(one, replicas.Session{ID: "s", User: "eve"}); got != "" {
			t.Errorf("another user has the level %q", got)
		}
		time.Sleep(replicas.OpenLife - time.Second)
		other.Sessions.Extend(t.Context(), session, "stream")
		time.Sleep(replicas.OpenLife - time.Second)
		if got := level(one, session); got != hosts.LevelError {
			t.Errorf("extended, the level is %q", got)
		}
		set(hosts.LevelDebug, false) // what is refused extends nothing
		time.Sleep(time.Second)
		if got := level(one, session); got != "" {
			t.Errorf("expired, the level is %q", got)
		}
		alone := replica(nil)
		alone.Sessions.Extend(t.Context(), session, "stream")
		if err := alone.Sessions.Update(t.Context(), session, "stream", func(*replicas.Settings) bool { return true }); err != nil {
			t.Error(err)
		}
		if _, found := alone.Sessions.Settings(t.Context(), session); found {
			t.Error("without a store, there are settings")
		}
	})
}

// How long settings are stored depends on whether a stream is open when they are written,
// also if it was opened elsewhere meanwhile.
func TestSettingsOfAStreamThatIsOpenedMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other := replica(store), replica(store)
		session := replicas.Session{ID: "s"}
		store.before = func() {
			store.before = nil
			other.Sessions.Open(t.Context(), session, "stream")
		}
		if err := one.Sessions.Update(t.Context(), session, "", subscribing("a")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(replicas.OpenLife - time.Second)
		if got, _ := one.Sessions.Settings(t.Context(), session); len(got.URIs) == 0 {
			t.Error("the subscription has expired, although a stream is open")
		}
	})
}

// A client that has lost its stream opens another one, often at another replica, before the
// first one is closed.
func TestStreamThatIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		one, other := replica(store).Sessions, replica(store).Sessions
		session := replicas.Session{ID: "s"}
		one.Open(t.Context(), session, "first")
		if err := one.Update(t.Context(), session, "first", subscribing("a")); err != nil {
			t.Fatal(err)
		}
		other.Open(t.Context(), session, "second")
		one.Extend(t.Context(), session, "first")
		one.Close(t.Context(), session, "first")
		time.Sleep(replicas.OpenLife - time.Second)
		if got := other.Open(t.Context(), session, "third"); len(got.URIs) == 0 {
			t.Error("the subscription has expired, although a stream is open")
		}
		other.Close(t.Context(), session, "third")
		time.Sleep(replicas.ClosedLife)
		if got, found := other.Settings(t.Context(), session); found {
			t.Errorf("after all are closed, there is %+v", got)
		}
		other.Open(t.Context(), session, "fourth")
		other.Close(t.Context(), session, "fourth")
		for key := range store.values {
			t.Errorf("a closed session without settings has the entry %q", key)
		}
	})
}

func subscribing(uri string) func(*replicas.Settings) bool {
	return func(s *replicas.Settings) bool {
		s.URIs = append(s.URIs, uri)
		return true
	}
}

// Many subscriptions take room as long as their streams are open, and a few minutes more.
// Levels have room of their own, and nobody takes the room of a user.
func TestLargeRoomForSettings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		user  string
		share int // in sessions with 256 KiB
	}{"a user": {"ann", 16}, "everybody without a user": {"", 64}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sessions := replica(newMemory()).Sessions
				named := func(i int) replicas.Session { return replicas.Session{ID: strconv.Itoa(i), User: test.user} }
				large := subscribing(strings.Repeat("x", 256<<10))
				var err error
				full := 0
				for ; err == nil && full < 1000; full++ {
					sessions.Open(t.Context(), named(full), "stream")
					err = sessions.Update(t.Context(), named(full), "stream", large)
				}
				if !errors.Is(err, replicas.ErrSettingsFull) || full > test.share || full < test.share-2 {
					t.Fatalf("after %d sessions: %v", full, err)
				}
				level := func(s *replicas.Settings) bool { s.Level = hosts.LevelError; return true }
				unsubscribing := func(s *replicas.Settings) bool { s.URIs = nil; return true }
				for _, session := range []replicas.Session{named(0), {ID: "another", User: test.user}} {
					if err := sessions.Update(t.Context(), session, "", level); err != nil {
						t.Errorf("setting the level of session %q: %v", session.ID, err)
					}
				}
				if err := sessions.Update(t.Context(), replicas.Session{ID: "0", User: "bob"}, "", large); err != nil {
					t.Errorf("another user: %v", err)
				}
				if err := sessions.Update(t.Context(), named(1), "", unsubscribing); err != nil {
					t.Errorf("unsubscribing: %v", err)
				}
				if err := sessions.Update(t.Context(), named(full), "", large); err != nil {
					t.Errorf("after another has unsubscribed: %v", err)
				}
				for i := range full {
					sessions.Close(t.Context(), named(i), "stream")
				}
				time.Sleep(replicas.ClosedLife)
				for i := range full - 1 {
					if err := sessions.Update(t.Context(), named(1000+i), "", large); err != nil {
						t.Fatalf("session %d after the others have expired: %v", i, err)
					}
				}
			})
		})
	}
}

// Subscribing and unsubscribing doesn't take room beyond both limits.
func TestLargeRoomForLevels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		sessions := replica(store).Sessions
		level := func(s *replicas.Settings) bool { s.Level = hosts.LevelError; return true }
		unsubscribing := func(s *replicas.Settings) bool { s.URIs = nil; return true }
		const most = 2 * (16 << 20) / 512 // the anonymous half of both, and what an entry takes at least
		for i := range most {
			session := replicas.Session{ID: strconv.Itoa(i)}
			if err := sessions.Update(t.Context(), session, "", subscribing("a")); err == nil {
				_ = sessions.Update(t.Context(), session, "", level)
				_ = sessions.Update(t.Context(), session, "", unsubscribing)
			}
			_ = sessions.Update(t.Context(), replicas.Session{ID: "level " + session.ID}, "", level)
		}
		if len(store.values) > most || len(store.values) < most*9/10 {
			t.Errorf("the store has %d entries, and may have %d", len(store.values), most)
		}
	})
}

// What the log says of a store that fails is what happens to the settings.
func TestLogOfSettingsThatAreNotKept(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	store := newMemory()
	store.broken = true
	sessions := replicas.New(replicas.Options{App: "test", Store: store, Logger: slog.New(slog.NewTextHandler(&log, nil))}).Sessions
	for says, call := range map[string]func(context.Context, replicas.Session, string){
		"log level may expire while its stream is open": sessions.Extend,
		"log level are stored for longer than needed":   sessions.Close,
	} {
		log.Reset()
		call(t.Context(), replicas.Session{ID: "s"}, "stream")
		if !strings.Contains(log.String(), says) || !strings.Contains(log.String(), "the store is broken") {
			t.Errorf("the log says %s", log.String())
		}
	}
}
