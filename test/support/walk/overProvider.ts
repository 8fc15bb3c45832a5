/** Sign-in over the provider, there and back, step by step. */
import { CLIENT_ID, SECRET } from '#plugins/sso/sso.testing.ts';
import type { Call } from './walker.ts';
import { ORIGIN, type World } from './world.ts';

/** Which operations a sign-in uses: `startSsoLogin`, or `startLegacySsoLogin` under the first provider's name. */
export type Way = 'Sso' | 'LegacySso';

/** What the provider says of somebody; `sub` tells people apart. */
export type Claims = Readonly<Record<string, unknown>>;

/** A browser that is on its way to the provider. */
export interface Begun {
  url: string;
  cookie: string;
}

/** What an administrator would have entered for the walk's provider. */
export const oidcOf = ({ provider }: Pick<World, 'provider'>) => ({
  enabled: true,
  provider_type: 'custom',
  display_name: 'Company',
  discovery_url: provider.origin,
  client_id: CLIENT_ID,
  client_secret: SECRET,
});

/** A call without a session, with the provider's name where the operations of this way need it. */
export const strangerAt = (way: Way): Call => ({
  bearer: null,
  ...(way === 'LegacySso' ? { path: { legacy_provider: 'keycloak' } } : {}),
});

export async function beginSignIn({ walker }: World, way: Way): Promise<Begun> {
  const { headers } = await walker.call(`start${way}Login`, strangerAt(way));
  return { url: headers.get('location') ?? '', cookie: cookiesOf(headers) };
}

/** Begins to link the account of this token. */
export async function beginLink({ walker }: World, bearer: string): Promise<Begun> {
  const { body, headers } = await walker.call<{ auth_url: string }>('linkSso', { bearer, body: {} });
  return { url: body.auth_url, cookie: cookiesOf(headers) };
}

/** The call of `complete…Login` once somebody with these claims has signed in at the provider. */
export function returning({ provider }: World, way: Way, begun: Begun, claims: Claims = {}): Call {
  const query = Object.fromEntries(provider.approve(new URL(begun.url), claims));
  return { ...strangerAt(way), query, headers: { cookie: begun.cookie } };
}

/** Goes to the provider and back; returns the call that trades the code for tokens. */
export async function signInOver(world: World, way: Way, claims: Claims): Promise<Call & { body: object }> {
  const begun = await beginSignIn(world, way);
  const { headers } = await world.walker.call(`complete${way}Login`, returning(world, way, begun, claims));
  const { hash } = new URL(headers.get('location') ?? '', ORIGIN);
  const code = new URLSearchParams(hash.slice(1)).get('sso_code') ?? '';
  return { bearer: null, body: { code }, headers: { cookie: begun.cookie } };
}

/** The claims of a person with this name at the provider, who wants the same name here. */
export const named = (name: string): Claims => ({ sub: name, preferred_username: name });

/** An account whose owner has just signed in over the provider. */
export interface Arrived {
  id: string;
  /** The access token. */
  bearer: string;
}

/** Does a whole sign-in; a person who comes for the first time gets an account. */
export async function arrive(world: World, name: string): Promise<Arrived> {
  const proved = Math.floor(world.kit.clock.now().getTime() / 1_000);
  const call = await signInOver(world, 'Sso', { ...named(name), auth_time: proved });
  const { access_token, user } = await world.walker.must<{ access_token: string; user: { id: string } }>(
    'exchangeSsoCode',
    call,
  );
  return { id: user.id, bearer: access_token };
}

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
