module github.com/orielapps/oriel/tools

go 1.26.0

require (
	github.com/evanw/esbuild v0.28.2
	github.com/orielapps/oriel v0.0.0
	golang.org/x/mod v0.42.0
)

require (
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
