/** Mistakes with accounts, their credentials, and sign-in over a provider. Written by hand. */
import { withTotp } from '../../../../plugins/mfa/mfa.testing.ts';
import { openSession } from '../../../../server/core/identity/identity.testing.ts';
import { NOBODY, type Call } from '../walker.ts';
import { PASSWORD, type World } from '../world.ts';
import { type Made, type Mistake, of, alone, anonymous } from './made.ts';

const WEAK = 'password1234';
const asTool =
  (call: Call = {}) =>
  (_w: World, { tool }: Made): Call => ({ ...call, bearer: tool });
const ANOTHER = { current_password: PASSWORD, new_password: `${PASSWORD} x` };
/** This many wrong passwords in a row lock an account for the address that they came from. */
const GUESSES = 5;
const asGuessed = ({ ids }: World): Call => ({ bearer: ids['guessed'] ?? null });
const login = (username: string, password: string): Call => ({ ...anonymous, body: { username, password } });

export const peopleMistakes: readonly Mistake[] = [
  {
    code: 'PASSWORD_TOO_WEAK',
    status: 400,
    at: {
      createUser: () => ({ body: { username: 'weak', role: 'reporter', password: WEAK } }),
      changeOwnPassword: (_w, { bearer }) => ({
        bearer,
        body: { current_password: PASSWORD, new_password: WEAK },
      }),
      forceChangePassword: () => ({
        ...anonymous,
        body: { username: 'owing', current_password: PASSWORD, new_password: WEAK },
      }),
      resetUserPassword: (_w, made) => ({ ...of('user')(made), body: { new_password: WEAK } }),
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    status: 401,
    at: {
      login: () => login('made', 'not the password of made'),
      changeOwnPassword: () => ({ body: { ...ANOTHER, current_password: 'not the password' } }),
      reauthenticate: (_w, { bearer }) => ({ bearer, body: { password: 'not the password of made' } }),
    },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    status: 403,
    at: { login: () => login('owing', PASSWORD) },
  },
  {
    code: 'ACCOUNT_DISABLED',
    status: 403,
    at: {
      login: () => login('disabled', PASSWORD),
      forceChangePassword: () => ({
        ...anonymous,
        body: { username: 'disabled', ...ANOTHER },
      }),
    },
  },
  {
    code: 'WOULD_LOCK_OUT',
    status: 409,
    at: {
      updateIpAllowList: () => ({ body: { entries: ['10.200.0.0/16'] } }),
      updateSettings: () => ({ body: { ip_whitelist: ['10.200.0.0/16'] } }),
    },
  },
  {
    code: 'MFA_REQUIRED',
    status: 401,
    at: {
      async login({ kit, person }) {
        await withTotp(kit, await (await person('factored', 'reporter')).bearer());
        return login('factored', PASSWORD);
      },
      async reauthenticate({ kit, person }) {
        const bearer = await (await person('factored-too', 'reporter')).bearer();
        await withTotp(kit, bearer);
        return { bearer, body: { password: PASSWORD } };
      },
    },
  },
  {
    code: 'ACCOUNT_LOCKED',
    status: 423,
    async before({ walker, person, ids }) {
      const guessed = await person('guessed', 'reporter');
      ids['guessed'] = await guessed.bearer();
      for (let count = 0; count < GUESSES; count++) await walker.call('login', login('guessed', 'a guess'));
    },
    at: {
      login: () => login('guessed', PASSWORD),
      forceChangePassword: () => ({ ...anonymous, body: { username: 'guessed', ...ANOTHER } }),
      changeOwnPassword: (w) => ({ ...asGuessed(w), body: ANOTHER }),
      reauthenticate: (w) => ({ ...asGuessed(w), body: { password: PASSWORD } }),
      disableOwnMfa: (w) => ({ ...asGuessed(w), body: { password: PASSWORD } }),
    },
  },
  {
    code: 'FORBIDDEN',
    status: 403,
    at: {
      createApiToken: asTool({ body: { name: 'another', role: 'reporter', expires_in_secs: 86_400 } }),
      disableTotp: asTool(),
      endOtherSessions: asTool(),
      endOwnSession: asTool({ path: { sessionId: NOBODY } }),
      listOwnSessions: asTool(),
      reauthenticate: asTool({ body: { password: PASSWORD } }),
      setupTotp: asTool(),
      startReauthentication: asTool(),
      startWebauthnRegistration: asTool({ body: { key_name: 'blue' } }),
      getReportFigures: (_w, { scoped }) => ({ path: { reportType: 'audit' }, bearer: scoped }),
      downloadReport: (_w, { scoped }) => ({
        path: { reportType: 'audit' },
        query: { format: 'csv' },
        bearer: scoped,
      }),
    },
  },
  {
    code: 'API_TOKEN_NOT_FOUND',
    status: 404,
    at: {
      // The call is repeated after its token was deleted.
      async createApiToken({ walker }) {
        const call = keyedToken('dddd');
        const { id } = await walker.must<{ id: string }>('createApiToken', call);
        await walker.must('deleteApiToken', { path: { id } });
        return call;
      },
    },
  },
  {
    code: 'ENROLLMENT_TOKEN_NOT_FOUND',
    status: 404,
    at: {
      async createEnrollmentToken({ walker }) {
        const call = { ...keyedToken('dddd'), body: { name: 'Short-lived' } };
        const { id } = await walker.must<{ id: string }>('createEnrollmentToken', call);
        await walker.must('deleteEnrollmentToken', { path: { id } });
        return call;
      },
    },
  },
  {
    code: 'TOKEN_NOT_REPEATED',
    status: 409,
    at: {
      createApiToken: (w) => madeLongAgo(w, 'createApiToken', keyedToken('eeee')),
      createEnrollmentToken: (w) =>
        madeLongAgo(w, 'createEnrollmentToken', { ...keyedToken('eeee'), body: { name: 'Long ago' } }),
    },
  },
  {
    code: 'WOULD_LOCK_OUT',
    status: 409,
    during: alone('boss'),
    at: {
      deleteUser: ({ boss }) => ({ path: { id: boss.id } }),
      updateUser: ({ boss }) => ({ path: { id: boss.id }, body: { role: 'reporter' } }),
    },
  },
  {
    code: 'SSO_NOT_LINKED',
    status: 409,
    at: { updateUser: (_w, made) => ({ ...of('user')(made), body: { sso_only: true } }) },
  },
  {
    code: 'SSO_LINK_NEEDED',
    status: 409,
    at: {
      async unlinkSso({ kit, person }) {
        const { id, bearer } = await person('wordless', 'reporter');
        await kit.ctx.db.knex('identity_users').where('id', id).update({ password_hash: null });
        return { bearer: await bearer() };
      },
    },
  },
  {
    code: 'REFRESH_TOKEN_INVALID',
    status: 401,
    at: { refreshSession: () => ({ ...anonymous, body: { refresh_token: 'x'.repeat(43) } }) },
  },
  {
    code: 'ACCOUNT_DISABLED',
    status: 403,
    at: { refreshSession: (w) => refreshOf(w, { disabled: true }) },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    status: 403,
    at: { refreshSession: (w) => refreshOf(w, { must_change_password: true }) },
  },
];

/** The session of an account that was changed after its sign-in. */
async function refreshOf({ kit, person }: World, change: object): Promise<Call> {
  const { id } = await person(`late-${Object.keys(change).join('').replaceAll('_', '')}`, 'reporter');
  const { refreshToken } = await openSession(kit.ctx, id);
  await kit.ctx.db.knex('identity_users').where('id', id).update(change);
  return { ...anonymous, body: { refresh_token: refreshToken } };
}

const keyedToken = (key: string) => ({
  headers: { 'Idempotency-Key': `0190b7c4-0000-7000-8000-00000000${key}` },
  body: { name: 'Short-lived', role: 'reporter', expires_in_secs: 86_400 },
});

/** The call whose token was made more than a day ago. */
async function madeLongAgo(
  { walker, kit }: World,
  operationId: 'createApiToken' | 'createEnrollmentToken',
  call: Call,
): Promise<Call> {
  const { id } = await walker.must<{ id: string }>(operationId, call);
  const table = operationId === 'createApiToken' ? 'users_tokens' : 'enrollment_tokens';
  const createdAt = new Date(kit.clock.now().getTime() - 25 * 3_600_000);
  await kit.ctx.tx((tx) => tx.knex(table).where({ id }).update({ created_at: createdAt }), { name: 'test' });
  return call;
}
