package app

// At is New with a clock of the test's own.
var At = at
