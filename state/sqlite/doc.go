// Package sqlite keeps the entries of an app in one SQLite file: the store for an app
// on one machine, whose data has to outlive the process. It needs no server and no
// cgo.
//
//	store, err := sqlite.Open("/var/lib/weather/state.db")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Store: store})
//	…
//	return app.Run(ctx) // app.Main would exit, and not close the store
//
// # What lasts
//
// When Put or Delete has returned, the disk has it (SQLite's write-ahead log, and
// synchronous=FULL): neither a process that is killed nor a machine that loses its
// power loses it, as far as the disk keeps its word. What was not acknowledged is
// there as a whole or not at all.
//
// Revisions come from one counter in the file, so no key ever has the same twice,
// also after it was deleted or has expired.
//
// # Sharing a file
//
// Any number of processes on one machine may have the file open, each with a Store,
// as replicas or as the old and the new process of a restart. One writes at a time;
// the others wait, for up to [Options.BusyTimeout]. Network file systems can't be
// shared like that, and lose data: the file belongs on a disk of the machine.
//
// # What it takes
//
// A write waits for the disk, which is milliseconds on most; a read doesn't. The file
// is for its owner alone (0600), and so are its companions, NAME-wal and NAME-shm,
// which belong to it: copy all three, or none while a process has it open. It doesn't
// shrink, but what was freed is used again. Entries that have expired are no longer
// there at once, and are removed in the background.
//
// To copy the file of a running app, use SQLite's own means: sqlite3 state.db ".backup copy.db".
package sqlite
