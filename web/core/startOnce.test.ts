import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from './apiError.ts';
import { startOnce } from './startOnce.ts';

const test = suite('startOnce');

const lost = new ApiError({ code: 'TIMEOUT', message: 'x', status: 0 });
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
  const first = await sent(reboot, lost);
  assert.is(await sent(['/jobs', { operation: 'reboot', hosts: ['a'] }], lost, MINUTE_MS), first);
  assert.is.not(await sent(['/jobs', { operation: 'reboot', hosts: ['b'] }], lost, MINUTE_MS), first);
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
  const first = await sent(['later'], lost);
  assert.is.not(await sent(['later'], lost, 11 * MINUTE_MS), first);
});

test.run();
