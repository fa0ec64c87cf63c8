// What the status bar says of the index.

/** The notification ci/status: the index of one folder. */
export interface Status {
  root: string;
  state: string;
  phase?: string;
  done?: number;
  total?: number;
  rate?: number;
  left_seconds?: number;
  files?: number;
  generation?: number;
  problem?: string;
  languages?: LanguageMode[];
}

/** How much is answered about a language, and why; text says both to people. */
export interface LanguageMode {
  language: string;
  mode: string;
  set?: boolean;
  servers?: string[];
  text: string;
}

/** The file in the active editor. */
export interface Document {
  path: string;
  language: string;
}

/** What is shown: the text with its icon, more of it, and how urgent it is. */
export interface Shown {
  text: string;
  tooltip: string;
  level: 'normal' | 'warning' | 'error';
}

/** The state of the program itself, while there is no folder's. */
export type Life = { life: 'starting' | 'running' | 'stopped' } | { life: 'failed'; problem: string };

export function show(life: Life, folders: readonly Status[], document?: Document): Shown {
  switch (life.life) {
    case 'failed':
      return { text: '$(error) ci', tooltip: life.problem, level: 'error' };
    case 'starting':
      return { text: '$(sync~spin) ci', tooltip: 'ci is being started', level: 'normal' };
    case 'stopped':
      return { text: '$(circle-slash) ci', tooltip: 'ci is not running', level: 'warning' };
  }
  const tooltip = folders.map(describe).join('\n\n') || 'ci runs';
  const bad = folders.find((f) => f.state === 'failed' || (f.problem ?? '') !== '');
  if (bad) {
    return { text: '$(warning) ci', tooltip, level: 'warning' };
  }
  const busy = folders.filter((f) => f.state !== 'ready' || embedded(f));
  if (busy.length > 0) {
    const done = sum(busy, (f) => f.done ?? 0);
    const total = sum(busy, (f) => f.total ?? 0);
    return { text: total > 0 ? `$(sync~spin) ci ${count(done)}/${count(total)}` : '$(sync~spin) ci', tooltip, level: 'normal' };
  }
  return { text: ready(folders, document), tooltip, level: 'normal' };
}

/** The text while all is well. A tick means full answers, from ci or from ci and another server. */
function ready(folders: readonly Status[], document: Document | undefined): string {
  const around = folders.filter((f) => document && inside(document.path, f.root)).sort((a, b) => b.root.length - a.root.length);
  const of = around[0] ?? (folders.length === 1 ? folders[0] : undefined); // the path may go through a link
  const mode = of?.languages?.find((l) => l.language === document?.language);
  switch (mode?.mode) {
    case 'off':
      return '$(circle-slash) ci: off here';
    case 'companion':
      return (mode.servers ?? []).length > 0 ? `$(check) ci: ${mode.text}` : '$(info) ci: companion';
  }
  return '$(check) ci';
}

const inside = (path: string, root: string): boolean => path.startsWith(/[\\/]$/.test(root) ? root : root + (root.includes('\\') ? '\\' : '/'));

/** Describes the modes of a folder, one line for each mode and reason. */
function modes(f: Status): string[] {
  const by = new Map<string, string[]>();
  (f.languages ?? []).forEach((l) => by.set(l.text, [...(by.get(l.text) ?? []), l.language]));
  return [...by].map(([text, languages]) => `${text}: ${languages.join(', ')}`);
}

/** One folder in words. */
export function describe(f: Status): string {
  const name = f.root.split(/[\\/]/).filter(Boolean).pop() ?? f.root;
  const parts: string[] = [];
  if (f.state === 'ready') {
    parts.push('ready');
    if (f.files !== undefined) {
      parts.push(`${count(f.files)} ${f.files === 1 ? 'file' : 'files'}`);
    }
    if (f.generation !== undefined) {
      parts.push(`generation ${f.generation}`);
    }
    if (embedded(f)) {
      parts.push(progress('embed', f));
    }
  } else {
    parts.push(progress(f.phase ? `${f.state}: ${f.phase}` : f.state, f));
  }
  return [`${name}: ${parts.join(', ')}`, ...modes(f), ...(f.problem ? [f.problem] : [])].join('\n');
}

/** Whether the code of a folder is being embedded, which nothing waits for. */
const embedded = (f: Status): boolean => f.phase === 'embed';

/** How far a folder is with something, how fast, and how long the rest takes. */
function progress(what: string, f: Status): string {
  let text = what;
  if ((f.total ?? 0) > 0) {
    text += ` ${count(f.done ?? 0)} of ${count(f.total ?? 0)}`;
  }
  if (f.rate) {
    text += `, ${f.rate < 10 ? f.rate.toFixed(1) : count(Math.round(f.rate))}/s`;
  }
  if (f.left_seconds) {
    text += `, ${duration(f.left_seconds)} left`;
  }
  return text;
}

/** Seconds as people read them. */
function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) {
    return `${Math.ceil(seconds)} s`;
  }
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const sum = (list: readonly Status[], of: (f: Status) => number): number => list.reduce((n, f) => n + of(f), 0);

/** A number as people read it. */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
