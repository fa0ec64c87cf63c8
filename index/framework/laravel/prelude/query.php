<?php
namespace Illuminate\Database\Query {
    use Illuminate\Support\Collection;
    class Builder {
        /** @use \Illuminate\Database\Concerns\BuildsQueries<\stdClass> */
        use \Illuminate\Database\Concerns\BuildsQueries;
        public $connection; public $grammar; public $bindings; public $columns; public $from; public $joins; public $wheres; public $groups; public $havings; public $orders; public $limit; public $offset; public $unions;
        public function select($columns = ['*']): static {}
        public function selectSub($query, $as): static {}
        public function selectRaw($expression, array $bindings = []): static {}
        public function fromSub($query, $as): static {}
        public function fromRaw($expression, $bindings = []): static {}
        public function addSelect($column): static {}
        public function distinct(): static {}
        public function from($table, $as = null): static {}
        public function useIndex($index): static {}
        public function forceIndex($index): static {}
        public function ignoreIndex($index): static {}
        public function join($table, $first, $operator = null, $second = null, $type = 'inner', $where = false): static {}
        public function joinWhere($table, $first, $operator, $second, $type = 'inner'): static {}
        public function joinSub($query, $as, $first, $operator = null, $second = null, $type = 'inner', $where = false): static {}
        public function joinLateral($query, $as, $type = 'inner'): static {}
        public function leftJoin($table, $first, $operator = null, $second = null): static {}
        public function leftJoinWhere($table, $first, $operator, $second): static {}
        public function leftJoinSub($query, $as, $first, $operator = null, $second = null): static {}
        public function rightJoin($table, $first, $operator = null, $second = null): static {}
        public function rightJoinSub($query, $as, $first, $operator = null, $second = null): static {}
        public function crossJoin($table, $first = null, $operator = null, $second = null): static {}
        public function crossJoinSub($query, $as): static {}
        public function where($column, $operator = null, $value = null, $boolean = 'and'): static {}
        public function orWhere($column, $operator = null, $value = null): static {}
        public function whereNot($column, $operator = null, $value = null, $boolean = 'and'): static {}
        public function orWhereNot($column, $operator = null, $value = null): static {}
        public function whereColumn($first, $operator = null, $second = null, $boolean = 'and'): static {}
        public function orWhereColumn($first, $operator = null, $second = null): static {}
        public function whereRaw($sql, $bindings = [], $boolean = 'and'): static {}
        public function orWhereRaw($sql, $bindings = []): static {}
        public function whereLike($column, $value, $caseSensitive = false, $boolean = 'and', $not = false): static {}
        public function orWhereLike($column, $value, $caseSensitive = false): static {}
        public function whereNotLike($column, $value, $caseSensitive = false, $boolean = 'and'): static {}
        public function orWhereNotLike($column, $value, $caseSensitive = false): static {}
        public function whereIn($column, $values, $boolean = 'and', $not = false): static {}
        public function orWhereIn($column, $values): static {}
        public function whereNotIn($column, $values, $boolean = 'and'): static {}
        public function orWhereNotIn($column, $values): static {}
        public function whereIntegerInRaw($column, $values, $boolean = 'and', $not = false): static {}
        public function whereIntegerNotInRaw($column, $values, $boolean = 'and'): static {}
        public function whereNull($columns, $boolean = 'and', $not = false): static {}
        public function orWhereNull($column): static {}
        public function whereNotNull($columns, $boolean = 'and'): static {}
        public function orWhereNotNull($column): static {}
        public function whereBetween($column, iterable $values, $boolean = 'and', $not = false): static {}
        public function whereBetweenColumns($column, array $values, $boolean = 'and', $not = false): static {}
        public function orWhereBetween($column, iterable $values): static {}
        public function whereNotBetween($column, iterable $values, $boolean = 'and'): static {}
        public function orWhereNotBetween($column, iterable $values): static {}
        public function whereDate($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereDate($column, $operator, $value = null): static {}
        public function whereTime($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereTime($column, $operator, $value = null): static {}
        public function whereDay($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereDay($column, $operator, $value = null): static {}
        public function whereMonth($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereMonth($column, $operator, $value = null): static {}
        public function whereYear($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereYear($column, $operator, $value = null): static {}
        public function wherePast($columns): static {}
        public function whereNowOrPast($columns): static {}
        public function whereFuture($columns): static {}
        public function whereNowOrFuture($columns): static {}
        public function whereToday($columns, $boolean = 'and'): static {}
        public function whereBeforeToday($columns): static {}
        public function whereAfterToday($columns): static {}
        public function whereNested(\Closure $callback, $boolean = 'and'): static {}
        public function whereExists($callback, $boolean = 'and', $not = false): static {}
        public function orWhereExists($callback, $not = false): static {}
        public function whereNotExists($callback, $boolean = 'and'): static {}
        public function orWhereNotExists($callback): static {}
        public function whereRowValues($columns, $operator, $values, $boolean = 'and'): static {}
        public function orWhereRowValues($columns, $operator, $values): static {}
        public function whereJsonContains($column, $value, $boolean = 'and', $not = false): static {}
        public function orWhereJsonContains($column, $value): static {}
        public function whereJsonDoesntContain($column, $value, $boolean = 'and'): static {}
        public function orWhereJsonDoesntContain($column, $value): static {}
        public function whereJsonOverlaps($column, $value, $boolean = 'and', $not = false): static {}
        public function whereJsonContainsKey($column, $boolean = 'and', $not = false): static {}
        public function whereJsonDoesntContainKey($column, $boolean = 'and'): static {}
        public function whereJsonLength($column, $operator, $value = null, $boolean = 'and'): static {}
        public function orWhereJsonLength($column, $operator, $value = null): static {}
        public function whereFullText($columns, $value, array $options = [], $boolean = 'and'): static {}
        public function orWhereFullText($columns, $value, array $options = []): static {}
        public function whereAll($columns, $operator = null, $value = null, $boolean = 'and'): static {}
        public function orWhereAll($columns, $operator = null, $value = null): static {}
        public function whereAny($columns, $operator = null, $value = null, $boolean = 'and'): static {}
        public function orWhereAny($columns, $operator = null, $value = null): static {}
        public function whereNone($columns, $operator = null, $value = null, $boolean = 'and'): static {}
        public function whereVectorSimilarTo($column, $vector, $minSimilarity = 0.6, $order = true): static {}
        public function groupBy(...$groups): static {}
        public function groupByRaw($sql, array $bindings = []): static {}
        public function having($column, $operator = null, $value = null, $boolean = 'and'): static {}
        public function orHaving($column, $operator = null, $value = null): static {}
        public function havingNull($columns, $boolean = 'and', $not = false): static {}
        public function havingNotNull($columns, $boolean = 'and'): static {}
        public function havingBetween($column, iterable $values, $boolean = 'and', $not = false): static {}
        public function havingRaw($sql, array $bindings = [], $boolean = 'and'): static {}
        public function orHavingRaw($sql, array $bindings = []): static {}
        public function orderBy($column, $direction = 'asc'): static {}
        public function orderByDesc($column): static {}
        public function latest($column = 'created_at'): static {}
        public function oldest($column = 'created_at'): static {}
        public function inRandomOrder($seed = ''): static {}
        public function inOrderOf($column, $values): static {}
        public function orderByRaw($sql, $bindings = []): static {}
        public function skip($value): static {}
        public function offset($value): static {}
        public function take($value): static {}
        public function limit($value): static {}
        public function groupLimit($value, $column): static {}
        public function forPage($page, $perPage = 15): static {}
        public function forPageBeforeId($perPage = 15, $lastId = 0, $column = 'id'): static {}
        public function forPageAfterId($perPage = 15, $lastId = 0, $column = 'id'): static {}
        public function reorder($column = null, $direction = 'asc'): static {}
        public function reorderDesc($column): static {}
        public function union($query, $all = false): static {}
        public function unionAll($query): static {}
        public function lock($value = true): static {}
        public function lockForUpdate(): static {}
        public function sharedLock(): static {}
        public function beforeQuery(callable $callback): static {}
        public function afterQuery(\Closure $callback): static {}
        public function mergeBindings($query): static {}
        public function addBinding($value, $type = 'where'): static {}
        public function setBindings(array $bindings, $type = 'where'): static {}
        public function useWritePdo(): static {}
        public function newQuery(): static {}
        public function clone(): static {}
        public function cloneWithout(array $properties): static {}
        public function cloneWithoutBindings(array $except): static {}
        public function dump(...$args): static {}
        public function dumpRawSql(): static {}
        public function toSql(): string {}
        public function toRawSql(): string {}
        public function find($id, $columns = ['*']): ?\stdClass {}
        public function findOr($id, $columns = ['*'], $callback = null): ?\stdClass {}
        public function value($column) {}
        public function rawValue(string $expression, array $bindings = []) {}
        public function soleValue($column) {}
        public function getCountForPagination($columns = ['*']): int {}
        public function implode($column, $glue = ''): string {}
        public function exists(): bool {}
        public function doesntExist(): bool {}
        public function existsOr(\Closure $callback) {}
        public function doesntExistOr(\Closure $callback) {}
        public function count($columns = '*'): int {}
        public function min($column) {}
        public function max($column) {}
        public function sum($column) {}
        public function avg($column) {}
        public function average($column) {}
        public function aggregate($function, $columns = ['*']) {}
        public function numericAggregate($function, $columns = ['*']) {}
        public function insert(array $values): bool {}
        public function insertOrIgnore(array $values): int {}
        public function insertGetId(array $values, $sequence = null): int {}
        public function insertUsing(array $columns, $query): int {}
        public function insertOrIgnoreUsing(array $columns, $query): int {}
        public function update(array $values): int {}
        public function updateFrom(array $values): int {}
        public function updateOrInsert(array $attributes, $values = []): bool {}
        public function upsert(array $values, $uniqueBy, $update = null): int {}
        public function increment($column, $amount = 1, array $extra = []): int {}
        public function incrementEach(array $columns, array $extra = []): int {}
        public function decrement($column, $amount = 1, array $extra = []): int {}
        public function decrementEach(array $columns, array $extra = []): int {}
        public function delete($id = null): int {}
        public function truncate() {}
        public function raw($value): Expression {}
        public function getBindings(): array {}
        public function getRawBindings(): array {}
        public function getColumns(): array {}
        public function getConnection(): \Illuminate\Database\Connection {}
        public function getGrammar() {}
        public function getProcessor() {}
        public function getLimit() {}
        public function getOffset() {}
        public function dd(...$args) {}
        public function ddRawSql() {}
        public function timeout(?int $seconds) {}
        /** @return Collection<int, \stdClass> */
        public function get($columns = ['*']) {}
        public function pluck($column, $key = null): Collection {}
        /** @return \Illuminate\Support\LazyCollection<int, \stdClass> */
        public function cursor() {}
        /** @return \Illuminate\Pagination\LengthAwarePaginator<int, \stdClass> */
        public function paginate($perPage = 15, $columns = ['*'], $pageName = 'page', $page = null, $total = null) {}
        /** @return \Illuminate\Pagination\Paginator<int, \stdClass> */
        public function simplePaginate($perPage = 15, $columns = ['*'], $pageName = 'page', $page = null) {}
        /** @return \Illuminate\Pagination\CursorPaginator<int, \stdClass> */
        public function cursorPaginate($perPage = 15, $columns = ['*'], $cursorName = 'cursor', $cursor = null) {}
        public static function macro($name, $macro) {}
    }
    class Expression { public function __construct($value) {} public function getValue($grammar = null) {} }
    class JoinClause extends Builder {
        public $type; public $table;
        public function on($first, $operator = null, $second = null, $boolean = 'and'): static {}
        public function orOn($first, $operator = null, $second = null): static {}
    }
}
namespace Illuminate\Database\Concerns {
    use Illuminate\Support\LazyCollection;
    /** @template TValue */
    trait BuildsQueries {
        /** @param callable(\Illuminate\Database\Eloquent\Collection<int, TValue>, int): mixed $callback */
        public function chunk($count, callable $callback): bool {}
        /** @param callable(TValue): mixed $callback */
        public function chunkMap(callable $callback, $count = 1000): \Illuminate\Support\Collection {}
        /** @param callable(TValue, int): mixed $callback */
        public function each(callable $callback, $count = 1000): bool {}
        /** @param callable(\Illuminate\Database\Eloquent\Collection<int, TValue>, int): mixed $callback */
        public function chunkById($count, callable $callback, $column = null, $alias = null): bool {}
        /** @param callable(\Illuminate\Database\Eloquent\Collection<int, TValue>, int): mixed $callback */
        public function chunkByIdDesc($count, callable $callback, $column = null, $alias = null): bool {}
        /** @param callable(TValue, int): mixed $callback */
        public function eachById(callable $callback, $count = 1000, $column = null, $alias = null): bool {}
        /** @return LazyCollection<int, TValue> */
        public function lazy($chunkSize = 1000) {}
        /** @return LazyCollection<int, TValue> */
        public function lazyById($chunkSize = 1000, $column = null, $alias = null) {}
        /** @return LazyCollection<int, TValue> */
        public function lazyByIdDesc($chunkSize = 1000, $column = null, $alias = null) {}
        /** @return TValue|null */
        public function first($columns = ['*']) {}
        /** @return TValue */
        public function firstOrFail($columns = ['*'], $message = null) {}
        /** @return TValue */
        public function sole($columns = ['*']) {}
        /** @param callable($this, mixed): mixed $callback */
        public function when($value = null, ?callable $callback = null, ?callable $default = null): static {}
        /** @param callable($this, mixed): mixed $callback */
        public function unless($value = null, ?callable $callback = null, ?callable $default = null): static {}
        /** @param callable($this): mixed $callback */
        public function tap($callback): static {}
        public function pipe($callback) {}
    }
}
namespace Illuminate\Database {
    use Illuminate\Database\Query\Builder;
    class RecordsNotFoundException extends \RuntimeException {}
    class MultipleRecordsFoundException extends \RuntimeException {}
    class QueryException extends \PDOException { public function getSql(): string {} public function getBindings(): array {} public function getConnectionName() {} }
    class UniqueConstraintViolationException extends QueryException {}
    class LazyLoadingViolationException extends \RuntimeException { public $model; public $relation; }
    interface ConnectionInterface {}
    class Connection implements ConnectionInterface {
        public function table($table, $as = null): Builder {}
        public function query(): Builder {}
        public function raw($value): Query\Expression {}
        public function selectOne($query, $bindings = [], $useReadPdo = true) {}
        public function scalar($query, $bindings = [], $useReadPdo = true) {}
        public function select($query, $bindings = [], $useReadPdo = true): array {}
        public function cursor($query, $bindings = [], $useReadPdo = true) {}
        public function insert($query, $bindings = []): bool {}
        public function update($query, $bindings = []): int {}
        public function delete($query, $bindings = []): int {}
        public function statement($query, $bindings = []): bool {}
        public function affectingStatement($query, $bindings = []): int {}
        public function unprepared($query): bool {}
        /** @template T
         * @param callable(static): T $callback
         * @return T */
        public function transaction(\Closure $callback, $attempts = 1) {}
        public function beginTransaction() {}
        public function commit() {}
        public function rollBack($toLevel = null) {}
        public function transactionLevel(): int {}
        public function afterCommit($callback) {}
        public function listen(\Closure $callback) {}
        public function enableQueryLog() {}
        public function disableQueryLog() {}
        public function getQueryLog(): array {}
        public function flushQueryLog() {}
        public function getPdo(): \PDO {}
        public function getName() {}
        public function getDatabaseName(): string {}
        public function getDriverName(): string {}
        public function getTablePrefix(): string {}
        public function getSchemaBuilder(): Schema\Builder {}
        public function getConfig($option = null) {}
        public function getQueryGrammar() {}
        public function reconnect() {}
        public function disconnect() {}
    }
    /** @mixin Connection */
    class DatabaseManager {
        public function connection($name = null): Connection {}
        public function purge($name = null) {}
        public function disconnect($name = null) {}
        public function reconnect($name = null): Connection {}
        public function usingConnection($name, callable $callback) {}
        public function getDefaultConnection(): string {}
        public function setDefaultConnection($name) {}
        public function getConnections(): array {}
        public function extend($name, callable $resolver) {}
    }
    abstract class Seeder {
        protected $container; protected $command;
        public function call($class, $silent = false, array $parameters = []): static {}
        public function callWith($class, array $parameters = []) {}
        public function callSilent($class, array $parameters = []) {}
        public function callOnce($class, $silent = false, array $parameters = []) {}
        public function resolve($class) {}
        public function __invoke(array $parameters = []) {}
    }
}
namespace Illuminate\Database\Console\Seeds { trait WithoutModelEvents { public function withoutModelEvents(callable $callback) {} } }
namespace Illuminate\Database\Migrations {
    abstract class Migration { protected $connection; public $withinTransaction; public function getConnection() {} }
}
namespace Illuminate\Database\Schema {
    class Builder {
        /** @param callable(Blueprint): mixed $callback */
        public function table($table, \Closure $callback) {}
        /** @param callable(Blueprint): mixed $callback */
        public function create($table, \Closure $callback) {}
        public function drop($table) {}
        public function dropIfExists($table) {}
        public function dropColumns($table, $columns) {}
        public function dropAllTables() {}
        public function rename($from, $to) {}
        public function hasTable($table): bool {}
        public function hasView($view): bool {}
        public function hasColumn($table, $column): bool {}
        public function hasColumns($table, array $columns): bool {}
        public function hasIndex($table, $index, $type = null): bool {}
        public function whenTableHasColumn(string $table, string $column, \Closure $callback) {}
        public function whenTableDoesntHaveColumn(string $table, string $column, \Closure $callback) {}
        public function getTables(): array {}
        public function getColumns($table): array {}
        public function getColumnListing($table): array {}
        public function getColumnType($table, $column): string {}
        public function getIndexes($table): array {}
        public function getForeignKeys($table): array {}
        public function enableForeignKeyConstraints(): bool {}
        public function disableForeignKeyConstraints(): bool {}
        public function withoutForeignKeyConstraints(\Closure $callback) {}
        public function getConnection(): \Illuminate\Database\Connection {}
        public static function defaultStringLength($length) {}
        public static function morphUsingUuids() {}
        public static function morphUsingUlids() {}
    }
    class Blueprint {
        public $engine; public $charset; public $collation; public $temporary; public $after;
        public function bigIncrements($column): ColumnDefinition {}
        public function bigInteger($column, $autoIncrement = false, $unsigned = false): ColumnDefinition {}
        public function binary($column, $length = null, $fixed = false): ColumnDefinition {}
        public function boolean($column): ColumnDefinition {}
        public function char($column, $length = null): ColumnDefinition {}
        public function date($column): ColumnDefinition {}
        public function dateTime($column, $precision = null): ColumnDefinition {}
        public function dateTimeTz($column, $precision = null): ColumnDefinition {}
        public function decimal($column, $total = 8, $places = 2): ColumnDefinition {}
        public function double($column): ColumnDefinition {}
        public function enum($column, array $allowed): ColumnDefinition {}
        public function float($column, $precision = 53): ColumnDefinition {}
        public function geography($column, $subtype = null, $srid = 4326): ColumnDefinition {}
        public function geometry($column, $subtype = null, $srid = 0): ColumnDefinition {}
        public function id($column = 'id'): ColumnDefinition {}
        public function increments($column): ColumnDefinition {}
        public function integer($column, $autoIncrement = false, $unsigned = false): ColumnDefinition {}
        public function integerIncrements($column): ColumnDefinition {}
        public function ipAddress($column = 'ip_address'): ColumnDefinition {}
        public function json($column): ColumnDefinition {}
        public function jsonb($column): ColumnDefinition {}
        public function longText($column): ColumnDefinition {}
        public function macAddress($column = 'mac_address'): ColumnDefinition {}
        public function mediumIncrements($column): ColumnDefinition {}
        public function mediumInteger($column, $autoIncrement = false, $unsigned = false): ColumnDefinition {}
        public function mediumText($column): ColumnDefinition {}
        public function rememberToken(): ColumnDefinition {}
        public function set($column, array $allowed): ColumnDefinition {}
        public function smallIncrements($column): ColumnDefinition {}
        public function smallInteger($column, $autoIncrement = false, $unsigned = false): ColumnDefinition {}
        public function softDeletes($column = 'deleted_at', $precision = null): ColumnDefinition {}
        public function softDeletesTz($column = 'deleted_at', $precision = null): ColumnDefinition {}
        public function string($column, $length = null): ColumnDefinition {}
        public function text($column): ColumnDefinition {}
        public function time($column, $precision = null): ColumnDefinition {}
        public function timeTz($column, $precision = null): ColumnDefinition {}
        public function timestamp($column, $precision = null): ColumnDefinition {}
        public function timestampTz($column, $precision = null): ColumnDefinition {}
        public function tinyIncrements($column): ColumnDefinition {}
        public function tinyInteger($column, $autoIncrement = false, $unsigned = false): ColumnDefinition {}
        public function tinyText($column): ColumnDefinition {}
        public function ulid($column = 'ulid', $length = 26): ColumnDefinition {}
        public function unsignedBigInteger($column, $autoIncrement = false): ColumnDefinition {}
        public function unsignedDecimal($column, $total = 8, $places = 2): ColumnDefinition {}
        public function unsignedInteger($column, $autoIncrement = false): ColumnDefinition {}
        public function unsignedMediumInteger($column, $autoIncrement = false): ColumnDefinition {}
        public function unsignedSmallInteger($column, $autoIncrement = false): ColumnDefinition {}
        public function unsignedTinyInteger($column, $autoIncrement = false): ColumnDefinition {}
        public function uuid($column = 'uuid'): ColumnDefinition {}
        public function vector($column, $dimensions = null): ColumnDefinition {}
        public function year($column): ColumnDefinition {}
        public function addColumn($type, $name, array $parameters = []): ColumnDefinition {}
        public function computed($column, $expression): ColumnDefinition {}
        public function foreignId($column): ForeignIdColumnDefinition {}
        public function foreignIdFor($model, $column = null): ForeignIdColumnDefinition {}
        public function foreignUuid($column): ForeignIdColumnDefinition {}
        public function foreignUlid($column, $length = 26): ForeignIdColumnDefinition {}
        public function primary($columns, $name = null, $algorithm = null): IndexDefinition {}
        public function unique($columns, $name = null, $algorithm = null): IndexDefinition {}
        public function index($columns, $name = null, $algorithm = null): IndexDefinition {}
        public function fullText($columns, $name = null, $algorithm = null): IndexDefinition {}
        public function spatialIndex($columns, $name = null): IndexDefinition {}
        public function rawIndex($expression, $name): IndexDefinition {}
        public function foreign($columns, $name = null): ForeignKeyDefinition {}
        public function create() {}
        public function engine($engine) {}
        public function innoDb() {}
        public function charset($charset) {}
        public function collation($collation) {}
        public function temporary() {}
        public function drop() {}
        public function dropIfExists() {}
        public function dropColumn($columns) {}
        public function renameColumn($from, $to) {}
        public function dropPrimary($index = null) {}
        public function dropUnique($index) {}
        public function dropIndex($index) {}
        public function dropFullText($index) {}
        public function dropSpatialIndex($index) {}
        public function dropForeign($index) {}
        public function dropConstrainedForeignId($column) {}
        public function dropForeignIdFor($model, $column = null) {}
        public function dropConstrainedForeignIdFor($model, $column = null) {}
        public function renameIndex($from, $to) {}
        public function dropTimestamps() {}
        public function dropTimestampsTz() {}
        public function dropSoftDeletes($column = 'deleted_at') {}
        public function dropSoftDeletesTz($column = 'deleted_at') {}
        public function dropRememberToken() {}
        public function dropMorphs($name, $indexName = null) {}
        public function rename($to) {}
        public function morphs($name, $indexName = null, $after = null) {}
        public function nullableMorphs($name, $indexName = null, $after = null) {}
        public function numericMorphs($name, $indexName = null, $after = null) {}
        public function uuidMorphs($name, $indexName = null, $after = null) {}
        public function nullableUuidMorphs($name, $indexName = null, $after = null) {}
        public function ulidMorphs($name, $indexName = null, $after = null) {}
        public function nullableUlidMorphs($name, $indexName = null, $after = null) {}
        public function timestamps($precision = null) {}
        public function nullableTimestamps($precision = null) {}
        public function timestampsTz($precision = null) {}
        public function datetimes($precision = null) {}
        public function comment($comment) {}
        public function after($column, \Closure $callback) {}
        public function getTable() {}
        public function getColumns() {}
        public function macro($name, $macro) {}
    }
    class ColumnDefinition extends \Illuminate\Support\Fluent {
        public function after(string $column): static {}
        public function always(bool $value = true): static {}
        public function autoIncrement(): static {}
        public function change(): static {}
        public function charset(string $charset): static {}
        public function collation(string $collation): static {}
        public function comment(string $comment): static {}
        public function default(mixed $value): static {}
        public function first(): static {}
        public function from(int $startingValue): static {}
        public function fulltext($indexName = null): static {}
        public function generatedAs($expression = null): static {}
        public function index($indexName = null): static {}
        public function instant(): static {}
        public function invisible(): static {}
        public function lock($value): static {}
        public function nullable(bool $value = true): static {}
        public function persisted(): static {}
        public function primary(bool $value = true): static {}
        public function spatialIndex($indexName = null): static {}
        public function startingValue(int $startingValue): static {}
        public function storedAs($expression): static {}
        public function type(string $type): static {}
        public function unique($indexName = null): static {}
        public function unsigned(): static {}
        public function useCurrent(): static {}
        public function useCurrentOnUpdate(): static {}
        public function virtualAs($expression): static {}
    }
    class ForeignIdColumnDefinition extends ColumnDefinition {
        public function constrained($table = null, $column = null, $indexName = null): ForeignKeyDefinition {}
        public function references($column, $indexName = null): ForeignKeyDefinition {}
    }
    class ForeignKeyDefinition extends \Illuminate\Support\Fluent {
        public function deferrable(bool $value = true): static {}
        public function initiallyImmediate(bool $value = true): static {}
        public function on(string $table): static {}
        public function onDelete(string $action): static {}
        public function onUpdate(string $action): static {}
        public function references($columns): static {}
        public function cascadeOnUpdate(): static {}
        public function restrictOnUpdate(): static {}
        public function nullOnUpdate(): static {}
        public function noActionOnUpdate(): static {}
        public function cascadeOnDelete(): static {}
        public function restrictOnDelete(): static {}
        public function nullOnDelete(): static {}
        public function noActionOnDelete(): static {}
        public function name(string $name): static {}
        public function nullable(bool $value = true): static {}
        public function after(string $column): static {}
        public function comment(string $comment): static {}
        public function change(): static {}
        public function index($indexName = null): static {}
    }
    class IndexDefinition extends \Illuminate\Support\Fluent {
        public function algorithm(string $algorithm): static {}
        public function language(string $language): static {}
        public function deferrable(bool $value = true): static {}
        public function nullsNotDistinct(bool $value = true): static {}
    }
}
