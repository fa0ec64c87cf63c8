import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.tree.EndPosTable;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.*;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.Stream;
import javax.tools.*;

/**
 * Writes what javac makes of the names in a tree of Java files as a SCIP index, to compare ours
 * with: each definition and each use with the symbol that the compiler has attributed to it. The
 * symbols' names mean nothing; where they are defined does.
 *
 * <p>As in scip-java a use of a class behind <code>new</code> is one of its constructor, and a
 * constructor that the source does not declare stands where the name of its class does.
 *
 * <pre>
 * java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED \
 *      --add-exports jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED \
 *      --add-exports jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED \
 *      Truth.java ROOT OUT.scip [SOURCE-PATH [CLASS-PATH]]
 * </pre>
 *
 * All files under ROOT are compiled, as far as that goes without errors in what they use, and
 * none is run; SOURCE-PATH has the sources of what they need.
 */
public final class Truth {
  private final Path root;
  private final Map<Symbol, Integer> ids = new IdentityHashMap<>();
  private final Set<Symbol> defined = Collections.newSetFromMap(new IdentityHashMap<>());
  private final ByteArrayOutputStream documents = new ByteArrayOutputStream();

  private Truth(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]).toAbsolutePath().normalize();
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<String> options = new ArrayList<>(List.of("-proc:none", "-XDshould-stop.at=FLOW", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "20"));
    if (args.length > 2) {
      options.addAll(List.of("-sourcepath", args[2], "-implicit:none"));
    }
    if (args.length > 3) {
      options.addAll(List.of("-classpath", args[3]));
    }
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, options, null, manager.getJavaFileObjectsFromPaths(files));
    List<JCCompilationUnit> units = new ArrayList<>();
    for (CompilationUnitTree u : task.parse()) {
      units.add((JCCompilationUnit) u);
    }
    task.analyze();
    long errors = problems.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).count();
    System.err.println(files.size() + " files, " + errors + " errors");
    problems.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR).limit(5).forEach(System.err::println);
    Truth t = new Truth(root);
    List<Names> names = new ArrayList<>();
    for (JCCompilationUnit u : units) {
      Names n = t.new Names(u);
      n.scan(u.defs);
      names.add(n);
    }
    for (Names n : names) {
      t.documents.writeBytes(message(2, n.document()));
    }
    ByteArrayOutputStream metadata = new ByteArrayOutputStream();
    metadata.writeBytes(message(3, ("file://" + root).getBytes(StandardCharsets.UTF_8)));
    number(metadata, 4, 1); // UTF-8
    try (var out = Files.newOutputStream(Path.of(args[1]))) {
      out.write(message(1, metadata.toByteArray()));
      t.documents.writeTo(out);
    }
  }

  private int id(Symbol s) {
    return ids.computeIfAbsent(s, k -> ids.size());
  }

  private record Use(int at, int length, Symbol symbol, boolean definition) {}

  /** The names of one file. */
  private final class Names extends TreeScanner {
    private final JCCompilationUnit unit;
    private final EndPosTable ends;
    private final String text;
    private final List<Use> uses = new ArrayList<>();

    Names(JCCompilationUnit unit) throws IOException {
      this.unit = unit;
      this.ends = unit.endPositions;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    private void define(Symbol s, int at, int length) {
      if (s != null && at >= 0) {
        defined.add(s);
        uses.add(new Use(at, length, s, true));
      }
    }

    private void use(Symbol s, int at, String name) {
      if (s == null || at < 0 || s.kind.isResolutionError() || s.type != null && s.type.isErroneous() && !(s instanceof Symbol.ClassSymbol)) {
        return;
      }
      if (!text.startsWith(name, at)) {
        return; // made by the compiler
      }
      uses.add(new Use(at, name.length(), s.baseSymbol(), false));
    }

    private int find(String name, int from) {
      for (int i = text.indexOf(name, from); i >= 0; i = text.indexOf(name, i + 1)) {
        if ((i == 0 || !Character.isJavaIdentifierPart(text.charAt(i - 1)))
            && (i + name.length() >= text.length() || !Character.isJavaIdentifierPart(text.charAt(i + name.length())))) {
          return i;
        }
      }
      return -1;
    }

    private int end(JCTree t) {
      return t.getEndPosition(ends);
    }

    @Override
    public void visitClassDef(JCClassDecl t) {
      String name = t.name.toString();
      int at = -1;
      if (!name.isEmpty()) {
        int from = Math.max(t.pos, t.mods.pos >= 0 ? end(t.mods) : -1);
        at = find(name, Math.max(from, TreeInfo.getStartPos(t)));
        define(t.sym, at, name.length());
      }
      for (JCTree member : t.defs) {
        if (member instanceof JCMethodDecl m && at >= 0 && m.sym != null && (m.mods.flags & Flags.GENERATEDCONSTR) != 0) {
          define(m.sym, at, name.length());
        }
      }
      super.visitClassDef(t);
    }

    @Override
    public void visitMethodDef(JCMethodDecl t) {
      if ((t.mods.flags & Flags.GENERATEDCONSTR) != 0) {
        return;
      }
      String name = t.name.toString();
      if (name.equals("<init>") && t.sym != null) {
        name = t.sym.owner.name.toString();
      }
      if (text.startsWith(name, t.pos)) {
        define(t.sym, t.pos, name.length());
      }
      super.visitMethodDef(t);
    }

    @Override
    public void visitVarDef(JCVariableDecl t) {
      String name = t.name.toString();
      int at = t.pos;
      if ((t.mods.flags & Flags.ENUM) != 0 && t.mods.annotations.nonEmpty()) {
        at = find(name, end(t.mods.annotations.last())); // its position is that of the annotations
      }
      if (t.sym != null && at >= 0 && text.startsWith(name, at)) {
        define(t.sym, at, name.length());
      }
      if ((t.mods.flags & Flags.ENUM) != 0 && t.init instanceof JCNewClass n) {
        scan(t.mods);
        scan(n.args);
        scan(n.def);
        return;
      }
      if (t.declaredUsingVar()) { // its type is not written
        scan(t.mods);
        scan(t.init);
        return;
      }
      super.visitVarDef(t);
    }

    @Override
    public void visitTypeParameter(JCTypeParameter t) {
      if (t.type != null) {
        int at = find(t.name.toString(), TreeInfo.getStartPos(t));
        define(t.type.tsym, at, t.name.length());
      }
      super.visitTypeParameter(t);
    }

    @Override
    public void visitIdent(JCIdent t) {
      String name = t.name.toString();
      if (name.equals("this") || name.equals("super")) {
        if (t.sym instanceof Symbol.MethodSymbol) {
          use(t.sym, t.pos, name);
        }
        return;
      }
      if (!(t.sym instanceof Symbol.PackageSymbol)) {
        use(t.sym, t.pos, name);
      }
    }

    @Override
    public void visitSelect(JCFieldAccess t) {
      scan(t.selected);
      String name = t.name.toString();
      if (name.equals("class") || name.equals("this") || name.equals("super") && !(t.sym instanceof Symbol.MethodSymbol)) {
        return;
      }
      if (!(t.sym instanceof Symbol.PackageSymbol) && !name.equals("*")) {
        use(t.sym, end(t) - name.length(), name);
      }
    }

    @Override
    public void visitReference(JCMemberReference t) {
      super.visitReference(t);
      String name = t.name.toString();
      if (name.equals("<init>")) {
        name = "new";
      }
      use(t.sym, end(t) - name.length(), name);
    }

    @Override
    public void visitNewClass(JCNewClass t) {
      scan(t.encl);
      scan(t.typeargs);
      JCTree c = t.clazz;
      while (true) {
        if (c instanceof JCAnnotatedType a) {
          scan(a.annotations);
          c = a.underlyingType;
        } else if (c instanceof JCTypeApply a) {
          scan(a.arguments);
          c = a.clazz;
        } else {
          break;
        }
      }
      Symbol made = t.constructor;
      Symbol type = TreeInfo.symbol(c);
      if (t.def != null) {
        made = null;
        for (JCTree member : t.def.defs) {
          if (member instanceof JCMethodDecl m && (m.mods.flags & Flags.GENERATEDCONSTR) != 0 && m.body.stats.nonEmpty()
              && TreeInfo.firstConstructorCall(m) != null) {
            made = TreeInfo.symbol(TreeInfo.firstConstructorCall(m).meth);
          }
        }
      }
      if (made == null || type == null || made.owner != type) {
        made = type;
      }
      if (c instanceof JCFieldAccess f) {
        scan(f.selected);
        use(made, end(f) - f.name.length(), f.name.toString());
      } else if (c instanceof JCIdent i) {
        use(made, i.pos, i.name.toString());
      } else {
        scan(c);
      }
      scan(t.args);
      scan(t.def);
    }

    byte[] document() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
      out.writeBytes(message(1, path.getBytes(StandardCharsets.UTF_8)));
      List<Integer> lines = new ArrayList<>(List.of(0));
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) == '\n') {
          lines.add(i + 1);
        }
      }
      uses.sort(Comparator.comparingInt(Use::at));
      Set<String> seen = new HashSet<>();
      for (Use u : uses) {
        int line = Collections.binarySearch(lines, u.at);
        if (line < 0) {
          line = -line - 2;
        }
        int column = text.substring(lines.get(line), u.at).getBytes(StandardCharsets.UTF_8).length;
        int length = text.substring(u.at, u.at + u.length).getBytes(StandardCharsets.UTF_8).length;
        String symbol = defined.contains(u.symbol) ? "javac maven . . `" + id(u.symbol) + "`." : "javac maven outside . `" + id(u.symbol) + "`.";
        if (!seen.add(u.at + " " + symbol + " " + u.definition)) {
          continue;
        }
        ByteArrayOutputStream range = new ByteArrayOutputStream();
        varint(range, line);
        varint(range, column);
        varint(range, column + length);
        ByteArrayOutputStream occurrence = new ByteArrayOutputStream();
        occurrence.writeBytes(message(1, range.toByteArray()));
        occurrence.writeBytes(message(2, symbol.getBytes(StandardCharsets.UTF_8)));
        if (u.definition) {
          number(occurrence, 3, 1);
        }
        out.writeBytes(message(2, occurrence.toByteArray()));
      }
      out.writeBytes(message(4, "Java".getBytes(StandardCharsets.UTF_8)));
      number(out, 6, 1); // UTF-8
      return out.toByteArray();
    }
  }

  private static void varint(ByteArrayOutputStream out, long n) {
    while (n >= 0x80) {
      out.write((int) (n & 0x7f | 0x80));
      n >>>= 7;
    }
    out.write((int) n);
  }

  private static void number(ByteArrayOutputStream out, int field, long n) {
    varint(out, field << 3);
    varint(out, n);
  }

  private static byte[] message(int field, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, field << 3 | 2);
    varint(out, content.length);
    out.writeBytes(content);
    return out.toByteArray();
  }
}
