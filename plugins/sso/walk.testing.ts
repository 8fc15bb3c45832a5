/** Rows of the walks through the contract: sign-in over a provider. */
import { reads, writes, type FeatureRows, type Mistake } from '../../test/support/rows.ts';
import { METADATA_URL } from '../../test/support/walk/made.ts';
import { anonymous, type Call } from '../../test/support/walk/walker.ts';
import type { Person, World } from '../../test/support/walk/world.ts';
import {
  arrive,
  beginLink,
  beginSignIn,
  named,
  oidcOf,
  returning,
  signInOver,
  strangerAt,
  type Arrived,
  type Claims,
  type Way,
} from '../../test/support/walk/overProvider.ts';
import type { Schemas } from '../../test/support/scope/calls.ts';
import { withTotp } from '../mfa/mfa.testing.ts';

/** The call of the person who has come back from the provider. */
let arrival: Call = {};
let lena: Person;
type CallOf = Mistake['at'][string];
type Lies = World['provider']['lies'];
/** The same call at both names of the callback. */
const atCallbacks = (callOf: (w: World, way: Way) => Promise<Call>): Record<string, CallOf> => ({
  completeSsoLogin: (w) => callOf(w, 'Sso'),
  completeLegacySsoLogin: (w) => callOf(w, 'LegacySso'),
});
/** The call that begins a sign-in, at both of its names. */
const atBeginnings: Record<string, CallOf> = {
  startSsoLogin: () => strangerAt('Sso'),
  startLegacySsoLogin: () => strangerAt('LegacySso'),
};

export const callers: FeatureRows['callers'] = {
  anybody: `
    getPublicSsoConfig startSsoLogin completeSsoLogin exchangeSsoCode getLegacySsoConfig
    startLegacySsoLogin completeLegacySsoLogin`,
  'everybody who is signed in': 'linkSso unlinkSso reauthenticateBySso',
  'administrators alone': 'discoverOidc testSso testLegacySso',
  'with a fresh proof': 'linkSso unlinkSso',
  'people alone': 'linkSso unlinkSso reauthenticateBySso',
  'who must set up a second factor': 'reauthenticateBySso',
};

export const noHosts = `
  getPublicSsoConfig startSsoLogin completeSsoLogin exchangeSsoCode linkSso unlinkSso reauthenticateBySso
  getLegacySsoConfig startLegacySsoLogin completeLegacySsoLogin`;

export const valid: FeatureRows['valid'] = {
  getPublicSsoConfig: reads(({ must }) => must('getPublicSsoConfig', anonymous)),
  getLegacySsoConfig: reads(({ must }) =>
    must('getLegacySsoConfig', { ...anonymous, path: { legacy_provider: 'keycloak' } }),
  ),
  startSsoLogin: reads(async (world) => {
    arrival = await signInOver(world, 'Sso', { preferred_username: 'Sam' });
  }),
  completeSsoLogin: reads(() => Promise.resolve()),
  exchangeSsoCode: writes('login.succeeded', async ({ must, ids }) => {
    ids['ssoBearer'] = (await must<Schemas['SessionTokens']>('exchangeSsoCode', arrival)).access_token;
  }),
  startLegacySsoLogin: reads((world) => signInOver(world, 'LegacySso', { preferred_username: 'Sam' })),
  completeLegacySsoLogin: reads(() => Promise.resolve()),
  reauthenticateBySso: {
    none: 'it leads to the provider; coming back writes session.reauthenticated',
    by: ({ must, ids }) => must('reauthenticateBySso', { bearer: ids['ssoBearer'] ?? '', body: {} }),
  },
  linkSso: writes('sso.linked', async (world) => {
    lena = await world.person('lena', 'operator');
    const begun = await beginLink(world, await lena.bearer());
    // Another person at the provider, because each can be linked to one account alone.
    const claims = { sub: 'lena', preferred_username: 'Lena' };
    return world.walker.call('completeSsoLogin', returning(world, 'Sso', begun, claims));
  }),
  unlinkSso: writes('sso.unlinked', async ({ must }) => must('unlinkSso', { bearer: await lena.bearer() })),
  discoverOidc: writes('settings.tested', ({ must, provider: { origin } }) =>
    must('discoverOidc', { body: { discovery_url: origin } }),
  ),
  testSso: writes('settings.tested', ({ must }) => must('testSso')),
  testLegacySso: writes('settings.tested', ({ must }) =>
    must('testLegacySso', { path: { legacy_provider: 'keycloak' } }),
  ),
};

const configure = ({ walker }: World, oidc: object) => walker.must('updateSettings', { body: { oidc } });

/** Changes the settings of the sign-in for the time being, from the provider's to these. */
const configured = (oidc: object) => async (w: World) => {
  await configure(w, { ...oidcOf(w), ...oidc });
  return () => configure(w, oidcOf(w));
};

