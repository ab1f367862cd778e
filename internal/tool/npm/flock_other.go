//go:build solaris || aix

package npm

import (
	"errors"
	"os"
)

func flock(*os.File) error { return errors.ErrUnsupported }
