import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { failedFirst, hostSpan, spanOf, within } from './span.ts';
import type { JobHost } from './state.ts';

const test = suite('when hosts of a job were at work');

const host = (from: string | null, to: string | null, more: object = {}): JobHost =>
  ({ started_at: from, completed_at: to, fqdn: 'a', ...more }) as JobHost;
const T = (secs: number): string => new Date(secs * 1_000).toISOString();

test('the job is as long as from its first host’s start to its last one’s end; who works still, works until now', () => {
  assert.is(spanOf([host(null, null)], 0), null);
  const hosts = [host(T(20), T(30)), host(T(10), T(15)), host(null, null)];
  assert.equal(spanOf(hosts, 99_000), { fromMs: 10_000, toMs: 30_000 });
  assert.equal(spanOf([...hosts, host(T(25), null)], 99_000), { fromMs: 10_000, toMs: 99_000 });
  assert.equal(hostSpan(host(T(25), T(20)), 0), { fromMs: 25_000, toMs: 25_000 }, 'clocks that differ');
});

test('a bar lies where the host was at work, and is never too short to be seen nor outside', () => {
  const whole = { fromMs: 0, toMs: 1_000 };
  assert.equal(within({ fromMs: 250, toMs: 750 }, whole), { start: 25, length: 50 });
  assert.equal(within({ fromMs: 1_000, toMs: 1_000 }, whole), { start: 98, length: 2 });
  assert.equal(within({ fromMs: 5, toMs: 5 }, { fromMs: 5, toMs: 5 }), { start: 0, length: 2 });
});

test('who failed stands first, then who will be tried again, who is at work, who waits, and who is done', () => {
  const order = failedFirst(
    (['completed', 'pending', 'running', 'retry_wait', 'failed', 'skipped'] as const).map((state) =>
      host(null, null, { state }),
    ),
  ).map(({ state }) => state);
  assert.equal(order, ['failed', 'retry_wait', 'running', 'pending', 'skipped', 'completed']);
  const named = failedFirst(['b', 'a'].map((fqdn) => host(null, null, { state: 'failed', fqdn })));
  assert.equal(
    named.map(({ fqdn }) => fqdn),
    ['a', 'b'],
  );
});

test.run();
