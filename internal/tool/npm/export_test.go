package npm

// ParseLockfile is for tests of the parser alone.
var ParseLockfile = parseLockfile
