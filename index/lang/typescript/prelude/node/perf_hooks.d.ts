export interface EventLoopUtilization { idle: number; active: number; utilization: number }
export class PerformanceEntry {
  duration: number; entryType: string; name: string; startTime: number; detail?: any; toJSON(): any;
}
export interface Performance {
  clearMarks(name?: string): void; clearMeasures(name?: string): void;
  eventLoopUtilization(a?: EventLoopUtilization, b?: EventLoopUtilization): EventLoopUtilization; getEntries(): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[]; mark(name: string, options?: any): PerformanceEntry;
  measure(name: string, startMark?: any, endMark?: string): PerformanceEntry; now(): number; timeOrigin: number;
  timerify<T extends (...params: any[]) => any>(fn: T, options?: any): T; toJSON(): any;
}
export class PerformanceObserver {
  constructor(callback: (list: any, observer: PerformanceObserver) => void); disconnect(): void; observe(options: any): void;
}
export interface IntervalHistogram {
  enable(): boolean; disable(): boolean; min: number; max: number; mean: number; stddev: number;
  percentile(percentile: number): number; reset(): void;
}
export const performance: Performance;
export const constants: any;
export function monitorEventLoopDelay(options?: any): IntervalHistogram;
