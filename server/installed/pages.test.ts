import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPluginPages } from './pages.ts';

const test = suite<{ folder: string }>('files of the pages of a plugin');

test.before.each((world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
  writeFileSync(path.join(world.folder, 'pages.js'), 'export default 1');
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const read = (folder: string, entry = 'pages.js') => readPluginPages(path.join(folder, entry), 'acme-notes');

test('the module and what a page may need are served below the name of the plugin, and nothing else', ({
  folder,
}) => {
  mkdirSync(path.join(folder, 'parts'));
  for (const name of ['parts/list.js', 'style.css', 'mark.svg', 'README.md', 'secret.pem', 'page.html'])
    writeFileSync(path.join(folder, name), name);
  const { module, files } = read(folder);
  assert.match(module, /^\/plugins\/acme-notes\/pages\.js\?v=[\w-]{12}$/);
  assert.equal([...files.keys()].sort(), [
    '/plugins/acme-notes/mark.svg',
    '/plugins/acme-notes/pages.js',
    '/plugins/acme-notes/parts/list.js',
    '/plugins/acme-notes/style.css',
  ]);
  writeFileSync(path.join(folder, 'parts/list.js'), 'other');
  assert.is.not(read(folder).module, module, 'another version has another address');
});

test('links, odd names, what everybody may write, too much, and a module of another kind are refused', ({
  folder,
}) => {
  const cases: [() => void, RegExp][] = [
    [() => symlinkSync('/etc/passwd', path.join(folder, 'x.js')), /is a link/],
    [() => writeFileSync(path.join(folder, 'a b.js'), ''), /odd name/],
    [() => writeFileSync(path.join(folder, '.hidden.js'), ''), /odd name/],
    [
      () => writeFileSync(path.join(folder, 'big.js'), Buffer.alloc(4 * 1024 * 1024)),
      /more than 4194304 bytes/,
    ],
  ];
  for (const [make, expected] of cases) {
    make();
    assert.throws(() => read(folder), expected);
    for (const name of ['x.js', 'a b.js', '.hidden.js', 'big.js'])
      rmSync(path.join(folder, name), { force: true });
  }
  for (let count = 0; count < 100; count += 1) writeFileSync(path.join(folder, `f${count}.js`), '');
  assert.throws(() => read(folder), /has 101 files, and may have 100/);
  for (let count = 0; count < 100; count += 1) rmSync(path.join(folder, `f${count}.js`));
  chmodSync(path.join(folder, 'pages.js'), 0o666);
  assert.throws(() => read(folder), /everybody may write/);
  assert.throws(() => read(folder, 'pages.mjs'), /are no JavaScript/);
});

test.run();
