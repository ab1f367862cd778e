// Package npm installs the packages of an npm lockfile, without Node and without
// running any of their code.
//
// What lies in node_modules afterwards is what "npm ci --ignore-scripts" would put
// there, but for the links in .bin and npm's own record. docs/packages.md says
// what is defended against.
//
// A tarball is only used when it has the hash that the lockfile names, also when
// it comes from the cache. Everything is unpacked beside node_modules, and swapped
// in when it is complete: an install that fails or is killed leaves the folder as
// it was.
package npm
