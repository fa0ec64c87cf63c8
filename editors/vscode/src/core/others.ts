// Which languages other servers answer for.

/** The part of an extension that tells whether it is a language server. */
export interface Extension {
  id: string;
  isActive: boolean;
  packageJSON: unknown;
}

/** The delays in seconds after which a document is tried again while no other server answers: servers take a while to start. */
export const patience: readonly number[] = [1, 3, 10, 30, 60];

/** Counts the items in an answer of the protocol or of the editor. */
export function count(answer: unknown): number {
  return Array.isArray(answer) ? answer.length : answer === null || answer === undefined ? 0 : 1;
}

/** Returns the offset of a symbol's name in the text of its range, 0 where it is not there: some servers give only the range of the whole symbol. */
export function nameIn(text: string, name: string): number {
  const bare = /^[^\s(:<]+/.exec(name)?.[0] ?? name;
  const escaped = bare.replace(/[^\w]/g, '\\$&');
  return Math.max(0, text.search(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`)));
}

/**
 * Names who answers for a language, for people to read: the active extensions that are made
 * for it. Only the answers themselves tell whether there is another server.
 */
export function serverName(extensions: readonly Extension[], id: string): string {
  const names = extensions.flatMap((e) => {
    const p = e.packageJSON as { name?: string; displayName?: string; main?: string; browser?: string; categories?: unknown; activationEvents?: unknown; contributes?: { languages?: unknown } };
    const has = (list: unknown, what: string): boolean => Array.isArray(list) && list.includes(what);
    const speaks = has(p.activationEvents, `onLanguage:${id}`) || (Array.isArray(p.contributes?.languages) && p.contributes.languages.some((l: { id?: string }) => l.id === id));
    if (!e.isActive || !(p.main ?? p.browser) || !speaks || !has(p.categories, 'Programming Languages')) {
      return [];
    }
    return [p.displayName && !p.displayName.startsWith('%') ? p.displayName : p.name ?? e.id];
  });
  return names.length === 0 || names.length > 3 ? 'another extension' : names.join(' and ');
}

/** The other servers that are known, by language. */
export class Others {
  private readonly found = new Map<string, string>();

  /** Notes who answers for a language, undefined for nobody, and returns whether that is new. */
  set(language: string, server: string | undefined): boolean {
    if (this.found.get(language) === server) {
      return false;
    }
    if (server === undefined) {
      this.found.delete(language);
    } else {
      this.found.set(language, server);
    }
    return true;
  }

  has(language: string): boolean {
    return this.found.has(language);
  }

  /** The value of the setting otherServers. */
  get servers(): Record<string, string> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
