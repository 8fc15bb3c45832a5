import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthority } from '../../server/core/agents/pki/pki.testing.ts';
import { SoftAuthenticator, type Lies } from './authenticator.testing.ts';
import {
  audited,
  byPasskey,
  call,
  newPerson,
  ORIGIN,
  register,
  setUp,
  statusOf,
  told,
  tokenOf,
  withPasskey,
  type Answer,
  type Schemas,
  type World,
} from './mfa.testing.ts';

const test = suite<World>('passkeys of a person');

test.before.each(async (world) => {
  await setUp(world);
  await newPerson(world, 'olga');
  await newPerson(world, 'paul');
});
test.after.each(({ stop }) => stop());

const CREDENTIALS = '/auth/mfa/webauthn/credentials';
type Passkey = Schemas['WebauthnCredential'];

const listed = async ({ app }: World, token: string): Promise<Passkey[]> =>
  (await call<Schemas['WebauthnCredentialList']>(app, `GET ${CREDENTIALS}`, { token })).body.credentials;
const why = (answer: Answer<unknown>): string => `${told(answer)} ${String(answer.details.reason)}`;

test('they are registered, listed, renamed and removed, by their owner alone', async (w) => {
  const { app } = w;
  const [olga, paul] = [await tokenOf(app, 'olga'), await tokenOf(app, 'paul')];
  await withPasskey(app, olga, 'Blue key');
  await app.clock.advance(1_000);
  await withPasskey(app, olga);
  const [blue, second] = await listed(w, olga);
  assert.equal([blue?.key_name, second?.key_name, blue?.last_used_at], ['Blue key', 'Passkey 2', null]);
  assert.is((await statusOf(app, olga)).webauthn_credentials, 2);
  assert.equal(await listed(w, paul), []);
  const path = `${CREDENTIALS}/${blue?.id}`;
  assert.equal((await call(app, `GET ${path}`, { token: olga })).body, blue);
  assert.is(told(await call(app, `GET ${path}`, { token: paul })), '404 WEBAUTHN_CREDENTIAL_NOT_FOUND');
  const rename = (token: string) =>
    call<Passkey>(app, `PUT ${path}`, { token, body: { key_name: 'Green key' } });
  assert.is(told(await rename(paul)), '404 WEBAUTHN_CREDENTIAL_NOT_FOUND');
  assert.is((await rename(olga)).body.key_name, 'Green key');
  assert.is(told(await call(app, `DELETE ${path}`, { token: paul })), '404 WEBAUTHN_CREDENTIAL_NOT_FOUND');
  assert.is(told(await call(app, `DELETE ${path}`, { token: olga })), '204');
  assert.equal(
    (await listed(w, olga)).map(({ key_name }) => key_name),
    ['Passkey 2'],
  );
  const rows = await audited(app, 'mfa.passkey');
  assert.equal(
    rows.map(({ action }) => action),
    ['mfa.passkey_added', 'mfa.passkey_added', 'mfa.passkey_renamed', 'mfa.passkey_removed'],
  );
  assert.equal(rows[2]?.after, { id: blue?.id, key_name: 'Green key' });
});

test('the options name the account and this manager, and ask for no passkey that is there', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const authenticator = await withPasskey(app, token);
  const { body } = await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/mfa/webauthn/register/start', {
    token,
  });
  const options = JSON.parse(body.serialized_options) as Record<string, unknown>;
  const { user, rp, excludeCredentials, attestation } = options as {
    user: { name: string };
    rp: unknown;
    excludeCredentials: { id: string }[];
    attestation: string;
  };
  assert.equal(
    [user.name, rp, attestation],
    ['olga', { name: 'Fleetmend', id: 'manager.example.org' }, 'none'],
  );
  assert.equal(
    excludeCredentials.map(({ id }) => id),
    authenticator.passkeys.map(({ id }) => id),
  );
  assert.equal(String(options.challenge).length, 43, '32 bytes');
});

