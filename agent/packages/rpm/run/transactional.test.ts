import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Need } from '../../shared/space.ts';
import type { RpmDriver } from '../rpmDriver.ts';
import { spaceNeeds, transactional } from './space.ts';

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

test('a change needs room for its files, where they are fetched to, and two mebibytes for the database', () => {
  const driver = { cacheFolders: ['/var/cache/dnf'] } as unknown as RpmDriver;
  const bytes = (needs: readonly Need[]) => needs.map((need) => [need.folder, need.bytes]);
  const database = ['/var/lib/rpm', '/usr/lib/sysimage/rpm'].map((folder) => [folder, 2_097_152]);
  assert.equal(bytes(spaceNeeds(driver, { downloadSizeBytes: 7, diskChangeBytes: 9 })), [
    ['/var/cache/dnf', 7],
    ['/usr', 9],
    ...database,
  ]);
  assert.equal(bytes(spaceNeeds(driver)), [['/var/cache/dnf', 0], ['/usr', 0], ...database]);
});

test.run();
