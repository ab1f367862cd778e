package replicas

import (
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
	// Opened says that the session has, or had, a stream.
	Opened bool `json:"opened,omitempty"`
}

// Sessions stores the settings of sessions for streams that are opened later, or at
// another replica. Anybody can begin sessions, so what is stored for them is bounded.
type Sessions struct {
	*link

	stored ledger
}

const (
	// SettingsLife is how long settings are stored after an update, or [Sessions.Extend], if
	// the session has had a stream.
	SettingsLife = time.Hour
	// UnopenedLife is how long they are stored if it has had none.
	UnopenedLife = 5 * time.Minute
)

// ErrSettingsFull means that this replica stores as many settings as it may.
var ErrSettingsFull = errors.New("too many settings of sessions are stored")

var errUnchanged = errors.New("the settings stay as they are")

func (s *Settings) life() time.Duration {
	if s.Opened {
		return SettingsLife
	}
	return UnopenedLife
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

// Update changes the settings of a session, whose stream may be open here. If change returns
// false, they stay as they are. It may be called several times. The error wraps
// [ErrSettingsFull] if there is no room.
func (s *Sessions) Update(ctx context.Context, session Session, open bool, change func(*Settings) bool) error {
	if s.store == nil {
		return nil
	}
	key := s.key(session)
	// The time to live is a parameter of the write, so it has to be known before.
	before, _ := s.Settings(ctx, session)
	before.Opened = before.Opened || open
	err := s.store.Update(ctx, key, before.life(), func(old []byte) ([]byte, error) {
		settings := decodeSettings(old)
		settings.Opened = settings.Opened || open
		if !change(&settings) {
			return nil, errUnchanged // writing the old ones again would extend their life
		}
		value, err := settings.encode()
		if err == nil && !s.stored.reserve(key, len(value), settings.life()) {
			return nil, ErrSettingsFull
		}
		return value, err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return fmt.Errorf("storing the settings of a session: %w", err)
	}
	return nil
}

// Extend stores the settings of a session with an open stream for another
// [SettingsLife].
func (s *Sessions) Extend(ctx context.Context, session Session) {
	if s.store == nil {
		return
	}
	writing, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	key := s.key(session)
	err := s.store.Update(writing, key, SettingsLife, func(old []byte) ([]byte, error) {
		if old == nil && !s.shared {
			return nil, nil // nothing is stored
		}
		settings := decodeSettings(old)
		settings.Opened = true // also for replicas that receive the next update
		value, err := settings.encode()
		if err == nil {
			s.stored.count(key, len(value), settings.life()) // an open stream keeps what it has
		}
		return value, err
	})
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the store can't be written, so a session's subscriptions and log level may be lost", "error", err)
	}
}

func (s *Settings) encode() ([]byte, error) {
	value, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("the settings of a session: %w", err)
	}
	return value, nil
}

func decodeSettings(value []byte) Settings {
	var settings Settings
	if value != nil && json.Unmarshal(value, &settings) != nil {
		return Settings{}
	}
	return settings
}
