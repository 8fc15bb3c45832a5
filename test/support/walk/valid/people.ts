/** Accounts, sessions, tokens, second factors, and sign-in over a provider. */
import type { components } from '../../../../generated/manager.ts';
import { SoftAuthenticator } from '../../../../plugins/mfa/authenticator.testing.ts';
import { codeAt, withTotp } from '../../../../plugins/mfa/mfa.testing.ts';
import { openSession } from '../../../../server/core/identity/identity.testing.ts';
import { beginLink, oidcOf, returning, signInOver } from '../overProvider.ts';
import { reads, writes, type Rows } from '../row.ts';
import type { Call } from '../walker.ts';
import { ADMIN_PASSWORD, ORIGIN, PASSWORD, type Person } from '../world.ts';

type Schemas = components['schemas'];

const anonymous = { bearer: null } as const;
const MAIL = 'fleetmend@example.test';

/** Without an authenticator there are no passkeys. */
const soft = new SoftAuthenticator(ORIGIN);

const as = async (person: Person | undefined) => ({ bearer: (await person?.bearer()) ?? null });
const people: Record<string, Person> = {};

const account: Rows = {
  login: writes('login.succeeded', async ({ must, ids }) => {
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    ids['refresh'] = (await must<Schemas['LoginResponse']>('login', { ...anonymous, body })).refresh_token;
  }),
  refreshSession: {
    none: 'a session goes on as it was; a token that is replayed writes session.revoked',
    by: async ({ must, ids }) => {
      const body = { refresh_token: ids['refresh'] };
      const answer = await must<Schemas['LoginResponse']>('refreshSession', { ...anonymous, body });
      ids['refresh'] = answer.refresh_token;
    },
  },
  logout: writes('session.closed', ({ must, ids }) =>
    must('logout', { ...anonymous, body: { refresh_token: ids['refresh'] } }),
  ),
  reauthenticate: writes('session.reauthenticated', ({ must }) =>
    must('reauthenticate', { body: { password: PASSWORD } }),
  ),
  getCurrentUser: reads(({ must }) => must('getCurrentUser')),
  changeOwnPassword: writes('user.password_changed', async ({ must, person }) => {
    people['carl'] = await person('carl', 'reporter');
    const body = { current_password: PASSWORD, new_password: 'eleven loud herons sail south' };
    return must('changeOwnPassword', { ...(await as(people['carl'])), body });
  }),
  createUser: writes('user.created', async ({ must, ids }) => {
    const body = { username: 'olga', role: 'operator', password: PASSWORD };
    ids['user'] = (await must<Schemas['User']>('createUser', { body })).id;
  }),
  forceChangePassword: writes('user.password_changed', ({ must }) => {
    const body = { username: 'olga', current_password: PASSWORD, new_password: `${PASSWORD} once` };
    return must('forceChangePassword', { ...anonymous, body });
  }),
  listUsers: reads(({ must }) => must('listUsers')),
  getUser: reads(({ must, ids }) => must('getUser', userPath(ids))),
  updateUser: writes('user.role_changed', ({ must, ids }) =>
    must('updateUser', { ...userPath(ids), body: { role: 'reporter' } }),
  ),
  resetUserPassword: writes('user.password_reset', ({ must, ids }) =>
    must('resetUserPassword', {
      ...userPath(ids),
      body: { new_password: `${PASSWORD} again`, must_change_password: false },
    }),
  ),
  listUserSessions: reads(async ({ must, ids, kit }) => {
    await openSession(kit.ctx, ids['user'] ?? '');
    const list = await must<Schemas['SessionList']>('listUserSessions', userPath(ids));
    ids['session'] = list.sessions[0]?.id ?? '';
  }),
  endUserSession: writes('session.revoked', ({ must, ids }) =>
    must('endUserSession', { path: { id: ids['user'] ?? '', sessionId: ids['session'] ?? '' } }),
  ),
  revokeUserSessions: writes('session.revoked', async ({ must, ids, kit }) => {
    await openSession(kit.ctx, ids['user'] ?? '');
    return must('revokeUserSessions', userPath(ids));
  }),
  createApiToken: writes('api_token.created', async ({ must, ids }) => {
    const body = { name: 'monitoring', role: 'reporter', expires_in_secs: 7 * 86_400 };
    ids['token'] = (await must<Schemas['CreatedApiToken']>('createApiToken', { body })).id;
    ids['token2'] = (await must<Schemas['CreatedApiToken']>('createApiToken', { body })).id;
  }),
  listApiTokens: reads(({ must }) => must('listApiTokens')),
  listUserApiTokens: reads(({ must, boss }) => must('listUserApiTokens', { path: { id: boss.id } })),
  deleteApiToken: writes('api_token.deleted', ({ must, ids }) =>
    must('deleteApiToken', { path: { id: ids['token'] ?? '' } }),
  ),
  deleteUserApiToken: writes('api_token.deleted', ({ must, ids, boss }) =>
    must('deleteUserApiToken', { path: { id: boss.id, tokenId: ids['token2'] ?? '' } }),
  ),
  listOwnSessions: reads(async ({ must, ids, kit, boss }) => {
    await openSession(kit.ctx, boss.id);
    await openSession(kit.ctx, boss.id);
    const list = await must<Schemas['SessionList']>('listOwnSessions');
    ids['own'] = list.sessions.find(({ current }) => !current)?.id ?? '';
  }),
  endOwnSession: writes('session.revoked', ({ must, ids }) =>
    must('endOwnSession', { path: { sessionId: ids['own'] ?? '' } }),
  ),
  endOtherSessions: writes('session.revoked', ({ must }) => must('endOtherSessions')),
};

