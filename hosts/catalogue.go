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

// catalogue is all profiles. Requests look into one that does not change any more.
type catalogue struct {
	mu  sync.Mutex // of those who change it
	now atomic.Pointer[profiles]
}

// profiles are ordered by ID. Registered are those of the program, the latest first.
type profiles struct {
	all, registered []*Profile
	byID            map[string]*Profile
	// byClient has the clients' names in lower case.
	byClient      map[string]*Profile
	generic, text *Profile
}

// load makes the catalogue when it is first asked for.
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
	now := c.now.Load()
	if known := now.byID[p.ID]; known != nil {
		if slices.Contains(now.registered, known) && reflect.DeepEqual(known, p) {
			return nil
		}
		return &ui.Error{
			Code:    "profile_taken",
			Message: fmt.Sprintf("There is a profile %q already.", p.ID),
			Fix:     "Choose another id; what you say of a client wins over the profile that comes with Oriel.",
		}
	}
	at, _ := slices.BinarySearchFunc(now.all, p.ID, func(p *Profile, id string) int { return strings.Compare(p.ID, id) })
	c.now.Store(newProfiles(slices.Insert(slices.Clone(now.all), at, p), slices.Insert(slices.Clone(now.registered), 0, p)))
	return nil
}

// All returns every profile, ordered by ID. Profiles are shared and must not be
// changed.
func All() []*Profile { return slices.Clone(load().now.Load().all) }

// Get returns the profile of an ID.
func Get(id string) (*Profile, bool) {
	p, ok := load().now.Load().byID[id]
	return p, ok
}

// Generic returns the profile of a client that nothing more is known of.
func Generic() *Profile { return load().now.Load().generic }

// Text returns the profile of a client without UI.
func Text() *Profile { return load().now.Load().text }
