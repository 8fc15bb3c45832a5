/** Rows of the walks through the contract: second factors and passkeys. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { asTool, lockedOut } from '../../test/support/walk/made.ts';
import { anonymous, type Call } from '../../test/support/walk/walker.ts';
import { ORIGIN, PASSWORD, type Person, type World } from '../../test/support/walk/world.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { SoftAuthenticator } from './authenticator.testing.ts';
import { codeAt, mfaTokenOf, startPasskey, withPasskey, withTotp } from './mfa.testing.ts';

/** Without an authenticator there are no passkeys. */
const soft = new SoftAuthenticator(ORIGIN);
let mia: Person;
const asMia = async () => ({ bearer: await mia.bearer() });
/** The most passkeys that a person may have. */
const MOST_PASSKEYS = 20;

export const callers: FeatureRows['callers'] = {
  anybody: 'startWebauthnAuthentication completeWebauthnAuthentication',
  'everybody who is signed in': `
    getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa disableTotp startReauthentication
    listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration getWebauthnCredential
    renameWebauthnCredential deleteWebauthnCredential`,
  'administrators alone': 'disableUserMfa',
  'with a fresh proof': `
    disableUserMfa setupTotp disableOwnMfa disableTotp renewRecoveryCodes startWebauthnRegistration
    deleteWebauthnCredential`,
  'people alone': `
    disableUserMfa getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa disableTotp
    startReauthentication listWebauthnCredentials startWebauthnRegistration completeWebauthnRegistration
    getWebauthnCredential renameWebauthnCredential deleteWebauthnCredential`,
  'who must set up a second factor': `
    getOwnMfa setupTotp verifyTotp listWebauthnCredentials startWebauthnRegistration
    completeWebauthnRegistration getWebauthnCredential startReauthentication`,
  'who hold the mfa token': 'startWebauthnAuthentication completeWebauthnAuthentication',
};

export const noHosts = `
  getOwnMfa setupTotp verifyTotp renewRecoveryCodes disableOwnMfa disableTotp startWebauthnAuthentication
  completeWebauthnAuthentication listWebauthnCredentials startWebauthnRegistration
  completeWebauthnRegistration getWebauthnCredential renameWebauthnCredential deleteWebauthnCredential
  startReauthentication`;

