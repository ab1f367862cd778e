package serve_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/internal/serve"
)

// expiringStore is a store whose values expire. It counts the writes.
type expiringStore struct {
	mu     sync.Mutex
	values map[string]expiring
	writes int
	broken bool
	// before and after are called around an update, if they are set.
	before, after func()
}

type expiring struct {
	value []byte
	until time.Time
}

var errBroken = errors.New("the store is broken")

func (s *expiringStore) Get(_ context.Context, key string) (value []byte, found bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		return nil, false, errBroken
	}
	v, there := s.values[key]
	return v.value, there && time.Now().Before(v.until), nil
}

func (s *expiringStore) Put(ctx context.Context, key string, value []byte, keep time.Duration) error {
	return s.Update(ctx, key, func([]byte) ([]byte, time.Duration, error) { return value, keep, nil })
}

func (s *expiringStore) Update(ctx context.Context, key string, change func(old []byte) ([]byte, time.Duration, error)) error {
	if s.before != nil {
		s.before()
	}
	err := s.update(ctx, key, change)
	if s.after != nil {
		s.after()
	}
	return err
}

func (s *expiringStore) update(ctx context.Context, key string, change func(old []byte) ([]byte, time.Duration, error)) error {
	old, found, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	if !found {
		old = nil
	}
	value, keep, err := change(old)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values == nil {
		s.values = map[string]expiring{}
	}
	s.writes++
	if value == nil {
		delete(s.values, key)
		return nil
	}
	s.values[key] = expiring{value, time.Now().Add(keep)}
	return nil
}

// subscribed is a session that has subscribed to one resource, and wants log messages of
// errors only.
type subscribed struct {
	t       *testing.T
	app     *oriel.App
	handler http.Handler
	store   *expiringStore
	session string
}

func newSubscribed(t *testing.T) *subscribed {
	t.Helper()
	app, _ := attachtest.Full(t)
	store := &expiringStore{}
	n := &subscribed{t: t, app: app, store: store, handler: newServer(t, app, serve.Options{Store: store}).Handler()}
	n.session = begin(t, n.handler)
	for _, body := range []string{message("1", "resources/subscribe", `{"uri":"sample://notes"}`), message("2", "logging/setLevel", `{"level":"error"}`)} {
		if a := post(t, n.handler, body, "Mcp-Session-Id", n.session); a.status != http.StatusOK || a.code() != "" {
			t.Fatalf("%s: %d %s", body, a.status, a.body)
		}
	}
	return n
}

// open opens the session's stream for a while, and returns its events. Halfway, the
// resource changes.
func (n *subscribed) open(howLong time.Duration) string {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.t.Context(), howLong)
	defer cancel()
	w := httptest.NewRecorder()
	r := newRequest(n.t, http.MethodGet, "http://app.example/mcp", "", "Mcp-Session-Id", n.session)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		n.handler.ServeHTTP(w, r.WithContext(ctx))
	}()
	time.Sleep(howLong / 2)
	n.app.ResourceUpdated("sample://notes")
	<-ended
	return w.Body.String()
}

// logs reports whether a call sends log messages that are less severe than errors.
func (n *subscribed) logs() bool {
	n.t.Helper()
	a := post(n.t, n.handler, message("3", "tools/call", `{"name":"steps"}`), "Mcp-Session-Id", n.session)
	if a.status != http.StatusOK || !strings.Contains(a.body, "Done.") {
		n.t.Fatalf("%d %s", a.status, a.body)
	}
	return strings.Contains(a.body, "notifications/message")
}

