package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
)

type thrown struct {
	Faces []int `json:"faces"`
	Sum   int   `json:"sum"`
}

func TestDice(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	for _, profile := range hosts.All() {
		host := orieltest.Connect(t, everything, profile.ID)
		result := host.Call("roll_dice", map[string]any{"dice": 6})
		var data thrown
		result.Data(&data)
		sum := 0
		for _, face := range data.Faces {
			sum += face
			if face < 1 || face > 6 {
				t.Errorf("%s: a face with %d", profile.ID, face)
			}
		}
		if len(data.Faces) != 6 || sum != data.Sum || result.Text() != fmt.Sprintf("Rolled %v, %d altogether.", data.Faces, data.Sum) {
			t.Errorf("%s: %s", profile.ID, result.Answer)
		}
		if !profile.HasUI() {
			continue
		}
		var shown []string
		if result.ViewData(&shown); len(shown) != len(data.Faces) || !strings.HasPrefix("⚀⚁⚂⚃⚄⚅"[3*(data.Faces[0]-1):], shown[0]) {
			t.Errorf("%s: %v shows %v", profile.ID, data.Faces, shown)
		}
	}
	host := orieltest.Connect(t, everything, "claude")
	for _, dice := range []any{0, 7, -1, "two", 1.5} {
		if result := host.Call("roll_dice", map[string]any{"dice": dice}); !result.IsError {
			t.Errorf("rolled %v dice: %s", dice, result.Text())
		}
	}
	var data thrown
	if host.Call("roll_dice", nil).Data(&data); len(data.Faces) != 2 {
		t.Errorf("by default: %v", data.Faces)
	}
}
