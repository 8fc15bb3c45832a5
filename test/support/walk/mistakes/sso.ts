/** Mistakes with sign-in over a provider. Written by hand. */
import { withTotp } from '../../../../plugins/mfa/mfa.testing.ts';
import type { Call } from '../walker.ts';
import type { World } from '../world.ts';
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
} from '../overProvider.ts';
import type { Mistake } from './made.ts';

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

/** Sets up a person with a session over the provider, and these settings, for the time being. */
const linkedWhile = (oidc: object) => async (w: World) => {
  w.ids['linkedBearer'] = (await arrive(w, 'linked')).bearer;
  return configured(oidc)(w);
};

const linked = ({ ids }: World): Call => ({ bearer: ids['linkedBearer'] ?? null, body: {} });

export const ssoMistakes: readonly Mistake[] = [
  {
    code: 'SSO_STATE_INVALID',
    status: 400,
    // Comes back in another browser than the one that left.
    at: atCallbacks(async (w, way) => ({ ...(await comingBack(w, way, named('lost'))), headers: {} })),
  },
  {
    code: 'SSO_REFUSED',
    status: 403,
    during: lying({ isSignedByForeignKey: true }),
    at: atCallbacks((w, way) => comingBack(w, way, named('forged'))),
  },
  {
    code: 'ACCOUNT_DISABLED',
    status: 403,
    before: async (w) => change(w, await arrive(w, 'dismissed'), { disabled: true }),
    at: {
      ...atCallbacks((w, way) => comingBack(w, way, named('dismissed'))),
      exchangeSsoCode: (w) => exchangeAfter(w, 'leaving', { disabled: true }),
    },
  },
  {
    code: 'PASSWORD_CHANGE_REQUIRED',
    status: 403,
    at: { exchangeSsoCode: (w) => exchangeAfter(w, 'changing', { must_change_password: true }) },
  },
  {
    code: 'MFA_REQUIRED',
    status: 401,
    at: {
      async exchangeSsoCode(w) {
        await withTotp(w.kit, (await arrive(w, 'doubly')).bearer);
        return signInOver(w, 'Sso', named('doubly'));
      },
    },
  },
  {
    code: 'INVALID_CREDENTIALS',
    status: 401,
    at: {
      async exchangeSsoCode(w) {
        const call = await signInOver(w, 'Sso', named('doubly'));
        return { ...call, body: { ...call.body, totp_code: '000000' } };
      },
    },
  },
  {
    code: 'SSO_LINK_TAKEN',
    status: 409,
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
    status: 502,
    during: lying({ answer: (path, res) => path === '/token' && Boolean(res.writeHead(503).end()) }),
    at: atCallbacks((w, way) => comingBack(w, way, named('stranded'))),
  },
  {
    code: 'SSO_PROVIDER_UNREACHABLE',
    status: 502,
    during: linkedWhile({ discovery_url: 'https://127.0.0.1:9' }),
    at: { ...atBeginnings, linkSso: () => ({ body: {} }), reauthenticateBySso: linked },
  },
  {
    code: 'SSO_DISABLED',
    status: 409,
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