export const valid: FeatureRows['valid'] = {
  getOwnMfa: reads(async ({ must, person }) => {
    mia = await person('mia', 'admin');
    return must('getOwnMfa', await asMia());
  }),
  setupTotp: reads(async ({ must, ids }) => {
    const offered = await must<Schemas['TotpSetup']>('setupTotp', await asMia());
    ids['totp'] = offered.secret_base32;
  }),
  verifyTotp: writes('mfa.totp_enabled', async ({ must, ids, kit }) => {
    const secret = ids['totp'] ?? '';
    const body = { secret_base32: secret, code: codeAt(kit, secret) };
    await must('verifyTotp', { ...(await asMia()), body });
    await kit.clock.advance(60_000);
  }),
  renewRecoveryCodes: writes('mfa.recovery_codes_made', async ({ must }) =>
    must('renewRecoveryCodes', await asMia()),
  ),
  startWebauthnRegistration: {
    none: 'a challenge, used once within five minutes, or never',
    by: async ({ must, ids }) => {
      const challenge = await must<Schemas['WebauthnChallenge']>('startWebauthnRegistration', {
        ...(await asMia()),
        body: { key_name: 'blue' },
      });
      ids['challenge'] = challenge.challenge_key;
      ids['credential'] = soft.create(challenge.serialized_options);
    },
  },
  completeWebauthnRegistration: writes('mfa.passkey_added', async ({ must, ids }) => {
    const body = { challenge_key: ids['challenge'], serialized_credential: ids['credential'] };
    const call = { ...(await asMia()), body };
    ids['passkey'] = (await must<Schemas['WebauthnCredential']>('completeWebauthnRegistration', call)).id;
  }),
  listWebauthnCredentials: reads(async ({ must }) => must('listWebauthnCredentials', await asMia())),
  getWebauthnCredential: reads(async ({ must, ids }) =>
    must('getWebauthnCredential', { ...(await asMia()), path: { credential_id: ids['passkey'] ?? '' } }),
  ),
  renameWebauthnCredential: writes('mfa.passkey_renamed', async ({ must, ids }) =>
    must('renameWebauthnCredential', {
      ...(await asMia()),
      path: { credential_id: ids['passkey'] ?? '' },
      body: { key_name: 'green' },
    }),
  ),
  startReauthentication: {
    none: 'a challenge, used once within five minutes, or never',
    by: async ({ must }) => must('startReauthentication', await asMia()),
  },
  startWebauthnAuthentication: {
    none: 'a challenge, used once within five minutes, or never',
    by: async ({ must, ids }) => {
      const challenge = await must<Schemas['WebauthnChallenge']>('startWebauthnAuthentication', anonymous);
      ids['challenge'] = challenge.challenge_key;
      ids['assertion'] = soft.get(challenge.serialized_options, { passkey: soft.passkeys[0] as never });
    },
  },
  completeWebauthnAuthentication: writes('login.succeeded', ({ must, ids }) =>
    must('completeWebauthnAuthentication', {
      ...anonymous,
      body: { challenge_key: ids['challenge'], serialized_assertion: ids['assertion'] },
    }),
  ),
  deleteWebauthnCredential: writes('mfa.passkey_removed', async ({ must, ids }) =>
    must('deleteWebauthnCredential', {
      ...(await asMia()),
      path: { credential_id: ids['passkey'] ?? '' },
    }),
  ),
  disableTotp: writes('mfa.totp_disabled', async ({ must }) => must('disableTotp', await asMia())),
  disableOwnMfa: writes('mfa.totp_disabled', async ({ must, kit }) => {
    await withTotp(kit, await mia.bearer());
    return must('disableOwnMfa', { ...(await asMia()), body: { password: PASSWORD } });
  }),
  disableUserMfa: writes('mfa.reset', async ({ must, kit }) => {
    await withTotp(kit, await mia.bearer());
    return must('disableUserMfa', { path: { user_id: mia.id } });
  }),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'ACCOUNT_LOCKED',
    before: lockedOut('guessed-again'),
    at: {
      disableOwnMfa: ({ ids }) => ({ bearer: ids['guessed-again'] ?? null, body: { password: PASSWORD } }),
    },
  },
  {
    code: 'FORBIDDEN',
    at: {
      disableTotp: asTool(),
      setupTotp: asTool(),
      startReauthentication: asTool(),
      startWebauthnRegistration: asTool({ body: { key_name: 'blue' } }),
    },
  },
  {
    code: 'MFA_CODE_INVALID',
    at: {
      verifyTotp: async ({ walker }) => {
        const { secret_base32 } = await walker.must<{ secret_base32: string }>('setupTotp');
        return { body: { secret_base32, code: '000000' } };
      },
    },
  },
  {
    code: 'MFA_NOT_ENABLED',
    at: { disableOwnMfa: (_w, { bearer }) => ({ bearer, body: { password: PASSWORD } }) },
  },
  {
    code: 'WEBAUTHN_RESPONSE_INVALID',
    at: {
      completeWebauthnRegistration: async ({ walker }) => {
        const { challenge_key } = await walker.must<{ challenge_key: string }>('startWebauthnRegistration', {
          body: { key_name: 'of a mistake' },
        });
        return { body: { challenge_key, serialized_credential: '{}' } };
      },
    },
  },
  {
    code: 'MFA_NOT_ENABLED',
    at: {
      async startWebauthnAuthentication({ kit, person }) {
        await withTotp(kit, await (await person('appless', 'reporter')).bearer());
        return { bearer: await mfaTokenOf(kit, 'appless') };
      },
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    at: {
      async completeWebauthnAuthentication(w) {
        const { authenticator } = await keyholder(w, 'deceived');
        const challenge = await startPasskey(w.kit);
        const lies = { origin: 'https://manager.example.net' };
        return ending(challenge, authenticator.get(challenge.serialized_options, lies));
      },
    },
  },
  {
    code: 'ACCOUNT_DISABLED',
    at: { completeWebauthnAuthentication: (w) => signInAfter(w, 'retired', { disabled: true }) },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    at: { completeWebauthnAuthentication: (w) => signInAfter(w, 'renewing', { must_change_password: true }) },
  },
  {
    code: 'WEBAUTHN_LIMIT_REACHED',
    at: {
      async startWebauthnRegistration(w) {
        const person = await keyholder(w, 'collector');
        await copyPasskey(w, person, MOST_PASSKEYS - 1);
        return { bearer: await person.bearer(), body: {} };
      },
      async completeWebauthnRegistration(w) {
        const person = await keyholder(w, 'hoarder');
        await copyPasskey(w, person, MOST_PASSKEYS - 2);
        const bearer = await person.bearer();
        const begun = { bearer, body: { key_name: 'the last' } };
        const challenge = await w.walker.must<Challenge>('startWebauthnRegistration', begun);
        await copyPasskey(w, person, 1);
        const serialized_credential = person.authenticator.create(challenge.serialized_options);
        return { bearer, body: { challenge_key: challenge.challenge_key, serialized_credential } };
      },
    },
  },
  {
    code: 'MFA_FACTOR_REQUIRED',
    during: required,
    at: {
      async disableTotp({ kit, person, ids }) {
        const bearer = await (await person('bound', 'operator')).bearer();
        await withTotp(kit, bearer);
        ids['bound'] = bearer;
        return { bearer };
      },
      disableOwnMfa: ({ ids }) => ({ bearer: ids['bound'] ?? null, body: { password: PASSWORD } }),
      async deleteWebauthnCredential(w) {
        const person = await keyholder(w, 'bonded');
        const bearer = await person.bearer();
        const { credentials } = await w.walker.must<{ credentials: { id: string }[] }>(
          'listWebauthnCredentials',
          { bearer },
        );
        return { bearer, path: { credential_id: credentials[0]?.id ?? '' } };
      },
    },
  },
];

