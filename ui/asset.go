package ui

// AssetOptions say where documents of a view may load files from: scripts and styles that
// were taken out of them, and the files of a [Folder]. The zero value is nowhere.
//
// Each file has an address that names its content, so it is kept by browsers for ever,
// and another build has others.
type AssetOptions struct {
	// URL is what the addresses begin with, such as "https://weather.example.com/oriel/";
	// empty where the app serves none.
	URL string
	// Split has hosts that are known to load scripts from a view's resource domains
	// get documents without their scripts and styles.
	Split bool
}

// An Asset is a file that a document loads from the app.
type Asset struct {
	// Path is its address below [AssetOptions.URL].
	Path     string
	MIMEType string
	Data     []byte
}
