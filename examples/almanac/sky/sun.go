package sky

// sun returns the sun's apparent place (Meeus, chapter 25, low accuracy).
func sun(c float64) ecliptic {
	meanLongitude := 280.46646 + c*(36000.76983+c*0.0003032)
	anomaly := 357.52911 + c*(35999.05029-c*0.0001537)
	eccentricity := 0.016708634 - c*(0.000042037+c*0.0000001267)

	centre := (1.914602-c*(0.004817+c*0.000014))*sin(anomaly) +
		(0.019993-c*0.000101)*sin(2*anomaly) +
		0.000289*sin(3*anomaly)

	const aberration = -0.00569
	distance := 1.000001018 * (1 - eccentricity*eccentricity) / (1 + eccentricity*cos(anomaly+centre))
	return ecliptic{
		longitude: turn(meanLongitude + centre + aberration + nutation(c)),
		distance:  distance * astronomicalUnit,
	}
}
