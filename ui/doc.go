// Package ui holds the host-neutral values an app is declared with: views and
// their content, tools, results, actions and the policies a view runs under.
//
// Nothing here knows a host. Package adapter turns these values into what one
// protocol expects, which is carried by the Wire types and [Document]; package
// hosts says which protocol a host speaks. The only behaviour in this package
// is validation.
//
// The zero value of every option struct works: an empty [Metadata] asks for
// nothing, a nil [CSP] means "no network", the zero [Visibility] lets both the
// model and the view call a tool.
package ui