test('a registration is refused for what is wrong with it', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const authenticator = new SoftAuthenticator(ORIGIN);
  const refusal = async (lies: object) => why(await register(app, { token, authenticator, lies }));
  const INVALID = '400 WEBAUTHN_RESPONSE_INVALID';
  assert.is(await refusal({ origin: 'https://evil.example' }), `${INVALID} origin`);
  assert.is(await refusal({ origin: 'https://manager.example.org:444' }), `${INVALID} origin`);
  assert.is(await refusal({ crossOrigin: true }), `${INVALID} origin`);
  assert.is(await refusal({ rpId: 'evil.example' }), `${INVALID} relying_party`);
  assert.is(await refusal({ challenge: 'AAAA' }), `${INVALID} challenge`);
  assert.is(await refusal({ type: 'webauthn.get' }), `${INVALID} malformed`);
  assert.is(await refusal({ userPresent: false }), `${INVALID} user_verification`);
  assert.equal(await listed(w, token), []);
  const own = await withPasskey(app, token);
  const [passkey] = own.passkeys;
  const paul = await tokenOf(app, 'paul');
  const taken = await register(app, { token: paul, authenticator, lies: { passkey } });
  assert.is(why(taken), `${INVALID} registered`);
});

test('a vendor says nothing of a passkey: lists named in its certificates would be fetched from anywhere', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const authenticator = new SoftAuthenticator(ORIGIN);
  const attested = async (attestedBy: Lies['attestedBy']) =>
    register(app, { token, authenticator, lies: { attestedBy } });
  assert.is((await attested('itself')).status, 201);
  assert.is(why(await attested(await createAuthority())), '400 WEBAUTHN_RESPONSE_INVALID malformed');
  assert.is((await listed(w, token)).length, 1);
});

test('what is no credential is refused, whatever it is', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const odd = [
    '{}',
    '[]',
    'null',
    'no JSON',
    '{"id":"AQID","rawId":"AQIE","type":"public-key","response":{}}',
    '{"id":"AQID","rawId":"AQID","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}',
    '{"id":"AQID","rawId":"AQID","type":"public-key","response":{"clientDataJSON":1,"attestationObject":{}}}',
  ];
  for (const serialized_credential of odd) {
    const start = await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/mfa/webauthn/register/start', {
      token,
    });
    const body = { challenge_key: start.body.challenge_key, serialized_credential };
    const answer = await call(app, 'POST /auth/mfa/webauthn/register/complete', { token, body });
    assert.is(why(answer), '400 WEBAUTHN_RESPONSE_INVALID malformed', serialized_credential);
  }
});

test('a challenge is for one session, one answer and five minutes', async (w) => {
  const { app } = w;
  const [olga, again, paul] = [
    await tokenOf(app, 'olga'),
    await tokenOf(app, 'olga'),
    await tokenOf(app, 'paul'),
  ];
  const authenticator = new SoftAuthenticator(ORIGIN);
  const start = async () =>
    (await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/mfa/webauthn/register/start', { token: olga }))
      .body;
  const complete = (token: string, challenge_key: string, serialized_credential: string) =>
    call(app, 'POST /auth/mfa/webauthn/register/complete', {
      token,
      body: { challenge_key, serialized_credential },
    });
  const INVALID = '400 WEBAUTHN_CHALLENGE_INVALID';
  const { challenge_key: key, serialized_options: options } = await start();
  const credential = authenticator.create(options);
  assert.is(told(await complete(paul, key, credential)), INVALID, 'another person');
  assert.is(told(await complete(again, key, credential)), INVALID, 'another session of hers');
  assert.is(told(await complete(olga, 'made-up', credential)), INVALID);
  assert.is(told(await complete(olga, key, credential)), '201');
  assert.is(told(await complete(olga, key, credential)), INVALID, 'a replay');
  const late = await start();
  await app.clock.advance(5 * 60_000);
  assert.is(
    told(await complete(olga, late.challenge_key, authenticator.create(late.serialized_options))),
    INVALID,
  );
  const burnt = await start();
  const wrong = authenticator.create(burnt.serialized_options, { origin: 'https://evil.example' });
  assert.is(told(await complete(olga, burnt.challenge_key, wrong)), '400 WEBAUTHN_RESPONSE_INVALID');
  const right = authenticator.create(burnt.serialized_options);
  assert.is(told(await complete(olga, burnt.challenge_key, right)), INVALID, 'used up by the wrong answer');
});

test('a challenge for one purpose is none for another', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const authenticator = await withPasskey(app, token);
  const again = await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/reauthenticate/start', { token });
  const assertion = authenticator.get(again.body.serialized_options);
  const body = { challenge_key: again.body.challenge_key, serialized_assertion: assertion };
  const signIn = await call(app, 'POST /auth/mfa/webauthn/authenticate/complete', { body });
  assert.is(told(signIn), '400 WEBAUTHN_CHALLENGE_INVALID');
  const start = 'POST /auth/mfa/webauthn/register/start';
  const registering = (await call<Schemas['WebauthnChallenge']>(app, start, { token })).body;
  const lies = { passkey: authenticator.passkeys[0] };
  const proof = {
    challenge_key: registering.challenge_key,
    serialized_assertion: authenticator.get(registering.serialized_options, lies),
  };
  const proved = await call(app, 'POST /auth/reauthenticate', { token, body: proof });
  assert.is(told(proved), '400 WEBAUTHN_CHALLENGE_INVALID');
});

