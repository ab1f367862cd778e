package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

const (
	// applicationID marks the file as one of this package, in SQLite's file header: "Orie" in
	// ASCII.
	applicationID = 0x4f726965
	// schemaVersion is the version of the tables.
	schemaVersion = 1

	pageSize    = 4096
	mostPages   = 1<<32 - 2 // of SQLite
	privateFile = 0o600
)

// schema creates the tables of a new file. entries has row ids, because a table without
// them is slow for large values. Times are microseconds of Unix time: nanoseconds end in
// 2262, and an entry may live longer.
const schema = `
CREATE TABLE entries (
	id INTEGER PRIMARY KEY,
	key TEXT NOT NULL UNIQUE,
	value BLOB NOT NULL,
	revision INTEGER NOT NULL,
	expires INTEGER
);
CREATE INDEX entries_expiring ON entries (expires) WHERE expires IS NOT NULL;
CREATE TABLE counter (revision INTEGER NOT NULL);
INSERT INTO counter VALUES (0);
`

// creating is held while a file is created. Closing any handle of a file drops all locks
// that the process has on it (POSIX), so nothing else in this process may open it then.
var creating sync.Mutex

// open opens the file, and creates or checks its tables.
func (s *Store) open() error {
	creating.Lock()
	defer creating.Unlock()
	if s.path == "" {
		return errNoPath
	}
	whole, err := filepath.Abs(s.path)
	if err != nil {
		return fmt.Errorf("finding its absolute path: %w", err)
	}
	if err = create(whole); err != nil {
		return err
	}
	source := s.source(whole)
	if s.writer, err = sql.Open("sqlite", source); err != nil {
		return err //nolint:wrapcheck // wrapped by Open
	}
	s.writer.SetMaxOpenConns(1)
	if s.reader, err = sql.Open("sqlite", source); err != nil {
		return errors.Join(err, s.closeFile())
	}
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	if err := s.prepare(context.Background()); err != nil {
		return errors.Join(err, s.closeFile())
	}
	return nil
}

// create creates an empty file that only its owner can read, if there is none. SQLite would
// let others read it; it gives its companion files the permissions of the file.
func create(path string) error {
	about, err := os.Stat(path)
	switch {
	case err == nil && about.IsDir():
		return errFolder
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, privateFile) //nolint:gosec // the app's author says which file
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil // another process was faster, or it is a dangling link, for which SQLite returns an error
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("its folder is missing: %w. Create the folder first", err)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return file.Close() //nolint:wrapcheck // it contains the file's name
}

// source returns SQLite's URI for the file, in which no character of the path has a special
// meaning.
func (s *Store) source(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter of Windows
	}
	pages := min((s.options.MaxBytes-1)/pageSize+1, mostPages)
	settings := url.Values{"_pragma": {
		"busy_timeout(0)", "synchronous(FULL)", "trusted_schema(0)", "max_page_count(" + strconv.FormatInt(pages, 10) + ")",
	}}
	named := url.URL{Scheme: "file", OmitHost: false, Path: path, RawQuery: settings.Encode()}
	return named.String()
}

func (s *Store) closeFile() error {
	var errs []error
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// prepare creates the tables of a new file, or checks those of an existing one, and checks
// that the file can be written.
func (s *Store) prepare(ctx context.Context) error {
	if err := s.retryBusy(ctx, func() error {
		_, err := s.isNew(ctx, s.writer)
		return err
	}); err != nil {
		return err
	}
	var mode string
	if err := s.retryBusy(ctx, func() error {
		return s.writer.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
	}); err != nil {
		return err
	}
	if !strings.EqualFold(mode, "wal") {
		return errNotLocal
	}
	return s.writing(ctx, func(ctx context.Context, conn *sql.Conn) error {
		fresh, err := s.isNew(ctx, conn)
		if err != nil {
			return err
		}
		if !fresh {
			// SQLite opens read-only files without an error.
			_, err = conn.ExecContext(ctx, "UPDATE counter SET revision = revision")
			return err //nolint:wrapcheck // wrapped by Open
		}
		_, err = conn.ExecContext(ctx, schema+fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion))
		return err //nolint:wrapcheck // wrapped by Open
	})
}

// querier is a connection or a pool of connections.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// isNew reports whether the file is empty. It fails for a file of another program.
func (s *Store) isNew(ctx context.Context, db querier) (bool, error) {
	var application, version, tables int
	err := db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`,
	).Scan(&application, &version, &tables)
	switch {
	case err != nil:
		return false, err //nolint:wrapcheck // wrapped by Open
	case application == 0 && version == 0 && tables == 0:
		return true, nil
	case application != applicationID:
		return false, ErrForeign
	case version > schemaVersion:
		return false, ErrNewer
	}
	return false, nil
}
