declare namespace Intl {
  interface SegmenterOptions { localeMatcher?: string; granularity?: string }
  interface SegmentData { segment: string; index: number; input: string; isWordLike?: boolean }
  interface Segments { containing(codeUnitIndex?: number): SegmentData | undefined; [Symbol.iterator](): Iterable<SegmentData> }
  interface Segmenter { segment(input: string): Segments }
  const Segmenter: { prototype: Segmenter; new (locales?: Intl.LocalesArgument, options?: SegmenterOptions): Segmenter };
  function supportedValuesOf(key: string): string[];
}
