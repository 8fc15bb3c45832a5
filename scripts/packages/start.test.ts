import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from './files.ts';

const test = suite('the start of a packaged manager');
const dir = mkdtempSync(path.join(tmpdir(), 'start-'));
const cache = path.join(dir, 'cache');
const start = path.join(dir, 'start.cjs');
copyFileSync(path.join(root, 'server/packaging/start.cjs'), start);
test.after(() => rmSync(dir, { recursive: true, force: true }));

const write = (answer: string): void =>
  writeFileSync(
    path.join(dir, 'main.cjs'),
    `#!/usr/bin/env node\nconst told = () => import('node:os').then(({ EOL }) => process.stdout.write('${answer} ' + __filename + ' ' + require('./other.cjs') + EOL));\nvoid told();\n`,
  );
const run = (...words: string[]): string =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', start, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
const kept = (): string[] => readdirSync(cache).filter((name) => name.startsWith('manager-'));

test('the program is run as if it were started by itself', () => {
  writeFileSync(path.join(dir, 'other.cjs'), 'module.exports = 42;');
  write('one');
  assert.is(run(), `one ${path.join(dir, 'main.cjs')} 42\n`);
});

test('what it compiled is kept, and taken at the next start', () => {
  const [name = ''] = kept();
  assert.match(name, /^manager-v\d.*\.served$/);
  const file = path.join(cache, name);
  const { mtimeMs } = statSync(file);
  assert.is(run(), `one ${path.join(dir, 'main.cjs')} 42\n`);
  assert.is(statSync(file).mtimeMs, mtimeMs, 'it was refused, and written anew');
});

test('what does not fit is written anew, and the program runs', () => {
  const file = path.join(cache, kept()[0] ?? '');
  writeFileSync(file, 'nonsense');
  assert.match(run(), /^one /);
  assert.is.not(readFileSync(file, 'utf8'), 'nonsense');
});

test('commands keep nothing; another version has its own, and takes the old one away', () => {
  write('two');
  assert.match(run('doctor'), /^two /);
  assert.is(kept().length, 1);
  assert.match(run('--version'), /^two /);
  assert.is(kept().length, 1);
  assert.match(kept()[0] ?? '', /\.loaded$/);
  assert.match(run(), /^two /);
  assert.equal(
    kept().map((name) => path.extname(name)),
    ['.loaded', '.served'],
  );
});

test('a folder that cannot be written is said, and costs nothing else', () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(dir, 'main.cjs', 'cache') };
  const { stdout, stderr, status } = spawnSync(process.execPath, [start], { encoding: 'utf8', env });
  assert.is(status, 0);
  assert.match(stdout, /^two /);
  assert.match(stderr, /^compiled code could not be kept: ENOTDIR/m);
});

test.run();
