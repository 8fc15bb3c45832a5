import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from './apiError.ts';
import { holds, saveOnce, startOnce } from './edits.ts';

const test = suite('edits');

const overtaken = new ApiError({ code: 'PRECONDITION_FAILED', message: 'x', status: 412 });
const lost = new ApiError({ code: 'NETWORK', message: 'x', status: 0 });

/** What comes of a save of the tag `db` that is refused so while this is stored; an error: it cannot be read. */
const outcome = (refusal: ApiError, stored: object | Error | undefined): Promise<unknown> =>
  saveOnce<object>(
    { tags: ['db'] },
    {
      save: () => Promise.reject(refusal),
      read: () => (stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored)),
    },
  ).catch((error: unknown) => error);

test('a save that is overtaken by the same one has worked', async () => {
  const stored = { name: 'web1', tags: ['db'], edit_version: 2 };
  assert.is(await outcome(overtaken, stored), stored);
});

test('a save that is overtaken by another one is refused, also when nobody can tell by which', async () => {
  assert.is(await outcome(overtaken, { tags: ['db', 'mail'] }), overtaken);
  assert.is(await outcome(overtaken, undefined), overtaken);
  assert.is(await outcome(overtaken, lost), overtaken);
});

test('any other refusal is told as it is', async () => {
  assert.is(await outcome(lost, { tags: ['db'] }), lost);
});

test('what was asked for is stored when each of its values is', () => {
  const stored = { name: 'a', tags: ['b', 'a'], note: null, rule: { any: [{ tag: 'x' }, { tag: 'y' }] } };
  assert.ok(holds(stored, { name: 'a', tags: ['a', 'b'] }));
  assert.ok(holds(stored, { note: undefined, rule: { any: [{ tag: 'x' }, { tag: 'y' }] } }));
  assert.not(holds(stored, { tags: ['a'] }));
  assert.not(holds(stored, { tags: ['a', 'a'] }));
  assert.not(
    holds(stored, { rule: { any: [{ tag: 'y' }, { tag: 'x' }] } }),
    'the order of conditions counts',
  );
  assert.not(holds(stored, { rule: { any: [{ tag: 'x' }] } }));
  assert.not(holds(stored, { secret: 'never shown' }));
});

const timeout = new ApiError({ code: 'TIMEOUT', message: 'x', status: 0 });
const MINUTE_MS = 60_000;

/** Sends it; returns the key that went with it. */
async function sent(what: readonly unknown[], answer: unknown, atMs = 0): Promise<string> {
  let used = '';
  const call = ({ 'Idempotency-Key': key }: { 'Idempotency-Key': string }): Promise<unknown> => {
    used = key;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  await startOnce(what, call, atMs).catch((error: unknown) => assert.is(error, answer));
  return used;
}

test('what had no answer is sent again with the same key; what was answered, with another', async () => {
  const reboot = ['/jobs', { operation: 'reboot', hosts: ['a'] }];
  const first = await sent(reboot, timeout);
  assert.is(await sent(['/jobs', { operation: 'reboot', hosts: ['a'] }], timeout, MINUTE_MS), first);
  assert.is.not(await sent(['/jobs', { operation: 'reboot', hosts: ['b'] }], timeout, MINUTE_MS), first);
  assert.is(await sent(reboot, 'the job', 2 * MINUTE_MS), first);
  assert.is.not(await sent(reboot, 'another job', 2 * MINUTE_MS), first);
});

test('the answer of a proxy leaves it open whether the call arrived; a refusal of the manager does not', async () => {
  const proxy = new ApiError({ code: 'BAD_ANSWER', message: 'x', status: 504 });
  const refused = new ApiError({ code: 'HOST_NOT_FOUND', message: 'x', status: 404 });
  const first = await sent(['of a proxy'], proxy);
  assert.is(await sent(['of a proxy'], refused), first);
  assert.is.not(await sent(['of a proxy'], 'done'), first);
});

test('who sends the same much later wants it a second time', async () => {
  const first = await sent(['later'], timeout);
  assert.is.not(await sent(['later'], timeout, 11 * MINUTE_MS), first);
});

test.run();
