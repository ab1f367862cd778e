package view

// DevFeed is the version of what "oriel dev" and the programs that it runs exchange. They
// may be built from different versions of Oriel. Each tells the other its own, and they
// exchange views only if they have the same. It changes with the form of the messages.
const DevFeed = 1
