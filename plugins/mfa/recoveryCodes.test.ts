import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  audited,
  call,
  login,
  newPerson,
  setUp,
  statusOf,
  told,
  tokenOf,
  withPasskey,
  withTotp,
  type Schemas,
  type World,
} from './mfa.testing.ts';

const test = suite<World>('recovery codes');

test.before.each(async (world) => {
  await setUp(world);
  await newPerson(world, 'olga');
  await newPerson(world, 'paul');
});
test.after.each(({ stop }) => stop());

const renew = ({ app }: World, token: string) =>
  call<Schemas['RecoveryCodes']>(app, 'POST /auth/mfa/recovery-codes', { token });

test('each stands for a second factor once, however it is typed, and for nobody else', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const { codes } = await withTotp(app, token);
  const paul = await withTotp(app, await tokenOf(app, 'paul'));
  const [first = '', second = ''] = codes;
  assert.is(
    told(await login(app, 'olga', { recovery_code: paul.codes[0] ?? '' })),
    '401 INVALID_CREDENTIALS',
  );
  assert.is((await login(app, 'olga', { recovery_code: first })).status, 200);
  assert.is(told(await login(app, 'olga', { recovery_code: first })), '401 INVALID_CREDENTIALS', 'used');
  const sloppy = second.toLowerCase().replaceAll('-', ' ');
  assert.is((await login(app, 'olga', { recovery_code: sloppy })).status, 200);
  assert.is((await statusOf(app, token)).recovery_codes_left, 8);
  const rows = await audited(app, 'mfa.recovery_code_used');
  assert.equal(
    rows.map(({ actor, after }) => [actor.name, after]),
    [
      ['olga', { codes_left: 9 }],
      ['olga', { codes_left: 8 }],
    ],
  );
});

test('new ones take the place of all that are left', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const { codes } = await withTotp(app, token);
  const renewed = await renew(w, token);
  assert.is(renewed.status, 200);
  assert.is(renewed.body.recovery_codes.length, 10);
  assert.not.ok(renewed.body.recovery_codes.some((code) => codes.includes(code)));
  assert.is(told(await login(app, 'olga', { recovery_code: codes[3] ?? '' })), '401 INVALID_CREDENTIALS');
  assert.is((await login(app, 'olga', { recovery_code: renewed.body.recovery_codes[3] ?? '' })).status, 200);
});

test('without a factor there is nothing that they could stand for', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  assert.is(told(await renew(w, token)), '409 MFA_NOT_ENABLED');
  await withPasskey(app, token);
  const { body } = await renew(w, token);
  assert.equal((await login(app, 'olga')).details.methods, ['webauthn', 'recovery_code']);
  assert.is((await login(app, 'olga', { recovery_code: body.recovery_codes[0] ?? '' })).status, 200);
  const { body: listed } = await call<Schemas['WebauthnCredentialList']>(
    app,
    'GET /auth/mfa/webauthn/credentials',
    {
      token,
    },
  );
  const [passkey] = listed.credentials;
  assert.is(told(await call(app, `DELETE /auth/mfa/webauthn/credentials/${passkey?.id}`, { token })), '204');
  assert.is((await statusOf(app, token)).recovery_codes_left, 0, 'they go with the last factor');
});

test('a wrong one counts as a failed sign-in', async (w) => {
  const { app } = w;
  await withTotp(app, await tokenOf(app, 'olga'));
  const wrong = { recovery_code: 'AAAA-AAAA-AAAA' };
  for (let count = 0; count < 5; count++)
    assert.is(told(await login(app, 'olga', wrong)), '401 INVALID_CREDENTIALS');
  assert.is(told(await login(app, 'olga', wrong)), '423 ACCOUNT_LOCKED');
});

test.run();
