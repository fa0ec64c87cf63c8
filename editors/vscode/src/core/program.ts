// Where the program `ci` is. Nothing here knows the editor: what the disk says is
// handed in.
import * as path from 'node:path';

export interface Where {
  /** The setting ci.path, '' when it is not set. */
  setting: string;
  /** The first folder of the workspace, '' without one. */
  folder: string;
  home: string;
  /** The variable PATH. */
  path: string;
  windows: boolean;
  /** Says whether a file is there and may be run. */
  runnable: (file: string) => boolean;
}

export type Found = { program: string } | { problem: string };

/** Finds the program: the one that the setting names, else the first on PATH. */
export function findProgram(w: Where): Found {
  const setting = w.setting.trim();
  if (setting !== '') {
    const named = expand(setting, w);
    // A bare name is looked up as a shell does.
    if (!/[\\/]/.test(named)) {
      const onPath = lookUp(named, w);
      return onPath ? { program: onPath } : { problem: `The setting ci.path says "${setting}", and there is no such program on PATH.` };
    }
    const file = path.isAbsolute(named) || w.folder === '' ? named : path.join(w.folder, named);
    return w.runnable(file) ? { program: file } : { problem: `The setting ci.path says "${setting}", and ${file} is no program that can be run.` };
  }
  const onPath = lookUp('ci', w);
  return onPath ? { program: onPath } : { problem: 'There is no "ci" on PATH, and the setting ci.path does not say where it is.' };
}

function expand(setting: string, w: Where): string {
  return setting.replace(/^~(?=$|[\\/])/, () => w.home).replaceAll('${workspaceFolder}', () => w.folder);
}

function lookUp(name: string, w: Where): string | undefined {
  const names = w.windows && !/\.exe$/i.test(name) ? [`${name}.exe`] : [name];
  for (const dir of w.path.split(w.windows ? ';' : ':')) {
    // An empty or relative entry would be a folder of the workspace.
    if (!path.isAbsolute(dir)) {
      continue;
    }
    for (const n of names) {
      const file = path.join(dir, n);
      if (w.runnable(file)) {
        return file;
      }
    }
  }
  return undefined;
}
