// What `workspace/executeCommand ci.search` answers, as lines to choose from.

export interface Hit {
  uri: string;
  /** As the protocol counts. */
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  name?: string;
  kind?: string;
  /** The text of the place: a signature, or its first line. */
  text?: string;
  score?: number;
}

export interface Item {
  label: string;
  description: string;
  detail: string;
  hit: Hit;
}

/** The hits as items; folder is the URI of the workspace's folder, '' for none. */
export function items(hits: readonly Hit[], folders: readonly string[]): Item[] {
  return hits.map((hit) => ({
    label: `$(${icon(hit.kind ?? '')}) ${hit.name || fileOf(hit.uri)}`,
    description: `${relative(hit.uri, folders)}:${hit.range.start.line + 1}`,
    detail: (hit.text ?? '').split('\n', 1)[0]!.trim(),
    hit,
  }));
}

/** The path of a document below the folder that holds it, else the whole path. */
export function relative(uri: string, folders: readonly string[]): string {
  const base = folders.map((f) => (f.endsWith('/') ? f : `${f}/`)).filter((f) => uri.startsWith(f)).sort((a, b) => b.length - a.length)[0];
  return decode(base ? uri.slice(base.length) : uri.replace(/^file:\/\//, ''));
}

function fileOf(uri: string): string {
  return decode(uri.slice(uri.lastIndexOf('/') + 1));
}

function decode(s: string): string {
  try {
    return decodeURIComponent(s);
  } catch {
    return s; // it is no encoded name
  }
}

// Icons of the product for kinds of symbols.
const icons: ReadonlySet<string> = new Set([
  'class', 'constant', 'constructor', 'enum', 'enum-member', 'event', 'field', 'file', 'function', 'interface', 'key', 'method', 'module', 'namespace', 'object',
  'operator', 'package', 'property', 'struct', 'variable',
]);

function icon(kind: string): string {
  const k = kind.toLowerCase().replaceAll(/[ _]/g, '-');
  return icons.has(k) ? `symbol-${k}` : 'symbol-misc';
}
