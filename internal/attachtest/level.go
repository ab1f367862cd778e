package attachtest

import (
	"cmp"
	"slices"
)

// SortLists sorts the entries of the lists in a result, and reports whether there are any.
func SortLists(result map[string]any) bool {
	there := false
	for _, list := range serverLists {
		if entries, ok := result[list.member].([]any); ok {
			slices.SortStableFunc(entries, func(a, b any) int { return cmp.Compare(text(a, list.key), text(b, list.key)) })
			there = true
		}
	}
	return there
}

func text(entry any, key string) string {
	members, _ := entry.(map[string]any)
	value, _ := members[key].(string)
	return value
}

// DropCacheHints takes the hints for caches out of a result, and reports whether there
// were any.
func DropCacheHints(result map[string]any) bool {
	_, there := result["ttlMs"]
	delete(result, "ttlMs")
	delete(result, "cacheScope")
	return there
}
