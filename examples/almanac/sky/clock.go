package sky

import "time"

// days counts days of Universal Time since noon of 1 January 2000 (J2000.0).
func days(t time.Time) float64 {
	const j2000 = 946728000 // Unix seconds
	return float64(t.Unix()-j2000)/86400 + float64(t.Nanosecond())/86400e9
}

// centuries counts Julian centuries of dynamical time since J2000.0, the time
// in which the bodies move. It runs ahead of the clock by about a minute: the
// parabola of Espenak and Meeus for our time, which is within 90 seconds of
// the truth from 1900 to 2100. In 90 seconds the moon moves 0.014 degrees.
func centuries(t time.Time) float64 {
	d := days(t)
	year := d / 365.25
	ahead := 62.92 + year*(0.32217+year*0.005589) // seconds
	return (d + ahead/86400) / 36525
}

// siderealTime is the right ascension on the meridian of Greenwich (Meeus,
// chapter 12, with the main term of nutation).
func siderealTime(t time.Time) float64 {
	c := days(t) / 36525
	mean := 280.46061837 + 360.98564736629*days(t) + 0.000387933*c*c
	return turn(mean + nutation(c)*cos(obliquity(c)))
}

// obliquity is the tilt of the Earth's axis (Meeus, chapter 22).
func obliquity(c float64) float64 {
	return 23.4392911 - 0.0130042*c + 0.00256*cos(lunarNode(c))
}

// nutation is the main term of the swing of the axis, in longitude.
func nutation(c float64) float64 { return -0.00478 * sin(lunarNode(c)) }

// lunarNode is the longitude of the moon's mean ascending node.
func lunarNode(c float64) float64 { return 125.04452 - 1934.136261*c }
