// Bundles the extension into dist/extension.js, with the licences of what is in it
// beside it; with `test`, each test into out/test.
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const common = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', logLevel: 'warning' };

if (process.argv[2] === 'test') {
  rmSync('out', { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: readdirSync('test').filter((f) => f.endsWith('.test.ts')).map((f) => `test/${f}`),
    outdir: 'out/test',
    outExtension: { '.js': '.cjs' },
    sourcemap: 'inline',
  });
} else {
  const { metafile } = await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'], minify: true, metafile: true });
  const folders = new Set(Object.keys(metafile.inputs).flatMap((f) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(f)?.[1] ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    if (!file || !existsSync(`${folder}/${file}`)) {
      throw new Error(`${folder} has no licence`);
    }
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  writeFileSync('dist/THIRD-PARTY.txt', notices.join(`\n${'-'.repeat(72)}\n\n`));
}
