import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlanEntry } from '../../backend.ts';
import { guardStopped, installGuard } from './guard.ts';

const test = suite('apt guard');

/** apt's `DPkg::Pre-Install-Pkgs` input, Version 3 (apt 2.6): the settings, an empty line, one change a line. */
const told = (lines: string[]) => ['VERSION 3', 'APT::Architecture=amd64', '', ...lines, ''].join('\n');
const unpack = (name: string, from: string, to: string, file: string) => `${name} ${from} < ${to} ${file}`;

async function stops(entries: PlanEntry[], lines: string[]): Promise<boolean> {
  const dir = mkdtempSync(path.join(tmpdir(), 'guard-'));
  try {
    await installGuard(dir, entries, [dir]);
    const { status } = spawnSync(path.join(dir, 'guard'), {
      input: told(lines),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    assert.is(await guardStopped(dir), status !== 0);
    return status !== 0;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const upgraded: PlanEntry = { action: 'upgrade', name: 'lab-ma', arch: 'amd64', from: '1.0', to: '1.1' };
const removed: PlanEntry = { action: 'remove', name: 'lab-ma', arch: 'i386', from: '1.0', to: null };
const upgradeLine = unpack('lab-ma', '1.0 amd64 same', '1.1 amd64 same', '/x/lab-ma_1.1_amd64.deb');
const removeLine = 'lab-ma 1.0 i386 same > - - none **REMOVE**';

test('a removal is told apart from an upgrade of the same name on another architecture', async () => {
  assert.is(await stops([upgraded], [upgradeLine]), false);
  assert.is(await stops([upgraded], [upgradeLine, removeLine]), true, 'nobody planned the removal');
  assert.is(await stops([upgraded, removed], [upgradeLine, removeLine]), false);
  assert.is(await stops([upgraded, removed], [upgradeLine]), true, 'the removal is missing');
});

test('a package that changes its architecture goes with one and comes with the other', async () => {
  const installed: PlanEntry = { action: 'install', name: 'lab-ma', arch: 'amd64', from: null, to: '1.1' };
  const arrival = unpack('lab-ma', '- - none', '1.1 amd64 same', '/x/lab-ma_1.1_amd64.deb');
  assert.is(await stops([installed, removed], [removeLine, arrival]), false);
});

test('what is taken away for a moment and comes again counts once', async () => {
  const away = 'lab-ma 1.0 amd64 same > - - none **REMOVE**';
  assert.is(await stops([upgraded], [away, upgradeLine]), false);
  const entry: PlanEntry = { action: 'upgrade', name: 'lab-all', arch: 'amd64', from: '1', to: '2' };
  const lines = [
    'lab-all 1 all none > - - none **REMOVE**',
    unpack('lab-all', '1 all none', '2 amd64 none', '/x/lab-all_2_amd64.deb'),
  ];
  assert.is(await stops([entry], lines), false, 'from all to the host’s own architecture');
});

test.run();
