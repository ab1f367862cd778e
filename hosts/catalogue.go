package hosts

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/ui"
)

// catalogue is all profiles, ordered by ID. Registered are those of the
// program, the latest first.
type catalogue struct {
	mu         sync.RWMutex
	profiles   []*Profile
	byID       map[string]*Profile
	registered []*Profile
}

// load makes the catalogue when it is first asked for.
var load = sync.OnceValue(func() *catalogue {
	c := &catalogue{profiles: builtIn(), byID: map[string]*Profile{}}
	for _, p := range c.profiles {
		c.byID[p.ID] = p
	}
	return c
})

func (c *catalogue) insert(p *Profile) {
	at, _ := slices.BinarySearchFunc(c.profiles, p.ID, func(p *Profile, id string) int { return strings.Compare(p.ID, id) })
	c.profiles = slices.Insert(slices.Clone(c.profiles), at, p)
	c.byID[p.ID] = p
}

// Register adds a host of your own, for the whole program: [Detect] finds it by
// its Clients, before any other profile of the same client name. Do it before
// apps begin to serve; a registered profile must not be changed. Registering the
// same again changes nothing.
//
// The error is of type [*ui.Error]: "profile_invalid" as [Profile.Validate]
// says, "profile_taken" where there is another profile of that ID.
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
	if known := c.byID[p.ID]; known != nil {
		if slices.Contains(c.registered, known) && reflect.DeepEqual(known, p) {
			return nil
		}
		return &ui.Error{
			Code:    "profile_taken",
			Message: fmt.Sprintf("There is a profile %q already.", p.ID),
			Fix:     "Choose another id; what you say of a client wins over the profile that comes with Oriel.",
		}
	}
	c.insert(p)
	c.registered = slices.Insert(slices.Clone(c.registered), 0, p)
	return nil
}

// All returns every profile, ordered by ID. Profiles are shared and must not be
// changed.
func All() []*Profile {
	c := load()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Clone(c.profiles)
}

// Get returns the profile of an ID.
func Get(id string) (*Profile, bool) {
	c := load()
	c.mu.RLock()
	defer c.mu.RUnlock()
	p, ok := c.byID[id]
	return p, ok
}

// byClient returns the profile that a client's name stands for, nil where there
// is none.
func (c *catalogue) byClient(name string) *Profile {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, group := range [][]*Profile{c.registered, c.profiles} {
		for _, p := range group {
			if slices.ContainsFunc(p.Clients.Value, func(known string) bool { return strings.EqualFold(known, name) }) {
				return p
			}
		}
	}
	return nil
}

// Generic returns the profile of a client that nothing more is known of.
func Generic() *Profile { return mustHave(GenericID) }

// Text returns the profile of a client without UI.
func Text() *Profile { return mustHave(TextID) }

func mustHave(id string) *Profile {
	p, _ := Get(id)
	return p
}
