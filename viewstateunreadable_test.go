package oriel_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/state"
)

// What an entry says that can't be read is in no log.
func TestUnreadableState(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	store := newCountingStore()
	app := remembering(t, oriel.Options{Key: viewStatesKey, Store: store, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	door := newDoor(t, app)
	token := door.token("ann", "board")
	door.call("ann", oriel.StateTool, write(token, "a"))
	for _, entry := range []string{"", "{}", "private", `{"revision":1,"writers":[]}` + "\n" + `"private"`} {
		if _, err := store.Put(t.Context(), store.someKey(), []byte(entry), state.AnyRevision, 0); err != nil {
			t.Fatal(err)
		}
		for _, arguments := range []string{read(token), write(token, "b")} {
			if answer := door.call("ann", oriel.StateTool, arguments); !strings.Contains(answer, `"code":"internal"`) {
				t.Errorf("%q gives %s", entry, answer)
			}
		}
	}
	if text := log.String(); !strings.Contains(text, "can't be read") || strings.Contains(text, "private") || strings.Contains(text, "%!w") {
		t.Error(text)
	}
}
