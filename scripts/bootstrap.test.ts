import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChildOutput } from '../test/support/process.ts';
import { waitFor } from '../test/support/wait.ts';

/** What npm does here: it empties node_modules, waits until the test lets it go on, and records what is installed. */
const npm = `
const { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync, readFileSync } = require('node:fs');
appendFileSync('calls', process.argv[2] + '\\n');
rmSync('node_modules', { recursive: true, force: true });
const timer = setInterval(() => {
  if (!existsSync('go')) return;
  clearInterval(timer);
  mkdirSync('node_modules');
  writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'));
}, 20);
`;
const command = `
import { ensureDependencies } from './scripts/bootstrap.mjs';
console.log('installed:', await ensureDependencies());
`;

const test = suite<{ root: string }>('the dependencies of a fresh clone');

test.before.each((context) => {
  const root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  mkdirSync(path.join(root, 'scripts'));
  copyFileSync(path.join(import.meta.dirname, 'bootstrap.mjs'), path.join(root, 'scripts/bootstrap.mjs'));
  writeFileSync(path.join(root, 'package-lock.json'), '{"packages":{"node_modules/x":{"version":"1.0.0"}}}');
  writeFileSync(path.join(root, 'npm.cjs'), npm);
  writeFileSync(path.join(root, 'command.mjs'), command);
  context.root = root;
});

test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const start = (root: string) => {
  const env = { ...process.env, npm_execpath: path.join(root, 'npm.cjs') };
  const child = spawn(process.execPath, ['command.mjs'], { cwd: root, env, detached: true });
  return { child, output: new ChildOutput(child) };
};

const calls = (root: string): number =>
  existsSync(path.join(root, 'calls'))
    ? readFileSync(path.join(root, 'calls'), 'utf8').split('\n').length - 1
    : 0;

const letGo = (root: string): void => writeFileSync(path.join(root, 'go'), '');

test('of two commands at once one installs, and the other waits for its end', async ({ root }) => {
  const first = start(root);
  await waitFor(() => calls(root) === 1, { what: 'the first npm' });
  const second = start(root);
  await second.output.waitFor(/another command installs the dependencies; waiting/);
  letGo(root);
  for (const [{ output }, installed] of [
    [first, 'true'],
    [second, 'false'],
  ] as const) {
    assert.equal(await output.exited, { code: 0, signal: null }, output.text);
    assert.match(output.text, `installed: ${installed}`);
  }
  assert.is(calls(root), 1);
});

test('a command that was killed while it installed keeps nobody waiting', async ({ root }) => {
  const first = start(root);
  await waitFor(() => calls(root) === 1, { what: 'the first npm' });
  process.kill(-(first.child.pid ?? 0), 'SIGKILL');
  await first.output.exited;
  letGo(root);
  const second = start(root);
  assert.equal(await second.output.exited, { code: 0, signal: null }, second.output.text);
  assert.match(second.output.text, 'installed: true');
});

test("npm's record that a full disk has cut off is as good as none", async ({ root }) => {
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), '{"packages":{"node');
  letGo(root);
  const { output } = start(root);
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.match(output.text, 'installed: true');
});

test('a clone that cannot be written is one clear line', async ({ root }) => {
  writeFileSync(path.join(root, '.cache'), '');
  const { output } = start(root);
  assert.equal(await output.exited, { code: 1, signal: null });
  assert.match(output.text, `the dependencies cannot be installed into ${root}: EEXIST`);
});

test.run();
