// VS Code (code-server in Chromium) with our extension, in the shop: keys are pressed,
// and what is shown is looked at. Chromium may be so slow that keys are lost; so files
// are opened and edited by an extension of the test's own (driver), a key is pressed
// where it will be taken, and again until what it does can be seen.
//
//   BASE     the URL of code-server
//   COMMAND  what starts the server, a JSON list
//   DRIVER   the socket of the driver
//   SHOP     the file with the questions
//   SHOTS    a folder for pictures
//
// A line a check: "ok" or "FAIL", a tab, what was checked, a tab, details.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';

const { BASE, DRIVER, SHOTS } = process.env;
const { root, questions, agent } = JSON.parse(readFileSync(process.env.SHOP, 'utf8'));
const [program] = JSON.parse(process.env.COMMAND);
mkdirSync(SHOTS, { recursive: true });

let failed = 0;
const check = (name, ok, detail = '') => {
  failed += ok ? 0 : 1;
  console.log(`${ok ? 'ok' : 'FAIL'}\t${name}\t${ok ? '' : String(detail).replace(/\s+/g, ' ').slice(0, 600)}`);
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ],
});
const page = await (await browser.newContext({ viewport: { width: 1400, height: 850 } })).newPage();
let shots = 0;
const shot = (name) => page.screenshot({ path: path.join(SHOTS, `${String(++shots).padStart(2, '0')}-${name}.png`) });
const keys = page.keyboard;

/** What f finds, asked again until it finds something. */
const until = async (f, ms = 60_000) => {
  for (const end = Date.now() + ms; ; await page.waitForTimeout(50)) {
    const found = await f().catch(() => null);
    if (found || Date.now() > end) {
      return found;
    }
  }
};
/** What f returns in VS Code's extension host, where it is given the API and args. */
const inside = (f, ...args) =>
  new Promise((resolve, reject) => {
    const request = http.request({ socketPath: DRIVER, method: 'POST' }, async (response) => {
      const { value, error } = JSON.parse((await response.toArray()).join(''));
      error ? reject(new Error(error)) : resolve(value);
    });
    request.on('error', reject);
    request.end(JSON.stringify({ source: f.toString(), args }));
  });
const texts = (selector) => page.locator(selector).allInnerTexts();
const rows = () => texts('.quick-input-list .monaco-list-row');
const input = page.locator('.quick-input-widget input').first();
/** What Enter takes. */
const chosen = async () => (await texts('.quick-input-list .monaco-list-row.focused')).join(' ');
/** The file and the line that are shown, and the column where the cursor is. */
const where = async () => {
  const tab = await page.locator('.tab.active').first().getAttribute('data-resource-name', { timeout: 1000 });
  const [, line] = /Ln (\d+), Col (\d+)/.exec(await page.locator('#status\\.editor\\.selection').innerText({ timeout: 1000 })) ?? [];
  return `${tab}:${line}:${await inside((vscode) => vscode.window.activeTextEditor.selection.active.character + 1)}`;
};
/** A place as where has it, where down lines are before it and right columns. */
const at = (p, down = 0, right = 0) => `${path.basename(p.file)}:${p.line + 1 + down}:${p.character + 1 + right}`;
const shown = (selector) => page.locator(selector).filter({ visible: true }).count();
/** Closes what lies above the editor, or in it. */
const closed = () =>
  until(async () => {
    if (!(await shown('.quick-input-widget, .zone-widget, .monaco-dialog-box, .rename-box, .monaco-hover:not(.hidden)'))) {
      return true;
    }
    await keys.press('Escape');
    return false;
  });

