// The extension: starts `ci lsp`, and shows what it says of the index, the code and
// the agents' sessions.
import * as vscode from 'vscode';
import { languageOf } from './core/languages';
import { Others } from './core/others';
import { Watch } from './others';
import { Server } from './server';
import { Search } from './search';
import { SessionsView } from './sessions';
import { StatusBar } from './status';
import { showReferences } from './references';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = new StatusBar();
  const others = new Others();
  const server = new Server(context, others);
  const sessions = new SessionsView(server);
  const search = new Search(server);
  const command = (id: string, run: (...args: never[]) => unknown): vscode.Disposable => vscode.commands.registerCommand(id, run);
  context.subscriptions.push(
    status,
    server,
    sessions,
    new Watch(server, others),
    server.onLife((life) => status.setLife(life)),
    server.onStatus((s) => status.setFolder(s)),
    server.onSessions((s) => sessions.set(s)),
    vscode.window.onDidChangeActiveTextEditor((editor) => status.setDocument(shown(editor))),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh(server, status, sessions)),
    command('ci.searchCode', () => search.ask()),
    command('ci.showSessions', () => sessions.show()),
    command('ci.refreshSessions', () => sessions.refresh()),
    command('ci.reindexWorkspace', () => reindex(server)),
    command('ci.restart', () => server.restart()),
    command('ci.showOutput', () => server.showOutput()),
    command('ci.showReferences', (uri: string, position: unknown, locations?: unknown) => showReferences(server, uri, position, locations)),
    command('ci.menu', () => menu(status)),
  );
  status.setDocument(shown(vscode.window.activeTextEditor));
  await server.start();
}

/** Returns the file in an editor and its language, undefined where ci does not read it. */
function shown(editor: vscode.TextEditor | undefined): { path: string; language: string } | undefined {
  const { uri, languageId } = editor?.document ?? {};
  const language = uri?.scheme === 'file' && languageId ? languageOf(languageId, uri.path) : undefined;
  return uri && language ? { path: uri.fsPath, language } : undefined;
}

/** There are other folders than before. */
async function refresh(server: Server, status: StatusBar, sessions: SessionsView): Promise<void> {
  try {
    status.setFolders(await server.statuses());
    await sessions.refresh();
  } catch {
    // It does not run, which the status bar says already.
  }
}

async function reindex(server: Server): Promise<void> {
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'ci: reindexing' }, () => server.execute('ci.reindex', []));
}

/** What a click on the status bar offers. */
async function menu(status: StatusBar): Promise<void> {
  const chosen = await vscode.window.showQuickPick(
    [
      { label: '$(search) Search by words or meaning', command: 'ci.searchCode' },
      { label: '$(compass) Show agent sessions', command: 'ci.showSessions' },
      { label: '$(sync) Reindex', command: 'ci.reindexWorkspace' },
      { label: '$(debug-restart) Restart', command: 'ci.restart' },
      { label: '$(output) Show output', command: 'ci.showOutput' },
      { label: '$(settings-gear) Settings', command: 'ci.settings' },
    ],
    { title: 'ci', placeHolder: status.text() },
  );
  if (chosen?.command === 'ci.settings') {
    await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:codeintel.ci-code-intel');
  } else if (chosen) {
    await vscode.commands.executeCommand(chosen.command);
  }
}
