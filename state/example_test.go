package state_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/orielapps/oriel/state"
)

func ExampleMemory() {
	ctx := context.Background()
	store := state.NewMemoryWith(state.MemoryOptions{MaxEntries: 10_000})

	// For a day, and only if there is none yet.
	revision, err := store.Put(ctx, "draft/7", []byte("Dear all"), state.NoRevision, 24*time.Hour)
	if err != nil {
		fmt.Println(err)
		return
	}
	draft, err := store.Get(ctx, "draft/7")
	fmt.Printf("%s, %v\n", draft.Value, err)

	// Only if nobody else has written it since.
	_, err = store.Put(ctx, "draft/7", []byte("Dear Ada"), revision, 24*time.Hour)
	fmt.Println(err)
	err = store.Delete(ctx, "draft/7", revision)
	fmt.Println(errors.Is(err, state.ErrConflict), err)
	// Output:
	// Dear all, <nil>
	// <nil>
	// true deleting "draft/7": the entry was changed or deleted meanwhile. Read it again
}

func ExampleUpdate() {
	ctx := context.Background()
	var store state.Store = state.NewMemory()
	for _, item := range []string{"tea", "milk", "", "bread"} {
		cart, err := state.Update(ctx, store, "cart/ada", time.Hour, func(old []byte) ([]byte, error) {
			if item == "" {
				return nil, errors.New("an item needs a name")
			}
			return []byte(strings.TrimSpace(string(old) + " " + item)), nil
		})
		fmt.Printf("%q %v\n", cart.Value, err)
	}
	// Output:
	// "tea" <nil>
	// "tea milk" <nil>
	// "" an item needs a name
	// "tea milk bread" <nil>
}

// Without an entry the old value is nil; returning nil leaves none.
func ExampleUpdate_remove() {
	ctx := context.Background()
	store := state.NewMemory()
	use := func(old []byte) ([]byte, error) {
		switch string(old) {
		case "":
			return nil, errors.New("there is no voucher")
		case "1":
			return nil, nil
		}
		return []byte("1"), nil
	}
	if _, err := store.Put(ctx, "voucher", []byte("2"), state.NoRevision, 0); err != nil {
		fmt.Println(err)
	}
	for range 3 {
		left, err := state.Update(ctx, store, "voucher", 0, use)
		fmt.Printf("%q %v\n", left.Value, err)
	}
	// Output:
	// "1" <nil>
	// "" <nil>
	// "" there is no voucher
}
