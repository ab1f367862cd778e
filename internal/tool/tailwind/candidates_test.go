package tailwind_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/tailwind"
)

func TestCandidates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                        "",
		"flex":                                    "flex",
		`class="flex p-4"`:                        "class flex p-4",
		`{ 'p-2': y, flex: 1 }`:                   "p-2 flex",
		`hover:flex`:                              "hover:flex",
		`-mt-2 !p-3 p-3! !p-3!`:                   "-mt-2 !p-3 p-3!",
		`w-1/2 px-1.5 from-15% p-.5`:              "w-1/2 px-1.5 from-15%",
		`bg-red-500/50 bg-red-500/20/2`:           "bg-red-500/50",
		`bg-[#08c] bg-[a][b] bg-[]`:               "bg-[#08c]",
		`w-[calc(100%-1rem)]`:                     "w-[calc(100%-1rem)]",
		`content-['a_b'] content-['q w']`:         "content-['a_b'] q w",
		`text-(--my-color) p-(length:--gap,2px)`:  "text-(--my-color) --my-color p-(length:--gap,2px) --gap",
		`[&>a]:p-2 sm:[&>[x=y]]:p-2`:              "[&>a]:p-2 sm:[&>[x=y]]:p-2",
		`[color:red] [--gap:1px] [https://x] [x]`: "[color:red] [--gap:1px] --gap",
		`data-[x=y]/name:flex group-hover/n:p-1 *:p-2 **:p-1 @md:flex 2xl:p-1`: "data-[x=y]/name:flex group-hover/n:p-1 *:p-2 **:p-1 @md:flex 2xl:p-1",
		`a.hidden`:                        "hidden",
		`["flex",["p-1"]]`:                "flex p-1",
		`<b class='a'>text-sm</b>`:        "class a text-sm",
		"`flex ${x}p-1 ${y}`":             "flex p-1",
		`p-[${x}px]`:                      "p-[${x}px]",
		`[--x:${y}]`:                      "--x",
		`var(--color-red-500) a--b`:       "--color-red-500 a--b",
		`_blank Hello flex_ 3xl`:          "flex_",
		`\"flex\"`:                        "flex",
		`bg-[url(a b)] p-[)] p-[(] p-[']`: "",
		"p-[\x00]":                        "",
		"é flex é":                        "flex",
	} {
		if got := strings.Join(tailwind.Candidates(text, ".ts"), " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := tailwind.Candidates("<p class:flex={on} class:p-1 />", ".svelte"); !slices.Contains(got, "flex") || !slices.Contains(got, "p-1") {
		t.Errorf("Svelte's class: %v", got)
	}
}

// TestCandidatesTakeTime bounds the time for sources that are made to be slow.
func TestCandidatesTakeTime(t *testing.T) {
	t.Parallel()
	const size = 200_000
	for _, part := range []string{"[", " [", " a-[", "a:", " a:", "--", " -", "'", " a-['", "a/", " a-(--", "\\", "{[(", " [a:"} {
		start := time.Now()
		tailwind.Candidates(strings.Repeat(part, size/len(part)), ".ts")
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%q many times takes %v", part, took)
		}
	}
}

// corpus are sources with few classes and many things that look like some, and the
// other way round.
func corpus(t *testing.T) (texts []source) {
	t.Helper()
	interesting := regexp.MustCompile(`\.(?:tsx?|jsx?|mjs|svelte|vue|html|md)$`)
	const largest = 150_000
	for _, dir := range []string{
		"../bundle/testdata", "../../../examples", "../../../view/src", "../workbench/web",
		"../../../node_modules/svelte/src", "../../../node_modules/preact", "../../../node_modules/react-dom", "../../../node_modules/skybridge",
		"../../../node_modules/tailwindcss/dist", "../../../node_modules/@tailwindcss/typography",
	} {
		err := filepath.WalkDir(filepath.FromSlash(dir)+"/", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !interesting.MatchString(name) {
				return err
			}
			if info, unread := entry.Info(); unread != nil || info.Size() > largest {
				return unread
			}
			text, err := os.ReadFile(name)
			texts = append(texts, source{Text: string(text), Extension: strings.TrimPrefix(filepath.Ext(name), ".")})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

type source struct {
	Text      string `json:"text"`
	Extension string `json:"extension"`
}

// TestSystemScannersAgree compares the classes that are found with those that Tailwind's
// own scanner finds: the styles have to be equal, whatever else is found.
func TestSystemScannersAgree(t *testing.T) {
	t.Parallel()
	texts := corpus(t)
	input, err := json.Marshal([]any{map[string]any{"texts": texts, "base": "."}})
	if err != nil {
		t.Fatal(err)
	}
	node := filepath.Join("..", "..", "..", "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	command := exec.CommandContext(t.Context(), node, filepath.Join("..", "bundle", "testdata", "tailwind", "real.mjs"))
	command.Stdin = bytes.NewReader(input)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf(`Tailwind's scanner does not run; "make setup" installs what it needs: %v`, err)
	}
	var results []string
	if err = json.Unmarshal(output, &results); err != nil {
		t.Fatal(err)
	}
	theirs, want := results[:len(texts)], results[len(texts)]
	found, all := 0, make(map[string]bool)
	for i, one := range texts {
		ours := tailwind.Candidates(one.Text, "."+one.Extension)
		for _, name := range ours {
			all[name] = true
		}
		for name := range strings.SplitSeq(theirs[i], "\n") {
			if slices.Contains(ours, name) {
				found++
			}
		}
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	sheet := compile(t, `@import "tailwindcss";`, nil)
	got, err := sheet.Style(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	const enough = 20_000
	if len(texts) < 300 || found < enough || len(want) < enough {
		t.Errorf("little to compare: %d files, %d common names, %d bytes of style", len(texts), found, len(want))
	}
	if got, want = spaced(got), spaced(want); got != want {
		t.Errorf("another style than with Tailwind's own scanner (-Tailwind +ours):\n%s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}

// spaced returns a text with its runs of space made equal.
func spaced(text string) string { return strings.Join(strings.Fields(text), "\n") }

func FuzzCandidates(f *testing.F) {
	for _, text := range []string{"flex hover:p-2", `[&>a]:p-[calc(1px+(2px))]/50!`, "--x(--y)", "a:b:c", "p-['\\", "[[[((", "-", "@", "*:", "p-(--a,b)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range tailwind.Candidates(text, ".svelte") {
			if name == "" || !strings.Contains(strings.ReplaceAll(text, "class:", "class "), name) || strings.ContainsAny(name, " \t\n\f\r\x00") {
				t.Fatalf("%q is not in %q", name, text)
			}
		}
	})
}
