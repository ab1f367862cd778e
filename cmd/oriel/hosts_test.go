package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
)

// The list of hosts says of each what servers can ask for, as its profile does.
func TestHostsCanBeAsked(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"hosts"}, nil, strings.NewReader(""), &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	gap := regexp.MustCompile(` {3,}`)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	column := slices.Index(gap.Split(lines[0], -1), "SERVERS CAN ASK FOR")
	if column < 0 || len(lines) != len(hosts.All())+1 {
		t.Fatalf("it prints\n%s", &stdout)
	}
	features := map[string]hosts.Feature{"form": hosts.ElicitationForm, "page": hosts.ElicitationURL, "model": hosts.ServerSampling, "folders": hosts.Roots}
	for _, line := range lines[1:] {
		cells := gap.Split(line, -1)
		p, ok := hosts.Get(cells[0])
		if !ok || len(cells) <= column {
			t.Errorf("the row %q", line)
			continue
		}
		listed := strings.Split(cells[column], ", ")
		for name, feature := range features {
			has, known := p.Has(feature)
			if says := slices.Contains(listed, name); says != has {
				t.Errorf("%s: %q, but the profile says that it has %s: %v", p.ID, cells[column], name, has)
			}
			if says := slices.Contains(listed, name+"?"); says == known {
				t.Errorf("%s: %q, but the profile knows whether it has %s: %v", p.ID, cells[column], name, known)
			}
		}
	}
}
