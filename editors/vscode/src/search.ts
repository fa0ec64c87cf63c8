// Search by words or meaning, as one types.
import * as vscode from 'vscode';
import { items, type Hit, type Item } from './core/search';
import type { Server } from './server';

/** How long a person may pause before the question is asked. */
const pause = 150;

export class Search {
  private last = '';

  constructor(private readonly server: Server) {}

  /** Asks for words and opens what is chosen. */
  async ask(): Promise<void> {
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & Item>();
    pick.title = 'ci: Search by words or meaning';
    pick.placeholder = 'what the code does, in words, or a name';
    pick.matchOnDescription = pick.matchOnDetail = false;
    pick.value = this.last;
    let timer: NodeJS.Timeout | undefined;
    let asked: vscode.CancellationTokenSource | undefined;
    const search = async (text: string): Promise<void> => {
      asked?.cancel();
      if (text.trim() === '') {
        pick.items = [];
        return;
      }
      const mine = (asked = new vscode.CancellationTokenSource());
      pick.busy = true;
      try {
        const hits = await this.server.request<Hit[] | null>('workspace/executeCommand', { command: 'ci.search', arguments: [text] }, mine.token);
        if (!mine.token.isCancellationRequested) {
          const folders = (vscode.workspace.workspaceFolders ?? []).map((f) => f.uri.toString());
          // The server has chosen, so each item is shown whatever its words.
          pick.items = items(hits ?? [], folders).map((i) => ({ ...i, alwaysShow: true }));
        }
      } catch (e) {
        if (!mine.token.isCancellationRequested) {
          pick.items = [];
          void vscode.window.showErrorMessage(`ci: ${e instanceof Error ? e.message : String(e)}`);
        }
      } finally {
        if (asked === mine) {
          pick.busy = false;
        }
        mine.dispose();
      }
    };
    pick.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void search(text), pause);
    });
    pick.onDidAccept(() => {
      const chosen = pick.activeItems[0];
      if (chosen) {
        this.last = pick.value;
        pick.hide();
        void this.open(chosen.hit);
      }
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      asked?.cancel();
      pick.dispose();
    });
    pick.show();
    if (this.last) {
      await search(this.last);
    }
  }

  private async open(hit: Hit): Promise<void> {
    const { start, end } = hit.range;
    await vscode.window.showTextDocument(vscode.Uri.parse(hit.uri), { selection: new vscode.Range(start.line, start.character, end.line, end.character) });
  }
}
