// Package sky computes where the sun and the moon stand for a place on Earth:
// altitude and azimuth, rising, setting, culmination, twilight and the phase
// of the moon.
//
// It is made for an almanac, not for a telescope. The sun follows the
// low-precision solar position of Meeus, "Astronomical Algorithms", chapter 25
// (0.01 degrees); the moon follows the main terms of the ELP-2000/82 theory as
// chapter 47 of that book prints them (0.01 degrees with the terms kept here).
// That is a few seconds of time, far below what the weather does to
// refraction: rises and sets are good to a minute for the years 1900 to 2100,
// except where the body only grazes the horizon.
//
// Angles are in degrees throughout. Latitudes are positive to the north,
// longitudes and azimuths to the east; azimuth 0 is north. Nothing here
// validates its input: a latitude beyond 90 degrees gives numbers without
// meaning, never a panic or an endless loop.
package sky

import (
	"math"
	"time"
)

// Body is something to look at.
type Body uint8

// The bodies.
const (
	Sun Body = iota
	Moon
)

// Place is a point on the Earth at sea level.
type Place struct {
	Latitude, Longitude float64
}

// Position is where a body stands for somebody at a place.
type Position struct {
	// Altitude of the body's centre above the horizon as it would be without
	// air; negative below.
	Altitude float64
	// Azimuth from north by east, 0 to 360.
	Azimuth float64
	// Radius is half the body's apparent diameter.
	Radius float64
}

// Look returns where a body stands at a time.
func (p Place) Look(b Body, t time.Time) Position {
	e := b.equatorial(t)
	h := p.hourAngle(e, t)
	sinAlt := sin(p.Latitude)*sin(e.declination) + cos(p.Latitude)*cos(e.declination)*cos(h)
	alt := arcsin(sinAlt)
	az := arctan2(-cos(e.declination)*sin(h),
		sin(e.declination)*cos(p.Latitude)-cos(e.declination)*cos(h)*sin(p.Latitude))

	// Seen from the surface instead of the Earth's centre, everything stands
	// lower: by a degree for the moon, by nothing one could see for the sun.
	distance := e.distance / earthRadius
	return Position{
		Altitude: arctan2(sin(alt)-1/distance, cos(alt)),
		Azimuth:  turn(az),
		Radius:   arcsin(b.radius() / (e.distance - earthRadius*sin(alt))),
	}
}

// Apparent returns the altitude with the refraction of average air (1010 hPa,
// 10 °C): the altitude at which one sees the centre. Below the horizon there
// is nothing to see; there the refraction fades out, so that a curve over the
// day stays smooth.
func (p Position) Apparent() float64 {
	const lowest = -1.0 // where Sæmundsson's formula stops to make sense
	h := max(p.Altitude, lowest)
	refraction := 1.02 / tan(h+10.3/(h+5.11)) / 60
	if p.Altitude < lowest {
		const fade = 4.0
		refraction *= max(0, 1-(lowest-p.Altitude)/fade)
	}
	return p.Altitude + max(0, refraction)
}

// hourAngle is how far the body is past the meridian, -180 to 180.
func (p Place) hourAngle(e equatorial, t time.Time) float64 {
	return halfTurn(siderealTime(t) + p.Longitude - e.ascension)
}

// equatorial is a position among the stars, seen from the Earth's centre.
type equatorial struct {
	ascension, declination float64
	distance               float64 // km
}

// ecliptic is a position in the plane of the Earth's path, of date.
type ecliptic struct {
	longitude, latitude float64
	distance            float64 // km
}

func (e ecliptic) equatorial(obliquity float64) equatorial {
	return equatorial{
		ascension: arctan2(sin(e.longitude)*cos(obliquity)-math.Tan(radians(e.latitude))*sin(obliquity), cos(e.longitude)),
		declination: arcsin(sin(e.latitude)*cos(obliquity) +
			cos(e.latitude)*sin(obliquity)*sin(e.longitude)),
		distance: e.distance,
	}
}

func (b Body) equatorial(t time.Time) equatorial {
	c := centuries(t)
	return b.ecliptic(c).equatorial(obliquity(c))
}

func (b Body) ecliptic(c float64) ecliptic {
	if b == Moon {
		return moon(c)
	}
	return sun(c)
}

// radius is the body's own radius in km.
func (b Body) radius() float64 {
	if b == Moon {
		return 1737.4
	}
	return 695700
}

const (
	earthRadius      = 6378.14   // km
	astronomicalUnit = 149597871 // km
)