// Settings expire five minutes after the session's stream was closed or, without one, after
// they were sent.
func TestSettingsExpire(t *testing.T) {
	t.Parallel()
	const minute, updated = time.Minute, "notifications/resources/updated"
	for name, test := range map[string]struct {
		before, open, after time.Duration // without a stream, with one, and without again
		kept                bool
	}{
		"at once":                            {0, 0, 0, true},
		"five minutes, nearly":               {0, 0, 5*minute - time.Second, true},
		"five minutes":                       {0, 0, 5 * minute, false},
		"an open stream":                     {0, 10 * time.Hour, 0, true},
		"an open stream, then nearly five":   {0, 10 * time.Hour, 5*minute - time.Second, true},
		"an open stream, then five minutes":  {0, 10 * time.Hour, 5 * minute, false},
		"a stream that comes late":           {4 * minute, 2 * time.Hour, 4 * minute, true},
		"a stream that comes too late":       {5 * minute, 2 * time.Hour, 0, false},
		"a stream that is open for a moment": {4 * minute, minute, 4 * minute, true},
		"such a stream, then five minutes":   {4 * minute, minute, 5 * minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := newSubscribed(t)
				time.Sleep(test.before)
				if test.open > 0 {
					notified := strings.Contains(n.open(test.open), updated)
					if want := test.before < 5*minute; notified != want {
						t.Errorf("the stream has the notification of the resource: %t", notified)
					}
				}
				time.Sleep(test.after)
				if logs := n.logs(); logs == test.kept {
					t.Errorf("the level has expired: %t", logs)
				}
				if notified := strings.Contains(n.open(time.Second), updated); notified != test.kept {
					t.Errorf("the next stream has the notification of the resource: %t", notified)
				}
			})
		})
	}
}

// Settings that are sent while a stream is open last as long as it, also if they arrive at
// another replica, which does not know of the stream.
func TestSettingsOfAnOpenStream(t *testing.T) {
	t.Parallel()
	for name, shared := range map[string]bool{"at its replica": false, "at another replica": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				app, _ := attachtest.Full(t)
				options := serve.Options{Store: &expiringStore{}, Shared: shared}
				streams := newServer(t, app, options).Handler()
				other := streams
				if shared {
					other = newServer(t, app, options).Handler()
				}
				session := begin(t, streams)
				ctx, cancel := context.WithCancel(t.Context())
				w, stream := httptest.NewRecorder(), newRequest(t, http.MethodGet, "http://app.example/mcp", "", "Mcp-Session-Id", session)
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					streams.ServeHTTP(w, stream.WithContext(ctx))
				}()
				synctest.Wait()
				for i := range 20 { // more than a session without a stream may have
					uri := fmt.Sprintf("sample://%01000d", i)
					if a := post(t, other, message("1", "resources/subscribe", `{"uri":"`+uri+`"}`), "Mcp-Session-Id", session); a.code() != "" {
						t.Fatalf("subscription %d: %s", i, a.body)
					}
				}
				time.Sleep(10 * time.Hour)
				app.ResourceUpdated(fmt.Sprintf("sample://%01000d", 7))
				time.Sleep(time.Minute)
				cancel()
				<-ended
				if !strings.Contains(w.Body.String(), "notifications/resources/updated") {
					t.Errorf("the stream says %.200q", w.Body.String())
				}
			})
		})
	}
}

