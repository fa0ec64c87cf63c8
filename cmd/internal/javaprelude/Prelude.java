import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.Collectors;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.ElementFilter;
import javax.tools.ToolProvider;

/**
 * Writes what the packages of the JDK that runs it declare, in the fewest words that types can be
 * inferred from: no bodies, no names of parameters, no annotations.
 *
 * <p>Methods that nobody outside can call are left out unless they are overloads of others that
 * can be called: symbols count the overloads of a class in the order of their declaration.
 *
 * <pre>java Prelude.java FOLDER PACKAGE...</pre>
 *
 * writes a file PACKAGE.java for each package into the folder.
 */
public final class Prelude {
  private final Set<String> packages;
  private final StringBuilder out = new StringBuilder();
  private final TreeSet<String> imports = new TreeSet<>();
  private String current;

  private Prelude(Set<String> packages) {
    this.packages = packages;
  }

  public static void main(String[] args) throws IOException {
    Set<String> packages = new LinkedHashSet<>(Arrays.asList(args).subList(1, args.length));
    JavacTask task =
        (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), List.of("java.lang.Object"), null);
    for (String name : packages) {
      PackageElement p = task.getElements().getPackageElement(name);
      Files.writeString(Path.of(args[0], name + ".java"), new Prelude(packages).write(p));
    }
  }

  private String write(PackageElement p) {
    current = p.getQualifiedName().toString();
    List<TypeElement> types = new ArrayList<>(ElementFilter.typesIn(p.getEnclosedElements()));
    types.sort(Comparator.comparing(t -> t.getSimpleName().toString()));
    for (TypeElement t : types) {
      if (visible(t) || t.getSimpleName().contentEquals("AbstractStringBuilder")) {
        type(t);
      }
    }
    StringBuilder head = new StringBuilder("package " + current + ";\n");
    for (String i : imports) {
      head.append("import ").append(i).append(";\n");
    }
    return head.append(out).toString();
  }

  /** Whether the package of a type is written too: a base that is not known could be anything. */
  private boolean declared(TypeMirror t) {
    Element e = ((DeclaredType) t).asElement();
    while (!(e instanceof PackageElement)) {
      e = e.getEnclosingElement();
    }
    return packages.contains(((PackageElement) e).getQualifiedName().toString());
  }

  private static boolean visible(Element e) {
    return e.getModifiers().contains(Modifier.PUBLIC) || e.getModifiers().contains(Modifier.PROTECTED);
  }

  private void type(TypeElement t) {
    modifiers(t);
    switch (t.getKind()) {
      case INTERFACE -> out.append("interface ");
      case ANNOTATION_TYPE -> out.append("@interface ");
      case ENUM -> out.append("enum ");
      default -> out.append("class ");
    }
    out.append(t.getSimpleName());
    parameters(t.getTypeParameters());
    List<String> bases = new ArrayList<>();
    if (t.getKind() == ElementKind.CLASS && t.getSuperclass().getKind() == TypeKind.DECLARED && !object(t.getSuperclass())) {
      out.append(" extends ").append(name(t.getSuperclass()));
    }
    for (TypeMirror i : t.getInterfaces()) {
      if (t.getKind() != ElementKind.ANNOTATION_TYPE && declared(i)) {
        bases.add(name(i));
      }
    }
    if (!bases.isEmpty()) {
      out.append(t.getKind() == ElementKind.INTERFACE ? " extends " : " implements ").append(String.join(", ", bases));
    }
    out.append(" {\n");
    if (t.getKind() == ElementKind.ENUM) {
      out.append(
          t.getEnclosedElements().stream()
              .filter(e -> e.getKind() == ElementKind.ENUM_CONSTANT)
              .map(e -> e.getSimpleName().toString())
              .collect(Collectors.joining(",")));
      out.append(";\n");
    }
    Set<String> callable = new HashSet<>();
    for (ExecutableElement m : executables(t)) {
      if (visible(m)) {
        callable.add(m.getSimpleName().toString());
      }
    }
    for (Element e : t.getEnclosedElements()) {
      switch (e.getKind()) {
        case FIELD -> {
          if (visible(e)) {
            modifiers(e);
            out.append(name(e.asType())).append(' ').append(e.getSimpleName()).append(";\n");
          }
        }
        case METHOD, CONSTRUCTOR -> {
          if (callable.contains(e.getSimpleName().toString())) {
            method(t, (ExecutableElement) e);
          }
        }
        case CLASS, INTERFACE, ENUM, ANNOTATION_TYPE, RECORD -> {
          if (visible(e)) {
            type((TypeElement) e);
          }
        }
        default -> {}
      }
    }
    if (t.getKind() == ElementKind.CLASS && !callable.contains("<init>")) {
      out.append("private ").append(t.getSimpleName()).append("(){}\n");
    }
    out.append("}\n");
  }

  private static List<ExecutableElement> executables(TypeElement t) {
    List<ExecutableElement> list = new ArrayList<>(ElementFilter.methodsIn(t.getEnclosedElements()));
    list.addAll(ElementFilter.constructorsIn(t.getEnclosedElements()));
    return list;
  }

  private void method(TypeElement t, ExecutableElement m) {
    if (t.getKind() == ElementKind.ENUM && m.getModifiers().contains(Modifier.STATIC)) {
      String n = m.getSimpleName().toString();
      if (n.equals("values") && m.getParameters().isEmpty() || n.equals("valueOf") && m.getParameters().size() == 1) {
        return;
      }
    }
    modifiers(m);
    if (!m.getTypeParameters().isEmpty()) {
      parameters(m.getTypeParameters());
      out.append(' ');
    }
    if (m.getKind() == ElementKind.CONSTRUCTOR) {
      out.append(t.getSimpleName());
    } else {
      out.append(name(m.getReturnType())).append(' ').append(m.getSimpleName());
    }
    out.append('(');
    int i = 0;
    for (VariableElement p : m.getParameters()) {
      if (i > 0) {
        out.append(", ");
      }
      String type = name(p.asType());
      if (m.isVarArgs() && i == m.getParameters().size() - 1) {
        type = type.substring(0, type.length() - 2) + "...";
      }
      out.append(type).append(' ').append(i < 26 ? String.valueOf((char) ('a' + i)) : "a" + i);
      i++;
    }
    out.append(m.getKind() == ElementKind.CONSTRUCTOR ? "){}\n" : ");\n");
  }

  private void modifiers(Element e) {
    for (Modifier m : e.getModifiers()) {
      switch (m) {
        case PRIVATE, STATIC -> out.append(m).append(' ');
        case DEFAULT -> out.append("default ");
        case ABSTRACT -> {
          if (e.getKind() == ElementKind.METHOD && e.getEnclosingElement().getKind() != ElementKind.INTERFACE
              || e.getKind() == ElementKind.CLASS) {
            out.append("abstract ");
          }
        }
        default -> {}
      }
    }
    boolean outside = visible(e) || e instanceof TypeElement;
    if (!outside && !e.getModifiers().contains(Modifier.PRIVATE)) {
      out.append("private ");
    }
  }

  private void parameters(List<? extends TypeParameterElement> ps) {
    if (ps.isEmpty()) {
      return;
    }
    out.append('<');
    String sep = "";
    for (TypeParameterElement p : ps) {
      out.append(sep).append(p.getSimpleName());
      sep = ", ";
      String bounds =
          p.getBounds().stream().filter(b -> !object(b)).map(this::name).collect(Collectors.joining(" & "));
      if (!bounds.isEmpty()) {
        out.append(" extends ").append(bounds);
      }
    }
    out.append('>');
  }

  private static boolean object(TypeMirror t) {
    return t.toString().equals("java.lang.Object");
  }

  private String name(TypeMirror t) {
    switch (t.getKind()) {
      case ARRAY:
        return name(((ArrayType) t).getComponentType()) + "[]";
      case TYPEVAR:
        return ((TypeVariable) t).asElement().getSimpleName().toString();
      case WILDCARD:
        WildcardType w = (WildcardType) t;
        if (w.getExtendsBound() != null) {
          return "? extends " + name(w.getExtendsBound());
        }
        return w.getSuperBound() != null ? "? super " + name(w.getSuperBound()) : "?";
      case DECLARED:
        DeclaredType d = (DeclaredType) t;
        TypeElement e = (TypeElement) d.asElement();
        String args = d.getTypeArguments().stream().map(this::name).collect(Collectors.joining(", "));
        return simple(e) + (args.isEmpty() ? "" : "<" + args + ">");
      default:
        return t.getKind().isPrimitive() || t.getKind() == TypeKind.VOID ? t.getKind().toString().toLowerCase(Locale.ROOT) : "Object";
    }
  }

  private String simple(TypeElement e) {
    if (e.getEnclosingElement() instanceof TypeElement outer) {
      return simple(outer) + "." + e.getSimpleName();
    }
    String p = ((PackageElement) e.getEnclosingElement()).getQualifiedName().toString();
    if (!packages.contains(p)) {
      return e.getQualifiedName().toString();
    }
    if (!p.equals(current) && !p.equals("java.lang")) {
      imports.add(e.getQualifiedName().toString());
    }
    return e.getSimpleName().toString();
  }
}
