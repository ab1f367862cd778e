package semver_test

import (
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
)

// question is what both are asked: whether a version is in a range.
type question struct {
	Range   string `json:"range"`
	Version string `json:"version"`
}

type answer struct {
	Version string `json:"version"` // as node-semver writes it; "" where it takes it for invalid
	Valid   bool   `json:"valid"`
	Allows  bool   `json:"allows"`
}

// askNode asks npm's own package.
func askNode(t *testing.T, questions []question) []answer {
	t.Helper()
	const program = `
const semver = require("semver");
let text = "";
process.stdin.on("data", (part) => { text += part; }).on("end", () => {
  const valid = (range) => { try { return semver.validRange(range, true) !== null; } catch { return false; } };
  process.stdout.write(JSON.stringify(JSON.parse(text).map(({range, version}) => ({
    version: semver.parse(version, true)?.version ?? "",
    valid: valid(range),
    allows: semver.satisfies(version, range, true),
  }))));
});`
	input, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "node", "-e", program)
	command.Dir = "../../../.."
	command.Stdin = strings.NewReader(string(input))
	output, err := command.Output()
	if err != nil {
		t.Fatalf("asking node-semver: %v", err)
	}
	var answers []answer
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// compare asks both, and tells where they differ.
func compare(t *testing.T, questions []question) {
	t.Helper()
	allowed := 0
	for i, want := range askNode(t, questions) {
		q := questions[i]
		v, versionErr := semver.Parse(q.Version)
		r, rangeErr := semver.ParseRange(q.Range)
		if (want.Version != "") != (versionErr == nil) {
			t.Errorf("version %q: node-semver has %q, we have %v", q.Version, want.Version, versionErr)
			continue
		}
		if versionErr == nil && v.String() != want.Version {
			t.Errorf("version %q: node-semver writes %q, we write %q", q.Version, want.Version, v.String())
		}
		if want.Valid != (rangeErr == nil) {
			t.Errorf("range %q: node-semver finds it valid: %v, we have %v", q.Range, want.Valid, rangeErr)
			continue
		}
		if got := versionErr == nil && rangeErr == nil && r.Allows(v); got != want.Allows {
			t.Errorf("%q in %q: node-semver says %v, we say %v", q.Version, q.Range, want.Allows, got)
		}
		if want.Allows {
			allowed++
		}
	}
	if allowed < len(questions)/50 {
		t.Errorf("only %d of %d are allowed; the questions tell little", allowed, len(questions))
	}
}

