/** Rows of the walks through the contract: accounts, their sessions and API tokens. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { WEAK, alone, asTool, idOf, keyedToken, madeLongAgo, of } from '../../test/support/walk/made.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import { PASSWORD, type World } from '../../test/support/walk/world.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { openSession } from '../../server/core/identity/identity.testing.ts';

const userPath = of('user', 'user_id');

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': `
    listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions
    rotateOwnApiToken listPermissions`,
  'administrators alone': `
    listServiceAccounts createServiceAccount getServiceAccount updateServiceAccount deleteServiceAccount
    listServiceAccountTokens createServiceAccountToken getServiceAccountToken deleteServiceAccountToken
    listRoles createRole getRole updateRole deleteRole
    listUsers createUser getUser updateUser deleteUser deleteUserSessions resetUserPassword
    listUserSessions deleteUserSession listUserApiTokens getUserApiToken deleteUserApiToken listApiTokens`,
  'with a fresh proof': `
    createRole updateRole deleteRole createServiceAccount updateServiceAccount deleteServiceAccount
    createServiceAccountToken
    createUser updateUser deleteUser resetUserPassword createOwnApiToken deleteOwnSession deleteOtherOwnSessions`,
  'people alone': `
    listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions
    listRoles createRole getRole updateRole deleteRole
    listServiceAccounts createServiceAccount getServiceAccount updateServiceAccount deleteServiceAccount
    listServiceAccountTokens createServiceAccountToken getServiceAccountToken deleteServiceAccountToken
    createUser updateUser deleteUser resetUserPassword`,
};

export const noHosts = `
  rotateOwnApiToken listPermissions listOwnApiTokens createOwnApiToken getOwnApiToken deleteOwnApiToken listOwnSessions deleteOwnSession deleteOtherOwnSessions`;

const servicePath = of('service', 'account_id');
const serviceTokenPath = ({ ids }: { ids: Readonly<Record<string, string>> }) => ({
  path: { account_id: ids['service'] ?? '', token_id: ids['serviceToken'] ?? '' },
});
const inTenDays = ({ kit }: World): string =>
  new Date(kit.clock.now().getTime() + 10 * 86_400_000).toISOString();
const nightShift = { path: { role_name: 'night-shift' } };

export const valid: FeatureRows['valid'] = {
  createRole: writes('role.created', ({ must }) =>
    must('createRole', { body: { name: 'night-shift', permissions: ['hosts:read', 'jobs:run'] } }),
  ),
  listPermissions: reads(({ must }) => must('listPermissions')),
  listRoles: reads(({ must }) => must('listRoles')),
  getRole: reads(({ must }) => must('getRole', nightShift)),
  updateRole: writes('role.updated', ({ must }) =>
    must('updateRole', { ...nightShift, body: { permissions: ['hosts:read'] } }),
  ),
  deleteRole: writes('role.deleted', ({ must }) => must('deleteRole', nightShift)),
  createServiceAccount: writes('service_account.created', async (w) => {
    const body = { name: 'pipeline', role: 'operator', expires_at: inTenDays(w) };
    w.ids['service'] = (await w.must<Schemas['ServiceAccount']>('createServiceAccount', { body })).id;
  }),
  listServiceAccounts: reads(({ must }) => must('listServiceAccounts')),
  getServiceAccount: reads((w) => w.must('getServiceAccount', servicePath(w))),
  updateServiceAccount: writes('service_account.updated', (w) =>
    w.must('updateServiceAccount', { ...servicePath(w), body: { role: 'reporter' } }),
  ),
  createServiceAccountToken: writes('api_token.created', async (w) => {
    const call = { ...servicePath(w), body: { name: 'ci', expires_in_secs: 86_400 } };
    const made = await w.must<Schemas['CreatedApiToken']>('createServiceAccountToken', call);
    w.ids['serviceToken'] = made.id;
    w.ids['serviceSecret'] = made.token;
  }),
  listServiceAccountTokens: reads((w) => w.must('listServiceAccountTokens', servicePath(w))),
  getServiceAccountToken: reads((w) => w.must('getServiceAccountToken', serviceTokenPath(w))),
  rotateOwnApiToken: writes('api_token.rotated', ({ must, ids }) =>
    must('rotateOwnApiToken', { bearer: ids['serviceSecret'] ?? '', body: { overlap_secs: 60 } }),
  ),
  deleteServiceAccountToken: writes('api_token.deleted', (w) =>
    w.must('deleteServiceAccountToken', serviceTokenPath(w)),
  ),
  deleteServiceAccount: writes('service_account.deleted', (w) =>
    w.must('deleteServiceAccount', servicePath(w)),
  ),
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
  listApiTokens: reads(({ must }) => must('listApiTokens')),
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

const roleOf = (role_name: string) => ({ path: { role_name } });
const READS = { permissions: ['hosts:read'] };

/** A service account of the mistakes, made once. */
async function serviceOf(w: World): Promise<{ path: { account_id: string } }> {
  w.ids['mistaken'] ??= await idOf(w, 'createServiceAccount', { body: serviceBody(w, 'mistaken') });
  return { path: { account_id: w.ids['mistaken'] } };
}
const serviceBody = (w: World, name: string) => ({ name, role: 'operator', expires_at: inTenDays(w) });
const CI = { name: 'ci', expires_in_secs: 86_400 };
const keyed = (key: string, body: object) => ({
  headers: { 'Idempotency-Key': `0190b7c4-0000-7000-8000-00000000${key}` },
  body,
});

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'FORBIDDEN',
    at: {
      createRole: asTool({ body: { name: 'tools-own', ...READS } }),
      updateRole: asTool({ ...roleOf('taken'), body: READS }),
      createServiceAccount: (w, made) => asTool({ body: serviceBody(w, 'of-a-tool') })(w, made),
      updateServiceAccount: async (w, made) =>
        asTool({ ...(await serviceOf(w)), body: { role: 'admin' } })(w, made),
      createServiceAccountToken: async (w, made) => asTool({ ...(await serviceOf(w)), body: CI })(w, made),
    },
  },
  {
    code: 'GROUP_NOT_FOUND',
    at: {
      createServiceAccount: (w) => ({ body: { ...serviceBody(w, 'groupless'), scope_group_ids: [NOBODY] } }),
      updateServiceAccount: async (w) => ({ ...(await serviceOf(w)), body: { scope_group_ids: [NOBODY] } }),
    },
  },
  {
    code: 'SERVICE_ACCOUNT_NOT_FOUND',
    at: {
      // The call is repeated after its account was deleted.
      async createServiceAccount(w) {
        const call = keyed('abce', serviceBody(w, 'short-lived'));
        const id = await idOf(w, 'createServiceAccount', call);
        await w.walker.must('deleteServiceAccount', { path: { account_id: id } });
        return call;
      },
    },
  },
  {
    code: 'SERVICE_ACCOUNT_EXPIRED',
    at: {
      async createServiceAccountToken(w) {
        const id = await idOf(w, 'createServiceAccount', { body: serviceBody(w, 'over') });
        const past = new Date(w.kit.clock.now().getTime() - 1_000);
        await w.kit.ctx.tx((tx) =>
          tx.knex('users_service_accounts').where({ id }).update({ expires_at: past }),
        );
        return { path: { account_id: id }, body: CI };
      },
    },
  },
  {
    code: 'API_TOKEN_NOT_FOUND',
    at: {
      getServiceAccountToken: async (w) => ({
        path: { ...(await serviceOf(w)).path, token_id: NOBODY },
      }),
      deleteServiceAccountToken: async (w) => ({
        path: { ...(await serviceOf(w)).path, token_id: NOBODY },
      }),
      async createServiceAccountToken(w) {
        const call = { ...(await serviceOf(w)), ...keyed('abcf', { ...CI, name: 'short-lived' }) };
        const token_id = await idOf(w, 'createServiceAccountToken', call);
        await w.walker.must('deleteServiceAccountToken', { path: { ...call.path, token_id } });
        return call;
      },
    },
  },
  {
    code: 'TOKEN_NOT_REPEATED',
    at: {
      createServiceAccountToken: async (w) =>
        madeLongAgo(w, 'createServiceAccountToken', {
          ...(await serviceOf(w)),
          ...keyed('abd0', { ...CI, name: 'long ago' }),
        }),
    },
  },
  { code: 'API_TOKEN_REQUIRED', at: { rotateOwnApiToken: () => ({ body: {} }) } },
  {
    code: 'ROLE_NOT_FOUND',
    at: {
      createUser: () => ({ body: { username: 'roleless', role: 'nobodys', password: PASSWORD } }),
      updateUser: (_w, made) => ({ ...userPath(made), body: { role: 'nobodys' } }),
      createOwnApiToken: () => ({ body: { name: 'roleless', role: 'nobodys', expires_in_secs: 86_400 } }),
      // The call is repeated after its role was deleted.
      async createRole({ walker }) {
        const call = {
          headers: { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000abcd' },
          body: { name: 'short-lived', ...READS },
        };
        await walker.must('createRole', call);
        await walker.must('deleteRole', roleOf('short-lived'));
        return call;
      },
      createServiceAccount: (w) => ({ body: { ...serviceBody(w, 'roleless'), role: 'nobodys' } }),
      updateServiceAccount: async (w) => ({ ...(await serviceOf(w)), body: { role: 'nobodys' } }),
      getRole: () => roleOf('nobodys'),
      updateRole: () => ({ ...roleOf('nobodys'), body: READS }),
      deleteRole: () => roleOf('nobodys'),
    },
  },
  { code: 'ROLE_EXISTS', at: { createRole: () => ({ body: { name: 'operator', ...READS } }) } },
  {
    code: 'ROLE_FIXED',
    at: { updateRole: () => ({ ...roleOf('admin'), body: READS }), deleteRole: () => roleOf('reporter') },
  },
  {
    code: 'ROLE_IN_USE',
    async before({ walker }) {
      const group = await walker.must<Schemas['Group']>('createGroup', { body: { name: 'Of the role' } });
      await walker.must('createRole', { body: { name: 'taken', ...READS } });
      const body = { username: 'taker', role: 'taken', password: PASSWORD, scope_group_ids: [group.id] };
      await walker.must('createUser', { body });
    },
    at: {
      deleteRole: () => roleOf('taken'),
      updateRole: () => ({ ...roleOf('taken'), body: { permissions: ['hosts:read', 'audit:read'] } }),
    },
  },
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
  createServiceAccount: {
    code: 'SERVICE_ACCOUNT_LIMIT_REACHED',
    table: 'users_service_accounts',
    most: 500,
    unlike: ['name'],
    call: (w, name) => ({ body: serviceBody(w, name) }),
  },
  createServiceAccountToken: {
    code: 'API_TOKEN_LIMIT_REACHED',
    table: 'users_tokens',
    most: 100,
    unlike: ['secret_hash'],
    call: async (w, name) => ({ ...(await serviceOf(w)), body: { ...CI, name } }),
  },
  createRole: {
    code: 'ROLE_LIMIT_REACHED',
    table: 'identity_roles',
    most: 200,
    unlike: ['name'],
    call: (_w, name) => ({
      body: { name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), permissions: ['hosts:read'] },
    }),
  },
  createOwnApiToken: {
    code: 'API_TOKEN_LIMIT_REACHED',
    table: 'users_tokens',
    most: 100,
    unlike: ['secret_hash'],
  },
};
