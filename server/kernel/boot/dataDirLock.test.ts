import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isHeldByAnother, lockDataDir } from './dataDirLock.ts';

const test = suite('data directory lock');
const dataDir = mkdtempSync(join(tmpdir(), 'fleetmend-lock-'));
test.after(() => rmSync(dataDir, { recursive: true, force: true }));

function refusal(): unknown {
  try {
    lockDataDir(dataDir, 0)();
    return null;
  } catch (error) {
    return error;
  }
}

test('a directory is held by one, until it is released', () => {
  const release = lockDataDir(dataDir, 0);
  assert.ok(isHeldByAnother(refusal()));
  release();
  assert.is(refusal(), null);
});

test('nobody else may open the lock, nor one that an earlier version left open to all', () => {
  const mode = (): number => statSync(join(dataDir, 'manager.lock')).mode & 0o777;
  rmSync(join(dataDir, 'manager.lock'), { force: true });
  lockDataDir(dataDir, 0)();
  assert.is(mode(), 0o600);
  writeFileSync(join(dataDir, 'manager.lock'), '');
  chmodSync(join(dataDir, 'manager.lock'), 0o644);
  lockDataDir(dataDir, 0)();
  assert.is(mode(), 0o600);
});

test('the lock of a killed process holds nobody up', async () => {
  const holder = `import { lockDataDir } from ${JSON.stringify(new URL('./dataDirLock.ts', import.meta.url).href)};
lockDataDir(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  assert.ok(isHeldByAnother(refusal()));
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.is(refusal(), null);
});

test.run();
