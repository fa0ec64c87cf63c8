<html><?php
namespace A\B;
use C\D, E\F as G;
use H\{I, J as K, function l, const M};
use function N\o;
abstract class Foo extends Bar\Baz implements \Q, R {
  use T1, T2 { T1::a insteadof T2; T2::a as protected b; c as d; e as private; }
  const int X = 1, Y = self::X;
  private ?string $p = null, $q;
  public string $h { get => $this->x; set(string $v) { $this->x = $v; } }
  public function __construct(private readonly Foo|null $z = new Foo, protected array &$w = [], int ...$r) {}
  #[Attr(1)] abstract static function m(): static;
}
enum S: string implements Z { case A = 'a'; case B; const C = self::A; }
$f = function ($a) use (&$b, $c): int { return $a; };
$g = fn(int $x): int => $x + $y;
[$a, 'k' => $b, [, $c]] = foo($d)[0];
list($a, $b) = $x;
foreach ($xs as $k => [$v, $w]) { }
foreach ($xs as &$v) { }
try { } catch (A|\B $e) { } finally { }
static $st = 1, $u;
global $gg;
echo "hi $name {$obj->prop['x']} $arr[key] $o->p ${x}";
$x->foo(...)?->bar(name: $v, ...$rest)->baz::QUX;
Foo::bar(); Foo::$baz; static::BAR; $cls::create(); new class(1) extends P { public $a; }; new $cls; new (foo()); new static;
$x instanceof Foo; namespace\foo(); \strlen($x); FOO; \A\BAR; isset($x, $y); define('DEF', 1); Foo::class; 
match(true) { 1, 2 => a(), default => throw new E };
$o->{$n}; $o->$n(); $$v; Foo::{$x}(); unset($a[1]); exit(1); die; print $x; list(, $b) = $c; $x->y = 3; $x[] = 4; clone $x; @$x; (int) $x; `ls $x`;
const TOP = 1;
goto a; a: declare(strict_types=1);
if ($a): elseif ($b): else: endif;
$s = <<<EOT
 hi {$a->b} $c
EOT;
?>text <?= $title ?> more
