// The language server as a process, and what it says besides answers.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { LanguageClient, State, type DocumentSelector, type DynamicFeature, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { documentSelector, hierarchySelector, languageModes } from './core/languages';
import { findProgram } from './core/program';
import { Others } from './core/others';
import type { Sessions } from './core/sessions';
import type { Life, Status } from './core/status';

/** The program, running or not. Its owner disposes of it. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel('ci', { log: true });
  private readonly trace = vscode.window.createOutputChannel('ci (messages)', { log: true });
  private readonly life = new vscode.EventEmitter<Life>();
  private readonly status = new vscode.EventEmitter<Status>();
  private readonly sessions = new vscode.EventEmitter<Sessions>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly silences = new Set<{ uri: string; place: vscode.Position; asked: number }>();
  /** Functions that register for the hierarchies again, by the modes in force; empty until the server has sent its capabilities. */
  private hierarchies: (() => void)[] = [];
  /** Starts and stops come one after another. */
  private turn: Promise<void> = Promise.resolve();

  readonly onLife = this.life.event;
  readonly onStatus = this.status.event;
  readonly onSessions = this.sessions.event;

  constructor(private readonly context: vscode.ExtensionContext, private readonly others: Others) {
    this.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((e) => {
        // What a language server is asked about is settled when it starts.
        if (['ci.path', 'ci.args', 'ci.languages'].some((key) => e.affectsConfiguration(key))) {
          void this.restart();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
    );
  }

  /** Starts the program; what stands in the way is said to the person. */
  start(): Promise<void> {
    return this.next(() => this.begin());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.begin();
    });
  }

  showOutput(): void {
    this.output.show();
  }

  /** Runs a command of the server. */
  execute<T>(command: string, args: unknown[]): Promise<T> {
    return this.request('workspace/executeCommand', { command, arguments: args });
  }

  /** Asks the server; token cancels. */
  async request<T>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<T> {
    if (!this.client || this.client.state !== State.Running) {
      throw new Error('ci is not running; "ci: Show output" says why');
    }
    // A token that is not there would be taken for a second parameter.
    return token ? this.client.sendRequest<T>(method, params, token) : this.client.sendRequest<T>(method, params);
  }

  /** Makes ci answer nothing about definition and uses of the name at a place, until the result is disposed of. */
  silence(document: vscode.TextDocument, place: vscode.Position): vscode.Disposable & { asked: number } {
    const silence = { uri: document.uri.toString(), place, asked: 0, dispose: (): void => void this.silences.delete(silence) };
    this.silences.add(silence);
    return silence;
  }

  private silent(document: vscode.TextDocument, place: vscode.Position): boolean {
    const found = [...this.silences].filter((s) => s.uri === document.uri.toString() && s.place.isEqual(place));
    found.forEach((s) => s.asked++);
    return found.length > 0;
  }

  /** Sends the server the other servers that there are now. */
  tellOthers(): void {
    const { client } = this;
    if (client?.state === State.Running) {
      this.output.info(`other servers: ${JSON.stringify(this.others.servers)}`);
      this.hierarchies.forEach((register) => register());
      void client.sendNotification('workspace/didChangeConfiguration', { settings: { ci: { otherServers: this.others.servers } } });
    }
  }

  /** Asks how the index of each folder is. */
  statuses(): Promise<Status[]> {
    return this.request('ci/status', {});
  }

  /** A place of the protocol as the editor has it. */
  get convert(): LanguageClient['protocol2CodeConverter'] | undefined {
    return this.client?.protocol2CodeConverter;
  }

  dispose(): Promise<void> {
    vscode.Disposable.from(...this.subscriptions, this.life, this.status, this.sessions).dispose();
    return this.next(() => this.end());
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work);
    return this.turn;
  }

  private async begin(): Promise<void> {
    const config = vscode.workspace.getConfiguration('ci');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const found = findProgram({
      setting: config.get('path', ''), folder, home: homedir(), path: process.env['PATH'] ?? '', windows: process.platform === 'win32', runnable,
    });
    if ('problem' in found) {
      this.fail(found.problem);
      return;
    }
    const run = { command: found.program, args: ['lsp', ...config.get<string[]>('args', [])], ...(folder ? { options: { cwd: folder } } : {}) };
    const server: ServerOptions = { run, debug: run };
    const options: LanguageClientOptions = {
      documentSelector: documentSelector(),
      initializationOptions: { ci: { status: true, languages: languageModes(config.get('languages')), otherServers: this.others.servers, commands: ['ci.showReferences'] } },
      outputChannel: this.output,
      traceOutputChannel: this.trace,
      progressOnInitialization: true,
      middleware: {
        provideDefinition: (document, place, token, next) => (this.silent(document, place) ? undefined : next(document, place, token)),
        provideReferences: (document, place, options, token, next) => (this.silent(document, place) ? undefined : next(document, place, options, token)),
      },
      markdown: { isTrusted: false, supportHtml: false },
    };
    this.output.info(`starting ${[run.command, ...run.args].join(' ')}`);
    this.life.fire({ life: 'starting' });
    const client = new LanguageClient('ci', 'ci', server, options);
    this.client = client;
    this.hierarchies = [];
    for (const method of ['textDocument/prepareCallHierarchy', 'textDocument/prepareTypeHierarchy']) {
      const feature: Pick<DynamicFeature<unknown>, 'initialize' | 'clear'> = client.getFeature(method as 'textDocument/prepareCallHierarchy');
      const initialize = feature.initialize.bind(feature);
      feature.initialize = (capabilities) => {
        const register = (): void => {
          feature.clear();
          initialize(capabilities, hierarchySelector(languageModes(config.get('languages')), this.others.servers) as DocumentSelector);
        };
        this.hierarchies.push(register);
        register();
      };
    }
    client.onDidChangeState((e) => {
      if (this.client === client) {
        this.life.fire({ life: e.newState === State.Running ? 'running' : e.newState === State.Starting ? 'starting' : 'stopped' });
      }
    });
    client.onNotification('ci/status', (s: Status) => this.status.fire(s));
    client.onNotification('ci/session', (s: Sessions) => this.sessions.fire(s));
    try {
      await client.start();
    } catch (e) {
      this.client = undefined;
      this.fail(`${found.program} lsp did not start: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.life.fire({ life: 'stopped' });
    // One that has failed already can't be stopped any more.
    await client?.dispose().catch((e: unknown) => this.output.warn(`ci did not end well: ${String(e)}`));
  }

  /** Says what is wrong and what to do; nobody waits for the answer. */
  private fail(problem: string): void {
    this.output.error(problem);
    this.life.fire({ life: 'failed', problem: `${problem}\nClick for what to do.` });
    const settings = 'Open setting';
    const how = 'How to install';
    const again = 'Try again';
    void vscode.window.showErrorMessage(`${problem} Install ci, or say in the setting ci.path where it is.`, settings, how, again).then((choice) => {
      switch (choice) {
        case settings:
          return vscode.commands.executeCommand('workbench.action.openSettings', 'ci.path');
        case how:
          return vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(this.context.extensionUri, 'README.md'));
        case again:
          return this.restart();
      }
      return undefined;
    });
  }
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
