// Package laravel reads what applications of Laravel say in strings: names of
// routes, views, configuration and translations.
package laravel

import (
	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// name of the framework, with which its open names begin.
const name = "laravel"

// version changes whenever what is read of some file does.
const version = 13

// Kinds of open names.
const (
	kindRoute  = "route"  // users.store
	kindRoutes = "routes" // users.*
	kindConfig = "config" // app.name
	kindText   = "trans"  // messages.welcome
	kindTable  = "table"  // users
	kindColumn = "column" // users.email
	kindGate   = "gate"   // see-reports
)

// Framework is Laravel.
func Framework() *lang.Framework {
	return &lang.Framework{Name: name, Version: version, Families: []string{php.Family}, Read: read, Chunks: chunkClasses, Group: migrationGroup, Combine: combineTables, Prelude: prelude, Magic: magic}
}

func read(r *lang.Reading) {
	readRoutes(r)
	readRelations(r)
	readContainer(r)
	readPolicies(r)
	readController(r)
	readMiddleware(r)
	readCommands(r)
	readListeners(r)
	readMacros(r)
	readKeys(r)
	readSettings(r)
	readSchema(r)
	for _, c := range r.Calls() {
		uses(r, c)
	}
}

// uses reads what the arguments of a call name.
func uses(r *lang.Reading, c lang.CallSite) {
	useRoutes(r, c)
	useViews(r, c)
	useKeys(r, c)
	useSchema(r, c)
	useGates(r, c)
	useCommands(r, c)
}