// What is written in package.json files, and what nobody should write.
func TestAsNodeDoes(t *testing.T) {
	t.Parallel()
	ranges := []string{
		"", "*", "x", "X", "latest", "1", "1.2", "1.2.3", "v1.2.3", "=1.2.3", "= 1.2.3", "1.x", "1.2.x", "1.X.X", "1.*", "1.2.*", "x.x.x",
		"^1.2.3", "^1.2", "^1", "^0.2.3", "^0.0.3", "^0.0", "^0", "^0.0.0", "^1.x", "^1.2.x", "^x", "^ 1.2.3", "^v1.2.3", "^=1.2.3",
		"~1.2.3", "~1.2", "~1", "~0.2.3", "~0", "~>1.2.3", "~> 1.2", "~ 1.2.3", "~x", "~1.x", "~1.2.3-beta.2",
		">1.2.3", ">=1.2.3", "<1.2.3", "<=1.2.3", "> 1.2.3", ">= 1", "<= 2.x", "< 2.0", ">1", ">1.2", "<1", "<1.2", "<=1", "<=1.2", ">x", "<*", ">=*", "<=*", "=*",
		">=1.2.3 <2.0.0", ">=1.2.3 <2.0.0 || >3", "1 || 2 || 3", "1||2", "||", "|| 1", "1 ||", "1.2.3 1.2.4", ">=1 <=1", ">2 <1", "* 1", "1 *",
		"1.2.3 - 2.3.4", "1.2 - 2.3.4", "1.2.3 - 2.3", "1 - 2", "1.2.3-alpha - 2.0.0-beta", "x - 2", "1 - x", "* - *", "1.2.3 -2.0.0", "1- 2", "v1 - v2", "0 - 0.0.0",
		"^1.2.3-beta.2", "^1.2.3-0", ">=1.0.0-rc.1", ">=1.0.0-rc.1 <1.0.0", "<1.0.0-rc.1", "1.0.0-rc.1", "^0.0.3-beta", "^0.1.0-alpha.1", "1.2.3beta", "^1.2.3beta4",
		">=0.0.0", ">=0.0.0-0", ">=0.0.0 || 1.0.0-beta", "* || 1.0.0-beta", "<0.0.0", "<0.0.0-0", ">0.0.0", "0.0.0",
		"1.2.3+build", "^1.2.3+build.7", ">=1.0.0+a <2.0.0+b", "1.2.3 || foo", "foo || bar", "foo 1.2.3", "1.2.3.4", "1.2.3.4 || 2", ">=1.2.3<2.0.0", ">=1.2.3, <2",
		"1.x.3", "*.1", "1.2.x-beta", "^1.x.3", "01.02.03", "^01.2", "9007199254740991.0.0", "^9007199254740991", "99999999999999999999.0.0", "1.99999999999999999999.0",
		"-1", "1.2.3-", "1.2.3--a", "=>1.2.3", "==1.2.3", "==  1.2.3", ">==1.2.3", "git+https://example.com/x.git", "file:../x", "npm:react@1", "1.2.3 | 2", "1,2", "1.2.3 , 2",
		" ^1.2.3 ", "^1.2.3\t||\n2", "^", "~", ">", ">=", "^ ", "v", "\u00a01.2.3", "1.2.3-é", strings.Repeat("1", 300), "^1.2.3-" + strings.Repeat("a", 300),
		">=16.8.0 || ^17.0.0-0 || ^18 || ^19.0.0-rc", "^16.8 || ^17.0 || ^18.0 || ^19.0 || ^19.0.0-rc", "8.x.x || 9.x.x", ">=4.1.0 <7", "~4.17", "2 || 3 - 5",
	}
	versions := []string{
		"0.0.0", "0.0.0-0", "0.0.1", "0.0.3", "0.0.3-beta", "0.0.4", "0.1.0", "0.1.0-alpha.1", "0.1.0-alpha.2", "0.2.3", "0.2.9", "0.3.0", "1.0.0", "1.0.0-beta", "1.0.0-rc.1", "1.0.0-rc.2",
		"1.0.1-rc.1", "1.2.0", "1.2.2", "1.2.3", "1.2.3-alpha", "1.2.3-beta", "1.2.3-beta.2", "1.2.3-beta.3", "1.2.3-beta.10", "1.2.3-beta.x", "1.2.3beta4", "1.2.3-beta4", "1.2.3+other", "1.2.4", "1.2.4-beta", "1.3.0",
		"1.3.0-0", "1.9.9", "2.0.0", "2.0.0-0", "2.0.0-beta", "2.3.0", "2.3.4", "2.3.5", "2.4.0", "3.0.0", "3.1.4", "4.17.21", "5.0.0", "8.1.0", "16.8.0", "17.0.2", "18.3.1", "19.0.0-rc.1", "19.2.0",
		"v1.2.3", "=1.2.3", " 1.2.3 ", "1.2", "1", "", "1.2.3.4", "latest", "01.2.3", "1.2.3-01", "1.2.3-", "1.2.3--", "9007199254740991.0.0", "9007199254740992.0.0", "1.2.3-9007199254740993", "1.2.3-9007199254740992",
		"1.2.3-" + strings.Repeat("a", 300), "1.2.3+", "1.2.3-a..b", "1.2.3-é", "a1.2.3",
	}
	var questions []question
	for _, r := range ranges {
		for _, v := range versions {
			questions = append(questions, question{r, v})
		}
	}
	compare(t, questions)
}

// What comes of throwing the parts of ranges together.
// Numbers have no zeros in front here: node-semver does not take "00" in "^00.1" for 0.
func TestAsNodeDoesAtRandom(t *testing.T) {
	t.Parallel()
	const seed1, seed2 = 1, 9
	random := rand.New(rand.NewPCG(seed1, seed2)) //nolint:gosec // the same questions each time
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	number := func() string { return pick("0", "0", "1", "1", "2", "3", "10", "x", "*") }
	version := func() string {
		text := pick("0", "1", "2") + "." + pick("0", "1", "2", "3") + "." + pick("0", "1", "2", "3")
		return text + pick("", "", "", "-0", "-alpha", "-alpha.1", "-beta.2", "-beta.10", "-rc", "rc", "+build")
	}
	part := func() string {
		var b strings.Builder
		b.WriteString(pick("", "", "^", "~", "~>", ">", "<", ">=", "<=", "=", "^ ", "~ ", "> ", ">= ", "< ", "<= ", "v", "=v") + number())
		for range random.IntN(3) {
			b.WriteString("." + number())
		}
		b.WriteString(pick("", "", "", "", "-0", "-alpha", "-beta.2", "rc", "+build.1"))
		return b.String()
	}
	var questions []question
	for range 20000 {
		parts := []string{part()}
		for range random.IntN(3) {
			parts = append(parts, pick(" ", " ", " || ", "||", " - ", "  ", " -", ","), part())
		}
		questions = append(questions, question{strings.Join(parts, ""), version()})
	}
	compare(t, questions)
}