interface Keyholder extends Person {
  authenticator: SoftAuthenticator;
}

/** Somebody with one passkey. */
async function keyholder({ kit, person }: World, username: string): Promise<Keyholder> {
  const one = await person(username, 'operator');
  return { ...one, authenticator: await withPasskey(kit, await one.bearer()) };
}

/** Copies the only passkey of a person `count` times; nobody can sign in with the copies. */
async function copyPasskey({ kit }: World, { id }: Person, count: number): Promise<void> {
  const passkeys = kit.ctx.db.knex('mfa_passkeys');
  const row = (await passkeys.clone().where('user_id', id).first()) as Record<string, unknown>;
  for (let number = 0; number < count; number++) {
    const text = crypto.randomUUID();
    await passkeys.clone().insert({ ...row, id: text, credential_hash: text, credential_id: text });
  }
}

/** The call that ends a sign-in by passkey, of an account that was changed just before. */
async function signInAfter(w: World, username: string, change: object): Promise<Call> {
  const { id, authenticator } = await keyholder(w, username);
  const challenge = await startPasskey(w.kit);
  await w.kit.ctx.db.knex('identity_users').where('id', id).update(change);
  return ending(challenge, authenticator.get(challenge.serialized_options));
}

const ending = ({ challenge_key }: { challenge_key: string }, serialized_assertion: string): Call => ({
  ...anonymous,
  body: { challenge_key, serialized_assertion },
});

type Challenge = Awaited<ReturnType<typeof startPasskey>>;

/** Requires a second factor of operators for the time being. */
async function required({ walker }: World) {
  const set = (required_roles: string[]) =>
    walker.must('updateSettings', { body: { mfa: { required_roles, grace_days: 7 } } });
  await set(['operator']);
  return () => set([]);
}
