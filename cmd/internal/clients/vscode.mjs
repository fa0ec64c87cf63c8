// VS Code (code-server in Chromium) with our extension, in the shop: keys are typed
// as a person types them, and what is shown is looked at.
//
//   BASE     the URL of code-server
//   COMMAND  what starts the server, a JSON list
//   SHOP     the file with the questions
//   SHOTS    a folder for pictures
//
// A line a check: "ok" or "FAIL", a tab, what was checked, a tab, details.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const { BASE, SHOTS } = process.env;
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
const until = async (f, ms = 20_000) => {
  for (const end = Date.now() + ms; ; await page.waitForTimeout(50)) {
    const found = await f().catch(() => null);
    if (found || Date.now() > end) {
      return found;
    }
  }
};
const texts = (selector) => page.locator(selector).allInnerTexts();
const rows = () => texts('.quick-input-list .monaco-list-row');
/** What Enter takes. */
const chosen = async () => (await texts('.quick-input-list .monaco-list-row.focused')).join(' ');
const where = async () => {
  const tab = await page.locator('.tab.active').first().getAttribute('data-resource-name', { timeout: 1000 });
  const [, line, column] = /Ln (\d+), Col (\d+)/.exec(await page.locator('#status\\.editor\\.selection').innerText({ timeout: 1000 })) ?? [];
  return `${tab}:${line}`;
};
const at = (p, more = 0) => `${path.basename(p.file)}:${p.line + 1 + more}`;
const escape = async () => {
  await keys.press('Escape');
  await keys.press('Escape');
};

/** Opens a place by Ctrl+P; until the extension host is up it finds no files. */
const open = async (p, more = 0) => {
  for (let i = 0; i < 12; i++) {
    await keys.press('Control+P');
    await page.locator('.quick-input-widget input').first().waitFor();
    await keys.type(`${path.relative(root, p.file)}:${p.line + 1 + more}:${p.character + 2}`, { delay: 10 });
    // Until the search has ended Enter would open another file.
    if (await until(async () => (await chosen()).includes(path.basename(p.file)), 3000)) {
      await keys.press('Enter');
      if (await until(async () => (await where()) === at(p, more), 5000)) {
        return true;
      }
    }
    await escape();
  }
  return false;
};
/** Opens p, does act, and waits for what f finds; again where nothing came, since a key that is pressed while an editor is still being shown is lost, and the first may come before the server. */
const asked = async (p, act, f, more = 0) => {
  for (let i = 0; i < 6; i++) {
    await escape(); // references are shown where another server has said that it is here
    await open(p, more);
    await act();
    const found = await until(f, 6000);
    if (found) {
      return found;
    }
  }
  return null;
};
const command = async (name) => {
  await keys.press('Control+Shift+P');
  await page.locator('.quick-input-widget input').first().waitFor();
  await keys.type(name, { delay: 10 });
  await until(async () => (await chosen()).includes(name), 5000);
  await keys.press('Enter');
};

