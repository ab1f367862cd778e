package hosts

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/orielapps/oriel/ui"
)

// ResultSize returns the size of a tool's result in characters, as [Profile.MaxResult] limits
// it: that of the text in content or that of structuredContent, whichever is larger, because
// hosts give one of them to their model. _meta, which is for views alone, does not count.
func ResultSize(content []ui.TextContent, structuredContent json.RawMessage) int {
	text := 0
	for _, block := range content {
		text += utf8.RuneCountInString(block.Text)
	}
	return max(text, utf8.RuneCount(structuredContent))
}

// TooLargeFor returns the hosts that are known not to give a result of that many characters,
// see [ResultSize], to their model as a whole, the lowest limit first.
func TooLargeFor(characters int) []*Profile {
	var found []*Profile
	for _, p := range load().now.Load().all { // without the copy of All: it is asked for each result
		if p.MaxResult.Known && characters > p.MaxResult.Value {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b *Profile) int { return a.MaxResult.Value - b.MaxResult.Value })
	return found
}
