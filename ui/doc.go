// Package ui has the host-neutral values with which an app is declared: views and their
// content, tools, results, actions, and the policies under which views run.
//
// This package doesn't know any host. Package hosts says which protocol a host speaks;
// package adapter converts these values for that protocol, into the Wire types and
// [Document]. The only behaviour here is validation.
//
// The zero value of every option struct works: an empty [Metadata] needs nothing, a nil
// [CSP] means no network access, the zero [Visibility] lets both the model and the view
// call a tool.
package ui
