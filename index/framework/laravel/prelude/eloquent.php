<?php
namespace Illuminate\Database\Eloquent\Concerns {
    use Illuminate\Database\Eloquent\Builder;
    use Illuminate\Database\Eloquent\Model;
    use Illuminate\Database\Eloquent\Relations\BelongsTo;
    use Illuminate\Database\Eloquent\Relations\BelongsToMany;
    use Illuminate\Database\Eloquent\Relations\HasMany;
    use Illuminate\Database\Eloquent\Relations\HasManyThrough;
    use Illuminate\Database\Eloquent\Relations\HasOne;
    use Illuminate\Database\Eloquent\Relations\HasOneThrough;
    use Illuminate\Database\Eloquent\Relations\MorphMany;
    use Illuminate\Database\Eloquent\Relations\MorphOne;
    use Illuminate\Database\Eloquent\Relations\MorphTo;
    use Illuminate\Database\Eloquent\Relations\MorphToMany;

    trait HasRelationships {
        protected $relations; protected $touches;
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return HasOne<TRelated, $this> */
        public function hasOne($related, $foreignKey = null, $localKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return HasOneThrough<TRelated, Model, $this> */
        public function hasOneThrough($related, $through, $firstKey = null, $secondKey = null, $localKey = null, $secondLocalKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return MorphOne<TRelated, $this> */
        public function morphOne($related, $name, $type = null, $id = null, $localKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return BelongsTo<TRelated, $this> */
        public function belongsTo($related, $foreignKey = null, $ownerKey = null, $relation = null) {}
        /** @return MorphTo<Model, $this> */
        public function morphTo($name = null, $type = null, $id = null, $ownerKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return HasMany<TRelated, $this> */
        public function hasMany($related, $foreignKey = null, $localKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return HasManyThrough<TRelated, Model, $this> */
        public function hasManyThrough($related, $through, $firstKey = null, $secondKey = null, $localKey = null, $secondLocalKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return MorphMany<TRelated, $this> */
        public function morphMany($related, $name, $type = null, $id = null, $localKey = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return BelongsToMany<TRelated, $this> */
        public function belongsToMany($related, $table = null, $foreignPivotKey = null, $relatedPivotKey = null, $parentKey = null, $relatedKey = null, $relation = null) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return MorphToMany<TRelated, $this> */
        public function morphToMany($related, $name, $table = null, $foreignPivotKey = null, $relatedPivotKey = null, $parentKey = null, $relatedKey = null, $relation = null, $inverse = false) {}
        /** @template TRelated of Model
         * @param class-string<TRelated> $related
         * @return MorphToMany<TRelated, $this> */
        public function morphedByMany($related, $name, $table = null, $foreignPivotKey = null, $relatedPivotKey = null, $parentKey = null, $relatedKey = null, $relation = null) {}
        public function getMorphClass() {}
        public function getRelations() {}
        public function getRelation($relation) {}
        public function relationLoaded($key): bool {}
        public function setRelation($relation, $value): static {}
        public function unsetRelation($relation): static {}
        public function setRelations(array $relations): static {}
        public function withoutRelations(): static {}
        public function unsetRelations(): static {}
        public function getTouchedRelations() {}
        public function setTouchedRelations(array $touches): static {}
        public function touchOwners() {}
        public function touches($relation) {}
        public function joiningTable($related, $instance = null) {}
        public static function resolveRelationUsing($name, $callback) {}
        public function through($relationship) {}
        public function loadRelation($relation) {}
    }
    trait HasAttributes {
        protected $attributes; protected $original; protected $changes; protected $casts; protected $dates; protected $dateFormat; protected $appends;
        public function attributesToArray(): array {}
        public function relationsToArray(): array {}
        public function getAttribute($key) {}
        public function getAttributeValue($key) {}
        public function getRelationValue($key) {}
        public function isRelation($key): bool {}
        public function hasGetMutator($key): bool {}
        public function hasAttributeMutator($key): bool {}
        public function hasSetMutator($key): bool {}
        public function hasAttribute($key): bool {}
        public function mergeCasts($casts): static {}
        public function setAttribute($key, $value) {}
        public function isFillable($key): bool {}
        public function fillJsonAttribute($key, $value): static {}
        public function fromDateTime($value) {}
        public function getDates(): array {}
        public function getDateFormat(): string {}
        public function setDateFormat($format): static {}
        public function hasCast($key, $types = null): bool {}
        public function getCasts(): array {}
        protected function casts(): array {}
        public function getAttributes(): array {}
        public function setRawAttributes(array $attributes, $sync = false): static {}
        public function getOriginal($key = null, $default = null) {}
        public function getRawOriginal($key = null, $default = null) {}
        public function only($attributes): array {}
        public function except($attributes): array {}
        public function syncOriginal(): static {}
        public function syncOriginalAttribute($attribute): static {}
        public function syncChanges(): static {}
        public function isDirty($attributes = null): bool {}
        public function isClean($attributes = null): bool {}
        public function discardChanges(): static {}
        public function wasChanged($attributes = null): bool {}
        public function getDirty(): array {}
        public function getChanges(): array {}
        public function getPrevious(): array {}
        public function append($attributes): static {}
        public function setAppends(array $appends): static {}
        public function getAppends(): array {}
        public function mergeAppends(array $appends): static {}
        public function hasAppended($attribute): bool {}
        public function getMutatedAttributes(): array {}
        protected function asDateTime($value) {}
        protected function asDate($value) {}
        protected function castAttribute($key, $value) {}
        protected function serializeDate($date) {}
        protected function getAttributeFromArray($key) {}
        protected function mutateAttribute($key, $value) {}
        protected function getArrayableAttributes() {}
        protected function transformModelValue($key, $value) {}
    }
    trait HasEvents {
        protected $dispatchesEvents; protected $observables;
        public static function observe($classes) {}
        public function getObservableEvents(): array {}
        public static function retrieved($callback) {}
        public static function saving($callback) {}
        public static function saved($callback) {}
        public static function updating($callback) {}
        public static function updated($callback) {}
        public static function creating($callback) {}
        public static function created($callback) {}
        public static function replicating($callback) {}
        public static function deleting($callback) {}
        public static function deleted($callback) {}
        public static function flushEventListeners() {}
        public static function getEventDispatcher() {}
        public static function setEventDispatcher($dispatcher) {}
        public static function unsetEventDispatcher() {}
        public static function withoutEvents(callable $callback) {}
        protected static function registerModelEvent($event, $callback) {}
        protected function fireModelEvent($event, $halt = true) {}
    }
    trait HasGlobalScopes {
        public static function addGlobalScope($scope, $implementation = null) {}
        public static function addGlobalScopes(array $scopes) {}
        public static function hasGlobalScope($scope): bool {}
        public static function getGlobalScope($scope) {}
        public function getGlobalScopes(): array {}
    }
    trait HasTimestamps {
        public $timestamps;
        public function touch($attribute = null): bool {}
        public function touchQuietly($attribute = null): bool {}
        public function updateTimestamps(): static {}
        public function setCreatedAt($value): static {}
        public function setUpdatedAt($value): static {}
        public function freshTimestamp(): \Illuminate\Support\Carbon {}
        public function freshTimestampString(): string {}
        public function usesTimestamps(): bool {}
        public function getCreatedAtColumn() {}
        public function getUpdatedAtColumn() {}
        public function getQualifiedCreatedAtColumn() {}
        public static function withoutTimestamps(callable $callback) {}
    }
    trait HasUniqueIds {
        public $usesUniqueIds;
        public function usesUniqueIds(): bool {}
        public function setUniqueIds() {}
        public function newUniqueId() {}
        public function uniqueIds(): array {}
    }
    trait HasUuids { use HasUniqueIds; }
    trait HasUlids { use HasUniqueIds; }
    trait HidesAttributes {
        protected $hidden; protected $visible;
        public function getHidden(): array {}
        public function setHidden(array $hidden): static {}
        public function getVisible(): array {}
        public function setVisible(array $visible): static {}
        public function makeVisible($attributes): static {}
        public function makeVisibleIf($condition, $attributes): static {}
        public function makeHidden($attributes): static {}
        public function makeHiddenIf($condition, $attributes): static {}
    }
    trait GuardsAttributes {
        protected $fillable; protected $guarded;
        public function getFillable(): array {}
        public function fillable(array $fillable): static {}
        public function mergeFillable(array $fillable): static {}
        public function getGuarded(): array {}
        public function guard(array $guarded): static {}
        public static function unguard($state = true) {}
        public static function reguard() {}
        public static function isUnguarded(): bool {}
        public static function unguarded(callable $callback) {}
        public function isGuarded($key): bool {}
        public function totallyGuarded(): bool {}
    }
    trait QueriesRelationships {
        public function has($relation, $operator = '>=', $count = 1, $boolean = 'and', $callback = null): static {}
        public function orHas($relation, $operator = '>=', $count = 1): static {}
        public function doesntHave($relation, $boolean = 'and', $callback = null): static {}
        public function orDoesntHave($relation): static {}
        public function whereHas($relation, $callback = null, $operator = '>=', $count = 1): static {}
        public function withWhereHas($relation, $callback = null, $operator = '>=', $count = 1): static {}
        public function orWhereHas($relation, $callback = null, $operator = '>=', $count = 1): static {}
        public function whereDoesntHave($relation, $callback = null): static {}
        public function orWhereDoesntHave($relation, $callback = null): static {}
        public function hasMorph($relation, $types, $operator = '>=', $count = 1, $boolean = 'and', $callback = null): static {}
        public function whereHasMorph($relation, $types, $callback = null, $operator = '>=', $count = 1): static {}
        public function orWhereHasMorph($relation, $types, $callback = null, $operator = '>=', $count = 1): static {}
        public function whereDoesntHaveMorph($relation, $types, $callback = null): static {}
        public function whereRelation($relation, $column, $operator = null, $value = null): static {}
        public function orWhereRelation($relation, $column, $operator = null, $value = null): static {}
        public function withWhereRelation($relation, $column, $operator = null, $value = null): static {}
        public function whereMorphRelation($relation, $types, $column, $operator = null, $value = null): static {}
        public function whereMorphedTo($relation, $model, $boolean = 'and'): static {}
        public function whereBelongsTo($related, $relationshipName = null, $boolean = 'and'): static {}
        public function orWhereBelongsTo($related, $relationshipName = null): static {}
        public function whereAttachedTo($related, $relationshipName = null, $boolean = 'and'): static {}
        public function withAggregate($relations, $column, $function = null): static {}
        public function withCount($relations): static {}
        public function withMax($relation, $column): static {}
        public function withMin($relation, $column): static {}
        public function withSum($relation, $column): static {}
        public function withAvg($relation, $column): static {}
        public function withExists($relation): static {}
        public function mergeConstraintsFrom(Builder $from): static {}
    }
}
namespace Illuminate\Database\Eloquent {
    use Illuminate\Contracts\Routing\UrlRoutable;
    use Illuminate\Contracts\Support\Arrayable;
    use Illuminate\Contracts\Support\Jsonable;
    use Illuminate\Support\Collection as BaseCollection;

    abstract class Model implements Arrayable, \ArrayAccess, Jsonable, \JsonSerializable, \Stringable, UrlRoutable {
        use Concerns\HasAttributes, Concerns\HasEvents, Concerns\HasGlobalScopes, Concerns\HasRelationships, Concerns\HasTimestamps, Concerns\HasUniqueIds, Concerns\HidesAttributes, Concerns\GuardsAttributes;
        const CREATED_AT = 'created_at'; const UPDATED_AT = 'updated_at';
        protected $connection; protected $table; protected $primaryKey; protected $keyType; protected $with; protected $withCount; protected $perPage;
        public $incrementing; public $preventsLazyLoading; public $exists; public $wasRecentlyCreated;
        public function __construct(array $attributes = []) {}
        protected static function boot() {}
        protected static function booting() {}
        protected static function booted() {}
        protected function initializeTraits() {}
        public static function preventLazyLoading($value = true) {}
        public static function preventSilentlyDiscardingAttributes($value = true) {}
        public static function preventAccessingMissingAttributes($value = true) {}
        public static function shouldBeStrict(bool $shouldBeStrict = true) {}
        public static function automaticallyEagerLoadRelationships($value = true) {}
        public static function handleLazyLoadingViolationUsing(?callable $callback) {}
        public static function withoutTouching(callable $callback) {}
        public static function withoutBroadcasting(callable $callback) {}
        public static function isIgnoringTouch($class = null) {}
        public function fill(array $attributes): static {}
        public function forceFill(array $attributes): static {}
        public function qualifyColumn($column) {}
        public function qualifyColumns($columns) {}
        public function newInstance($attributes = [], $exists = false): static {}
        public function newFromBuilder($attributes = [], $connection = null): static {}
        /** @return Builder<static> */
        public static function on($connection = null) {}
        /** @return Builder<static> */
        public static function onWriteConnection() {}
        /** @return Collection<int, static> */
        public static function all($columns = ['*']) {}
        /** @return Builder<static> */
        public static function with($relations) {}
        public function load($relations): static {}
        public function loadMorph($relation, $relations): static {}
        public function loadMissing($relations): static {}
        public function loadAggregate($relations, $column, $function = null): static {}
        public function loadCount($relations): static {}
        public function loadMax($relations, $column): static {}
        public function loadMin($relations, $column): static {}
        public function loadSum($relations, $column): static {}
        public function loadAvg($relations, $column): static {}
        public function loadExists($relations): static {}
        public function loadMorphCount($relation, $relations): static {}
        public function update(array $attributes = [], array $options = []): bool {}
        public function updateOrFail(array $attributes = [], array $options = []): bool {}
        public function updateQuietly(array $attributes = [], array $options = []): bool {}
        public function push(): bool {}
        public function pushQuietly(): bool {}
        public function save(array $options = []): bool {}
        public function saveQuietly(array $options = []): bool {}
        public function saveOrFail(array $options = []): bool {}
        public static function destroy($ids) {}
        public function delete() {}
        public function deleteQuietly() {}
        public function deleteOrFail() {}
        public function forceDelete() {}
        public static function forceDestroy($ids) {}
        public function increment($column, $amount = 1, array $extra = []) {}
        public function decrement($column, $amount = 1, array $extra = []) {}
        public function incrementQuietly($column, $amount = 1, array $extra = []) {}
        public function decrementQuietly($column, $amount = 1, array $extra = []) {}
        protected function performUpdate(Builder $query) {}
        protected function performInsert(Builder $query) {}
        protected function performDeleteOnModel() {}
        /** @return Builder<static> */
        public static function query() {}
        /** @return Builder<static> */
        public function newQuery() {}
        /** @return Builder<static> */
        public function newModelQuery() {}
        /** @return Builder<static> */
        public function newQueryWithoutRelationships() {}
        /** @return Builder<static> */
        public function newQueryWithoutScopes() {}
        /** @return Builder<static> */
        public function newQueryWithoutScope($scope) {}
        public function registerGlobalScopes($builder) {}
        /** @return Builder<static> */
        public function newEloquentBuilder($query) {}
        /** @return Collection<int, static> */
        public function newCollection(array $models = []) {}
        /** @return Relations\Pivot */
        public function newPivot(self $parent, array $attributes, $table, $exists, $using = null) {}
        public function hasNamedScope($scope): bool {}
        public function callNamedScope($scope, array $parameters = []) {}
        public function toArray(): array {}
        public function toJson($options = 0): string {}
        public function toPrettyJson(int $options = 0): string {}
        public function jsonSerialize(): array {}
        public function fresh($with = []): ?static {}
        public function refresh(): static {}
        public function replicate(?array $except = null): static {}
        public function replicateQuietly(?array $except = null): static {}
        public function is($model): bool {}
        public function isNot($model): bool {}
        public function getConnection(): \Illuminate\Database\Connection {}
        public function getConnectionName() {}
        public function setConnection($name): static {}
        public static function resolveConnection($connection = null): \Illuminate\Database\Connection {}
        public function getTable(): string {}
        public function setTable($table): static {}
        public function getKeyName(): string {}
        public function setKeyName($key): static {}
        public function getQualifiedKeyName(): string {}
        public function getKeyType(): string {}
        public function setKeyType($type): static {}
        public function getIncrementing(): bool {}
        public function setIncrementing($value): static {}
        public function getKey() {}
        public function getQueueableId() {}
        public function getQueueableRelations() {}
        public function getQueueableConnection() {}
        public function getRouteKey() {}
        public function getRouteKeyName() {}
        public function resolveRouteBinding($value, $field = null): ?static {}
        public function resolveRouteBindingQuery($query, $value, $field = null) {}
        public function resolveChildRouteBinding($childType, $value, $field) {}
        public function getForeignKey(): string {}
        public function getPerPage(): int {}
        public function setPerPage($perPage): static {}
        public static function isSoftDeletable(): bool {}
        public function broadcastChannel() {}
        public function broadcastChannelRoute() {}
        public function escapeWhenCastingToString($escape = true): static {}
        public function offsetExists($offset): bool {}
        public function offsetGet($offset) {}
        public function offsetSet($offset, $value): void {}
        public function offsetUnset($offset): void {}
        public function __get($key) {}
        public function __set($key, $value) {}
        public function __isset($key) {}
        public function __unset($key) {}
        public function __call($method, $parameters) {}
        public static function __callStatic($method, $parameters) {}
        public function __toString(): string {}
    }
    /**
     * @template TModel of Model
     * @property-read HigherOrderBuilderProxy $orWhere
     * @property-read HigherOrderBuilderProxy $whereNot
     * @mixin \Illuminate\Database\Query\Builder
     */
    class Builder {
        /** @use \Illuminate\Database\Concerns\BuildsQueries<TModel> */
        use \Illuminate\Database\Concerns\BuildsQueries;
        use Concerns\QueriesRelationships;
        protected $query; protected $model; protected $eagerLoad;
        public function __construct(\Illuminate\Database\Query\Builder $query) {}
        /** @return TModel */
        public function make(array $attributes = []) {}
        public function withGlobalScope($identifier, $scope): static {}
        public function withoutGlobalScope($scope): static {}
        public function withoutGlobalScopes(?array $scopes = null): static {}
        public function withoutGlobalScopesExcept(array $scopes = []): static {}
        public function removedScopes(): array {}
        public function whereKey($id): static {}
        public function whereKeyNot($id): static {}
        public function except($models): static {}
        /** @param (callable(static): mixed)|string|array $column */
        public function where($column, $operator = null, $value = null, $boolean = 'and'): static {}
        /** @return TModel|null */
        public function firstWhere($column, $operator = null, $value = null, $boolean = 'and') {}
        /** @param (callable(static): mixed)|string|array $column */
        public function orWhere($column, $operator = null, $value = null): static {}
        /** @param (callable(static): mixed)|string|array $column */
        public function whereNot($column, $operator = null, $value = null, $boolean = 'and'): static {}
        /** @param (callable(static): mixed)|string|array $column */
        public function orWhereNot($column, $operator = null, $value = null): static {}
        public function latest($column = null): static {}
        public function oldest($column = null): static {}
        /** @return Collection<int, TModel> */
        public function hydrate(array $items) {}
        /** @return Collection<int, TModel> */
        public function fromQuery($query, $bindings = []) {}
        /** @return TModel|null */
        public function find($id, $columns = ['*']) {}
        /** @return TModel */
        public function findSole($id, $columns = ['*']) {}
        /** @return Collection<int, TModel> */
        public function findMany($ids, $columns = ['*']) {}
        /** @return TModel */
        public function findOrFail($id, $columns = ['*']) {}
        /** @return TModel */
        public function findOrNew($id, $columns = ['*']) {}
        /** @return TModel */
        public function findOr($id, $columns = ['*'], $callback = null) {}
        /** @return TModel */
        public function firstOrNew(array $attributes = [], array $values = []) {}
        /** @return TModel */
        public function firstOrCreate(array $attributes = [], $values = []) {}
        /** @return TModel */
        public function createOrFirst(array $attributes = [], $values = []) {}
        /** @return TModel */
        public function updateOrCreate(array $attributes, $values = []) {}
        /** @return TModel */
        public function incrementOrCreate(array $attributes, string $column = 'count', $default = 1, $step = 1, array $extra = []) {}
        /** @return TModel */
        public function firstOrFail($columns = ['*']) {}
        /** @return TModel */
        public function firstOr($columns = ['*'], $callback = null) {}
        public function value($column) {}
        public function soleValue($column) {}
        public function valueOrFail($column) {}
        /** @return Collection<int, TModel> */
        public function get($columns = ['*']) {}
        /** @return TModel[] */
        public function getModels($columns = ['*']) {}
        public function eagerLoadRelations(array $models): array {}
        public function getRelation($name) {}
        /** @return \Illuminate\Support\LazyCollection<int, TModel> */
        public function cursor() {}
        public function pluck($column, $key = null): BaseCollection {}
        /** @return \Illuminate\Pagination\LengthAwarePaginator<int, TModel> */
        public function paginate($perPage = null, $columns = ['*'], $pageName = 'page', $page = null, $total = null) {}
        /** @return \Illuminate\Pagination\Paginator<int, TModel> */
        public function simplePaginate($perPage = null, $columns = ['*'], $pageName = 'page', $page = null) {}
        /** @return \Illuminate\Pagination\CursorPaginator<int, TModel> */
        public function cursorPaginate($perPage = null, $columns = ['*'], $cursorName = 'cursor', $cursor = null) {}
        /** @return TModel */
        public function create(array $attributes = []) {}
        /** @return TModel */
        public function createQuietly(array $attributes = []) {}
        /** @return TModel */
        public function forceCreate(array $attributes) {}
        /** @return TModel */
        public function forceCreateQuietly(array $attributes = []) {}
        public function update(array $values): int {}
        public function upsert(array $values, $uniqueBy, $update = null): int {}
        public function touch($column = null) {}
        public function increment($column, $amount = 1, array $extra = []) {}
        public function decrement($column, $amount = 1, array $extra = []) {}
        public function delete() {}
        public function forceDelete() {}
        public function onDelete(\Closure $callback) {}
        public function hasNamedScope($scope): bool {}
        public function scopes($scopes): static {}
        public function applyScopes(): static {}
        public function with($relations, $callback = null): static {}
        public function without($relations): static {}
        public function withOnly($relations): static {}
        /** @return TModel */
        public function newModelInstance($attributes = []) {}
        public function withAttributes($attributes, $value = null, $asConditions = true): static {}
        public function withCasts($casts): static {}
        public function withSavepointIfNeeded(\Closure $scope) {}
        public function getQuery(): \Illuminate\Database\Query\Builder {}
        public function setQuery($query): static {}
        public function toBase(): \Illuminate\Database\Query\Builder {}
        public function getEagerLoads(): array {}
        public function setEagerLoads(array $eagerLoad): static {}
        public function withoutEagerLoads(): static {}
        public function withoutEagerLoad(array $relations): static {}
        /** @return TModel */
        public function getModel() {}
        public function setModel(Model $model): static {}
        public function qualifyColumn($column) {}
        public function qualifyColumns($columns) {}
        public function getMacro($name) {}
        public function hasMacro($name) {}
        public function getLimit() {}
        public function getOffset() {}
        public static function macro($name, $macro) {}
        public static function mixin($mixin, $replace = true) {}
        public function clone(): static {}
        public function toRawSql(): string {}
        public function __call($method, $parameters) {}
    }
    class HigherOrderBuilderProxy {}
    /**
     * @template TKey
     * @template TModel
     * @extends BaseCollection<TKey, TModel>
     */
    class Collection extends BaseCollection {
        /** @return TModel|null */
        public function find($key, $default = null) {}
        /** @return TModel */
        public function findOrFail($key) {}
        public function load($relations): static {}
        public function loadAggregate($relations, $column, $function = null): static {}
        public function loadCount($relations): static {}
        public function loadMax($relations, $column): static {}
        public function loadMin($relations, $column): static {}
        public function loadSum($relations, $column): static {}
        public function loadAvg($relations, $column): static {}
        public function loadExists($relations): static {}
        public function loadMissing($relations): static {}
        public function loadMorph($relation, $relations): static {}
        public function loadMorphCount($relation, $relations): static {}
        public function modelKeys(): array {}
        public function fresh($with = []): static {}
        public function makeHidden($attributes): static {}
        public function makeVisible($attributes): static {}
        public function setVisible($visible): static {}
        public function setHidden($hidden): static {}
        public function append($attributes): static {}
        public function setAppends(array $appends): static {}
        public function getDictionary($items = null): array {}
        /** @return Builder<TModel> */
        public function toQuery() {}
    }
    interface Scope { public function apply(Builder $builder, Model $model); }
    trait SoftDeletes {
        protected $forceDeleting;
        public static function bootSoftDeletes() {}
        public function forceDelete() {}
        public function forceDeleteQuietly() {}
        public function restore(): bool {}
        public function restoreQuietly(): bool {}
        public function trashed(): bool {}
        public static function softDeleted($callback) {}
        public static function restoring($callback) {}
        public static function restored($callback) {}
        public static function forceDeleting($callback) {}
        public static function forceDeleted($callback) {}
        public function isForceDeleting(): bool {}
        public function getDeletedAtColumn(): string {}
        public function getQualifiedDeletedAtColumn(): string {}
        /** @return Builder<static> */
        public static function withTrashed(bool $withTrashed = true) {}
        /** @return Builder<static> */
        public static function onlyTrashed() {}
        /** @return Builder<static> */
        public static function withoutTrashed() {}
    }
    class SoftDeletingScope implements Scope { public function apply(Builder $builder, Model $model) {} }
    trait Prunable { public function pruneAll(int $chunkSize = 1000) {} public function prunable() {} public function prune() {} protected function pruning() {} }
    trait MassPrunable { public function pruneAll(int $chunkSize = 1000) {} public function prunable() {} }
    trait BroadcastsEvents { public function broadcastOn($event) {} public function broadcastAs($event) {} public function broadcastWith($event) {} }
    class ModelNotFoundException extends \Illuminate\Database\RecordsNotFoundException {
        public function setModel($model, $ids = []): static {}
        public function getModel() {}
        public function getIds(): array {}
    }
    class MassAssignmentException extends \RuntimeException {}
    class RelationNotFoundException extends \RuntimeException {}
}
namespace Illuminate\Database\Eloquent\Attributes {
    #[\Attribute] class Scope {}
    #[\Attribute] class ObservedBy { public function __construct($classes) {} }
    #[\Attribute] class ScopedBy { public function __construct($classes) {} }
    #[\Attribute] class UseFactory { public function __construct(string $factoryClass) {} }
    #[\Attribute] class UsePolicy { public function __construct(string $class) {} }
    #[\Attribute] class UseResource { public function __construct(string $class) {} }
    #[\Attribute] class UseResourceCollection { public function __construct(string $class) {} }
    #[\Attribute] class UseEloquentBuilder { public function __construct(string $builderClass) {} }
    #[\Attribute] class CollectedBy { public function __construct(string $collectionClass) {} }
    #[\Attribute] class Boot {}
    #[\Attribute] class Initialize {}
}
namespace Illuminate\Database\Eloquent\Casts {
    /**
     * @template TGet
     * @template TSet
     */
    class Attribute {
        /** @var callable(mixed, array): TGet */
        public $get;
        /** @var callable(TSet, array): mixed */
        public $set;
        public $withCaching; public $withObjectCaching;
        /**
         * @param null|(callable(mixed, array): TGet) $get
         * @param null|(callable(TSet, array): mixed) $set
         */
        public function __construct(?callable $get = null, ?callable $set = null) {}
        /**
         * @template T
         * @param null|(callable(mixed, array): T) $get
         * @return Attribute<T, mixed>
         */
        public static function make(?callable $get = null, ?callable $set = null) {}
        /**
         * @template T
         * @param callable(mixed, array): T $get
         * @return Attribute<T, mixed>
         */
        public static function get(callable $get) {}
        /** @return Attribute<mixed, mixed> */
        public static function set(callable $set) {}
        public function withoutObjectCaching(): static {}
        public function shouldCache(): static {}
    }
    /** @extends \ArrayObject<string, mixed> */
    class ArrayObject extends \ArrayObject { public function collect() {} public function toArray() {} }
    class AsArrayObject {}
    class AsCollection { public static function of($map) {} public static function using($class, $map = null) {} }
    class AsEnumArrayObject { public static function of($class) {} }
    class AsEnumCollection { public static function of($class) {} }
    class AsEncryptedArrayObject {}
    class AsEncryptedCollection {}
    class AsStringable {}
    class AsHtmlString {}
    class AsUri {}
    class Json {}
}
namespace Illuminate\Contracts\Database\Eloquent {
    interface CastsAttributes {
        public function get($model, string $key, $value, array $attributes);
        public function set($model, string $key, $value, array $attributes);
    }
    interface CastsInboundAttributes { public function set($model, string $key, $value, array $attributes); }
    interface Castable { public static function castUsing(array $arguments); }
    /** @mixin \Illuminate\Database\Eloquent\Builder */
    interface Builder {}
}
namespace Illuminate\Database\Eloquent\Relations {
    use Illuminate\Database\Eloquent\Builder;
    use Illuminate\Database\Eloquent\Collection;
    use Illuminate\Database\Eloquent\Model;

    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @template TResult
     * @mixin Builder<TRelated>
     */
    abstract class Relation {
        protected $query; protected $parent; protected $related;
        public static function noConstraints(\Closure $callback) {}
        public function addConstraints() {}
        /** @return TResult */
        public function getResults() {}
        /** @return Collection<int, TRelated> */
        public function getEager() {}
        /** @return TRelated */
        public function sole($columns = ['*']) {}
        /** @return Collection<int, TRelated> */
        public function get($columns = ['*']) {}
        public function touch() {}
        public function rawUpdate(array $attributes = []) {}
        /** @return Builder<TRelated> */
        public function getQuery() {}
        public function getBaseQuery(): \Illuminate\Database\Query\Builder {}
        public function toBase(): \Illuminate\Database\Query\Builder {}
        /** @return TDeclaring */
        public function getParent() {}
        public function getQualifiedParentKeyName() {}
        /** @return TRelated */
        public function getRelated() {}
        public function createdAt() {}
        public function updatedAt() {}
        public function relatedUpdatedAt() {}
        public static function requireMorphMap($requireMorphMap = true) {}
        public static function enforceMorphMap(array $map, $merge = true) {}
        public static function morphMap(?array $map = null, $merge = true) {}
        public static function getMorphedModel($alias) {}
        public static function getMorphAlias(string $className) {}
        public static function macro($name, $macro) {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @template TResult
     * @extends Relation<TRelated, TDeclaring, TResult>
     */
    abstract class HasOneOrMany extends Relation {
        /** @return TRelated */
        public function make(array $attributes = []) {}
        /** @return Collection<int, TRelated> */
        public function makeMany($records) {}
        /** @return TRelated */
        public function findOrNew($id, $columns = ['*']) {}
        /** @return TRelated */
        public function firstOrNew(array $attributes = [], array $values = []) {}
        /** @return TRelated */
        public function firstOrCreate(array $attributes = [], $values = []) {}
        /** @return TRelated */
        public function createOrFirst(array $attributes = [], $values = []) {}
        /** @return TRelated */
        public function updateOrCreate(array $attributes, $values = []) {}
        /** @return TRelated|false */
        public function save(Model $model) {}
        /** @return TRelated|false */
        public function saveQuietly(Model $model) {}
        public function saveMany($models) {}
        public function saveManyQuietly($models) {}
        /** @return TRelated */
        public function create(array $attributes = []) {}
        /** @return TRelated */
        public function createQuietly(array $attributes = []) {}
        /** @return TRelated */
        public function forceCreate(array $attributes = []) {}
        /** @return Collection<int, TRelated> */
        public function createMany($records) {}
        /** @return Collection<int, TRelated> */
        public function createManyQuietly($records) {}
        public function upsert(array $values, $uniqueBy, $update = null) {}
        public function getForeignKeyName(): string {}
        public function getQualifiedForeignKeyName(): string {}
        public function getLocalKeyName(): string {}
        public function getParentKey() {}
        public function inverse(?string $relation = null): static {}
        public function chaperone(?string $relation = null): static {}
        public function withDefault($callback = true): static {}
        public function ofMany($column = 'id', $aggregate = 'MAX', $relation = null): static {}
        public function latestOfMany($column = 'id', $relation = null): static {}
        public function oldestOfMany($column = 'id', $relation = null): static {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends HasOneOrMany<TRelated, TDeclaring, TRelated|null>
     */
    class HasOne extends HasOneOrMany {}
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends HasOneOrMany<TRelated, TDeclaring, Collection<int, TRelated>>
     */
    class HasMany extends HasOneOrMany {
        /** @return HasOne<TRelated, TDeclaring> */
        public function one() {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends HasOneOrMany<TRelated, TDeclaring, TRelated|null>
     */
    class MorphOne extends HasOneOrMany {
        public function getMorphType(): string {}
        public function getMorphClass(): string {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends HasOneOrMany<TRelated, TDeclaring, Collection<int, TRelated>>
     */
    class MorphMany extends HasOneOrMany {
        /** @return MorphOne<TRelated, TDeclaring> */
        public function one() {}
        public function getMorphType(): string {}
        public function getMorphClass(): string {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends Relation<TRelated, TDeclaring, TRelated|null>
     */
    class BelongsTo extends Relation {
        /** @return TDeclaring */
        public function associate($model) {}
        /** @return TDeclaring */
        public function dissociate() {}
        /** @return TDeclaring */
        public function disassociate() {}
        public function withDefault($callback = true): static {}
        /** @return TDeclaring */
        public function getChild() {}
        public function getForeignKeyName(): string {}
        public function getQualifiedForeignKeyName(): string {}
        public function getParentKey() {}
        public function getOwnerKeyName(): string {}
        public function getRelationName(): string {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends BelongsTo<TRelated, TDeclaring>
     */
    class MorphTo extends BelongsTo {
        public function getMorphType(): string {}
        public function getDictionary(): array {}
        public function morphWith(array $with): static {}
        public function morphWithCount(array $withCount): static {}
        public function constrain(array $callbacks): static {}
        public function withTrashed(): static {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends Relation<TRelated, TDeclaring, Collection<int, TRelated>>
     */
    class BelongsToMany extends Relation {
        public function using($class): static {}
        public function as($accessor): static {}
        public function wherePivot($column, $operator = null, $value = null, $boolean = 'and'): static {}
        public function wherePivotBetween($column, array $values, $boolean = 'and', $not = false): static {}
        public function wherePivotIn($column, $values, $boolean = 'and', $not = false): static {}
        public function orWherePivot($column, $operator = null, $value = null): static {}
        public function wherePivotNotIn($column, $values, $boolean = 'and'): static {}
        public function wherePivotNull($column, $boolean = 'and', $not = false): static {}
        public function wherePivotNotNull($column, $boolean = 'and'): static {}
        public function withPivotValue($column, $value = null): static {}
        public function orderByPivot($column, $direction = 'asc'): static {}
        public function orderByPivotDesc($column): static {}
        public function withPivot($columns): static {}
        public function withTimestamps($createdAt = null, $updatedAt = null): static {}
        public function attach($ids, array $attributes = [], $touch = true) {}
        public function detach($ids = null, $touch = true) {}
        public function sync($ids, $detaching = true): array {}
        public function syncWithoutDetaching($ids): array {}
        public function syncWithPivotValues($ids, array $values, bool $detaching = true): array {}
        public function toggle($ids, $touch = true): array {}
        public function updateExistingPivot($id, array $attributes, $touch = true) {}
        public function newPivot(array $attributes = [], $exists = false): Pivot {}
        public function newExistingPivot(array $attributes = []): Pivot {}
        public function newPivotStatement() {}
        public function newPivotQuery() {}
        public function allRelatedIds() {}
        /** @return TRelated|null */
        public function find($id, $columns = ['*']) {}
        /** @return TRelated */
        public function findOrNew($id, $columns = ['*']) {}
        /** @return TRelated */
        public function firstOrNew(array $attributes = [], array $values = []) {}
        /** @return TRelated */
        public function firstOrCreate(array $attributes = [], $values = [], array $joining = [], $touch = true) {}
        /** @return TRelated */
        public function updateOrCreate(array $attributes, $values = [], array $joining = [], $touch = true) {}
        /** @return TRelated */
        public function save(Model $model, array $pivotAttributes = [], $touch = true) {}
        public function saveMany($models, array $pivotAttributes = []) {}
        /** @return TRelated */
        public function create(array $attributes = [], array $joining = [], $touch = true) {}
        public function createMany($records, array $joinings = []): array {}
        public function getTable(): string {}
        public function getPivotClass() {}
        public function getPivotAccessor() {}
        public function getPivotColumns() {}
        public function getRelationName() {}
        public function getForeignPivotKeyName() {}
        public function getRelatedPivotKeyName() {}
        public function getQualifiedRelatedPivotKeyName() {}
        public function getQualifiedForeignPivotKeyName() {}
        public function qualifyPivotColumn($column) {}
    }
    /**
     * @template TRelated of Model
     * @template TDeclaring of Model
     * @extends BelongsToMany<TRelated, TDeclaring>
     */
    class MorphToMany extends BelongsToMany {
        public function getMorphType(): string {}
        public function getMorphClass(): string {}
    }
    /**
     * @template TRelated of Model
     * @template TIntermediate of Model
     * @template TDeclaring of Model
     * @template TResult
     * @extends Relation<TRelated, TDeclaring, TResult>
     */
    abstract class HasOneOrManyThrough extends Relation {
        /** @return TRelated|null */
        public function first($columns = ['*']) {}
        public function ofMany($column = 'id', $aggregate = 'MAX', $relation = null): static {}
        public function latestOfMany($column = 'id', $relation = null): static {}
        public function withDefault($callback = true): static {}
        public function withTrashedParents(): static {}
        public function getFirstKeyName(): string {}
        public function getForeignKeyName(): string {}
    }
    /**
     * @template TRelated of Model
     * @template TIntermediate of Model
     * @template TDeclaring of Model
     * @extends HasOneOrManyThrough<TRelated, TIntermediate, TDeclaring, Collection<int, TRelated>>
     */
    class HasManyThrough extends HasOneOrManyThrough {
        /** @return HasOneThrough<TRelated, TIntermediate, TDeclaring> */
        public function one() {}
    }
    /**
     * @template TRelated of Model
     * @template TIntermediate of Model
     * @template TDeclaring of Model
     * @extends HasOneOrManyThrough<TRelated, TIntermediate, TDeclaring, TRelated|null>
     */
    class HasOneThrough extends HasOneOrManyThrough {}
    class Pivot extends Model {
        public $pivotParent;
        protected $foreignKey; protected $relatedKey;
        public function getForeignKey(): string {}
        public function getRelatedKey(): string {}
        public function getOtherKey(): string {}
        public function hasTimestampAttributes($attributes = null): bool {}
    }
    class MorphPivot extends Pivot {}
}
namespace Illuminate\Database\Eloquent\Factories {
    use Illuminate\Database\Eloquent\Collection;
    use Illuminate\Database\Eloquent\Model;

    /** @template TFactory of Factory */
    trait HasFactory {
        /** @return TFactory */
        public static function factory($count = null, $state = []) {}
        /** @return TFactory|null */
        protected static function newFactory() {}
    }
    /**
     * @template TModel of Model
     */
    abstract class Factory {
        protected $model; protected $count; protected $states; protected $faker;
        public function __construct($count = null, $states = null, $has = null, $for = null, $afterMaking = null, $afterCreating = null, $connection = null, $recycle = null) {}
        abstract public function definition(): array;
        public static function new($attributes = []): static {}
        public static function times(int $count): static {}
        public function configure(): static {}
        public function raw($attributes = [], ?Model $parent = null): array {}
        /** @return TModel */
        public function createOne($attributes = []) {}
        /** @return TModel */
        public function createOneQuietly($attributes = []) {}
        /** @return Collection<int, TModel> */
        public function createMany($records = null) {}
        /** @return TModel */
        public function create($attributes = [], ?Model $parent = null) {}
        /** @return TModel */
        public function createQuietly($attributes = [], ?Model $parent = null) {}
        public function lazy(array $attributes = [], ?Model $parent = null): \Closure {}
        /** @return TModel */
        public function makeOne($attributes = []) {}
        /** @return TModel */
        public function make($attributes = [], ?Model $parent = null) {}
        public function insert($attributes = [], ?Model $parent = null) {}
        public function state($state): static {}
        public function prependState($state): static {}
        public function set($key, $value): static {}
        public function sequence(...$sequence): static {}
        public function forEachSequence(...$sequence): static {}
        public function crossJoinSequence(...$sequence): static {}
        public function has(self $factory, $relationship = null): static {}
        public function hasAttached($factory, $pivot = [], $relationship = null): static {}
        public function for($factory, $relationship = null): static {}
        public function recycle($model): static {}
        public function getRandomRecycledModel($modelClassName) {}
        /** @param callable(TModel): mixed $callback */
        public function afterMaking(\Closure $callback): static {}
        /** @param callable(TModel): mixed $callback */
        public function afterCreating(\Closure $callback): static {}
        public function count(?int $count): static {}
        public function withoutParents($parents = []): static {}
        public function connection(string $connection): static {}
        /** @return TModel */
        public function newModel(array $attributes = []) {}
        public function modelName() {}
        public function trashed(): static {}
        protected function newInstance(array $arguments = []): static {}
        public static function guessModelNamesUsing(callable $callback) {}
        public static function guessFactoryNamesUsing(callable $callback) {}
        public static function factoryForModel(string $modelName) {}
        public static function resolveFactoryName(string $modelName) {}
        public static function macro($name, $macro) {}
    }
    class Sequence implements \Countable { public $index; public $count; public function __construct(...$sequence) {} public function count(): int {} }
    class CrossJoinSequence extends Sequence {}
}