/** Makes the provider lie, or not answer, for the time being. */
const lying = (lies: Lies) => (w: World) => {
  w.provider.lies = lies;
  return () => (w.provider.lies = {});
};

/** Sets up a person with a session over the provider, and these settings, for the time being. */
const linkedWhile = (oidc: object) => async (w: World) => {
  w.ids['linkedBearer'] = (await arrive(w, 'linked')).bearer;
  return configured(oidc)(w);
};

/** The provider answers nothing any more, and whoever looks it up finds that out. */
async function linkedWhileAway(w: World): Promise<() => Promise<void>> {
  w.ids['linkedBearer'] = (await arrive(w, 'linked')).bearer;
  const lookUp = () => w.walker.call('testSso');
  w.provider.lies = {
    answer: (path, res) => path.includes('openid-configuration') && Boolean(res.writeHead(503).end()),
  };
  await lookUp();
  return async () => {
    w.provider.lies = {};
    await lookUp();
  };
}

const linked = ({ ids }: World): Call => ({ bearer: ids['linkedBearer'] ?? null, body: {} });

export const mistakes: FeatureRows['mistakes'] = [
  { code: 'URL_REFUSED', at: { discoverOidc: () => ({ body: { discovery_url: METADATA_URL } }) } },
  {
    code: 'SSO_LINK_NEEDED',
    at: {
      async unlinkSso({ kit, person }) {
        const { id, bearer } = await person('wordless', 'reporter');
        await kit.ctx.db.knex('identity_users').where('id', id).update({ password_hash: null });
        return { bearer: await bearer() };
      },
    },
  },
  {
    code: 'SSO_STATE_INVALID', // Comes back in another browser than the one that left.
    at: atCallbacks(async (w, way) => ({ ...(await comingBack(w, way, named('lost'))), headers: {} })),
  },
  {
    code: 'SSO_REFUSED',
    during: lying({ isSignedByForeignKey: true }),
    at: atCallbacks((w, way) => comingBack(w, way, named('forged'))),
  },
  {
    code: 'ACCOUNT_DISABLED',
    before: async (w) => change(w, await arrive(w, 'dismissed'), { disabled: true }),
    at: {
      ...atCallbacks((w, way) => comingBack(w, way, named('dismissed'))),
      exchangeSsoCode: (w) => exchangeAfter(w, 'leaving', { disabled: true }),
    },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    at: { exchangeSsoCode: (w) => exchangeAfter(w, 'changing', { must_change_password: true }) },
  },
  {
    code: 'MFA_REQUIRED',
    at: {
      async exchangeSsoCode(w) {
        await withTotp(w.kit, (await arrive(w, 'doubly')).bearer);
        return signInOver(w, 'Sso', named('doubly'));
      },
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    at: {
      async exchangeSsoCode(w) {
        const call = await signInOver(w, 'Sso', named('doubly'));
        return { ...call, body: { ...call.body, totp_code: '000000' } };
      },
    },
  },
  {
    code: 'SSO_LINK_TAKEN',
    async before(w) {
      await arrive(w, 'taken');
      w.ids['linkingBearer'] = await (await w.person('linking', 'reporter')).bearer();
    },
    at: atCallbacks(async (w, way) =>
      returning(w, way, await beginLink(w, w.ids['linkingBearer'] ?? ''), named('taken')),
    ),
  },
  {
    code: 'SSO_PROVIDER_UNREACHABLE',
    during: lying({ answer: (path, res) => path === '/token' && Boolean(res.writeHead(503).end()) }),
    at: atCallbacks((w, way) => comingBack(w, way, named('stranded'))),
  },
  {
    code: 'SSO_PROVIDER_UNREACHABLE',
    during: linkedWhileAway,
    at: { ...atBeginnings, linkSso: () => ({ body: {} }), reauthenticateBySso: linked },
  },
  {
    code: 'SSO_DISABLED',
    during: linkedWhile({ enabled: false }),
    at: {
      ...atBeginnings,
      linkSso: () => ({ body: {} }),
      reauthenticateBySso: linked,
      ...atCallbacks((_w, way) =>
        Promise.resolve({ ...strangerAt(way), query: { state: 'x'.repeat(43), code: 'y' } }),
      ),
    },
  },
];

/** A person with these claims at the provider comes back to the manager. */
const comingBack = async (w: World, way: Way, claims: Claims): Promise<Call> =>
  returning(w, way, await beginSignIn(w, way), claims);

const change = ({ kit }: World, { id }: Arrived, row: object) =>
  kit.ctx.db.knex('identity_users').where('id', id).update(row);

/** The call that trades a code for tokens, after the account was changed. */
async function exchangeAfter(w: World, name: string, row: object): Promise<Call> {
  const person = await arrive(w, name);
  const call = await signInOver(w, 'Sso', named(name));
  await change(w, person, row);
  return call;
}
