package viewpage

import (
	"hash/fnv"
	"os"
)

// allVariable asks for all libraries.
const allVariable = "ORIEL_TEST_ALL"

// Library is what a view is drawn with.
type Library struct {
	// Name is for people: "React 19".
	Name string
	// Entry is the hooks' folder in view/src, and what makes elements of JSX.
	Entry string
	// packages is where it is installed, from the module's root.
	packages string
}

// Every returns all libraries.
func Every() []Library {
	return []Library{
		{Name: "React 19", Entry: "react", packages: "node_modules"},
		{Name: "Preact", Entry: "preact", packages: "node_modules"},
		{Name: "React 18", Entry: "react", packages: "test/viewtest/react18/node_modules"},
	}
}

// Libraries returns the newest of each kind, and all of them where all combinations
// are asked for.
func Libraries() []Library {
	every := Every()
	if os.Getenv(allVariable) != "" {
		return every
	}
	return every[:2]
}

// LibrariesOf returns one of the newest for a test, the same in each run, and all of
// them where all combinations are asked for.
func LibrariesOf(test string) []Library {
	all := Libraries()
	if os.Getenv(allVariable) != "" {
		return all
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(test))                      // it never fails
	return []Library{all[sum.Sum32()%uint32(len(all))]} //nolint:gosec // there are two
}

// Packages says where a bundler finds the library's packages.
func (l Library) Packages() map[string]string {
	names := []string{"react", "react-dom"}
	if l.Entry == "preact" {
		names = []string{"preact"}
	}
	alias := map[string]string{}
	for _, name := range names {
		alias[name] = "./" + l.packages + "/" + name
	}
	return alias
}
