import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerErrorCodes } from '../../generated/managerOperations.ts';
import { bundle } from '../../test/support/browserBundle.ts';
import type * as apiErrors from './apiError.ts';
import type * as errors from './errors.ts';
import type * as sentences from './errors/sentences.ts';

type Bundled = typeof apiErrors & typeof sentences & typeof errors;

// Only the bundler can gather the sentences from the folders of the plugins.
const { script } = await bundle(`
  import * as apiError from '/web/core/apiError.ts';
  import * as sentences from '/web/core/errors/sentences.ts';
  import * as errors from '/web/core/errors.ts';
  globalThis.bundled = { ...apiError, ...sentences, ...errors };`);
await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`);
const { ApiError, errorOf, failureOf, loadSentences, explain, explainHostError, fieldErrors, isAtFields } =
  Reflect.get(globalThis, 'bundled') as Bundled;

const test = suite('errors in words');
const error = (code: string, details = {}, status = 409): InstanceType<typeof ApiError> =>
  new ApiError({ code, message: 'what the manager says', status, details, requestId: 'r1' });

test('until the sentences are there, the manager speaks for itself', async () => {
  assert.is(explain(error('HOST_BUSY')).what, 'what the manager says');
  const dead = { code: 'LOCK_HELD', message: 'pid 7' };
  assert.is(explainHostError(dead).what, 'pid 7');
  await loadSentences();
  assert.match(explainHostError(dead).what, /lock/);
  assert.is.not(explain(error('HOST_BUSY')).what, 'what the manager says');
});

test('every code of the contract says what happened and what to do, and none is shown alone', () => {
  for (const code of Object.keys(managerErrorCodes)) {
    const { what, next } = explain(error(code));
    assert.match(what, /^[A-Z].*\.$/, code);
    assert.match(next, /\.$/, code);
    assert.not.match(`${what} ${next}`, /[A-Z]{2,}_/, code);
  }
});

test('how long to wait is told where the manager says so', () => {
  assert.is(explain(error('ACCOUNT_LOCKED', { retry_after_secs: 840 })).next, 'Try again in 14 min.');
});

test('the manager’s own words are kept beside ours, and the number of a request that it failed', () => {
  assert.is(explain(error('HOST_BUSY')).detail, 'what the manager says');
  assert.is(explain(error('HOST_BUSY')).reference, null);
  assert.is(explain(error('INTERNAL_ERROR', {}, 500)).reference, 'r1');
});

test('refused fields are told by name', () => {
  const refused = error(
    'VALIDATION_FAILED',
    { errors: [{ path: '/body/port', message: 'must be >= 1' }] },
    400,
  );
  assert.equal(fieldErrors(refused), { port: 'Must be >= 1.' });
  assert.ok(isAtFields(refused, ['host', 'port']));
  assert.not.ok(isAtFields(refused, ['host']));
  assert.not.ok(isAtFields(error('HOST_BUSY'), ['port']));
  assert.is(explain(refused).detail, 'port must be >= 1');
});

test('a code that only a newer manager knows is told by its message', () => {
  assert.is(explain(error('BRAND_NEW')).what, 'what the manager says');
  assert.is(explain(error('constructor')).what, 'what the manager says');
  assert.is(explainHostError({ code: 'BRAND_NEW', message: 'no' }).what, 'no');
  assert.match(explainHostError({ code: 'LOCK_HELD', message: 'pid 7' }).what, /lock/);
  const said = explainHostError({
    code: 'NOT_PRIVILEGED',
    message: 'The agent lacks privileges: it runs without root, or read_only is set.',
  });
  assert.is(said.detail, null, 'the same words once');
  assert.is(explain(error('NO_SECOND_PERSON')).detail, null, 'nor the same in other words');
});

test('no answer, and an answer of something in between, are told apart', () => {
  assert.match(explain(failureOf(new TypeError('Failed to fetch'))).what, /could not be reached/);
  assert.match(
    explain(failureOf(new TypeError('Failed to fetch'))).next,
    /check whether the change was saved before you repeat it/,
  );
  assert.match(explain(failureOf(new DOMException('x', 'TimeoutError'))).what, /in time/);
  assert.is(errorOf(new Response('', { status: 502 }), '<html>').code, 'BAD_ANSWER');
});

test.run();