try {
  await page.goto(`${BASE}/?folder=${encodeURIComponent(root)}`);
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 120_000 });
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
  const bar = () => page.locator('#codeintel\\.ci-code-intel\\.ci\\.status').innerText({ timeout: 1000 });
  const aria = () => page.locator('#codeintel\\.ci-code-intel\\.ci\\.status [aria-label]').first().getAttribute('aria-label', { timeout: 1000 });
  check('the status bar', await until(async () => (await bar()).includes('ci'), 60_000), await bar().catch(String));

  for (const q of questions) {
    const name = (what) => `${q.language}: ${what}`;
    check(name('open'), await open(q.use), await where().catch(String));
    const defined = async () => (await where()) === at(q.def);
    check(name('F12 definition'), await asked(q.use, () => keys.press('F12'), defined), await where().catch(String));
    await shot(`${q.language}-definition`);
    const peek = async () => {
      const title = (await texts('.zone-widget .peekview-title')).join(' ');
      return title.includes(`References (${q.all.length})`) ? title : null;
    };
    check(name('Shift+F12 references'), await asked(q.use, () => keys.press('Shift+F12'), peek), `${await texts('.zone-widget .peekview-title')}: ${await texts('.zone-widget .ref-tree .monaco-list-row')}`);
    await shot(`${q.language}-references`);
    await escape();
    const chord = async () => {
      await keys.press('Control+K');
      await keys.press('Control+I');
    };
    const hover = async () => (await texts('.monaco-hover:not(.hidden) .hover-contents')).join(' ').includes(q.hover);
    check(name('hover'), await asked(q.use, chord, hover), await texts('.monaco-hover'));
    await shot(`${q.language}-hover`);
    await escape();
    if (q.symbol) {
      const symbols = async () => (await rows()).some((r) => r.includes(q.symbol));
      check(name('Ctrl+Shift+O symbols'), await asked(q.use, () => keys.press('Control+Shift+O'), symbols), await rows());
      await escape();
    }
    if (q.caller) {
      const calls = async () => (await texts('.part.sidebar .monaco-list-row, .zone-widget .monaco-list-row')).some((r) => r.includes(q.caller));
      check(name('Shift+Alt+H calls'), await asked(q.use, () => keys.press('Shift+Alt+H'), calls), await texts('.part.sidebar .monaco-list-row, .zone-widget .monaco-list-row'));
      await shot(`${q.language}-calls`);
      await escape();
    }
    // What is not saved counts.
    await open(q.use);
    const down = q.comment ? 1 : 0;
    if (q.comment) {
      await keys.press('Control+Home');
      await keys.press('Enter');
    } else {
      await keys.press('Home');
      await keys.type('      ');
    }
    const right = async () => {
      for (let i = 0; i < (q.comment ? 0 : 6); i++) {
        await keys.press('ArrowRight');
      }
      await keys.press('F12');
    };
    check(name('F12 after an edit that is not saved'), await asked(q.use, right, defined, down), await where().catch(String));
    await open(q.use, down);
    await command('File: Revert File');
    await open(q.use);
    await keys.press('F2');
    await page.locator('.rename-box input, .rename-input').first().waitFor({ timeout: 10_000 }).catch(() => {});
    await keys.press('Control+A');
    await keys.type(q.rename);
    await keys.press('Enter');
    const line = async () => (await texts('.editor-instance .view-line')).some((l) => l.replace(/\u00a0/g, ' ').includes(q.rename));
    check(name('F2 rename'), await until(line, 10_000), (await texts('.editor-instance .view-line')).join(' | '));
    await shot(`${q.language}-rename`);
    await keys.press('Control+Z');
    await until(async () => !(await texts('.monaco-dialog-box')).length || (await keys.press('Enter'), false), 1500);
    await until(async () => !(await line()), 5000);
    await command('File: Revert File');
    await escape();
  }

  check('the status bar says that the index is ready', await until(async () => /ready/.test(await aria()), 20_000), await aria().catch(String));
  await page.locator('#codeintel\\.ci-code-intel\\.ci\\.status').click();
  check('its menu', await until(async () => (await rows()).some((r) => r.includes('Reindex'))), await rows());
  await shot('menu');
  await escape();
  await command('ci: Search by words or meaning');
  await page.locator('.quick-input-widget input').first().waitFor();
  await keys.type('adds up amounts', { delay: 30 });
  check('search', await until(async () => /money|prices/i.test(await chosen())), await rows());
  await shot('search');
  await keys.press('Enter');
  check('search opens the place', await until(async () => /money|prices/i.test(await where())), await where().catch(String));
  await command('ci: Show agent sessions');
  const sessions = () => texts('.part.sidebar .monaco-list-row');
  check('agent sessions', await until(async () => (await sessions()).join('\n').includes('round half up')), await sessions());
  check('what was refused', await until(async () => (await sessions()).join('\n').includes('check_write_target')), await sessions());
  await shot('sessions');
  // Another agent comes while one looks.
  execFileSync(program, ['mcp', '--no-daemon'], { cwd: root, input: agent, stdio: ['pipe', 'ignore', 'inherit'] });
  check('sessions are followed live', await until(async () => (await sessions()).join('\n').includes('Rename the badge')), await sessions());
  await shot('sessions-live');
} catch (e) {
  check('the script', false, e.stack ?? e);
  await shot('error').catch(() => {});
}
await browser.close();
process.exit(failed ? 1 : 0);
