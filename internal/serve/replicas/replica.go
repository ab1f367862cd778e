// Package replicas is what the replicas of an app tell each other through a store. A
// client may reach another replica with each request, so what it sends to one may
// concern another: the answer to a question, the cancellation of a call, the settings
// of a session. Replicas also tell each other what changes in the app.
//
// All of it expires. Without a store that is shared, it works within one process.
package replicas

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

// Store keeps small values for a while.
type Store interface {
	// Get returns a value; found is false if there is none.
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	// Put stores a value for a while.
	Put(ctx context.Context, key string, value []byte, keep time.Duration) error
	// Update changes a value, without losing concurrent changes: change is called until
	// nothing else has changed the value meanwhile. old is nil if there is none. If change
	// returns nil, there is none any more; keep is how long the new one is stored.
	Update(ctx context.Context, key string, change func(old []byte) (value []byte, keep time.Duration, err error)) error
}

// Options configure a [Replica].
type Options struct {
	// App is the name of the app; its replicas have the same.
	App string
	// Store may be nil; then nothing is stored. Shared says that other replicas use it,
	// too.
	Store  Store
	Shared bool
	// Key signs the ids of questions. All replicas have the same.
	Key    []byte
	Logger *slog.Logger
}

// Replica is this process among those that serve an app. It is safe for concurrent use.
type Replica struct {
	Questions *Questions
	Calls     *Calls
	Sessions  *Sessions
	Changes   *Changes
}

// New returns a replica with a random name.
func New(o Options) *Replica {
	const nameLength = 8
	l := &link{
		store: o.Store, shared: o.Shared && o.Store != nil, log: o.Logger,
		name: rand.Text()[:nameLength], prefix: "oriel/" + hash(o.App) + "/",
	}
	return &Replica{
		Questions: &Questions{link: l, key: o.Key, waiting: map[string]chan Answer{}},
		Calls:     &Calls{link: l, running: map[CallID]*Call{}},
		Sessions:  &Sessions{link: l},
		Changes:   &Changes{link: l},
	}
}

// link is the connection of a replica to the others.
type link struct {
	store  Store // nil if there is none
	shared bool  // other replicas use the store, too
	log    *slog.Logger
	name   string // of this replica
	prefix string // of the keys in the store
}

// storeTimeout is how long a request waits for the store if it can do without.
const storeTimeout = 2 * time.Second

// hash returns a string of fixed length for strings that clients choose.
func hash(parts ...string) string {
	const size = 18
	var all strings.Builder
	for _, part := range parts {
		all.WriteString(strconv.Itoa(len(part)))
		all.WriteByte(':')
		all.WriteString(part)
	}
	sum := sha256.Sum256([]byte(all.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:size])
}
