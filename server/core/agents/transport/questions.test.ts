import { createSecureContext } from 'node:tls';
import { request } from 'node:https';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '#test/support/wait.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { managerServerName } from '#server/shared/pki/names.ts';
import type { FakeTls } from '../fakeAgent.testing.ts';
import { createAuthority, leafOf } from '../pki/pki.testing.ts';
import { setUp, tearDown, type World } from './transport.testing.ts';
import { askManager, ManagerAway, questionHeader, questionPath } from './questions.ts';

const test = suite<World>('questions of one manager to another');

test.before.each((world) => setUp(world, 'dial'));
test.after.each(tearDown);

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('what is asked is answered, and what is refused is refused with its words', async ({
  trust,
  port,
  answers,
}) => {
  const address = `127.0.0.1:${port}`;
  answers.set('sum', async (asked) => (asked as number[]).reduce((a, b) => a + b, 0));
  assert.is(await askManager(trust, address, { name: 'sum', asked: [1, 2, 3] }), 6);
  const most = Array.from({ length: 10_000 }, (_, at) => at);
  assert.is(await askManager(trust, address, { name: 'sum', asked: most }), 49_995_000);
  answers.set('refused', () =>
    Promise.reject(new AppError('VALIDATION_FAILED', { message: 'No such thing.', details: { errors: [] } })),
  );
  const refused = (await thrown(askManager(trust, address, { name: 'refused', asked: null }))) as AppError;
  assert.equal(
    [refused.code, refused.message, refused.details],
    ['VALIDATION_FAILED', 'No such thing.', { errors: [] }],
  );
});

test('a manager in trouble, one that does not know the question, and nobody at all are away', async ({
  trust,
  port,
  answers,
}) => {
  answers.set('trouble', () => Promise.reject(new Error('out of order')));
  for (const [at, name] of [
    [port, 'trouble'],
    [port, 'unknown'],
    [1, 'trouble'],
  ] as const) {
    const error = await thrown(askManager(trust, `127.0.0.1:${at}`, { name, asked: null }));
    assert.instance(error, ManagerAway, `${at} ${name}`);
  }
});

test('whoever asks and waits no longer ends the work there', async ({ trust, port, answers }) => {
  let ended = false;
  const asker = new AbortController();
  answers.set('long', (_asked, signal) => {
    asker.abort(new Error('no longer wanted'));
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve((ended = true))));
  });
  const question = { name: 'long', asked: null, signal: asker.signal };
  const error = await thrown(askManager(trust, `127.0.0.1:${port}`, question));
  assert.is((error as Error).message, 'no longer wanted');
  await waitFor(() => ended);
});

/** The status that somebody with this certificate gets. */
const statusFor = (port: number, tls: Partial<FakeTls>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(
      {
        ...tls,
        host: '127.0.0.1',
        port,
        servername: managerServerName,
        rejectUnauthorized: false,
        agent: false,
        method: 'POST',
        path: questionPath,
        headers: { [questionHeader]: 'sum' },
      },
      (response) => resolve(response.resume().statusCode ?? 0),
    )
      .on('error', reject)
      .end('[1]');
  });

test('nobody but a manager of this installation is answered', async ({
  port,
  ca,
  hostId,
  answers,
  revoked,
}) => {
  answers.set('sum', () => Promise.resolve(1));
  const foreign = await leafOf(await createAuthority(), { kind: 'manager' });
  for (const [who, tls] of [
    ['nobody', {}],
    ['a host', await leafOf(ca, { kind: 'host', hostId })],
    ['the web certificate', await leafOf(ca, { kind: 'web', names: [] })],
    ['a manager of another installation', { key: foreign.key, cert: foreign.cert }],
  ] as const)
    assert.is(await statusFor(port, tls), 403, who);
  const manager = await leafOf(ca, { kind: 'manager' });
  assert.is(await statusFor(port, manager), 200);
  revoked.add(manager.serial);
  assert.is(await statusFor(port, manager), 403, 'one whose certificate is revoked');
});

test('nothing is asked of whoever cannot prove to be a manager', async ({ trust, port, answers }) => {
  let asked = 0;
  answers.set('sum', () => Promise.resolve((asked += 1)));
  const { ca, key, cert } = await leafOf(await createAuthority(), { kind: 'manager' });
  const context = createSecureContext({ ca, key, cert });
  const distrusting = { ...trust, secureContext: () => context };
  const error = await thrown(askManager(distrusting, `127.0.0.1:${port}`, { name: 'sum', asked: [] }));
  assert.instance(error, ManagerAway);
  assert.is(asked, 0);
});

test.run();