// Clients that nobody knows fill neither the store nor the memory: a session without a
// stream has little room, all sessions without a user together have half of all, and it is
// free again soon. Meanwhile they can set levels, and users can subscribe.
func TestSettingsOfManySessions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, _ := attachtest.Full(t)
		store := &expiringStore{}
		h := signedIn(newServer(t, app, serve.Options{Store: store}).Handler())
		subscribe := func(session, uri string, headers ...string) answer {
			return post(t, h, message("1", "resources/subscribe", `{"uri":"`+uri+`"}`), append(headers, "Mcp-Session-Id", session)...)
		}
		first := begin(t, h)
		for i := range 9 {
			if code := subscribe(first, fmt.Sprintf("sample://%01000d", i)).code(); (code == "too_many_subscriptions") != (i == 8) || i < 8 && code != "" {
				t.Errorf("subscription %d of 1,000 bytes: %q", i, code)
			}
		}
		long := "sample://" + strings.Repeat("x", 8000)
		var refused answer
		sessions := 0
		for ; refused.body == "" && sessions < 10_000; sessions++ {
			if a := subscribe(begin(t, h), long); a.code() != "" {
				refused = a
			}
		}
		if refused.status != http.StatusServiceUnavailable || refused.code() != "server_full" {
			t.Errorf("after %d sessions: %d %.300s", sessions, refused.status, refused.body)
		}
		if bytes := store.size(); bytes > 16<<20 || bytes < 12<<20 {
			t.Errorf("%d sessions have %d bytes in the store", sessions, bytes)
		}
		for _, session := range []string{first, begin(t, h)} {
			if a := post(t, h, message("1", "logging/setLevel", `{"level":"error"}`), "Mcp-Session-Id", session); a.code() != "" {
				t.Errorf("setting a level: %.300s", a.body)
			}
		}
		if a := subscribe(begin(t, h), long, "X-User", "ann"); a.code() != "" {
			t.Errorf("a user: %.300s", a.body)
		}
		time.Sleep(5 * time.Minute)
		if a := subscribe(begin(t, h), long); a.code() != "" {
			t.Errorf("after they have expired: %.300s", a.body)
		}
	})
}

func (s *expiringStore) size() (bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, value := range s.values {
		bytes += len(key) + len(value.value)
	}
	return bytes
}

// An open stream costs the store three writes an hour, one when it is opened, one soon
// after, and one when it is closed.
func TestSettingsAreExtendedSeldom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := newSubscribed(t)
		before := n.store.writes
		n.open(10 * time.Hour)
		if writes := n.store.writes - before; writes < 10 || writes > 33 {
			t.Errorf("in ten hours the store is written %d times", writes)
		}
	})
}

// While the store fails, streams stay open. Afterwards, its settings are used again.
func TestSettingsOfABrokenStore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := newSubscribed(t)
		ended := make(chan string)
		go func() { ended <- n.open(10 * time.Hour) }()
		time.Sleep(time.Minute)
		n.store.breaks(true)
		time.Sleep(2 * time.Hour)
		n.store.breaks(false)
		if got := <-ended; !strings.Contains(got, "notifications/resources/updated") {
			t.Errorf("the stream says %q", got)
		}
	})
}

func (s *expiringStore) breaks(broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

// A client may subscribe while its stream is being opened. Whichever comes first, the
// stream has the notification.
func TestSubscriptionWhileTheStreamIsOpened(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]func(store *expiringStore, subscribe, open func()){
		"subscribed after the settings are read": func(store *expiringStore, subscribe, open func()) {
			store.after = func() {
				store.after = nil
				go subscribe()
				synctest.Wait()
			}
			open()
		},
		"opened before the subscription is stored": func(store *expiringStore, subscribe, open func()) {
			store.before = func() {
				store.before = nil
				go open()
				synctest.Wait()
			}
			subscribe()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				app, _ := attachtest.Full(t)
				store := &expiringStore{}
				h := newServer(t, app, serve.Options{Store: store}).Handler()
				session := begin(t, h)
				ctx, cancel := context.WithCancel(t.Context())
				w, stream := httptest.NewRecorder(), newRequest(t, http.MethodGet, "http://app.example/mcp", "", "Mcp-Session-Id", session)
				subscribe := func() {
					if a := post(t, h, message("1", "resources/subscribe", `{"uri":"sample://notes"}`), "Mcp-Session-Id", session); a.code() != "" {
						t.Error(a.body)
					}
				}
				go order(store, subscribe, func() { h.ServeHTTP(w, stream.WithContext(ctx)) })
				time.Sleep(time.Second)
				app.ResourceUpdated("sample://notes")
				time.Sleep(time.Second)
				cancel()
				synctest.Wait()
				if got := w.Body.String(); !strings.Contains(got, "notifications/resources/updated") {
					t.Errorf("the stream says %q", got)
				}
			})
		})
	}
}
