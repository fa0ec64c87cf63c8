// The scip command line (lint, print, snapshot) in the version that the tests
// run, kept out of the main module's requirements. `go install` can't build
// it, because its own go.mod replaces a module.
//
//	go build -C cmd/internal/scipcli -o "$PWD/bin/scip" github.com/scip-code/scip/cmd/scip
module codeintel/cmd/internal/scipcli

go 1.26.0

tool github.com/scip-code/scip/cmd/scip

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/fatih/color v1.19.0 // indirect
	github.com/go-enry/go-enry/v2 v2.8.0 // indirect
	github.com/go-enry/go-oniguruma v1.2.1 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/hexops/gotextdiff v1.0.3 // indirect
	github.com/hhatto/gocloc v0.7.0 // indirect
	github.com/k0kubun/pp/v3 v3.5.1 // indirect
	github.com/klauspost/compress v1.18.6 // indirect
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/montanaflynn/stats v0.9.0 // indirect
	github.com/ncruces/go-strftime v0.1.9 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/scip-code/scip v0.9.0 // indirect
	github.com/scip-code/scip/bindings/go/scip v0.9.0 // indirect
	github.com/sourcegraph/beaut v0.0.0-20240611013027-627e4c25335a // indirect
	github.com/stretchr/testify v1.11.1 // indirect
	github.com/urfave/cli/v3 v3.10.1 // indirect
	golang.org/x/exp v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/sys v0.42.0 // indirect
	golang.org/x/text v0.34.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
	modernc.org/libc v1.65.7 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.11.0 // indirect
	modernc.org/sqlite v1.37.1 // indirect
	zombiezen.com/go/sqlite v1.4.2 // indirect
)
