/** Rows of the walks through the contract: signing in, and the own account. */
import { reads, writes, type FeatureRows } from '#test/support/rows.ts';
import { WEAK, asTool, lockedOut } from '#test/support/walk/made.ts';
import { anonymous, type Call } from '#test/support/walk/walker.ts';
import { ADMIN_PASSWORD, PASSWORD, type World } from '#test/support/walk/world.ts';
import type { Schemas } from '#test/support/scope/calls.ts';
import { openSession } from './identity.testing.ts';
import { withTotp } from '#plugins/mfa/mfa.testing.ts';

const ANOTHER = { current_password: PASSWORD, new_password: `${PASSWORD} x` };
const asGuessed = ({ ids }: World): Call => ({ bearer: ids['guessed'] ?? null });
const login = (username: string, password: string): Call => ({ ...anonymous, body: { username, password } });

export const callers: FeatureRows['callers'] = {
  anybody: 'login logout refreshSession forceChangePassword',
  'everybody who is signed in': `
    getOwnUser getOwnPreferences updateOwnPreferences changeOwnPassword reauthenticate`,
  'people alone': 'reauthenticate changeOwnPassword getOwnPreferences updateOwnPreferences',
  'who must set up a second factor': 'getOwnUser reauthenticate',
};

export const noHosts = `
  login logout refreshSession forceChangePassword getOwnUser getOwnPreferences updateOwnPreferences changeOwnPassword
  reauthenticate`;

export const valid: FeatureRows['valid'] = {
  login: writes('login.succeeded', async ({ must, ids }) => {
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    ids['refresh'] = (await must<Schemas['SessionTokens']>('login', { ...anonymous, body })).refresh_token;
  }),
  refreshSession: {
    none: 'a session goes on as it was; a token that is replayed writes session.revoked',
    by: async ({ must, ids }) => {
      const body = { refresh_token: ids['refresh'] };
      const answer = await must<Schemas['SessionTokens']>('refreshSession', { ...anonymous, body });
      ids['refresh'] = answer.refresh_token;
    },
  },
  logout: writes('session.closed', ({ must, ids }) =>
    must('logout', { ...anonymous, body: { refresh_token: ids['refresh'] } }),
  ),
  reauthenticate: writes('session.reauthenticated', ({ must }) =>
    must('reauthenticate', { body: { password: PASSWORD } }),
  ),
  getOwnUser: reads(({ must }) => must('getOwnUser')),
  getOwnPreferences: reads(({ must }) => must('getOwnPreferences')),
  updateOwnPreferences: {
    none: 'how wide somebody likes his columns is nothing to account for',
    by: ({ must }) => must('updateOwnPreferences', { body: { values: { 'table.hosts': '{}' } } }),
  },
  changeOwnPassword: writes('user.password_changed', async ({ must, person }) => {
    const bearer = await (await person('carl', 'reporter')).bearer();
    const body = { current_password: PASSWORD, new_password: 'eleven loud herons sail south' };
    return must('changeOwnPassword', { bearer, body });
  }),
  forceChangePassword: writes('user.password_changed', async ({ must }) => {
    const account = { username: 'nora', role: 'operator', password: PASSWORD };
    await must('createUser', { body: account });
    const body = { username: 'nora', current_password: PASSWORD, new_password: `${PASSWORD} once` };
    return must('forceChangePassword', { ...anonymous, body });
  }),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'PASSWORD_TOO_WEAK',
    at: {
      changeOwnPassword: (_w, { bearer }) => ({
        bearer,
        body: { current_password: PASSWORD, new_password: WEAK },
      }),
      forceChangePassword: () => ({
        ...anonymous,
        body: { username: 'owing', current_password: PASSWORD, new_password: WEAK },
      }),
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    at: {
      login: () => login('made', 'not the password of made'),
      changeOwnPassword: () => ({ body: { ...ANOTHER, current_password: 'not the password' } }),
      reauthenticate: (_w, { bearer }) => ({ bearer, body: { password: 'not the password of made' } }),
    },
  },
  { code: 'PASSWORD_CHANGE_REQUIRED', at: { login: () => login('owing', PASSWORD) } },
  {
    code: 'ACCOUNT_DISABLED',
    at: {
      login: () => login('disabled', PASSWORD),
      forceChangePassword: () => ({ ...anonymous, body: { username: 'disabled', ...ANOTHER } }),
    },
  },
  {
    code: 'MFA_REQUIRED',
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
    before: lockedOut('guessed'),
    at: {
      login: () => login('guessed', PASSWORD),
      forceChangePassword: () => ({ ...anonymous, body: { username: 'guessed', ...ANOTHER } }),
      changeOwnPassword: (w) => ({ ...asGuessed(w), body: ANOTHER }),
      reauthenticate: (w) => ({ ...asGuessed(w), body: { password: PASSWORD } }),
    },
  },
  { code: 'FORBIDDEN', at: { reauthenticate: asTool({ body: { password: PASSWORD } }) } },
  {
    code: 'REFRESH_TOKEN_INVALID',
    at: { refreshSession: () => ({ ...anonymous, body: { refresh_token: 'x'.repeat(43) } }) },
  },
  { code: 'ACCOUNT_DISABLED', at: { refreshSession: (w) => refreshOf(w, { disabled: true }) } },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
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