const userPath = (ids: Record<string, string>) => ({ path: { id: ids['user'] ?? '' } });

const factors: Rows = {
  getOwnMfa: reads(async ({ must, person }) => {
    people['mia'] = await person('mia', 'admin');
    return must('getOwnMfa', await as(people['mia']));
  }),
  setupTotp: reads(async ({ must, ids }) => {
    const offered = await must<Schemas['TotpSetup']>('setupTotp', await as(people['mia']));
    ids['totp'] = offered.secret_base32;
  }),
  verifyTotp: writes('mfa.totp_enabled', async ({ must, ids, kit }) => {
    const secret = ids['totp'] ?? '';
    const body = { secret_base32: secret, code: codeAt(kit, secret) };
    await must('verifyTotp', { ...(await as(people['mia'])), body });
    await kit.clock.advance(60_000);
  }),
  renewRecoveryCodes: writes('mfa.recovery_codes_made', async ({ must }) =>
    must('renewRecoveryCodes', await as(people['mia'])),
  ),
  startWebauthnRegistration: {
    none: 'a challenge, used once within five minutes, or never',
    by: async ({ must, ids }) => {
      const challenge = await must<Schemas['WebauthnChallenge']>('startWebauthnRegistration', {
        ...(await as(people['mia'])),
        body: { key_name: 'blue' },
      });
      ids['challenge'] = challenge.challenge_key;
      ids['credential'] = soft.create(challenge.serialized_options);
    },
  },
  completeWebauthnRegistration: writes('mfa.passkey_added', async ({ must, ids }) => {
    const body = { challenge_key: ids['challenge'], serialized_credential: ids['credential'] };
    const call = { ...(await as(people['mia'])), body };
    ids['passkey'] = (await must<Schemas['WebauthnCredential']>('completeWebauthnRegistration', call)).id;
  }),
  listWebauthnCredentials: reads(async ({ must }) =>
    must('listWebauthnCredentials', await as(people['mia'])),
  ),
  renameWebauthnCredential: writes('mfa.passkey_renamed', async ({ must, ids }) =>
    must('renameWebauthnCredential', {
      ...(await as(people['mia'])),
      path: { id: ids['passkey'] ?? '' },
      body: { key_name: 'green' },
    }),
  ),
  startReauthentication: {
    none: 'a challenge, used once within five minutes, or never',
    by: async ({ must }) => must('startReauthentication', await as(people['mia'])),
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
      ...(await as(people['mia'])),
      path: { id: ids['passkey'] ?? '' },
    }),
  ),
  disableTotp: writes('mfa.totp_disabled', async ({ must }) => must('disableTotp', await as(people['mia']))),
  disableOwnMfa: writes('mfa.totp_disabled', async ({ must, kit }) => {
    await withTotp(kit, (await people['mia']?.bearer()) ?? '');
    return must('disableOwnMfa', { ...(await as(people['mia'])), body: { password: PASSWORD } });
  }),
  disableUserMfa: writes('mfa.reset', async ({ must, kit }) => {
    await withTotp(kit, (await people['mia']?.bearer()) ?? '');
    return must('disableUserMfa', { path: { id: people['mia']?.id ?? '' } });
  }),
};

