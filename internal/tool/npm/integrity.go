package npm

import (
	"crypto/sha1" //nolint:gosec // lockfiles have it for old packages; nothing is signed with it
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"slices"
	"strings"
)

// algorithms are the accepted ones, the strongest first.
var algorithms = []struct {
	name string
	make func() hash.Hash
}{
	{"sha512", sha512.New},
	{"sha384", sha512.New384},
	{"sha256", sha256.New},
	{"sha1", sha1.New},
}

// integrity has the accepted hashes of a tarball, in the strongest algorithm of the lockfile.
type integrity struct {
	algorithm int
	sums      []string // raw bytes
}

// parseIntegrity parses "sha512-BASE64", once or more, separated by spaces. It is false without
// an accepted algorithm.
func parseIntegrity(text string) (integrity, bool) {
	for i, algorithm := range algorithms {
		var sums []string
		for one := range strings.FieldsSeq(text) {
			one, _, _ = strings.Cut(one, "?") // options, of which none are defined
			encoded, ok := strings.CutPrefix(one, algorithm.name+"-")
			if !ok {
				continue
			}
			sum, err := base64.StdEncoding.DecodeString(encoded)
			if err == nil && len(sum) == algorithm.make().Size() {
				sums = append(sums, string(sum))
			}
		}
		if len(sums) > 0 {
			slices.Sort(sums)
			return integrity{algorithm: i, sums: slices.Compact(sums)}, true
		}
	}
	return integrity{}, false
}

// key is the same for the same tarball.
func (i integrity) key() string {
	return algorithms[i.algorithm].name + "\x00" + strings.Join(i.sums, "")
}

func (i integrity) hash() hash.Hash { return algorithms[i.algorithm].make() }

// matches reports whether a hash is one of the sums.
func (i integrity) matches(h hash.Hash) bool { return slices.Contains(i.sums, string(h.Sum(nil))) }

// names returns the slash paths at which a cache may have the tarball, one for each sum.
func (i integrity) names() []string {
	const folder = 2
	names := make([]string, len(i.sums))
	for at, sum := range i.sums {
		digits := hex.EncodeToString([]byte(sum))
		names[at] = algorithms[i.algorithm].name + "/" + digits[:folder] + "/" + digits[folder:]
	}
	return names
}

// sameTarball reports whether two integrity texts of lockfiles accept the same tarball.
func sameTarball(a, b string) bool {
	first, ok1 := parseIntegrity(a)
	second, ok2 := parseIntegrity(b)
	return ok1 && ok2 && first.algorithm == second.algorithm &&
		slices.ContainsFunc(first.sums, func(sum string) bool { return slices.Contains(second.sums, sum) })
}
