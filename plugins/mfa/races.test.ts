// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '../../test/support/databases.ts';
import type { TestApp } from '../../server/testing.ts';
import {
  byPasskey,
  codeAt,
  completePasskey,
  login,
  mfaTokenOf,
  newPerson,
  setUp,
  startPasskey,
  tokenOf,
  withPasskey,
  withTotp,
  type Answer,
  type World,
} from './mfa.testing.ts';

const test = suite<World>('50 at once');

const AT_ONCE = 50;
/** On MariaDB several managers share the work; SQLite has one. */
const managers = dialect === 'mariadb' ? 2 : 1;

test.before.each(async (world) => {
  await setUp(world, { managers });
  await newPerson(world, 'olga');
});
test.after.each(({ stop }) => stop());

/** How many of the calls were answered 200. */
async function accepted(
  { managers: apps }: World,
  call: (app: TestApp, at: number) => Promise<Answer<unknown>>,
  count = AT_ONCE,
): Promise<number> {
  const calls = Array.from({ length: count }, (_, at) => call(apps[at % apps.length] as TestApp, at));
  return (await Promise.all(calls)).filter(({ status }) => status === 200).length;
}

/** Each call comes from a network of its own, so that no lock and no limit by network decides the outcome. */
const network = (at: number): string => `198.51.${100 + Math.floor(at / 200)}.${1 + (at % 200)}`;

test('of 50 uses of one TOTP code one is accepted', async (w) => {
  const { secret } = await withTotp(w.app, await tokenOf(w.app, 'olga'));
  const code = codeAt(w.app, secret);
  assert.is(await accepted(w, (app, at) => login(app, 'olga', { totp_code: code }, network(at))), 1);
});

test('of 50 uses of one recovery code one is accepted', async (w) => {
  const { codes } = await withTotp(w.app, await tokenOf(w.app, 'olga'));
  const [code = ''] = codes;
  assert.is(await accepted(w, (app, at) => login(app, 'olga', { recovery_code: code }, network(at))), 1);
});

test('of 50 answers to one challenge one is accepted, alone and as the second factor', async (w) => {
  const authenticator = await withPasskey(w.app, await tokenOf(w.app, 'olga'));
  for (const token of [undefined, await mfaTokenOf(w.app, 'olga')]) {
    const { challenge_key, serialized_options } = await startPasskey(w.app, token);
    // A passkey without a counter, so that only the challenge decides.
    const serialized_assertion = authenticator.get(serialized_options, { counter: 0 });
    const body = { challenge_key, serialized_assertion };
    assert.is(await accepted(w, (app) => completePasskey(app, body, token)), 1, token ?? 'alone');
  }
});

test('of answers with one count, to challenges of their own, one is accepted', async (w) => {
  const authenticator = await withPasskey(w.app, await tokenOf(w.app, 'olga'));
  const copies = (app: TestApp) => byPasskey(app, { authenticator, lies: { counter: 9 } });
  assert.is(await accepted(w, copies, 20), 1);
});

test.run();
