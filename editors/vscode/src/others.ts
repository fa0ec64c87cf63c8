// Finds out which documents other extensions answer for, and tells the server.
//
// The editor does not tell who has registered for a language, and the list of active
// extensions does not help: formatters, linters and assistants are active for Go and Python
// too, and the PHP support that comes with the editor has no definitions. If ci made room
// for these, nobody would answer. So the editor is asked where names that a document defines
// are defined and used, while ci does not answer that one question: any answer is another
// server's. Counting answers instead does not work, since the editor removes duplicates. Nor
// is ci silent about the symbols of a document, which the editor caches: they only tell where
// there are names.
import * as vscode from 'vscode';
import { languageOf } from './core/languages';
import { count, nameIn, Others, patience, serverName } from './core/others';
import type { Server } from './server';

/** How many names of a document are tried. */
const tries = 3;

/** How many milliseconds others may take to answer; after that it is not known whether they do. */
const within = 15_000;

export class Watch implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly timers = new Map<string, NodeJS.Timeout>(); // by language
  /** Documents are tried one after the other. */
  private turn: Promise<void> = Promise.resolve();
  private gone = false;

  constructor(private readonly server: Server, private readonly others: Others) {
    this.subscriptions.push(
      vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor?.document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.look(document)),
      vscode.extensions.onDidChange(() => this.all()),
      server.onLife((life) => {
        if (life.life === 'running') {
          server.tellOthers(); // what was found while it started
          this.all();
        }
      }),
    );
  }

  dispose(): void {
    this.gone = true;
    this.timers.forEach((t) => clearTimeout(t));
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Tries the visible documents. */
  private all(): void {
    vscode.window.visibleTextEditors.forEach((editor) => this.look(editor.document));
  }

  /** Tries a document, and again later while nobody else answers for its language. */
  private look(document: vscode.TextDocument | undefined, attempt = 0): void {
    const language = document?.uri.scheme === 'file' ? languageOf(document.languageId, document.uri.path) : undefined;
    if (!document || language === undefined || this.gone) {
      return;
    }
    clearTimeout(this.timers.get(language));
    this.timers.delete(language);
    this.turn = this.turn.then(async () => {
      const answered = document.isClosed ? undefined : await this.answered(document).catch(() => undefined);
      if (this.gone) {
        return;
      }
      if (answered !== undefined && this.others.set(language, answered ? serverName(vscode.extensions.all, document.languageId) : undefined)) {
        this.server.tellOthers();
      }
      const again = patience[attempt];
      if (!this.others.has(language) && again !== undefined && !this.timers.has(language) && !document.isClosed) {
        this.timers.set(language, setTimeout(() => this.look(document, attempt + 1), again * 1000));
      }
    });
  }

  /** Returns whether another server answers about a document, undefined where that is not known now. */
  private async answered(document: vscode.TextDocument): Promise<boolean | undefined> {
    const version = document.version;
    const symbols = await soon(vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', document.uri));
    const places = (symbols ?? []).slice(0, tries).map((s) => {
      const { start } = s.selectionRange;
      return document.positionAt(document.offsetAt(start) + nameIn(document.getText(s.selectionRange), s.name));
    });
    for (const [command, some] of [
      ['vscode.executeDefinitionProvider', places],
      // Some servers lead nowhere from the definition itself.
      ['vscode.executeReferenceProvider', places.slice(0, 1)],
    ] as const) {
      for (const place of some) {
        const silence = this.server.silence(document, place);
        const answer = await soon(vscode.commands.executeCommand<unknown>(command, document.uri, place)).finally(() => silence.dispose());
        if (document.version !== version || silence.asked > 1) {
          return undefined; // the document has changed, or a person has asked about the same place
        }
        if (count(answer) > 0) {
          return true;
        }
      }
    }
    return places.length > 0 ? false : undefined;
  }
}

/** Returns an answer, or rejects if it takes too long. */
async function soon<T>(answer: Thenable<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), within);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
