// Package python is the Python language: its facts, its modules and packages,
// and the rules of its names.
package python

import (
	"codeintel/index/lang"
)

// version changes whenever the facts of some file do.
const version = 2

// Family of Python.
const Family = "python"

// Language returns Python.
func Language() *lang.Language {
	return &lang.Language{
		Name:         "python",
		SCIPName:     "Python",
		Family:       Family,
		Served:       true,
		Extensions:   []string{".py", ".pyi"},
		Interpreters: []string{"python", "python2", "python3"},
		Version:      version,
		Extract:      extract,
		Open:         open,
		Sources:      sources,
		Prelude:      prelude,
		Chunks:       chunks,
		Rules:        rules,
	}
}

// propertyDecorators make a method something that is read like an attribute.
var propertyDecorators = map[string]bool{
	"property": true, "cached_property": true, "abstractproperty": true, "lazy_property": true, "cachedproperty": true,
	"classproperty": true, "hybrid_property": true,
}

// implicitClassMethods get the class without being told so.
var implicitClassMethods = map[string]bool{
	"__new__": true, "__init_subclass__": true, "__class_getitem__": true,
}

// enumBases make the variables of a class the members of an enumeration.
var enumBases = map[string]bool{
	"Enum": true, "IntEnum": true, "StrEnum": true, "Flag": true, "IntFlag": true,
}

// rules are the points on which Python's names differ.
var rules = lang.Rules{
	FileScopeExports: true,
	C3:               true,
	DeclaredFirst:    true,
	Widen:            true,
	Builtins: func(name string) (lang.Module, string, bool) {
		if !builtins[name] {
			return lang.Module{}, "", false
		}
		return *external("builtins", stdlibAt), name, true
	},
	ConstructorNames: []string{"__init__", "__new__"},
	// What else is a container is a class of the prelude, with members of its own.
	Element: map[string]int{
		"List": 0, "list": 0, "Sequence": 0, "MutableSequence": 0, "Iterable": 0, "Iterator": 0, "Generator": 0,
		"AsyncIterator": 0, "AsyncIterable": 0, "AsyncGenerator": 0, "Collection": 0, "Container": 0, "Reversible": 0,
		"Dict": 0, "dict": 0, "Mapping": 0, "MutableMapping": 0,
	},
	Awaitable: map[string]int{"Awaitable": 0, "Coroutine": 2, "Future": 0, "Task": 0},
	Wrappers: map[string]int{
		"Optional": 0, "Annotated": 0, "ClassVar": 0, "Final": 0, "Required": 0, "NotRequired": 0, "ReadOnly": 0,
		"InitVar": 0, "Mapped": 0, "Unpack": 0,
	},
	Unions:    map[string]bool{"Union": true},
	Callables: map[string]int{"Callable": 1},
	TypeVars:  map[string]bool{"TypeVar": true, "ParamSpec": true, "TypeVarTuple": true},
	Generics:  map[string]bool{"Generic": true, "Protocol": true},
	Literals: map[lang.ExprKind]string{
		lang.ExprString: "str", lang.ExprNumber: "int", lang.ExprBool: "bool", lang.ExprBytes: "bytes",
		lang.ExprArray: "list", lang.ExprTuple: "tuple", lang.ExprDict: "dict", lang.ExprSet: "set",
		lang.ExprObject: "object",
	},
	Tuples:        map[string]bool{"Tuple": true, "tuple": true},
	CallMember:    "__call__",
	IndexMember:   "__getitem__",
	IterMembers:   []string{"__iter__", "__next__"},
	EnterMembers:  []string{"__enter__", "__aenter__"},
	EnumBases:     enumBases,
	SliceKeeps:    true,
	ClassWrappers: map[string]int{"Type": 0, "type": 0},
}