/** Opens a place, with the cursor in the name there. */
const open = async (p, down = 0, right = 0) => {
  await closed();
  return until(async () => {
    await inside(
      async (vscode, file, line, character) => {
        const place = new vscode.Position(line, character);
        await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false, selection: new vscode.Range(place, place) });
      }, p.file, p.line + down, p.character + 1 + right);
    const there = async () => (await where()) === at(p, down, 1 + right) && (await shown('.part.editor .monaco-editor.focused'));
    return until(there, 3000);
  });
};
/** Opens p, presses keys, and waits for what f finds; again where nothing came. */
const asked = (p, pressed, f, down, right) =>
  until(async () => {
    await open(p, down, right);
    for (const key of pressed) {
      await keys.press(key);
    }
    return until(f, 6000);
  }, 180_000);
/** Gives up what is not saved. */
const revert = () =>
  until(() =>
    inside(async (vscode) => {
      const changed = () => vscode.workspace.textDocuments.filter((d) => d.isDirty);
      for (const document of changed()) {
        await vscode.window.showTextDocument(document, { preview: false });
        await vscode.commands.executeCommand('workbench.action.files.revert');
      }
      return changed().length === 0;
    }));
/** Types a text into the file of p, at a line and a character, and does not save it. */
const typed = (p, line, character, text) =>
  until(async () => {
    await revert();
    await open(p);
    // The command does nothing where the editor has lost the focus.
    return inside(
      async (vscode, line, character, text) => {
        const editor = vscode.window.activeTextEditor;
        const place = new vscode.Position(line, character);
        const was = editor.document.getText();
        const offset = editor.document.offsetAt(place);
        editor.selection = new vscode.Selection(place, place);
        await vscode.commands.executeCommand('type', { text });
        return editor.document.getText() === was.slice(0, offset) + text + was.slice(offset);
      }, line, character, text);
  });
/** The lines at places, as the editor has them. */
const lines = (places) =>
  inside(
    (vscode, places) => Promise.all(places.map(async (p) => (await vscode.workspace.openTextDocument(vscode.Uri.file(p.file))).lineAt(p.line).text)), places);
/** Runs a command of the palette until what f finds is there. */
const command = (name, f) =>
  until(async () => {
    await closed();
    await keys.press('F1');
    await input.fill(`>${name}`, { timeout: 3000 });
    if (await until(async () => (await chosen()).includes(name), 5000)) {
      await input.press('Enter');
    }
    return until(f, 6000);
  }, 120_000);

