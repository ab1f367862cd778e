package replicas

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/hosts"
)

// Session identifies a session together with its user: whoever knows the id of another
// user's session gets nothing of it.
type Session struct{ ID, User string }

// Settings are what a client of the older lifecycle wants to receive in a session.
type Settings struct {
	// Level is the least severe level of log messages; empty if the client named none.
	Level hosts.LogLevel `json:"level,omitempty"`
	// URIs are the resources that it has subscribed to.
	URIs []string `json:"uris,omitempty"`
	// Stream is the id of the session's open stream; empty if it has none.
	Stream string `json:"stream,omitempty"`
}

// Sessions stores the settings of sessions for streams that are opened later, or at
// another replica. Anybody can begin sessions, so what is stored for them is bounded, and
// levels don't share the room of subscriptions.
type Sessions struct {
	*link

	subscriptions, levels ledger
}

const (
	// OpenLife is how long settings are stored after an update, or [Sessions.Extend], while
	// the session has a stream.
	OpenLife = time.Hour
	// ClosedLife is how long they are stored after an update, or [Sessions.Close], while it
	// has none.
	ClosedLife = 5 * time.Minute
)

// ErrSettingsFull means that this replica stores as many settings as it may, for all
// sessions or for those of the user.
var ErrSettingsFull = errors.New("too many settings of sessions are stored")

var errUnchanged = errors.New("the settings stay as they are")

func (s *Settings) life() time.Duration {
	if s.Stream != "" {
		return OpenLife
	}
	return ClosedLife
}

func (s *Sessions) key(session Session) string {
	return s.prefix + "session/" + hash(session.ID, session.User)
}

// Settings returns the settings of a session; found is false if there are none, or the
// store can't be read.
func (s *Sessions) Settings(ctx context.Context, session Session) (settings Settings, found bool) {
	if s.store == nil {
		return Settings{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	value, found, err := s.store.Get(ctx, s.key(session))
	if err != nil {
		s.log.Warn("the store can't be read, so a session's subscriptions and log level are unknown", "error", err)
	}
	return settings, err == nil && found && json.Unmarshal(value, &settings) == nil
}

// Update changes the settings of a session. stream is the id of its stream here, or empty.
// If change returns false, they stay as they are. It may be called several times. The
// error wraps [ErrSettingsFull] if there is no room for more subscriptions, or for the
// level of another session.
func (s *Sessions) Update(ctx context.Context, session Session, stream string, change func(*Settings) bool) error {
	err := s.update(ctx, session, func(settings *Settings, _ bool) bool {
		settings.Stream = cmp.Or(settings.Stream, stream)
		return change(settings)
	})
	if err != nil {
		return fmt.Errorf("storing the settings of a session: %w", err)
	}
	return nil
}

// Open returns the settings of a session whose stream is opened here. They are stored as
// long as the stream is open and [Sessions.Extend] is called once per [OpenLife].
func (s *Sessions) Open(ctx context.Context, session Session, stream string) (settings Settings) {
	s.keep(ctx, session, "may expire while its stream is open", func(stored *Settings, found bool) bool {
		stored.Stream = stream
		settings = *stored
		return found || s.shared // other replicas have to know of the stream
	})
	return settings
}

// Extend stores the settings of a session with an open stream for another [OpenLife].
func (s *Sessions) Extend(ctx context.Context, session Session, stream string) {
	s.keep(ctx, session, "may expire while its stream is open", func(stored *Settings, found bool) bool {
		// Another stream has replaced this one if its id is stored.
		stored.Stream = cmp.Or(stored.Stream, stream)
		return found || s.shared
	})
}

// Close stores the settings of a session for another [ClosedLife], unless another stream
// has replaced the one that is closed.
func (s *Sessions) Close(ctx context.Context, session Session, stream string) {
	s.keep(ctx, session, "are stored for longer than needed", func(stored *Settings, _ bool) bool {
		open := stored.Stream
		stored.Stream = ""
		return open == stream
	})
}

// keep changes for how long settings are stored. It never fails for lack of room.
func (s *Sessions) keep(ctx context.Context, session Session, otherwise string, change func(stored *Settings, found bool) bool) {
	writing, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if err := s.update(writing, session, change); err != nil && ctx.Err() == nil {
		s.log.Warn("the store fails, so a session's subscriptions and log level "+otherwise, "error", err)
	}
}

// update changes the settings of a session, unless change returns false.
func (s *Sessions) update(ctx context.Context, session Session, change func(settings *Settings, found bool) bool) error {
	if s.store == nil {
		return nil
	}
	key := s.key(session)
	err := s.store.Update(ctx, key, func(old []byte) ([]byte, time.Duration, error) {
		settings := decodeSettings(old)
		before := len(settings.URIs)
		if !change(&settings, old != nil) {
			return nil, 0, errUnchanged // writing the old ones again would extend their life
		}
		if settings.Level == "" && settings.Stream == "" && len(settings.URIs) == 0 {
			s.subscriptions.drop(key)
			s.levels.drop(key)
			return nil, 0, nil
		}
		value, err := json.Marshal(settings)
		if err != nil {
			return nil, 0, fmt.Errorf("the settings of a session: %w", err)
		}
		e := ledgerEntry{session.User, len(value) + entryBytes, time.Now().Add(settings.life())}
		grows := len(settings.URIs) > before || old == nil && settings.Stream == ""
		if !s.count(key, e, len(settings.URIs) > 0, grows) {
			return nil, 0, ErrSettingsFull
		}
		return value, settings.life(), nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// count counts the settings of a session in the ledger that they belong to. It reports
// false if they grow and there is no room.
func (s *Sessions) count(key string, e ledgerEntry, subscribed, grows bool) bool {
	// Without this, subscribing and unsubscribing would fill the ledger of levels.
	if !subscribed && !s.subscriptions.has(key) {
		return s.levels.count(key, e, !grows)
	}
	if !s.subscriptions.count(key, e, !grows) {
		return false
	}
	s.levels.drop(key)
	return true
}

func decodeSettings(value []byte) Settings {
	var settings Settings
	if value != nil && json.Unmarshal(value, &settings) != nil {
		return Settings{}
	}
	return settings
}
