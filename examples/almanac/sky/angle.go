package sky

import "math"

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

func degrees(radians float64) float64 { return radians * 180 / math.Pi }

func sin(a float64) float64 { return math.Sin(radians(a)) }

func cos(a float64) float64 { return math.Cos(radians(a)) }

func tan(a float64) float64 { return math.Tan(radians(a)) }

func arctan2(y, x float64) float64 { return degrees(math.Atan2(y, x)) }

// arcsin takes what rounding pushes beyond 1 as 1.
func arcsin(x float64) float64 { return degrees(math.Asin(max(-1, min(1, x)))) }

func arccos(x float64) float64 { return degrees(math.Acos(max(-1, min(1, x)))) }

// turn brings an angle into 0 to 360.
func turn(a float64) float64 {
	a = math.Mod(a, 360)
	if a < 0 {
		a += 360
	}
	return a
}

// halfTurn brings an angle into -180 to 180.
func halfTurn(a float64) float64 {
	a = turn(a)
	if a > 180 {
		a -= 360
	}
	return a
}
