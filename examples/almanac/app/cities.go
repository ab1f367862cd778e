package app

// city is a place that is known by name.
type city struct {
	name, country       string
	latitude, longitude float64
	zone                string // IANA
}

// cities are known by name, in alphabetical order.
func cities() []city {
	return []city{
		{"Amsterdam", "Netherlands", 52.37, 4.90, "Europe/Amsterdam"},
		{"Anchorage", "United States", 61.22, -149.90, "America/Anchorage"},
		{"Apia", "Samoa", -13.83, -171.77, "Pacific/Apia"},
		{"Athens", "Greece", 37.98, 23.73, "Europe/Athens"},
		{"Auckland", "New Zealand", -36.85, 174.76, "Pacific/Auckland"},
		{"Bangkok", "Thailand", 13.75, 100.50, "Asia/Bangkok"},
		{"Beijing", "China", 39.90, 116.41, "Asia/Shanghai"},
		{"Berlin", "Germany", 52.52, 13.40, "Europe/Berlin"},
		{"Bogotá", "Colombia", 4.71, -74.07, "America/Bogota"},
		{"Buenos Aires", "Argentina", -34.60, -58.38, "America/Argentina/Buenos_Aires"},
		{"Cairo", "Egypt", 30.04, 31.24, "Africa/Cairo"},
		{"Cape Town", "South Africa", -33.92, 18.42, "Africa/Johannesburg"},
		{"Chicago", "United States", 41.88, -87.63, "America/Chicago"},
		{"Dakar", "Senegal", 14.69, -17.45, "Africa/Dakar"},
		{"Delhi", "India", 28.61, 77.21, "Asia/Kolkata"},
		{"Dubai", "United Arab Emirates", 25.20, 55.27, "Asia/Dubai"},
		{"Helsinki", "Finland", 60.17, 24.94, "Europe/Helsinki"},
		{"Honolulu", "United States", 21.31, -157.86, "Pacific/Honolulu"},
		{"Istanbul", "Türkiye", 41.01, 28.98, "Europe/Istanbul"},
		{"Jakarta", "Indonesia", -6.21, 106.85, "Asia/Jakarta"},
		{"Kathmandu", "Nepal", 27.72, 85.32, "Asia/Kathmandu"},
		{"Kiritimati", "Kiribati", 1.87, -157.43, "Pacific/Kiritimati"},
		{"Lagos", "Nigeria", 6.52, 3.38, "Africa/Lagos"},
		{"Lima", "Peru", -12.05, -77.04, "America/Lima"},
		{"Lisbon", "Portugal", 38.72, -9.14, "Europe/Lisbon"},
		{"London", "United Kingdom", 51.51, -0.13, "Europe/London"},
		{"Longyearbyen", "Svalbard", 78.22, 15.65, "Arctic/Longyearbyen"},
		{"Los Angeles", "United States", 34.05, -118.24, "America/Los_Angeles"},
		{"Madrid", "Spain", 40.42, -3.70, "Europe/Madrid"},
		{"McMurdo Station", "Antarctica", -77.85, 166.67, "Antarctica/McMurdo"},
		{"Mexico City", "Mexico", 19.43, -99.13, "America/Mexico_City"},
		{"Nairobi", "Kenya", -1.29, 36.82, "Africa/Nairobi"},
		{"New York", "United States", 40.71, -74.01, "America/New_York"},
		{"Oslo", "Norway", 59.91, 10.75, "Europe/Oslo"},
		{"Paris", "France", 48.86, 2.35, "Europe/Paris"},
		{"Quito", "Ecuador", -0.18, -78.47, "America/Guayaquil"},
		{"Reykjavík", "Iceland", 64.15, -21.94, "Atlantic/Reykjavik"},
		{"Rome", "Italy", 41.90, 12.50, "Europe/Rome"},
		{"San Francisco", "United States", 37.77, -122.42, "America/Los_Angeles"},
		{"São Paulo", "Brazil", -23.55, -46.63, "America/Sao_Paulo"},
		{"Seoul", "South Korea", 37.57, 126.98, "Asia/Seoul"},
		{"Singapore", "Singapore", 1.35, 103.82, "Asia/Singapore"},
		{"Sydney", "Australia", -33.87, 151.21, "Australia/Sydney"},
		{"Tokyo", "Japan", 35.68, 139.69, "Asia/Tokyo"},
		{"Toronto", "Canada", 43.65, -79.38, "America/Toronto"},
		{"Tromsø", "Norway", 69.65, 18.96, "Europe/Oslo"},
		{"Ushuaia", "Argentina", -54.80, -68.30, "America/Argentina/Ushuaia"},
		{"Vienna", "Austria", 48.21, 16.37, "Europe/Vienna"},
		{"Zürich", "Switzerland", 47.38, 8.54, "Europe/Zurich"},
	}
}
