/** Mistakes with second factors and passkeys. Written by hand. */
import type { SoftAuthenticator } from '../../../../plugins/mfa/authenticator.testing.ts';
import { mfaTokenOf, startPasskey, withPasskey, withTotp } from '../../../../plugins/mfa/mfa.testing.ts';
import { anonymous, type Mistake } from './made.ts';
import type { Call } from '../walker.ts';
import { PASSWORD, type Person, type World } from '../world.ts';

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

/** The most passkeys that a person may have. */
const MOST_PASSKEYS = 20;

/** Requires a second factor of operators for the time being. */
async function required({ walker }: World) {
  const set = (required_roles: string[]) =>
    walker.must('updateSettings', { body: { mfa: { required_roles, grace_days: 7 } } });
  await set(['operator']);
  return () => set([]);
}

export const factorMistakes: readonly Mistake[] = [
  {
    code: 'MFA_CODE_INVALID',
    status: 400,
    at: {
      verifyTotp: async ({ walker }) => {
        const { secret_base32 } = await walker.must<{ secret_base32: string }>('setupTotp');
        return { body: { secret_base32, code: '000000' } };
      },
    },
  },
  {
    code: 'MFA_NOT_ENABLED',
    status: 409,
    at: { disableOwnMfa: (_w, { bearer }) => ({ bearer, body: { password: PASSWORD } }) },
  },
  {
    code: 'WEBAUTHN_RESPONSE_INVALID',
    status: 400,
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
    status: 409,
    at: {
      async startWebauthnAuthentication({ kit, person }) {
        await withTotp(kit, await (await person('appless', 'reporter')).bearer());
        return { bearer: await mfaTokenOf(kit, 'appless') };
      },
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    status: 401,
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
    status: 403,
    at: { completeWebauthnAuthentication: (w) => signInAfter(w, 'retired', { disabled: true }) },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    status: 403,
    at: { completeWebauthnAuthentication: (w) => signInAfter(w, 'renewing', { must_change_password: true }) },
  },
  {
    code: 'WEBAUTHN_LIMIT_REACHED',
    status: 409,
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
    status: 409,
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
        return { bearer, path: { id: credentials[0]?.id ?? '' } };
      },
    },
  },
];
