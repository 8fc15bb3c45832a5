import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Journal } from '../journal/journal.ts';
import type { JobEvent } from '../journal/record.ts';
import { Follower } from './follower.ts';

const test = suite('follower of a job');

test('a replay ends when its client leaves without reading', async () => {
  const line: JobEvent = { seq: 1, at: '2026-01-01T00:00:00.000Z', kind: 'log', stream: 'stdout', text: 'x' };
  let isOpen = true;
  let closedAsSlow = false;
  const sink = {
    isOpen: () => isOpen,
    // A closed socket still tells what it has never sent.
    unsentBytes: () => 1024 * 1024,
    send: () => undefined,
    cork: () => undefined,
    uncork: () => undefined,
    closeSlow: () => void (closedAsSlow = true),
  };
  const journal = { events: () => Promise.resolve([line]) } as unknown as Journal;
  const replay = new Follower(sink, { journal, bufferBytes: 1 }, 'job', 1).replay();
  await sleep(50);
  isOpen = false;
  const first = await Promise.race([replay.then(() => 'ended'), sleep(10_000, 'goes on', { ref: false })]);
  assert.is(first, 'ended');
  assert.not(closedAsSlow);
});

test.run();
