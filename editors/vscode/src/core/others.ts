// Which languages another server answers for, by what it answers.

/** An extension, as far as it says whose language server it is. */
export interface Extension {
  id: string;
  isActive: boolean;
  packageJSON: unknown;
}

/** How many seconds after a document is shown it is looked at again, while nobody else answers: servers take a while to start. */
export const patience: readonly number[] = [1, 3, 10, 30, 60];

/** How many places, or whatever, an answer of the protocol or of the editor has. */
export function count(answer: unknown): number {
  return Array.isArray(answer) ? answer.length : answer === null || answer === undefined ? 0 : 1;
}

/** Where the name of a symbol stands in the text of its range: some servers say only where all of the symbol is. */
export function nameIn(text: string, name: string): number {
  const bare = /^[^\s(:<]+/.exec(name)?.[0] ?? name;
  const escaped = bare.replace(/[^\w]/g, '\\$&');
  return Math.max(0, text.search(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`)));
}

/**
 * Who answers for a language, in words: the active extensions that are made for it. Only
 * the answers themselves say whether there is somebody; this is for people to read.
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

/** What is known of the other servers. */
export class Others {
  private readonly found = new Map<string, string>();

  /** Notes who answers for a language, undefined for nobody; false where that is no news. */
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

  /** The setting otherServers. */
  get servers(): Record<string, string> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
