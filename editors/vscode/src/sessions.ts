// The tree of agent sessions.
import * as vscode from 'vscode';
import { oneLine, tree, type Node, type Session, type Sessions } from './core/sessions';
import type { Server } from './server';

/** A line, and the root of the repository that its session is of. */
interface Line {
  root: string;
  node: Node;
  parent?: Line;
}

export class SessionsView implements vscode.TreeDataProvider<Line>, vscode.Disposable {
  private readonly byRoot = new Map<string, Session[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<Line>;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('ci.sessions', { treeDataProvider: this, showCollapseAll: true });
  }

  /** What changed: all sessions of a repository, or those of them that did. */
  set(s: Sessions): void {
    const known = new Map((this.byRoot.get(s.root) ?? []).map((x) => [x.session_id, x]));
    for (const x of s.sessions) {
      known.set(x.session_id, x);
    }
    this.replace(s.root, [...known.values()]);
  }

  /** Asks the server for all sessions of the workspace. */
  async refresh(): Promise<void> {
    const all = await this.server.execute<Sessions[] | null>('ci.showSession', []);
    this.byRoot.clear();
    for (const s of all ?? []) {
      this.replace(s.root, s.sessions);
    }
    this.draw();
  }

  /** Brings the view to the front. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand('ci.sessions.focus');
    await this.refresh();
  }

  getChildren(parent?: Line): Line[] {
    if (parent) {
      return (parent.node.children ?? []).map((node) => ({ root: parent.root, node, parent }));
    }
    return [...this.byRoot].flatMap(([root, sessions]) => tree(sessions).map((node): Line => ({ root, node })));
  }

  getParent(line: Line): Line | undefined {
    return line.parent;
  }

  getTreeItem({ root, node }: Line): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(oneLine(node.label), !node.children?.length ? None : node.open ? Expanded : Collapsed);
    item.id = `${root}\0${node.id}`;
    if (node.description) {
      item.description = oneLine(node.description);
    }
    if (node.tooltip) {
      item.tooltip = node.tooltip;
    }
    if (node.icon) {
      item.iconPath = new vscode.ThemeIcon(node.icon, node.color ? new vscode.ThemeColor(node.color) : undefined);
    }
    if (node.place) {
      const line = Math.max(0, (node.place.line ?? 1) - 1);
      item.command = {
        command: 'vscode.open',
        title: 'Open',
        arguments: [vscode.Uri.joinPath(vscode.Uri.file(root), node.place.path), { preview: true, selection: new vscode.Range(line, 0, line, 0) }],
      };
    }
    return item;
  }

  dispose(): void {
    vscode.Disposable.from(this.view, this.changed).dispose();
  }

  private replace(root: string, sessions: Session[]): void {
    this.byRoot.set(root, sessions);
    this.draw();
  }

  private draw(): void {
    const open = [...this.byRoot.values()].flat().filter((s) => s.phase !== 'CLOSED').length;
    this.view.badge = open > 0 ? { value: open, tooltip: open === 1 ? 'an agent has a session' : `${open} sessions are open` } : undefined;
    this.changed.fire();
  }
}
