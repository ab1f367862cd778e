package replicas

import (
	"context"
	"encoding/json"
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
}

// Sessions stores the settings of sessions for streams that are opened later, or at
// another replica.
type Sessions struct{ *link }

// SettingsLife is how long settings are stored after an update, or [Sessions.Extend].
const SettingsLife = time.Hour

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

// Update changes the settings of a session. If change returns false, they stay as they
// are. It may be called several times.
func (s *Sessions) Update(ctx context.Context, session Session, change func(*Settings) bool) error {
	if s.store == nil {
		return nil
	}
	err := s.store.Update(ctx, s.key(session), SettingsLife, func(old []byte) ([]byte, error) {
		var settings Settings
		if old != nil && json.Unmarshal(old, &settings) != nil {
			settings = Settings{}
		}
		if !change(&settings) {
			return old, nil
		}
		return json.Marshal(settings)
	})
	if err != nil {
		return fmt.Errorf("storing the settings of a session: %w", err)
	}
	return nil
}

// Extend stores the settings of a session for another [SettingsLife].
func (s *Sessions) Extend(ctx context.Context, session Session) {
	if s.store == nil {
		return
	}
	writing, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	err := s.store.Update(writing, s.key(session), SettingsLife, func(old []byte) ([]byte, error) { return old, nil })
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the store can't be written, so a session's subscriptions and log level may be lost", "error", err)
	}
}
