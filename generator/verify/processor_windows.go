package verify

import (
	"syscall"
	"time"
)

// processorTime returns how long processors have worked for this program.
func processorTime() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var began, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &began, &ended, &kernel, &user); err != nil {
		return 0
	}
	return ticks(kernel) + ticks(user)
}

// ticks returns a time that is counted in units of 100 ns; as a moment, which
// Nanoseconds is for, it would lie before 1970.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
