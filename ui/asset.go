package ui

// AssetOptions configure from where the documents of a view load files: the scripts and
// styles that were moved out of the document, and the files of a [Folder]. The zero value
// means that there is no such place.
//
// Each file's address contains a hash of its content, so browsers can cache it for ever.
type AssetOptions struct {
	// URL is the prefix of all addresses: "https://weather.example.com/oriel/". Empty
	// means that the app serves no files.
	URL string
	// Split moves scripts and styles out of the documents, for hosts that are known to
	// load scripts from a view's resource domains.
	Split bool
}

// An Asset is a file that a document loads from the app.
type Asset struct {
	// Path is the address relative to [AssetOptions.URL].
	Path     string
	MIMEType string
	Data     []byte
}
