package hosts

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/orielapps/oriel/ui"
)

// catalogue has all profiles. Requests read an immutable copy.
type catalogue struct {
	mu  sync.Mutex // held by writers
	now atomic.Pointer[profiles]
}

// profiles are all profiles, ordered by ID. registered are those of Register, latest first.
type profiles struct {
	all, registered []*Profile
	byID            map[string]*Profile
	// byClient has the names of clients in lower case.
	byClient      map[string]*Profile
	generic, text *Profile
}

// load makes the catalogue on first use.
var load = sync.OnceValue(func() *catalogue {
	c := &catalogue{}
	c.now.Store(newProfiles(builtIn(), nil))
	return c
})

func newProfiles(all, registered []*Profile) *profiles {
	p := &profiles{all: all, registered: registered, byID: map[string]*Profile{}, byClient: map[string]*Profile{}}
	for _, one := range all {
		p.byID[one.ID] = one
	}
	p.generic, p.text = p.byID[GenericID], p.byID[TextID]
	for _, group := range [][]*Profile{registered, all} {
		for _, one := range group {
			for _, name := range one.Clients.Value {
				if lower := strings.ToLower(name); p.byClient[lower] == nil {
					p.byClient[lower] = one
				}
			}
		}
	}
	return p
}

// Register adds a profile of a host to the whole program: [Detect] finds it by its
// Clients, before other profiles with the same client name. Call it before apps serve,
// and don't change the profile afterwards. Registering the same profile again has no
// effect.
//
// The error is an [*ui.Error] with the code "profile_invalid", see [Profile.Validate], or
// "profile_taken" if another profile has the ID.
func Register(p *Profile) error {
	if p == nil {
		return invalid("", "It is nil.", "")
	}
	if err := p.Validate(); err != nil {
		return err
	}
	c := load()
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now.Load()
	if known := now.byID[p.ID]; known != nil {
		if slices.Contains(now.registered, known) && reflect.DeepEqual(known, p) {
			return nil
		}
		return &ui.Error{
			Code:    "profile_taken",
			Message: fmt.Sprintf("There is already a profile %q.", p.ID),
			Fix:     "Choose another id; a registered profile still replaces Oriel's own for the same clients.",
		}
	}
	at, _ := slices.BinarySearchFunc(now.all, p.ID, func(p *Profile, id string) int { return strings.Compare(p.ID, id) })
	c.now.Store(newProfiles(slices.Insert(slices.Clone(now.all), at, p), slices.Insert(slices.Clone(now.registered), 0, p)))
	return nil
}

// All returns all profiles, ordered by ID. They are shared and must not be changed.
func All() []*Profile { return slices.Clone(load().now.Load().all) }

// Get returns the profile of an ID.
func Get(id string) (*Profile, bool) {
	p, ok := load().now.Load().byID[id]
	return p, ok
}

// Generic returns the profile of an unknown client.
func Generic() *Profile { return load().now.Load().generic }

// Text returns the profile of a client without UI.
func Text() *Profile { return load().now.Load().text }
