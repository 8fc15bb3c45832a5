import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdempotencyStore, requestHash } from './idempotency.ts';
import { FakeClock } from '../testing/fakeDeps.ts';

const test = suite('idempotency');

const KEY = '0192f3c0-51aa-7d10-8a55-d1f2f7a6c001';
const DAY_MS = 24 * 3_600_000;

test('the same request is the same whatever the order of its properties, another call or job is not', () => {
  const hash = requestHash('applyPatches', {}, { a: 1, b: [2] });
  assert.is(requestHash('applyPatches', {}, { b: [2], a: 1 }), hash);
  assert.is.not(requestHash('applyPatches', {}, { a: 1, b: [3] }), hash);
  assert.is.not(requestHash('installPackages', {}, { a: 1, b: [2] }), hash);
  assert.is.not(
    requestHash('rollbackJob', { id: '1' }, undefined),
    requestHash('rollbackJob', { id: '2' }, undefined),
  );
});

test('a key is kept for 90 days, over restarts, and files that cannot be read do no harm', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-keys-'));
  const clock = new FakeClock();
  const store = new IdempotencyStore(dir, clock);
  await store.load();
  const entry = {
    requestHash: 'h',
    jobId: 'j',
    accepted: { job_id: 'j' },
    createdAt: clock.now().toISOString(),
  };
  await store.put(KEY.toUpperCase(), entry);
  writeFileSync(join(dir, `${KEY.replace('0', '1')}.json`), '{"job');
  clock.advance(89 * DAY_MS);
  const again = new IdempotencyStore(dir, clock);
  await again.load();
  assert.equal(again.find(KEY, 'h'), entry);
  assert.throws(() => again.find(KEY, 'other'), 'IDEMPOTENCY_MISMATCH');
  clock.advance(2 * DAY_MS);
  await again.prune();
  assert.is(again.find(KEY, 'h'), null);
  const third = new IdempotencyStore(dir, clock);
  await third.load();
  assert.not(third.has(KEY));
  rmSync(dir, { recursive: true });
});

test.run();
