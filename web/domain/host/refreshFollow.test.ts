import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RefreshFollow } from './refreshFollow.ts';

const test = suite('hosts: which were read anew');

/** Runs the work as soon as nothing else is to be done, whatever its delay. */
function later(work: () => void): () => void {
  const timer = setImmediate(work);
  return () => clearImmediate(timer);
}

function makeFollow(): RefreshFollow {
  return new RefreshFollow({ readPolledAt: async () => null, changed: () => undefined, later });
}

test('a host counts once it was read later than before it was asked', () => {
  const follow = makeFollow();
  follow.expect('a', '2026-01-01T00:00:00Z');
  follow.expect('b', null);
  follow.sees('a', '2026-01-01T00:00:00Z');
  follow.sees('b', '2026-01-02T00:00:00Z');
  follow.sees('b', '2026-01-03T00:00:00Z');
  follow.sees('stranger', '2026-01-03T00:00:00Z');
  assert.is(follow.readCount, 1);
  assert.equal([...follow.waiting.keys()], ['a']);
  follow.close();
});

test('who is not told of by the stream is asked for, a few at a time, until it is through', async () => {
  const asked: string[] = [];
  let tell: (() => void) | undefined;
  const through = new Promise<void>((resolve) => (tell = resolve));
  const follow = new RefreshFollow({
    readPolledAt: async (hostId) => {
      asked.push(hostId);
      if (hostId === 'h1' && asked.length < 6) throw new Error('no answer');
      return '2026-01-02T00:00:00Z';
    },
    changed: () => void (follow.readCount === 5 && tell?.()),
    later,
  });
  for (let at = 0; at < 5; at += 1) follow.expect(`h${at}`, null);
  await through;
  assert.equal(asked, ['h0', 'h1', 'h2', 'h3', 'h4', 'h1']);
  assert.is(follow.waiting.size, 0);
});

test.run();
