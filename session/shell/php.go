package shell

import (
	"path"
	"slices"
	"strings"
)

// phpTools adds the rows of PHP's own tools that change source files: formatters, the
// package manager, and the containers that a Laravel project is worked on in.
func phpTools(row func(names, opts string, do func(*call) stream), raw func(names string, do func(*call) stream)) {
	row("pint", "--config= --preset= --output-format= --output-to-file> --cache-file=", func(c *call) stream {
		if !c.opts.has("--test", "-t", "--version", "-V") {
			c.sources(c.opts.rest)
		}
		return stream{}
	})
	row("phpcbf", "--standard= --extensions= --ignore= -p -d=", func(c *call) stream {
		if !c.opts.has("--version", "-i") {
			c.sources(c.opts.rest)
		}
		return stream{}
	})
	row("php-cs-fixer", "--config= --rules= --cache-file= --format= --path-mode=", func(c *call) stream {
		c.unknown("runs code: " + c.name) // its configuration is a program
		if rest := c.opts.rest; len(rest) > 0 && rest[0].is("fix") && !c.opts.has("--dry-run") {
			c.sources(rest[1:])
		}
		return stream{}
	})
	row("rector", "-c= --config= --output-format= --memory-limit= -a= --only=", func(c *call) stream {
		c.unknown("runs code: " + c.name) // so is its
		if rest := c.opts.rest; len(rest) > 0 && rest[0].is("process") && !c.opts.has("-n", "--dry-run") {
			c.sources(rest[1:])
		}
		return stream{}
	})
	raw("composer", doComposer)
	raw("sail", func(c *call) stream {
		c.unknown("runs code: sail")
		c.inProject(c.args)
		return stream{}
	})
	raw("docker podman nerdctl docker-compose podman-compose", func(c *call) stream {
		c.unknown("runs code: " + c.name)
		c.inProject(composed(c.name, c.args))
		return stream{}
	})
}

// inProject follows a command in a container whose working directory is the project, as
// it is with Laravel Sail and most Compose files. It understands only Laravel's generators
// and Composer, which write to fixed places in the project; other paths may be paths of
// the container.
func (c *call) inProject(args []value) {
	if len(args) == 0 || args[0].form != exact {
		return
	}
	inner := &call{x: c.x, st: c.st, name: path.Base(args[0].text), args: args[1:], in: c.in}
	switch inner.name {
	case "php":
		inner.artisan()
	case "artisan", "art":
		inner.args = append([]value{lit("artisan")}, args[1:]...)
		inner.artisan()
	case "composer":
		doComposer(inner)
	}
}

// composeOptions are the options of Compose and of its exec and run that take a value.
const composeOptions = "-f= --file= -p= --project-name= --project-directory= --profile= --env-file= --ansi= --progress= --parallel= " +
	"-e= --env= -u= --user= --index= -v= --volume= --name= --entrypoint= -l= --label= --publish= --pull="

// composed returns the command that "compose exec" or "compose run" runs in a service. It
// returns nil if there is none, or if an option changes its working directory.
func composed(name string, args []value) []value {
	if !strings.HasSuffix(name, "-compose") {
		if len(args) == 0 || !args[0].is("compose") {
			return nil
		}
		args = args[1:]
	}
	known := parseSpec(composeOptions)
	args = known.parse(args, true).rest
	if len(args) == 0 || !args[0].is("exec") && !args[0].is("run") {
		return nil
	}
	o := parseSpec(composeOptions+" -w= --workdir=").parse(args[1:], true)
	if len(o.rest) < 2 || o.has("-w", "--workdir", "--entrypoint") {
		return nil
	}
	return o.rest[1:]
}

// doComposer follows the package manager of PHP, which runs scripts of the project.
func doComposer(c *call) stream {
	o := parseSpec("-d= --working-dir= --stability= --repository=").parse(c.args, false)
	c.unknown("runs code: composer")
	if len(o.rest) == 0 || o.has("--dry-run") {
		return stream{}
	}
	dir := ""
	if d := o.all("-d", "--working-dir"); len(d) > 0 && d[0].form == exact {
		dir = d[0].text
	}
	var files []string
	switch o.rest[0].text {
	case "require", "remove", "req", "rm", "r", "bump":
		files = []string{"composer.json", "composer.lock"}
	case "update", "upgrade", "u", "reinstall":
		files = []string{"composer.lock"}
	case "init", "config":
		if o.rest[0].is("init") || len(o.rest) > 2 || o.has("--unset") {
			files = []string{"composer.json"}
		}
	}
	if o.has("-g", "--global") || o.has("--list", "-l") {
		return stream{}
	}
	for _, f := range files {
		c.write(lit(path.Join(dir, f)), Content)
	}
	return stream{}
}

// made are the folders in which the generators of Laravel's console make what they are
// asked for, by what follows "make:".
var made = map[string]string{
	"cast": "app/Casts", "channel": "app/Broadcasting", "command": "app/Console/Commands", "controller": "app/Http/Controllers", "enum": "app", "event": "app/Events",
	"exception": "app/Exceptions", "factory": "database/factories", "interface": "app", "job": "app/Jobs", "listener": "app/Listeners", "mail": "app/Mail", "middleware": "app/Http/Middleware",
	"model": "app/Models", "notification": "app/Notifications", "observer": "app/Observers", "policy": "app/Policies", "provider": "app/Providers", "request": "app/Http/Requests",
	"resource": "app/Http/Resources", "rule": "app/Rules", "scope": "app/Models/Scopes", "seeder": "database/seeders", "trait": "app", "livewire": "app/Livewire",
}

// madeAnywhere are those of them that choose the name or the folder below it.
var madeAnywhere = map[string]string{"migration": "database/migrations", "test": "tests", "view": "resources/views"}

// artisan follows Laravel's console where it makes files: one of a class, where it is
// known by its name; for what is made besides and of others, the folders.
func (c *call) artisan() {
	i := slices.IndexFunc(c.args, func(v value) bool { return v.form == exact && path.Base(v.text) == "artisan" })
	if i < 0 || i+1 >= len(c.args) {
		return
	}
	what, ok := strings.CutPrefix(c.args[i+1].text, "make:")
	if !ok {
		return
	}
	root := path.Dir(c.args[i].text)
	var names []value
	others := false
	for _, v := range c.args[i+2:] {
		switch {
		case v.is("--help") || v.is("-h"):
			return
		case v.is("-n") || v.is("--no-interaction") || v.is("--force") || v.is("-q") || v.is("--quiet") || v.is("--invokable") || v.is("--resource") && what == "controller" || v.is("--api") && what == "controller":
		case strings.HasPrefix(v.text, "-"):
			others = true
		default:
			names = append(names, v)
		}
	}
	if folder, ok := madeAnywhere[what]; ok {
		c.writeTree(lit(path.Join(root, folder)), Content)
		return
	}
	folder, known := made[what]
	if !known || others || len(names) != 1 || names[0].form != exact {
		for _, f := range []string{"app", "database", "resources", "tests"} {
			c.writeTree(lit(path.Join(root, f)), Content)
		}
		return
	}
	c.write(lit(path.Join(root, folder, strings.ReplaceAll(names[0].text, "\\", "/")+".php")), Content)
}
