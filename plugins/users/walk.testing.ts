/** Rows of the walks through the contract: accounts, their sessions and API tokens. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { WEAK, alone, asTool, keyedToken, madeLongAgo, of } from '../../test/support/walk/made.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import { PASSWORD } from '../../test/support/walk/world.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { openSession } from '../../server/core/identity/identity.testing.ts';

const userPath = of('user', 'user_id');

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions`,
  'administrators alone': `
    listUsers createUser getUser updateUser deleteUser deleteUserSessions resetUserPassword
    listUserSessions deleteUserSession listUserApiTokens getUserApiToken deleteUserApiToken`,
  'with a fresh proof': `
    createUser updateUser deleteUser resetUserPassword createOwnApiToken deleteOwnSession deleteOtherOwnSessions`,
  'people alone': `
    listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions
    createUser updateUser deleteUser resetUserPassword`,
};

export const noHosts = `
  listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions`;

export const valid: FeatureRows['valid'] = {
  createUser: writes('user.created', async ({ must, ids }) => {
    const body = { username: 'olga', role: 'operator', password: PASSWORD };
    ids['user'] = (await must<Schemas['User']>('createUser', { body })).id;
  }),
  listUsers: reads(({ must }) => must('listUsers')),
  getUser: reads((w) => w.must('getUser', userPath(w))),
  updateUser: writes('user.role_changed', (w) =>
    w.must('updateUser', { ...userPath(w), body: { role: 'reporter' } }),
  ),
  resetUserPassword: writes('user.password_reset', (w) =>
    w.must('resetUserPassword', {
      ...userPath(w),
      body: { new_password: `${PASSWORD} again`, must_change_password: false },
    }),
  ),
  listUserSessions: reads(async ({ must, ids, kit }) => {
    await openSession(kit.ctx, ids['user'] ?? '');
    const list = await must<Schemas['SessionList']>('listUserSessions', userPath({ ids }));
    ids['session'] = list.sessions[0]?.id ?? '';
  }),
  deleteUserSession: writes('session.revoked', ({ must, ids }) =>
    must('deleteUserSession', { path: { user_id: ids['user'] ?? '', session_id: ids['session'] ?? '' } }),
  ),
  deleteUserSessions: writes('session.revoked', async ({ must, ids, kit }) => {
    await openSession(kit.ctx, ids['user'] ?? '');
    return must('deleteUserSessions', userPath({ ids }));
  }),
  createOwnApiToken: writes('api_token.created', async ({ must, ids }) => {
    const body = { name: 'monitoring', role: 'reporter', expires_in_secs: 7 * 86_400 };
    ids['token'] = (await must<Schemas['CreatedApiToken']>('createOwnApiToken', { body })).id;
    const second = { body: { ...body, name: 'alarms' } };
    ids['token2'] = (await must<Schemas['CreatedApiToken']>('createOwnApiToken', second)).id;
  }),
  listOwnApiTokens: reads(({ must }) => must('listOwnApiTokens')),
  listUserApiTokens: reads(({ must, boss }) => must('listUserApiTokens', { path: { user_id: boss.id } })),
  getOwnApiToken: reads(({ must, ids }) =>
    must('getOwnApiToken', { path: { token_id: ids['token'] ?? '' } }),
  ),
  getUserApiToken: reads(({ must, ids, boss }) =>
    must('getUserApiToken', { path: { user_id: boss.id, token_id: ids['token2'] ?? '' } }),
  ),
  deleteOwnApiToken: writes('api_token.deleted', ({ must, ids }) =>
    must('deleteOwnApiToken', { path: { token_id: ids['token'] ?? '' } }),
  ),
  deleteUserApiToken: writes('api_token.deleted', ({ must, ids, boss }) =>
    must('deleteUserApiToken', { path: { user_id: boss.id, token_id: ids['token2'] ?? '' } }),
  ),
  listOwnSessions: reads(async ({ must, ids, kit, boss }) => {
    await openSession(kit.ctx, boss.id);
    await openSession(kit.ctx, boss.id);
    const list = await must<Schemas['SessionList']>('listOwnSessions');
    ids['own'] = list.sessions.find(({ current }) => !current)?.id ?? '';
  }),
  deleteOwnSession: writes('session.revoked', ({ must, ids }) =>
    must('deleteOwnSession', { path: { session_id: ids['own'] ?? '' } }),
  ),
  deleteOtherOwnSessions: writes('session.revoked', ({ must }) => must('deleteOtherOwnSessions')),
};

export const last: FeatureRows['last'] = {
  deleteUser: writes('user.deleted', (w) => w.must('deleteUser', userPath(w))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'GROUP_NOT_FOUND',
    at: { updateUser: (_w, made) => ({ ...userPath(made), body: { scope_group_ids: [NOBODY] } }) },
  },
  {
    code: 'PASSWORD_TOO_WEAK',
    at: {
      createUser: () => ({ body: { username: 'weak', role: 'reporter', password: WEAK } }),
      resetUserPassword: (_w, made) => ({ ...userPath(made), body: { new_password: WEAK } }),
    },
  },
  {
    code: 'FORBIDDEN',
    at: {
      createOwnApiToken: asTool({ body: { name: 'another', role: 'reporter', expires_in_secs: 86_400 } }),
      deleteOtherOwnSessions: asTool(),
      deleteOwnSession: asTool({ path: { session_id: NOBODY } }),
      listOwnSessions: asTool(),
    },
  },
  {
    code: 'API_TOKEN_NOT_FOUND',
    at: {
      // The call is repeated after its token was deleted.
      async createOwnApiToken({ walker }) {
        const call = keyedToken('dddd');
        const { id } = await walker.must<{ id: string }>('createOwnApiToken', call);
        await walker.must('deleteOwnApiToken', { path: { token_id: id } });
        return call;
      },
    },
  },
  {
    code: 'TOKEN_NOT_REPEATED',
    at: { createOwnApiToken: (w) => madeLongAgo(w, 'createOwnApiToken', keyedToken('eeee')) },
  },
  {
    code: 'WOULD_LOCK_OUT',
    during: alone('boss'),
    at: {
      deleteUser: ({ boss }) => ({ path: { user_id: boss.id } }),
      updateUser: ({ boss }) => ({ path: { user_id: boss.id }, body: { role: 'reporter' } }),
    },
  },
  {
    code: 'SSO_NOT_LINKED',
    at: { updateUser: (_w, made) => ({ ...userPath(made), body: { sso_only: true } }) },
  },
];

export const limits: FeatureRows['limits'] = {
  createOwnApiToken: {
    code: 'API_TOKEN_LIMIT_REACHED',
    table: 'users_tokens',
    most: 100,
    unlike: ['secret_hash'],
  },
};
