package mcpclient

// StartingAnswer is for tests from outside.
var StartingAnswer = startingAnswer
