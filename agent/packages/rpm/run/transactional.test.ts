import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { transactional } from './space.ts';

const test = suite('transactional systems');

test('a system that is read-only on purpose is told as that, with its own command; any other is not', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'root-'));
  assert.is(await transactional(root), null);
  await mkdir(path.join(root, 'usr/sbin'), { recursive: true });
  await writeFile(path.join(root, 'usr/sbin/transactional-update'), '');
  assert.match((await transactional(root)) ?? '', /MicroOS.*“transactional-update” and a restart/);
  await mkdir(path.join(root, 'run'));
  await writeFile(path.join(root, 'run/ostree-booted'), '');
  assert.match((await transactional(root)) ?? '', /rpm-ostree upgrade/);
  await rm(root, { recursive: true });
});

test.run();
