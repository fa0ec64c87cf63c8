// The command of code lenses: shows the references of a place.
import * as vscode from 'vscode';
import type { Location, Position } from 'vscode-languageclient';
import type { Server } from './server';

/** Opens the peek view; locations are asked for where the lens has none. */
export async function showReferences(server: Server, uri: string, position: unknown, locations?: unknown): Promise<void> {
  const at = position as Position;
  const found = Array.isArray(locations)
    ? (locations as Location[])
    : await server.request<Location[] | null>('textDocument/references', { textDocument: { uri }, position: at, context: { includeDeclaration: false } });
  const convert = server.convert;
  if (convert) {
    await vscode.commands.executeCommand('editor.action.showReferences', convert.asUri(uri), convert.asPosition(at), (found ?? []).map((l) => convert.asLocation(l)));
  }
}
