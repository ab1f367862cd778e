// Package sqlite is a [state.Store] in one SQLite file: for an app on one machine whose data
// must outlive the process. It needs no server and no cgo.
//
//	store, err := sqlite.Open("/var/lib/weather/state.db")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Store: store})
//	…
//	return app.Run(ctx) // app.Main would exit without closing the store
//
// # Durability
//
// When Put or Delete returns, the data is on the disk (SQLite's write-ahead log with
// synchronous=FULL): it survives a killed process and a power failure, unless the disk
// itself loses data. A write that was interrupted is there as a whole or not at all.
//
// Revisions come from one counter in the file, so a key never has the same one twice, even
// after it was deleted or has expired.
//
// # Sharing a file
//
// Any number of processes on one machine can use the file at the same time, each with its
// own Store, for example as replicas, or during a restart. One writes at a time; the others
// wait, for up to [Options.BusyTimeout]. Keep the file on a local disk: on network file
// systems, sharing loses data.
//
// # Costs
//
// A write waits for the disk, for milliseconds on most machines; a read doesn't. Only the
// file's owner can read it (0600). It comes with two more files, NAME-wal and NAME-shm:
// copy all three, or none while a process has the file open. The file doesn't shrink, but
// free space is reused. Expired entries are removed in the background.
//
// To copy the file of a running app, use SQLite: sqlite3 state.db ".backup copy.db".
package sqlite
