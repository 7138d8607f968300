package answer

import (
	"gobc/core/calibrate"
	"gobc/core/engine"
	"gobc/core/guard"
)

// Calibration says whether predicted seconds are those of this machine. Package gobc says what the fields mean.
type Calibration = calibrate.State

// Calibrate measures this machine, and stores what it finds.
func Calibrate(control *engine.Control) (c Calibration, err error) {
	if err := Supported(); err != nil {
		return c, err
	}
	err = guard.Run(func() (err error) {
		c, err = calibrate.Measure(control)
		return err
	})
	return c, err
}

// Calibrated reads what is stored.
func Calibrated() (c Calibration, err error) {
	if err := Supported(); err != nil {
		return c, err
	}
	err = guard.Run(func() error {
		c = calibrate.Current()
		return nil
	})
	return c, err
}

// Forget removes what is stored, and reports whether there was something.
func Forget() (c Calibration, there bool, err error) {
	if err := Supported(); err != nil {
		return c, false, err
	}
	err = guard.Run(func() (err error) {
		c, there, err = calibrate.Forget()
		return err
	})
	return c, there, err
}
