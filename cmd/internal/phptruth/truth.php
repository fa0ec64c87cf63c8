<?php
// Prints the definitions and uses of class, function and constant names that
// nikic/php-parser finds, one per line:
//
//   def|ref TAB path TAB start TAB end TAB class|function|constant TAB name
//
// Offsets are bytes, half-open, of the last part of the name as it is written.
// Where a function or constant may be the namespace's or a global one, both
// names are given, separated by "|". "file TAB path" says that a file could be
// parsed.
//
// php truth.php AUTOLOAD ROOT < list of paths relative to ROOT

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Name;
use PhpParser\Node\Stmt;

[, $autoload, $root] = $argv;
require $autoload;

final class Dumper extends PhpParser\NodeVisitorAbstract
{
    public string $path = '';
    private string $src = '';

    public function start(string $path, string $src): void
    {
        $this->path = $path;
        $this->src = $src;
        echo "file\t$path\n";
    }

    private function put(string $what, Node $at, string $space, string $name): void
    {
        $start = $at->getStartFilePos();
        $end = $at->getEndFilePos() + 1;
        $text = substr($this->src, $start, $end - $start);
        $last = strrpos($text, '\\');
        if ($last !== false) {
            $start += $last + 1;
        }
        echo "$what\t$this->path\t$start\t$end\t$space\t$name\n";
    }

    private function name(Name $n, string $space): void
    {
        $full = $n->getAttribute('resolvedName');
        if ($full instanceof Name\FullyQualified) {
            $this->put('ref', $n, $space, $full->toString());
        } elseif ($n->hasAttribute('namespacedName')) {
            $this->put('ref', $n, $space, $n->getAttribute('namespacedName')->toString() . '|' . $n->toString());
        } elseif (!$n->isSpecialClassName()) {
            $this->put('ref', $n, $space, $n->toString());
        }
    }

    public function enterNode(Node $n)
    {
        if ($n instanceof Stmt\ClassLike && $n->name !== null) {
            $this->put('def', $n->name, 'class', $n->namespacedName->toString());
        } elseif ($n instanceof Stmt\Function_) {
            $this->put('def', $n->name, 'function', $n->namespacedName->toString());
        } elseif ($n instanceof Stmt\Const_) {
            foreach ($n->consts as $c) {
                $this->put('def', $c->name, 'constant', $c->namespacedName->toString());
            }
        } elseif ($n instanceof Expr\FuncCall && $n->name instanceof Name) {
            $this->name($n->name, 'function');
            $n->name->setAttribute('done', true);
            $first = $n->args[0]->value ?? null;
            if (strtolower($n->name->toString()) === 'define' && $first instanceof Node\Scalar\String_ && $first->value !== '') {
                $pos = $first->getStartFilePos() + 1;
                $value = ltrim($first->value, '\\');
                $end = $first->getEndFilePos();
                $start = $end - strlen(substr($value, (int) strrpos("\\$value", '\\')));
                if ($start >= $pos) {
                    echo "def\t$this->path\t$start\t$end\tconstant\t$value\n";
                }
            }
        } elseif ($n instanceof Expr\ConstFetch) {
            if (!in_array(strtolower($n->name->toString()), ['true', 'false', 'null'], true)) {
                $this->name($n->name, 'constant');
            }
            $n->name->setAttribute('done', true);
        } elseif ($n instanceof Stmt\Use_ || $n instanceof Stmt\GroupUse) {
            foreach ($n->uses as $use) {
                $type = $use->type ?: $n->type;
                $space = [Stmt\Use_::TYPE_FUNCTION => 'function', Stmt\Use_::TYPE_CONSTANT => 'constant'][$type] ?? 'class';
                $prefix = $n instanceof Stmt\GroupUse ? $n->prefix->toString() . '\\' : '';
                $this->put('ref', $use->name, $space, ltrim($prefix . $use->name->toString(), '\\'));
                $use->name->setAttribute('done', true);
            }
            if ($n instanceof Stmt\GroupUse) {
                $n->prefix->setAttribute('done', true);
            }
        } elseif ($n instanceof Stmt\Namespace_) {
            $n->name?->setAttribute('done', true);
        } elseif ($n instanceof Name && !$n->getAttribute('done')) {
            $this->name($n, 'class');
        }
        return null;
    }
}

$lexer = new PhpParser\Lexer\Emulative(['usedAttributes' => ['startFilePos', 'endFilePos']]);
$parser = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7, $lexer);
$dumper = new Dumper();
while (($path = fgets(STDIN)) !== false) {
    $path = rtrim($path, "\n");
    $src = file_get_contents("$root/$path");
    try {
        $ast = $parser->parse($src);
    } catch (PhpParser\Error $e) {
        fwrite(STDERR, "$path: {$e->getMessage()}\n");
        continue;
    }
    $dumper->start($path, $src);
    // Names are kept as they are written; what they mean is an attribute.
    $resolve = new PhpParser\NodeTraverser();
    $resolve->addVisitor(new PhpParser\NodeVisitor\NameResolver(null, ['replaceNodes' => false, 'preserveOriginalNames' => true]));
    try {
        $ast = $resolve->traverse($ast);
    } catch (PhpParser\Error $e) {
        fwrite(STDERR, "$path: {$e->getMessage()}\n");
        continue;
    }
    $dump = new PhpParser\NodeTraverser();
    $dump->addVisitor($dumper);
    $dump->traverse($ast);
}