/** The call of the person who has come back from the provider. */
let arrival: Call = {};

const provider: Rows = {
  updateSettings: writes('settings.updated', (world) => {
    const smtp = { enabled: true, host: 'mail.example.test', port: world.mail.port, from: MAIL };
    return world.must('updateSettings', {
      body: {
        polling: { patch_poll_interval_secs: 3_600 },
        oidc: oidcOf(world),
        smtp: { ...smtp, tls_mode: 'none' },
        notification: { email_enabled: true, recipients: ['olga@example.test'] },
      },
    });
  }),
  getSettings: reads(({ must }) => must('getSettings')),
  getPublicSsoConfig: reads(({ must }) => must('getPublicSsoConfig', anonymous)),
  getLegacySsoConfig: reads(({ must }) =>
    must('getLegacySsoConfig', { ...anonymous, path: { legacy_provider: 'keycloak' } }),
  ),
  startSsoLogin: reads(async (world) => {
    arrival = await signInOver(world, 'Sso', { preferred_username: 'Sam' });
  }),
  completeSsoLogin: reads(() => Promise.resolve()),
  exchangeSsoCode: writes('login.succeeded', async ({ must, ids }) => {
    ids['ssoBearer'] = (await must<Schemas['LoginResponse']>('exchangeSsoCode', arrival)).access_token;
  }),
  startLegacySsoLogin: reads((world) => signInOver(world, 'LegacySso', { preferred_username: 'Sam' })),
  completeLegacySsoLogin: reads(() => Promise.resolve()),
  reauthenticateBySso: {
    none: 'it leads to the provider; coming back writes session.reauthenticated',
    by: ({ must, ids }) => must('reauthenticateBySso', { bearer: ids['ssoBearer'] ?? '', body: {} }),
  },
  linkSso: writes('sso.linked', async (world) => {
    const lena = await world.person('lena', 'operator');
    people['lena'] = lena;
    const begun = await beginLink(world, await lena.bearer());
    // Another person at the provider, because each can be linked to one account alone.
    const claims = { sub: 'lena', preferred_username: 'Lena' };
    return world.walker.call('completeSsoLogin', returning(world, 'Sso', begun, claims));
  }),
  unlinkSso: writes('sso.unlinked', async ({ must }) => must('unlinkSso', await as(people['lena']))),
  discoverOidc: writes('settings.tested', ({ must, provider: { origin } }) =>
    must('discoverOidc', { body: { discovery_url: origin } }),
  ),
  testSso: writes('settings.tested', ({ must }) => must('testSso')),
  testLegacySso: writes('settings.tested', ({ must }) =>
    must('testLegacySso', { path: { legacy_provider: 'keycloak' } }),
  ),
};

export const peopleRows: Rows = { ...account, ...factors, ...provider };

/** The last rows: nothing uses the accounts after them. */
export const lastOfPeople: Rows = {
  deleteUser: writes('user.deleted', ({ must, ids }) => must('deleteUser', userPath(ids))),
};