test('nobody has more than 20', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  for (let count = 0; count < 20; count++) await withPasskey(app, token);
  const start = await call(app, 'POST /auth/mfa/webauthn/register/start', { token });
  assert.is(told(start), '409 WEBAUTHN_LIMIT_REACHED');
});

test('challenges of one account are limited, for each stands in the database for a while', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const start = async (by: string) =>
    told(await call(app, 'POST /auth/mfa/webauthn/register/start', { token: by }));
  for (let count = 0; count < 60; count++) assert.is(await start(token), '200');
  assert.is(await start(token), '429 RATE_LIMITED');
  assert.is(await start(await tokenOf(app, 'paul')), '200');
  await app.clock.advance(5 * 60_000);
  assert.is((await app.ctx.db.reader('mfa_challenges')).length, 0, 'they are cleared away');
});

test('a passkey proves again who one is, in the session that asked', async (w) => {
  const { app } = w;
  const token = await tokenOf(app, 'olga');
  const other = await tokenOf(app, 'olga');
  assert.is(told(await call(app, 'POST /auth/reauthenticate/start', { token })), '409 MFA_NOT_ENABLED');
  const authenticator = await withPasskey(app, token);
  await app.clock.advance(11 * 60_000);
  const renew = () => call(app, 'POST /auth/mfa/recovery-codes', { token });
  assert.is(told(await renew()), '403 REAUTHENTICATION_REQUIRED');
  const start = async () =>
    (await call<Schemas['WebauthnChallenge']>(app, 'POST /auth/reauthenticate/start', { token })).body;
  const prove = (by: string, challenge_key: string, serialized_assertion: string) =>
    call(app, 'POST /auth/reauthenticate', { token: by, body: { challenge_key, serialized_assertion } });
  const asked = await start();
  const assertion = authenticator.get(asked.serialized_options);
  assert.is(told(await prove(other, asked.challenge_key, assertion)), '400 WEBAUTHN_CHALLENGE_INVALID');
  assert.is(told(await renew()), '403 REAUTHENTICATION_REQUIRED');
  assert.is(told(await prove(token, asked.challenge_key, assertion)), '204');
  assert.is(told(await renew()), '200');
  assert.is(
    told(await prove(token, asked.challenge_key, assertion)),
    '400 WEBAUTHN_CHALLENGE_INVALID',
    'a replay',
  );
  const wrong = await start();
  const foreign = authenticator.get(wrong.serialized_options, { origin: 'https://evil.example' });
  assert.is(told(await prove(token, wrong.challenge_key, foreign)), '401 INVALID_CREDENTIALS');
  const signedIn = await byPasskey(app, { authenticator });
  assert.is(signedIn.status, 200);
});

test.run();