try {
  await page.goto(`${BASE}/?folder=${encodeURIComponent(root)}`);
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 120_000 });
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
  const bar = () => page.locator('#codeintel\\.ci-code-intel\\.ci\\.status').innerText({ timeout: 1000 });
  const aria = () => page.locator('#codeintel\\.ci-code-intel\\.ci\\.status [aria-label]').first().getAttribute('aria-label', { timeout: 1000 });
  check('the status bar', await until(async () => (await bar()).includes('ci'), 120_000), await bar().catch(String));

  for (const q of questions) {
    const name = (what) => `${q.language}: ${what}`;
    check(name('open'), await open(q.use), await where().catch(String));
    // The editor has a server for TypeScript, which ci notices, and none for the others.
    const beside = q.language === 'typescript';
    check(name('the status bar says who answers'), await until(async () => (await bar()).includes('adds to') === beside, 120_000), await bar().catch(String));
    const defined = async () => (await where()) === at(q.def);
    check(name('F12 definition'), await asked(q.use, ['F12'], defined), await where().catch(String));
    await shot(`${q.language}-definition`);
    const peek = async () => {
      const title = (await texts('.zone-widget .peekview-title')).join(' ');
      return title.includes(`References (${q.all.length})`) ? title : null;
    };
    check(name('Shift+F12 references'), await asked(q.use, ['Shift+F12'], peek), `${await texts('.zone-widget .peekview-title')}: ${await texts('.zone-widget .ref-tree .monaco-list-row')}`);
    await shot(`${q.language}-references`);
    const hover = async () => (await texts('.monaco-hover:not(.hidden) .hover-contents')).join(' ').includes(q.hover);
    check(name('hover'), await asked(q.use, ['Control+K', 'Control+I'], hover), await texts('.monaco-hover'));
    await shot(`${q.language}-hover`);
    if (q.symbol) {
      const symbols = async () => (await rows()).some((r) => r.includes(q.symbol));
      check(name('Ctrl+Shift+O symbols'), await asked(q.use, ['Control+Shift+O'], symbols), await rows());
    }
    if (q.caller) {
      const calls = async () => (await texts('.part.sidebar .monaco-list-row, .zone-widget .monaco-list-row')).some((r) => r.includes(q.caller));
      check(name('Shift+Alt+H calls'), await asked(q.use, ['Shift+Alt+H'], calls), await texts('.part.sidebar .monaco-list-row, .zone-widget .monaco-list-row'));
      await shot(`${q.language}-calls`);
    }
    // What is not saved counts.
    const [down, right] = q.comment ? [1, 0] : [0, 6];
    check(name('an edit'), await typed(q.use, q.comment ? 0 : q.use.line, 0, q.comment ? '\n' : ' '.repeat(right)), await lines([q.use]).catch(String));
    check(name('F12 after an edit that is not saved'), await asked(q.use, ['F12'], defined, down, right), await where().catch(String));
    await revert();
    // The editor shows the new name here, and has it in all files; but VS Code's own
    // server for TypeScript gives it to what the file imports.
    const everywhere = q.language === 'typescript' ? [q.use] : q.all;
    const line = async () => (await texts('.editor-instance .view-line')).some((l) => l.replace(/\u00a0/g, ' ').includes(q.rename));
    const renamed = async () => (await line()) && (await lines(everywhere)).every((l) => l.includes(q.rename));
    const rename = async () => {
      await revert();
      await open(q.use);
      await keys.press('F2');
      const box = page.locator('.rename-box input').first();
      await box.fill(q.rename, { timeout: 6000 });
      await box.press('Enter');
      return until(renamed, 10_000);
    };
    check(name('F2 rename'), await until(rename, 180_000), await lines(q.all).catch(String));
    await shot(`${q.language}-rename`);
    check(name('it is undone'), (await revert()) && (await lines(q.all)).every((l) => !l.includes(q.rename)));
  }

  check('the status bar says that the index is ready', await until(async () => /ready/.test(await aria()), 20_000), await aria().catch(String));
  const menu = async () => {
    await closed();
    await page.locator('#codeintel\\.ci-code-intel\\.ci\\.status').click({ timeout: 5000 });
    return until(async () => (await rows()).some((r) => r.includes('Reindex')), 5000);
  };
  check('its menu', await until(menu), await rows());
  await shot('menu');
  const searched = async () => {
    await command('ci: Search by words or meaning', async () => !(await input.inputValue()).startsWith('>') && (await shown('.quick-input-widget')));
    await input.fill('adds up amounts', { timeout: 5000 });
    return until(async () => /money|prices/i.test(await chosen()), 10_000);
  };
  check('search', await until(searched, 120_000), await rows());
  await shot('search');
  const taken = async () => {
    (await shown('.quick-input-widget')) || (await searched());
    await input.press('Enter', { timeout: 5000 });
    return until(async () => /money|prices/i.test(await where()), 10_000);
  };
  check('search opens the place', await until(taken, 120_000), await where().catch(String));
  const sessions = () => texts('.part.sidebar .monaco-list-row');
  const said = (text) => async () => (await sessions()).join('\n').includes(text);
  check('agent sessions', await command('ci: Show agent sessions', said('round half up')), await sessions());
  check('what was refused', await until(said('check_write_target')), await sessions());
  await shot('sessions');
  // Another agent comes while one looks.
  execFileSync(program, ['mcp', '--no-daemon'], { cwd: root, input: agent, stdio: ['pipe', 'ignore', 'inherit'] });
  check('sessions are followed live', await until(said('Rename the badge')), await sessions());
  await shot('sessions-live');
} catch (e) {
  check('the script', false, e.stack ?? e);
  await shot('error').catch(() => {});
}
await browser.close();
process.exit(failed ? 1 : 0);
