package sky

import "math"

// term is one periodic term of the moon's motion: the multiples of the four
// arguments, and the amplitudes.
type term struct {
	elongation, sunAnomaly, anomaly, node int8
	// angle is in millionths of a degree, distance in metres.
	angle, distance float64
}

// arguments are the angles that the moon's motion is a sum of.
type arguments struct {
	longitude                             float64 // mean longitude, with light time
	elongation, sunAnomaly, anomaly, node float64
	// damping shrinks the terms with the sun's anomaly as the Earth's path
	// gets rounder.
	damping float64
}

func argumentsAt(c float64) arguments {
	return arguments{
		longitude:  218.3164477 + c*(481267.88123421-c*(0.0015786-c/538841)),
		elongation: 297.8501921 + c*(445267.1114034-c*(0.0018819-c/545868)),
		sunAnomaly: 357.5291092 + c*(35999.0502909-c*0.0001536),
		anomaly:    134.9633964 + c*(477198.8675055+c*(0.0087414+c/69699)),
		node:       93.2720950 + c*(483202.0175233-c*(0.0036539+c/3526000)),
		damping:    1 - c*(0.002516+c*0.0000074),
	}
}

// of returns a term's argument and the damping of its amplitude.
func (a arguments) of(t term) (angle, damping float64) {
	angle = float64(t.elongation)*a.elongation + float64(t.sunAnomaly)*a.sunAnomaly +
		float64(t.anomaly)*a.anomaly + float64(t.node)*a.node
	return angle, math.Pow(a.damping, math.Abs(float64(t.sunAnomaly)))
}

// moon returns the moon's apparent place (Meeus, chapter 47, the terms of
// more than 0.0007 degrees or 3 km).
func moon(c float64) ecliptic {
	a := argumentsAt(c)
	venus := 119.75 + 131.849*c // the largest pull of a planet

	longitude := 3958*sin(venus) + 1962*sin(a.longitude-a.node)
	distance := 385000.56e3
	for _, t := range longitudeTerms() {
		angle, damping := a.of(t)
		longitude += damping * t.angle * sin(angle)
		distance += damping * t.distance * cos(angle)
	}
	latitude := -2235 * sin(a.longitude)
	for _, t := range latitudeTerms() {
		angle, damping := a.of(t)
		latitude += damping * t.angle * sin(angle)
	}
	const millionth = 1e-6
	return ecliptic{
		longitude: turn(a.longitude + longitude*millionth + nutation(c)),
		latitude:  latitude * millionth,
		distance:  distance / 1000,
	}
}

// longitudeTerms are the main rows of table 47.A.
func longitudeTerms() [43]term {
	return [...]term{
		{0, 0, 1, 0, 6288774, -20905355},
		{2, 0, -1, 0, 1274027, -3699111},
		{2, 0, 0, 0, 658314, -2955968},
		{0, 0, 2, 0, 213618, -569925},
		{0, 1, 0, 0, -185116, 48888},
		{0, 0, 0, 2, -114332, -3149},
		{2, 0, -2, 0, 58793, 246158},
		{2, -1, -1, 0, 57066, -152138},
		{2, 0, 1, 0, 53322, -170733},
		{2, -1, 0, 0, 45758, -204586},
		{0, 1, -1, 0, -40923, -129620},
		{1, 0, 0, 0, -34720, 108743},
		{0, 1, 1, 0, -30383, 104755},
		{2, 0, 0, -2, 15327, 10321},
		{0, 0, 1, 2, -12528, 0},
		{0, 0, 1, -2, 10980, 79661},
		{4, 0, -1, 0, 10675, -34782},
		{0, 0, 3, 0, 10034, -23210},
		{4, 0, -2, 0, 8548, -21636},
		{2, 1, -1, 0, -7888, 24208},
		{2, 1, 0, 0, -6766, 30824},
		{1, 0, -1, 0, -5163, -8379},
		{1, 1, 0, 0, 4987, -16675},
		{2, -1, 1, 0, 4036, -12831},
		{2, 0, 2, 0, 3994, -10445},
		{4, 0, 0, 0, 3861, -11650},
		{2, 0, -3, 0, 3665, 14403},
		{0, 1, -2, 0, -2689, -7003},
		{2, 0, -1, 2, -2602, 0},
		{2, -1, -2, 0, 2390, 10056},
		{1, 0, 1, 0, -2348, 6322},
		{2, -2, 0, 0, 2236, -9884},
		{0, 1, 2, 0, -2120, 5751},
		{0, 2, 0, 0, -2069, 0},
		{2, -2, -1, 0, 2048, -4950},
		{2, 0, 1, -2, -1773, 4130},
		{2, 0, 0, 2, -1595, 0},
		{4, -1, -1, 0, 1215, -3958},
		{0, 0, 2, 2, -1110, 0},
		{3, 0, -1, 0, -892, 3258},
		{2, 1, 1, 0, -810, 2616},
		{4, -1, -2, 0, 759, -1897},
		{0, 2, -1, 0, -713, -2117},
	}
}

// latitudeTerms are the main rows of table 47.B.
func latitudeTerms() [30]term {
	return [...]term{
		{0, 0, 0, 1, 5128122, 0},
		{0, 0, 1, 1, 280602, 0},
		{0, 0, 1, -1, 277693, 0},
		{2, 0, 0, -1, 173237, 0},
		{2, 0, -1, 1, 55413, 0},
		{2, 0, -1, -1, 46271, 0},
		{2, 0, 0, 1, 32573, 0},
		{0, 0, 2, 1, 17198, 0},
		{2, 0, 1, -1, 9266, 0},
		{0, 0, 2, -1, 8822, 0},
		{2, -1, 0, -1, 8216, 0},
		{2, 0, -2, -1, 4324, 0},
		{2, 0, 1, 1, 4200, 0},
		{2, 1, 0, -1, -3359, 0},
		{2, -1, -1, 1, 2463, 0},
		{2, -1, 0, 1, 2211, 0},
		{2, -1, -1, -1, 2065, 0},
		{0, 1, -1, -1, -1870, 0},
		{4, 0, -1, -1, 1828, 0},
		{0, 1, 0, 1, -1794, 0},
		{0, 0, 0, 3, -1749, 0},
		{0, 1, -1, 1, -1565, 0},
		{1, 0, 0, 1, -1491, 0},
		{0, 1, 1, 1, -1475, 0},
		{0, 1, 1, -1, -1410, 0},
		{0, 1, 0, -1, -1344, 0},
		{1, 0, 0, -1, -1335, 0},
		{0, 0, 3, 1, 1107, 0},
		{4, 0, 0, -1, 1021, 0},
		{4, 0, -1, 1, 833, 0},
	}
}
