package app

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/almanac/sky"
)

// place is where somebody looks at the sky.
type place struct {
	sky.Place

	// name is a city's name, or the coordinates.
	name, country string
	zone          *time.Location
	zoneName      string
}

// placeList is the answer of almanac_places.
type placeList struct {
	Places []namedPlace `json:"places"`
}

type namedPlace struct {
	Name    string `json:"name"`
	Country string `json:"country"`
}

func knownPlaces() placeList {
	var list placeList
	for _, c := range cities() {
		list.Places = append(list.Places, namedPlace{c.name, c.country})
	}
	return list
}

// maxPlace is the longest text that can mean a place.
const maxPlace = 100

// findPlace understands a city's name, and coordinates with or without a zone:
// "lisbon", "45.92,6.87", "45.92, 6.87 Europe/Paris".
func findPlace(text string) (place, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxPlace {
		return place{}, &oriel.Error{
			Code:    "place_missing",
			Message: fmt.Sprintf("The place has %d characters; it should have 1 to %d.", len(text), maxPlace),
			Fix:     placeHelp,
		}
	}
	wanted := plain(text)
	for _, c := range cities() {
		if plain(c.name) == wanted || plain(c.name+", "+c.country) == wanted {
			return c.place()
		}
	}
	if latitude, rest, ok := strings.Cut(text, ","); ok && startsNumber(latitude) {
		return coordinates(latitude, rest)
	}
	return place{}, &oriel.Error{
		Code:    "unknown_place",
		Message: fmt.Sprintf("The almanac does not know %q.", text),
		Fix:     suggestion(wanted) + placeHelp,
	}
}

const placeHelp = `Give a large city, or coordinates and a time zone, such as "45.92,6.87 Europe/Paris".`

func (c city) place() (place, error) {
	zone, err := time.LoadLocation(c.zone)
	if err != nil {
		return place{}, fmt.Errorf("the zone of %s: %w", c.name, err)
	}
	return place{
		Place:    sky.Place{Latitude: c.latitude, Longitude: c.longitude},
		name:     c.name,
		country:  c.country,
		zone:     zone,
		zoneName: c.zone,
	}, nil
}

func startsNumber(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.ContainsRune("+-.0123456789", rune(text[0]))
}

func coordinates(first, rest string) (place, error) {
	fields := strings.Fields(rest)
	if len(fields) < 1 || len(fields) > 2 {
		return place{}, coordinatesInvalid("They are a latitude, a comma, a longitude, and perhaps a time zone.")
	}
	latitude, err := degrees(first, "latitude", pole)
	if err != nil {
		return place{}, err
	}
	longitude, err := degrees(fields[0], "longitude", dateLine)
	if err != nil {
		return place{}, err
	}
	p := place{
		Place: sky.Place{Latitude: latitude, Longitude: longitude},
		name:  compass(latitude, "N", "S") + " " + compass(longitude, "E", "W"),
	}
	if len(fields) == 1 {
		p.zone, p.zoneName = nautical(longitude)
		return p, nil
	}
	p.zoneName = fields[1]
	p.zone, err = time.LoadLocation(fields[1])
	if err != nil || fields[1] == "Local" {
		return place{}, &oriel.Error{
			Code:    "zone_unknown",
			Message: fmt.Sprintf("%q is not a time zone.", fields[1]),
			Fix:     `Use a name from the IANA time zone database, such as "Europe/Paris", or leave it out.`,
		}
	}
	return p, nil
}

// The largest coordinates, in degrees.
const (
	pole     = 90
	dateLine = 180
)

// degrees reads one coordinate.
func degrees(text, what string, limit float64) (float64, error) {
	value, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	// The comparison is turned so that it refuses what is not a number.
	if err != nil || !(math.Abs(value) <= limit) {
		return 0, coordinatesInvalid(fmt.Sprintf("%q is no %s: it is a number from -%g to %g.", strings.TrimSpace(text), what, limit, limit))
	}
	return value, nil
}

func coordinatesInvalid(message string) error {
	return &oriel.Error{Code: "coordinates_invalid", Message: "The coordinates can't be read. " + message, Fix: placeHelp}
}

// compass writes a coordinate for people: "45.92° N".
func compass(value float64, positive, negative string) string {
	side := positive
	if value < 0 {
		side = negative
	}
	const precision = 100 // a hundredth of a degree is a kilometre
	return strconv.FormatFloat(math.Round(math.Abs(value)*precision)/precision, 'f', -1, 64) + "° " + side
}

// nautical is the zone of ships at sea: a whole hour for each 15 degrees.
func nautical(longitude float64) (*time.Location, string) {
	const degreesPerHour, secondsPerHour = 15, 60 * 60
	hours := int(math.Round(longitude / degreesPerHour))
	name := "UTC"
	if hours != 0 {
		name = fmt.Sprintf("UTC%+d", hours)
	}
	return time.FixedZone(name, hours*secondsPerHour), name
}

// plain makes names comparable: lower case, without the accents of the known
// places.
func plain(name string) string {
	return strings.NewReplacer("á", "a", "ã", "a", "í", "i", "ó", "o", "ø", "o", "ü", "u").
		Replace(strings.Join(strings.Fields(strings.ToLower(name)), " "))
}

// suggestion is the known place closest to an unknown one, as a sentence.
func suggestion(wanted string) string {
	const lettersPerMistake = 3
	best, distance := "", len(wanted)/lettersPerMistake+1
	for _, c := range cities() {
		if d := edits(wanted, plain(c.name)); d <= distance && (best == "" || d < distance) {
			best, distance = c.name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("Did you mean %q? ", best)
}

// edits counts the letters to insert, delete or replace (Levenshtein).
func edits(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
