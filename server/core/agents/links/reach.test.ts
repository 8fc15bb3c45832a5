import type { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { notConnected, type ReachDone } from '../transport/dial.ts';
import { createReach } from './reach.ts';

const test = suite('where a channel to a host that dials is asked for');

const SOCKET = {} as TLSSocket;
type Answer = AgentFailure | null;

/** The ways that were tried, and how it ended, where the managers say these holders one after the other. */
async function reached({
  holders,
  here = notConnected('no link here'),
  there = () => null,
  comes = false,
}: {
  holders: (string | null)[];
  /** What this manager's own links answer where it holds none. */
  here?: Answer;
  there?: (address: string) => Answer;
  /** The link comes here while another manager is asked. */
  comes?: boolean;
}): Promise<{ tried: string[]; code: string | null }> {
  const tried: string[] = [];
  let isHere = false;
  const tell = (done: ReachDone, answer: Answer): void =>
    queueMicrotask(() => (answer ? done(answer, null, null) : done(null, SOCKET, null)));
  const reach = createReach({
    links: {
      holds: () => isHere,
      open(_hostId, done) {
        tried.push('here');
        tell(done, isHere ? null : here);
      },
    },
    rows: { holder: () => Promise.resolve(holders.shift() ?? null) },
    relay(address, _hostId, done) {
      tried.push(address);
      isHere = comes;
      tell(done, there(address));
    },
  });
  const code = await new Promise<string | null>((resolve) => {
    reach('h1', (error) => resolve(error?.code ?? null));
  });
  return { tried, code };
}

test('through its holder, and nobody else is asked', async () => {
  assert.equal(await reached({ holders: ['b:1'] }), { tried: ['b:1'], code: null });
});

test('a link that moved on is looked for once more, here or there', async () => {
  const moved = (address: string): Answer => (address === 'b:1' ? notConnected('no more') : null);
  assert.equal(await reached({ holders: ['b:1', 'c:1'], there: moved }), {
    tried: ['b:1', 'c:1'],
    code: null,
  });
  assert.equal(await reached({ holders: ['b:1'], there: moved, comes: true }), {
    tried: ['b:1', 'here'],
    code: null,
  });
  assert.equal(await reached({ holders: [null, 'c:1'] }), { tried: ['here', 'c:1'], code: null });
});

test('once, and only where it is not connected', async () => {
  const none = (): Answer => notConnected('none');
  const late = new AgentFailure('unreachable', 'TIMEOUT', 'late', { neverSent: true });
  assert.equal(await reached({ holders: ['b:1', 'c:1', 'd:1'], there: none }), {
    tried: ['b:1', 'c:1'],
    code: 'NOT_CONNECTED',
  });
  assert.equal(await reached({ holders: ['b:1', 'b:1'], there: none }), {
    tried: ['b:1'],
    code: 'NOT_CONNECTED',
  });
  assert.equal(await reached({ holders: ['b:1', 'c:1'], there: () => late }), {
    tried: ['b:1'],
    code: 'TIMEOUT',
  });
  assert.equal(await reached({ holders: [] }), { tried: ['here'], code: 'NOT_CONNECTED' });
});

test.run();
