package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

// What is kept is there when the program starts again.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "weather")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "state.db")

	ctx := context.Background()
	for range 3 {
		store, err := sqlite.Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		visits, err := state.Update(ctx, store, "visits", 24*time.Hour, func(old []byte) ([]byte, error) {
			return append(old, '*'), nil
		})
		fmt.Printf("%s %v\n", visits.Value, err)
		if err := store.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// * <nil>
	// ** <nil>
	// *** <nil>
}

// An app whose state, and that of its views, outlives the process.
func ExampleStore() {
	folder, err := os.MkdirTemp("", "weather")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(folder) }()

	store, err := sqlite.OpenWith(filepath.Join(folder, "state.db"), sqlite.Options{MaxBytes: 1 << 30})
	if err != nil {
		fmt.Println(err)
		return
	}
	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Store: store})
	fmt.Println(app.Err(), store.Close())
	// Output: <nil> <nil>
}
