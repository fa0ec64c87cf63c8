// The status bar.
import * as vscode from 'vscode';
import { show, type Document, type Life, type Status } from './core/status';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('ci.status', vscode.StatusBarAlignment.Left, 0);
  private readonly folders = new Map<string, Status>();
  private life: Life = { life: 'starting' };
  private document: Document | undefined;

  constructor() {
    this.item.name = 'ci';
    this.item.command = 'ci.menu';
    this.draw();
    this.item.show();
  }

  setLife(life: Life): void {
    this.life = life;
    if (life.life !== 'running') {
      this.folders.clear();
    }
    this.draw();
  }

  setFolder(s: Status): void {
    this.folders.set(s.root, s);
    this.draw();
  }

  /** Sets the document in the active editor. */
  setDocument(document: Document | undefined): void {
    this.document = document;
    this.draw();
  }

  /** All folders that there are. */
  setFolders(all: Status[]): void {
    this.folders.clear();
    all.forEach((s) => this.folders.set(s.root, s));
    this.draw();
  }

  /** What it says, on one line. */
  text(): string {
    return show(this.life, [...this.folders.values()], this.document).tooltip.replaceAll('\n\n', '; ').replaceAll('\n', ': ');
  }

  dispose(): void {
    this.item.dispose();
  }

  private draw(): void {
    const shown = show(this.life, [...this.folders.values()], this.document);
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    const color = { normal: undefined, warning: 'statusBarItem.warningBackground', error: 'statusBarItem.errorBackground' }[shown.level];
    this.item.backgroundColor = color ? new vscode.ThemeColor(color) : undefined;
  }
}
