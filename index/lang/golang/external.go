package golang

import (
	"bytes"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// externals are the symbols of one package outside the repository, as far as
// they are used.
type externals struct {
	mu    sync.Mutex
	byPos map[token.Pos]*lang.External // nil: it has no symbol
	// owners are the descriptors of what fields are in, of the packages seen.
	owners map[token.Pos]string
	seen   map[*types.Package]bool
	// The file read last, for documentation.
	name string
	src  []byte
}

// rest lets go of what is only needed while symbols are made.
func (x *externals) rest() {
	x.mu.Lock()
	x.name, x.src = "", nil
	x.mu.Unlock()
}

// packageExternal is the symbol of a package outside.
func packageExternal(t target) *lang.External {
	b := symbol.AppendPackage(nil, scheme, t.pkg)
	b = symbol.AppendDescriptor(b, t.path, symbol.Namespace, "")
	return &lang.External{Symbol: string(b), Name: path.Base(t.path), Kind: lang.KindPackage, Sig: "package " + packageName(t.path), Package: t.pkg}
}

// object is the symbol of obj, which is declared at offset at of the file s;
// nil when nobody outside its package can name it.
func (x *externals) object(s span, at uint32, obj types.Object) *lang.External {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e, ok := x.byPos[obj.Pos()]; ok {
		return e
	}
	if x.byPos == nil {
		x.byPos = map[token.Pos]*lang.External{}
	}
	e := x.make(s, at, obj)
	x.byPos[obj.Pos()] = e
	return e
}

func (x *externals) make(s span, at uint32, obj types.Object) *lang.External {
	t := s.pkg.target
	b := symbol.AppendPackage(nil, scheme, t.pkg)
	b = symbol.AppendDescriptor(b, t.path, symbol.Namespace, "")
	kind := objectKind(obj)
	switch obj := obj.(type) {
	case *types.TypeName:
		if obj.Parent() != obj.Pkg().Scope() {
			return nil
		}
		b = symbol.AppendDescriptor(b, obj.Name(), symbol.Type, "")
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			name := typeName(recv.Type())
			if name == "" {
				return nil
			}
			b = symbol.AppendDescriptor(b, name, symbol.Type, "")
		}
		b = symbol.AppendDescriptor(b, obj.Name(), symbol.Method, "")
	case *types.Const:
		b = symbol.AppendDescriptor(b, obj.Name(), symbol.Term, "")
	case *types.Var:
		if obj.IsField() {
			owner, ok := x.owner(obj)
			if !ok {
				return nil
			}
			b = append(b, owner...)
		} else if obj.Parent() != obj.Pkg().Scope() {
			return nil
		}
		b = symbol.AppendDescriptor(b, obj.Name(), symbol.Term, "")
	default:
		return nil
	}
	return &lang.External{
		Symbol: string(b), Name: obj.Name(), Kind: kind, Package: t.pkg,
		Sig: objectSig(obj), Doc: x.doc(s, at),
	}
}

// typeName is the name of the type that methods hang under.
func typeName(t types.Type) string {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Named:
			return u.Obj().Name()
		default:
			return ""
		}
	}
}

// owner is the descriptors of the type that declares a field.
func (x *externals) owner(field *types.Var) (string, bool) {
	if !x.seen[field.Pkg()] {
		if x.seen == nil {
			x.seen, x.owners = map[*types.Package]bool{}, map[token.Pos]string{}
		}
		x.seen[field.Pkg()] = true
		scope := field.Pkg().Scope()
		declared := map[token.Pos]token.Pos{} // field: its type, the nearest before it
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			prefix := string(symbol.AppendDescriptor(nil, name, symbol.Type, ""))
			var walk func(t types.Type, prefix string, depth int)
			walk = func(t types.Type, prefix string, depth int) {
				s, ok := structOf(t)
				if !ok || depth > 10 {
					return
				}
				for f := range s.Fields() {
					if before, ok := declared[f.Pos()]; ok && (before > tn.Pos() || tn.Pos() > f.Pos()) && before < f.Pos() {
						continue
					}
					declared[f.Pos()] = tn.Pos()
					x.owners[f.Pos()] = prefix
					if !f.Embedded() {
						walk(f.Type(), string(symbol.AppendDescriptor([]byte(prefix), f.Name(), symbol.Term, "")), depth+1)
					}
				}
			}
			walk(tn.Type().Underlying(), prefix, 0)
		}
	}
	owner, ok := x.owners[field.Pos()]
	return owner, ok
}

