import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyRegular } from './copyRegular.ts';

const test = suite('copy of a regular file');
let dir: string;

test.before.each(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'copy-'));
});
test.after.each(() => rm(dir, { recursive: true }));

test('a file is copied for root alone, and what it was is told', async () => {
  await writeFile(path.join(dir, 'a'), 'text', { mode: 0o644 });
  const found = await copyRegular(path.join(dir, 'a'), path.join(dir, 'b'));
  assert.is((found?.mode ?? 0) & 0o777, 0o644);
  assert.is(await readFile(path.join(dir, 'b'), 'utf8'), 'text');
  assert.is((await stat(path.join(dir, 'b'))).mode & 0o777, 0o600);
});

test('neither a link, which may lead anywhere, nor a pipe, which may never end, is copied', async () => {
  await symlink('/etc/passwd', path.join(dir, 'link'));
  execFileSync('mkfifo', [path.join(dir, 'pipe')]);
  for (const name of ['link', 'pipe', 'nothing']) {
    assert.is(await copyRegular(path.join(dir, name), path.join(dir, 'copy')), null, name);
  }
  assert.is(await stat(path.join(dir, 'copy')).catch(() => null), null);
});

test.run();
