package main

import "syscall"

// outliving keeps a console's Ctrl-C, which goes to the whole process group,
// from a program that we start for somebody else's use.
func outliving() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
