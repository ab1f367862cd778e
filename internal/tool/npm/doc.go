// Package npm installs the packages of an npm lockfile, without Node and without
// running any of their code.
//
// The resulting node_modules is that of "npm ci --ignore-scripts", except for the links in
// .bin and npm's own record. docs/packages.md lists the attacks that it withstands.
//
// A tarball is used only if it has the hash in the lockfile, even from the cache. Everything
// is unpacked beside node_modules, and swapped in when complete: an install that fails or is
// killed leaves the folder unchanged.
package npm
