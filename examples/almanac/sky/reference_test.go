package sky_test

import "github.com/orielapps/oriel/examples/almanac/sky"

// reference is one day of 24 hours as another implementation computes it.
type reference struct {
	name  string
	place sky.Place
	start string // RFC 3339

	// Minutes since start; + on the way up, - on the way down.
	sun, moon                     string
	civil, nautical, astronomical string
	noon, moonHighest             float64 // 0: not on this day

	// Twelve hours after start: altitude without air and azimuth, and the
	// moon's phase.
	sunAt, moonAt   [2]float64
	elongation, lit float64
}

// references come from the npm package astronomy-engine 2.1.19 (VSOP87 and a
// lunar theory of its own; functions SearchRiseSet, SearchAltitude,
// SearchHourAngle, Horizon without refraction, MoonPhase, Illumination),
// which shares no code and no series with this package. Among the days are
// polar day and night, their edges, both poles' neighbourhoods, the south,
// the date line, days without moonrise or moonset, and both ends of the
// century.
func references() []reference {
	return []reference{
		{
			name: "Lisbon, no moonset", place: sky.Place{Latitude: 38.72, Longitude: -9.14}, start: "2026-11-17T00:00:00Z",
			sun: "+440.9 -1041.8", moon: "+805.4",
			civil: "+412.4 -1070.3", nautical: "+380.1 -1102.5", astronomical: "+348.6 -1134.0",
			noon: 741.5, moonHighest: 1132.3,
			sunAt: [2]float64{32.007, 174.000}, moonAt: [2]float64{-16.836, 94.174}, elongation: 90.09, lit: 0.502,
		},
		{
			name: "Lisbon, moon not highest", place: sky.Place{Latitude: 38.72, Longitude: -9.14}, start: "2026-11-24T00:00:00Z",
			sun: "+448.4 -1037.8", moon: "-444.8 +1014.3",
			civil: "+419.5 -1066.7", nautical: "+386.9 -1099.3", astronomical: "+355.1 -1131.1",
			noon: 743.2, moonHighest: 0,
			sunAt: [2]float64{30.425, 173.693}, moonAt: [2]float64{-26.998, 357.077}, elongation: 178.31, lit: 0.998,
		},
		{
			name: "Lisbon, no moonrise", place: sky.Place{Latitude: 38.72, Longitude: -9.14}, start: "2026-12-01T00:00:00Z",
			sun: "+455.5 -1035.4", moon: "-785.5",
			civil: "+426.2 -1064.7", nautical: "+393.2 -1097.7", astronomical: "+361.2 -1129.7",
			noon: 745.6, moonHighest: 397.6,
			sunAt: [2]float64{29.139, 173.205}, moonAt: [2]float64{11.721, 266.824}, elongation: 273.03, lit: 0.475,
		},
		{
			name: "Lisbon", place: sky.Place{Latitude: 38.72, Longitude: -9.14}, start: "2026-11-21T00:00:00Z",
			sun: "+445.3 -1039.3", moon: "-221.0 +901.6",
			civil: "+416.5 -1068.0", nautical: "+384.0 -1100.5", astronomical: "+352.3 -1132.2",
			noon: 742.4, moonHighest: 1310.5,
			sunAt: [2]float64{31.069, 173.847}, moonAt: [2]float64{-30.761, 43.378}, elongation: 137.81, lit: 0.870,
		},
		{
			name: "Reykjavik", place: sky.Place{Latitude: 64.15, Longitude: -21.94}, start: "2026-06-20T00:00:00Z",
			sun: "-3.4 +175.1", moon: "-79.9 +693.0",
			civil: "", nautical: "", astronomical: "",
			noon: 809.4, moonHighest: 1117.4,
			sunAt: [2]float64{46.713, 149.427}, moonAt: [2]float64{1.864, 81.590}, elongation: 72.88, lit: 0.354,
		},
		{
			name: "Tromso", place: sky.Place{Latitude: 69.65, Longitude: 18.96}, start: "2026-06-20T22:00:00Z",
			sun: "", moon: "-37.2 +737.8",
			civil: "", nautical: "", astronomical: "",
			noon: 766.0, moonHighest: 1112.5,
			sunAt: [2]float64{43.281, 165.461}, moonAt: [2]float64{-2.254, 84.857}, elongation: 84.07, lit: 0.450,
		},
		{
			name: "Tromso", place: sky.Place{Latitude: 69.65, Longitude: 18.96}, start: "2026-12-20T23:00:00Z",
			sun: "", moon: "",
			civil: "+571.3 -833.1", nautical: "+466.7 -937.7", astronomical: "+388.3 -1016.1",
			noon: 702.2, moonHighest: 1283.6,
			sunAt: [2]float64{-3.145, 184.088}, moonAt: [2]float64{7.453, 40.850}, elongation: 143.36, lit: 0.900,
		},
		{
			name: "Tromso", place: sky.Place{Latitude: 69.65, Longitude: 18.96}, start: "2026-05-16T22:00:00Z",
			sun: "-2.5 +77.7", moon: "",
			civil: "", nautical: "", astronomical: "",
			noon: 760.5, moonHighest: 794.4,
			sunAt: [2]float64{39.344, 167.604}, moonAt: [2]float64{44.418, 157.078}, elongation: 8.31, lit: 0.007,
		},
		{
			name: "Tromso", place: sky.Place{Latitude: 69.65, Longitude: 18.96}, start: "2026-05-17T22:00:00Z",
			sun: "-27.6 +52.7", moon: "",
			civil: "", nautical: "", astronomical: "",
			noon: 760.6, moonHighest: 861.2,
			sunAt: [2]float64{39.564, 167.570}, moonAt: [2]float64{43.227, 137.017}, elongation: 22.58, lit: 0.040,
		},
		{
			name: "Tromso", place: sky.Place{Latitude: 69.65, Longitude: 18.96}, start: "2026-11-26T23:00:00Z",
			sun: "+680.5 -702.3", moon: "",
			civil: "+516.1 -866.7", nautical: "+426.3 -956.4", astronomical: "+352.1 -1030.5",
			noon: 691.7, moonHighest: 119.9,
			sunAt: [2]float64{-0.960, 186.585}, moonAt: [2]float64{7.910, 327.227}, elongation: 219.86, lit: 0.884,
		},
		{
			name: "Longyearbyen", place: sky.Place{Latitude: 78.22, Longitude: 15.65}, start: "2026-03-20T23:00:00Z",
			sun: "+343.9 -1109.3", moon: "",
			civil: "+237.0 -1218.2", nautical: "", astronomical: "",
			noon: 724.6, moonHighest: 841.6,
			sunAt: [2]float64{12.109, 178.836}, moonAt: [2]float64{25.629, 148.325}, elongation: 31.81, lit: 0.077,
		},
		{
			name: "Quito", place: sky.Place{Latitude: -0.18, Longitude: -78.47}, start: "2026-03-20T05:00:00Z",
			sun: "+378.0 -1104.5", moon: "+447.9 -1191.6",
			civil: "+357.3 -1125.2", nautical: "+333.4 -1149.2", astronomical: "+309.4 -1173.2",
			noon: 741.3, moonHighest: 819.7,
			sunAt: [2]float64{84.681, 87.667}, moonAt: [2]float64{62.805, 62.503}, elongation: 21.75, lit: 0.037,
		},
		{
			name: "Sydney", place: sky.Place{Latitude: -33.87, Longitude: 151.21}, start: "2026-12-20T13:00:00Z",
			sun: "+340.6 -1205.4", moon: "-149.4 +1025.8",
			civil: "+311.5 -1234.6", nautical: "+275.6 -1270.5", astronomical: "+236.3 -1309.8",
			noon: 773.0, moonHighest: 1332.1,
			sunAt: [2]float64{74.404, 51.460}, moonAt: [2]float64{-59.094, 104.059}, elongation: 137.71, lit: 0.869,
		},
		{
			name: "Ushuaia", place: sky.Place{Latitude: -54.8, Longitude: -68.3}, start: "2026-06-21T03:00:00Z",
			sun: "+598.9 -1031.2", moon: "-46.1 +796.0",
			civil: "+553.6 -1076.5", nautical: "+506.2 -1123.9", astronomical: "+461.9 -1168.2",
			noon: 815.1, moonHighest: 1171.9,
			sunAt: [2]float64{9.148, 21.990}, moonAt: [2]float64{-11.543, 106.725}, elongation: 86.57, lit: 0.471,
		},
		{
			name: "Auckland", place: sky.Place{Latitude: -36.85, Longitude: 174.76}, start: "2026-01-14T11:00:00Z",
			sun: "+377.8 -1242.2", moon: "+154.1 -1084.7",
			civil: "+347.9 -1272.0", nautical: "+311.1 -1308.6", astronomical: "+270.6 -1348.9",
			noon: 810.2, moonHighest: 617.0,
			sunAt: [2]float64{64.927, 57.518}, moonAt: [2]float64{66.557, 287.398}, elongation: 316.81, lit: 0.138,
		},
		{
			name: "Apia", place: sky.Place{Latitude: -13.83, Longitude: -171.77}, start: "2026-02-27T11:00:00Z",
			sun: "+388.2 -1131.0", moon: "-175.1 +981.0",
			civil: "+366.6 -1152.5", nautical: "+341.4 -1177.6", astronomical: "+316.1 -1202.9",
			noon: 759.7, moonHighest: 1328.1,
			sunAt: [2]float64{78.686, 60.364}, moonAt: [2]float64{-56.919, 65.719}, elongation: 135.22, lit: 0.855,
		},
		{
			name: "Kiritimati", place: sky.Place{Latitude: 1.87, Longitude: -157.43}, start: "2026-08-11T10:00:00Z",
			sun: "+389.5 -1120.3", moon: "+335.7 -1088.4",
			civil: "+368.0 -1141.7", nautical: "+343.1 -1166.6", astronomical: "+318.1 -1191.6",
			noon: 754.9, moonHighest: 712.4,
			sunAt: [2]float64{74.260, 32.661}, moonAt: [2]float64{71.357, 354.518}, elongation: 348.91, lit: 0.010,
		},
		{
			name: "Tokyo", place: sky.Place{Latitude: 35.68, Longitude: 139.69}, start: "2026-04-05T15:00:00Z",
			sun: "+321.4 -1086.6", moon: "-429.2 +1342.8",
			civil: "+295.6 -1112.5", nautical: "+265.1 -1143.1", astronomical: "+233.8 -1174.5",
			noon: 703.7, moonHighest: 138.4,
			sunAt: [2]float64{60.501, 188.234}, moonAt: [2]float64{-55.396, 275.673}, elongation: 225.40, lit: 0.850,
		},
		{
			name: "New York", place: sky.Place{Latitude: 40.71, Longitude: -74.01}, start: "2026-03-08T05:00:00Z",
			sun: "+378.9 -1075.2", moon: "-502.7 +1421.9",
			civil: "+351.6 -1102.5", nautical: "+319.9 -1134.2", astronomical: "+288.1 -1166.2",
			noon: 726.7, moonHighest: 213.8,
			sunAt: [2]float64{44.568, 177.650}, moonAt: [2]float64{-39.321, 272.915}, elongation: 240.60, lit: 0.746,
		},
		{
			name: "McMurdo", place: sky.Place{Latitude: -77.85, Longitude: 166.67}, start: "2026-08-19T12:00:00Z",
			sun: "+711.9 -843.9", moon: "",
			civil: "+543.5 -1012.5", nautical: "+422.4 -1134.3", astronomical: "+305.8 -1252.3",
			noon: 776.8, moonHighest: 1121.3,
			sunAt: [2]float64{-0.718, 13.869}, moonAt: [2]float64{21.422, 102.200}, elongation: 88.71, lit: 0.490,
		},
		{
			name: "South Pole", place: sky.Place{Latitude: -90, Longitude: 0}, start: "2026-09-22T00:00:00Z",
			sun: "", moon: "",
			civil: "", nautical: "", astronomical: "",
			noon: 712.7, moonHighest: 1261.2,
			sunAt: [2]float64{-0.199, 358.181}, moonAt: [2]float64{18.733, 131.095}, elongation: 130.00, lit: 0.822,
		},
		{
			name: "London", place: sky.Place{Latitude: 51.51, Longitude: -0.13}, start: "1905-08-29T23:00:00Z",
			sun: "+368.4 -1192.9", moon: "+347.4 -1197.8",
			civil: "+333.1 -1228.0", nautical: "+289.5 -1271.3", astronomical: "+240.8 -1319.6",
			noon: 781.2, moonHighest: 779.3,
			sunAt: [2]float64{45.840, 158.036}, moonAt: [2]float64{46.242, 159.158}, elongation: 358.74, lit: 0.000,
		},
		{
			name: "Mumbai", place: sky.Place{Latitude: 19.08, Longitude: 72.88}, start: "2099-10-10T18:30:00Z",
			sun: "+391.6 -1098.6", moon: "+208.6 -982.6",
			civil: "+369.5 -1120.6", nautical: "+344.1 -1146.0", astronomical: "+318.6 -1171.4",
			noon: 745.2, moonHighest: 598.3,
			sunAt: [2]float64{63.032, 166.116}, moonAt: [2]float64{59.575, 255.834}, elongation: 320.70, lit: 0.114,
		},
		{
			name: "Singapore", place: sky.Place{Latitude: 1.35, Longitude: 103.82}, start: "2026-07-10T16:00:00Z",
			sun: "+424.4 -1156.0", moon: "+205.9 -961.0",
			civil: "+402.1 -1178.4", nautical: "+376.0 -1204.4", astronomical: "+349.9 -1230.5",
			noon: 790.2, moonHighest: 583.2,
			sunAt: [2]float64{63.121, 38.175}, moonAt: [2]float64{49.409, 310.653}, elongation: 314.36, lit: 0.152,
		},
	}
}
