<?php
namespace Carbon {
    interface CarbonInterface extends \DateTimeInterface {}
    /** @mixin Carbon */
    class CarbonImmutable extends \DateTimeImmutable implements CarbonInterface {}
    class CarbonInterval extends \DateInterval { public function forHumans($syntax = null): string {} public static function make($var): ?static {} public function cascade(): static {} }
    class CarbonPeriod implements \IteratorAggregate { public static function create(...$params): static {} public function getIterator(): \Iterator {} public function toArray(): array {} }
    class Carbon extends \DateTime implements CarbonInterface {
        public function addYear($value = 1): static {}
        public function subYear($value = 1): static {}
        public function addYears($value = 1): static {}
        public function subYears($value = 1): static {}
        public function addMonth($value = 1): static {}
        public function subMonth($value = 1): static {}
        public function addMonths($value = 1): static {}
        public function subMonths($value = 1): static {}
        public function addWeek($value = 1): static {}
        public function subWeek($value = 1): static {}
        public function addWeeks($value = 1): static {}
        public function subWeeks($value = 1): static {}
        public function addDay($value = 1): static {}
        public function subDay($value = 1): static {}
        public function addDays($value = 1): static {}
        public function subDays($value = 1): static {}
        public function addHour($value = 1): static {}
        public function subHour($value = 1): static {}
        public function addHours($value = 1): static {}
        public function subHours($value = 1): static {}
        public function addMinute($value = 1): static {}
        public function subMinute($value = 1): static {}
        public function addMinutes($value = 1): static {}
        public function subMinutes($value = 1): static {}
        public function addSecond($value = 1): static {}
        public function subSecond($value = 1): static {}
        public function addSeconds($value = 1): static {}
        public function subSeconds($value = 1): static {}
        public function addWeekday($value = 1): static {}
        public function subWeekday($value = 1): static {}
        public function addWeekdays($value = 1): static {}
        public function subWeekdays($value = 1): static {}
        public function addQuarter($value = 1): static {}
        public function subQuarter($value = 1): static {}
        public function addQuarters($value = 1): static {}
        public function subQuarters($value = 1): static {}
        public function addMonthNoOverflow($value = 1): static {}
        public function subMonthNoOverflow($value = 1): static {}
        public function addMonthsNoOverflow($value = 1): static {}
        public function subMonthsNoOverflow($value = 1): static {}
        public function addDecade($value = 1): static {}
        public function subDecade($value = 1): static {}
        public function addCentury($value = 1): static {}
        public function subCentury($value = 1): static {}
        public function startOfSecond(): static {}
        public function endOfSecond(): static {}
        public function startOfMinute(): static {}
        public function endOfMinute(): static {}
        public function startOfHour(): static {}
        public function endOfHour(): static {}
        public function startOfDay(): static {}
        public function endOfDay(): static {}
        public function startOfWeek(): static {}
        public function endOfWeek(): static {}
        public function startOfMonth(): static {}
        public function endOfMonth(): static {}
        public function startOfQuarter(): static {}
        public function endOfQuarter(): static {}
        public function startOfYear(): static {}
        public function endOfYear(): static {}
        public function startOfDecade(): static {}
        public function endOfDecade(): static {}
        public function startOfCentury(): static {}
        public function endOfCentury(): static {}
        public function diffInSeconds($date = null, $absolute = false) {}
        public function diffInMinutes($date = null, $absolute = false) {}
        public function diffInHours($date = null, $absolute = false) {}
        public function diffInDays($date = null, $absolute = false) {}
        public function diffInWeeks($date = null, $absolute = false) {}
        public function diffInMonths($date = null, $absolute = false) {}
        public function diffInYears($date = null, $absolute = false) {}
        public function copy(): static {}
        public function setTimezone($value): static {}
        public function setDate($year, $month, $day): static {}
        public function setTime($hour, $minute, $second = 0, $microseconds = 0): static {}
        public function setTimeFromTimeString($time): static {}
        public function utc(): static {}
        public function locale($locale = null): static {}
        public function add($unit, $value = 1): static {}
        public function sub($unit, $value = 1): static {}
        public function next($modifier = null): static {}
        public function previous($modifier = null): static {}
        public function closest($a, $b): static {}
        public function min($date = null): static {}
        public function max($date = null): static {}
        public function average($date = null): static {}
        public function toImmutable(): static {}
        public function toMutable(): static {}
        public function clone(): static {}
        public function modify($modify): static {}
        public function floor($precision = 1): static {}
        public function ceil($precision = 1): static {}
        public function round($precision = 1): static {}
        public function setDay($value): static {}
        public function setMonth($value): static {}
        public function setYear($value): static {}
        public function setHour($value): static {}
        public function setMinute($value): static {}
        public function setSecond($value): static {}
        public function isToday(): bool {}
        public function isTomorrow(): bool {}
        public function isYesterday(): bool {}
        public function isPast(): bool {}
        public function isFuture(): bool {}
        public function isWeekend(): bool {}
        public function isWeekday(): bool {}
        public function isSameDay($date = null): bool {}
        public function isSameMonth($date = null): bool {}
        public function isSameYear($date = null): bool {}
        public function isCurrentDay(): bool {}
        public function isCurrentWeek(): bool {}
        public function isCurrentMonth(): bool {}
        public function isCurrentYear(): bool {}
        public function isMonday(): bool {}
        public function isSunday(): bool {}
        public function isBirthday($date = null): bool {}
        public function isBefore($date): bool {}
        public function isAfter($date): bool {}
        public function isBetween($a, $b, $equal = true): bool {}
        public function between($a, $b, $equal = true): bool {}
        public function betweenIncluded($a, $b): bool {}
        public function betweenExcluded($a, $b): bool {}
        public function eq($date): bool {}
        public function equalTo($date): bool {}
        public function ne($date): bool {}
        public function gt($date): bool {}
        public function greaterThan($date): bool {}
        public function gte($date): bool {}
        public function greaterThanOrEqualTo($date): bool {}
        public function lt($date): bool {}
        public function lessThan($date): bool {}
        public function lte($date): bool {}
        public function lessThanOrEqualTo($date): bool {}
        public function isLeapYear(): bool {}
        public function diffForHumans($other = null, $syntax = null, $short = false, $parts = 1, $options = null): string {}
        public function toDateString(): string {}
        public function toDateTimeString($unitPrecision = 'second'): string {}
        public function toTimeString($unitPrecision = 'second'): string {}
        public function toFormattedDateString(): string {}
        public function toFormattedDayDateString(): string {}
        public function toDayDateTimeString(): string {}
        public function toIso8601String(): string {}
        public function toIso8601ZuluString($unitPrecision = 'second'): string {}
        public function toAtomString(): string {}
        public function toRfc2822String(): string {}
        public function toRfc3339String($extended = false): string {}
        public function toISOString($keepOffset = false): ?string {}
        public function toJSON(): ?string {}
        public function toW3cString(): string {}
        public function toCookieString(): string {}
        public function toArray(): array {}
        public function isoFormat(string $format, ?string $originalFormat = null): string {}
        public function translatedFormat(string $format): string {}
        public function ago($syntax = null): string {}
        public function fromNow($syntax = null): string {}
        public function getTimestampMs(): int {}
        public function diff($date = null, $absolute = false, $skip = []) {}
        public function calendar($referenceTime = null, array $formats = []): string {}
        public function range($endDate = null, $interval = null): CarbonPeriod {}
        public function daysUntil($endDate = null, $interval = 1): CarbonPeriod {}
        public function monthsUntil($endDate = null, $interval = 1): CarbonPeriod {}
        public function week($week = null) {}
        public static function now($timezone = null): static {}
        public static function today($timezone = null): static {}
        public static function tomorrow($timezone = null): static {}
        public static function yesterday($timezone = null): static {}
        public static function parse($time = null, $timezone = null): static {}
        public static function create($year = 0, $month = 1, $day = 1, $hour = 0, $minute = 0, $second = 0, $timezone = null): static {}
        public static function createFromDate($year = null, $month = null, $day = null, $timezone = null): static {}
        public static function createFromTime($hour = 0, $minute = 0, $second = 0, $timezone = null): static {}
        public static function createFromFormat($format, $time, $timezone = null): static {}
        public static function createFromTimestamp($timestamp, $timezone = null): static {}
        public static function createFromTimestampMs($timestamp, $timezone = null): static {}
        public static function createFromTimeString($time, $timezone = null): static {}
        public static function instance($date): static {}
        public static function make($var): static {}
        public static function createMidnightDate($year = null, $month = null, $day = null, $timezone = null): static {}
        public static function createSafe($year = null, $month = null, $day = null, $hour = null, $minute = null, $second = null, $timezone = null): static {}
        public static function setTestNow($testNow = null) {}
        public static function setLocale(string $locale) {}
        public static function hasTestNow(): bool {}
        public static function macro(string $name, ?callable $macro) {}
        public $year; public $month; public $day; public $hour; public $minute; public $second; public $timestamp; public $dayOfWeek; public $dayOfWeekIso; public $dayOfYear; public $weekOfYear; public $weekOfMonth; public $daysInMonth; public $quarter; public $age; public $timezone; public $tz; public $timezoneName; public $englishDayOfWeek; public $shortEnglishMonth; public $monthName; public $dayName; public $micro; public $locale;
    }
}
