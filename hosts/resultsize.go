package hosts

import "slices"

// TooLargeFor returns the hosts that are known not to give a result of that many characters
// to their model as a whole, the lowest limit first ([Profile.MaxResult]). The size is that
// of the text in content or that of structuredContent, whichever is larger; _meta, which is
// for views alone, does not count.
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