// structOf is the anonymous struct that t is, or holds as an element.
func structOf(t types.Type) (*types.Struct, bool) {
	for range 10 {
		switch u := t.(type) {
		case *types.Struct:
			return u, true
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Chan:
			t = u.Elem()
		default:
			return nil, false
		}
	}
	return nil, false
}

func objectKind(obj types.Object) lang.Kind {
	switch obj := obj.(type) {
	case *types.Func:
		recv := obj.Signature().Recv()
		switch {
		case recv == nil:
			return lang.KindFunction
		case types.IsInterface(recv.Type()):
			return lang.KindAbstractMethod
		}
		return lang.KindMethod
	case *types.TypeName:
		if obj.IsAlias() {
			return lang.KindTypeAlias
		}
		switch obj.Type().Underlying().(type) {
		case *types.Struct:
			return lang.KindStruct
		case *types.Interface:
			return lang.KindInterface
		}
		return lang.KindType
	case *types.Var:
		if obj.IsField() {
			return lang.KindField
		}
		return lang.KindVariable
	case *types.Const:
		return lang.KindConstant
	}
	return lang.KindUnknown
}

// objectSig returns the declaration of obj in one line. For a member of an instance of a
// generic type it is that of the generic type: which instance comes first depends on the
// order in which files are read.
func objectSig(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	}
	qualifier := func(p *types.Package) string {
		if p == obj.Pkg() {
			return ""
		}
		return p.Name()
	}
	if t, ok := obj.(*types.TypeName); ok && !t.IsAlias() {
		switch t.Type().Underlying().(type) {
		case *types.Struct:
			return "type " + t.Name() + " struct"
		case *types.Interface:
			return "type " + t.Name() + " interface"
		}
	}
	return oneLine([]byte(types.ObjectString(obj, qualifier)))
}

// maxDoc bounds the documentation of an external symbol, in bytes.
const maxDoc = 2000

// doc is the comment right above the line of a declaration.
func (x *externals) doc(s span, at uint32) string {
	if s.name == "" {
		return ""
	}
	if x.name != s.name || x.src == nil {
		src, err := fs.ReadFile(s.pkg.target.fsys, s.pkg.target.at+"/"+s.name)
		if err != nil {
			return ""
		}
		x.name, x.src = s.name, src
	}
	src := x.src
	if int(at) > len(src) {
		return ""
	}
	end := bytes.LastIndexByte(src[:at], '\n') + 1
	start := end
	for start > 0 {
		line := bytes.LastIndexByte(src[:start-1], '\n') + 1
		if !bytes.HasPrefix(bytes.TrimLeft(src[line:start], " \t"), []byte("//")) {
			break
		}
		start = line
	}
	var doc strings.Builder
	for line := range bytes.Lines(src[start:end]) {
		line = bytes.TrimSpace(line)[2:]
		if len(line) > 0 && line[0] != ' ' && line[0] != '\t' {
			if i := bytes.IndexByte(line, ':'); i > 0 && !bytes.ContainsAny(line[:i], " \t") {
				continue // a directive
			}
		}
		if doc.Len()+len(line) > maxDoc {
			break
		}
		doc.Write(bytes.TrimPrefix(line, []byte(" ")))
		doc.WriteByte('\n')
	}
	return strings.ToValidUTF8(strings.TrimSpace(doc.String()), "\uFFFD")
}
