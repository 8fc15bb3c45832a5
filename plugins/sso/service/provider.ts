import * as openid from 'openid-client';
import type { Context } from '#sdk';
import { claimAt, type Claims } from '../domain.ts';
import type { Oidc } from '../settings.ts';
import { createDiscovery, type Discovered, type Discovery } from './discovery.ts';
import { judged } from './providerFaults.ts';
import { knownKeysFor } from './knownKeys.ts';
import { outboundFetch } from './outboundFetch.ts';
import { ProviderError } from './providerError.ts';

/** The time limit of one call to a provider; a sign-in makes three at most. */
export const CALL_TIMEOUT_MS = 10_000;

/** OpenID Connect allows 255 (Core 1.0, section 2). */
const MAX_SUBJECT_LENGTH = 2_048;

/** What only this browser and this manager know about one sign-in. */
export interface FlowSecrets {
  nonce: string;
  verifier: string;
}

export interface Asked extends FlowSecrets {
  state: string;
  redirectUri: string;
  /** The provider must ask for the person's proof again. */
  anew: boolean;
}

export interface Returned extends FlowSecrets {
  state: string;
  redirectUri: string;
  /** The parameters that the browser brought, unchanged. */
  parameters: URLSearchParams;
}

/** Who has signed in at the provider. */
export interface Person {
  issuer: string;
  subject: string;
  claims: Claims;
}

/** All methods throw a ProviderError. */
export interface Provider {
  discovery: Discovery;
  /** The issuer, and where the browser is to go. */
  authorizationUrl(oidc: Oidc, asked: Asked): Promise<{ issuer: string; url: URL }>;
  issuer(oidc: Oidc): Promise<string>;
  /**
   * Exchanges what the browser brought for a verified ID token: state, issuer, PKCE, signature, audience, nonce and
   * times. Needed claims that the ID token lacks are read from UserInfo.
   */
  redeem(oidc: Oidc, returned: Returned): Promise<Person>;
  /** How many keys the provider has, read now. */
  countKeys(found: Discovered): Promise<number>;
}

export function createProvider(ctx: Context, timeoutMs = CALL_TIMEOUT_MS): Provider {
  const call = outboundFetch(ctx.outbound, timeoutMs);
  const discovery = createDiscovery(ctx.clock, call);
  const read = ({ discovery: address }: Oidc, anew = false): Promise<Discovered> => {
    if (!address) throw new ProviderError('refused', 'No provider is configured.');
    return discovery.read(address, { anew });
  };
  return {
    discovery,
    issuer: async (oidc) => (await read(oidc)).metadata.issuer,
    async authorizationUrl(oidc, asked) {
      const found = await read(oidc);
      const config = configOf(ctx, { oidc, found, call });
      const challenge = await openid.calculatePKCECodeChallenge(asked.verifier);
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: asked.redirectUri,
        scope: oidc.scopes,
        state: asked.state,
        nonce: asked.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(oidc.acrValues.length > 0 ? { acr_values: oidc.acrValues.join(' ') } : {}),
        ...(asked.anew ? { max_age: '0', prompt: 'login' } : {}),
      });
      return { issuer: found.metadata.issuer, url };
    },
    async redeem(oidc, returned) {
      const found = await read(oidc);
      const config = configOf(ctx, { oidc, found, call });
      config[openid.customFetch] = knownKeysFor(config, { found, call });
      try {
        return await judged(() => redeem(config, { oidc, returned, found }));
      } catch (error) {
        // A provider that was set up anew may have given the id of an old key to a new one: the next token decides.
        found.keys = undefined;
        throw error;
      }
    },
    async countKeys({ metadata }) {
      const answer = await call(metadata.jwks_uri, {
        method: 'GET',
        headers: {},
        body: null,
        redirect: 'manual',
      });
      const keys: unknown = await answer
        .json()
        .then((body) => (body as { keys?: unknown } | null)?.keys)
        .catch(() => null);
      if (answer.status !== 200 || !Array.isArray(keys))
        throw new ProviderError('unreachable', 'The provider gave no keys at its jwks_uri.');
      return keys.length;
    },
  };
}

interface ConfigParts {
  oidc: Oidc;
  found: Discovered;
  call: openid.CustomFetch;
}

/** The provider as openid-client needs it, with the client as it is configured now. */
function configOf(ctx: Context, { oidc, found, call }: ConfigParts): openid.Configuration {
  const { metadata } = found;
  // All of Fleetmend uses one clock, which tests can move.
  const skewSecs = Math.round((ctx.clock.now().getTime() - Date.now()) / 1_000);
  const client = { [openid.clockSkew]: skewSecs };
  const config = new openid.Configuration(metadata, oidc.clientId, client, authOf(oidc, metadata));
  config[openid.customFetch] = call;
  // Otherwise openid-client would trust the connection to the token endpoint and verify no signature.
  openid.enableNonRepudiationChecks(config);
  return config;
}

function authOf({ clientSecret }: Oidc, metadata: openid.ServerMetadata): openid.ClientAuth {
  if (clientSecret === null) return openid.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
  return isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret);
}

interface Redeeming {
  oidc: Oidc;
  returned: Returned;
  found: Discovered;
}

async function redeem(config: openid.Configuration, { oidc, returned, found }: Redeeming): Promise<Person> {
  const url = new URL(returned.redirectUri);
  url.search = returned.parameters.toString();
  const tokens = await openid.authorizationCodeGrant(config, url, {
    expectedState: returned.state,
    expectedNonce: returned.nonce,
    pkceCodeVerifier: returned.verifier,
    idTokenExpected: true,
  });
  // The keys that verified this token serve for the next.
  found.keys = structuredClone(openid.getJwksCache(config)) ?? found.keys;
  const idToken = tokens.claims();
  if (!idToken) throw new ProviderError('refused', 'The provider gave no ID token.');
  // As an identity it would be one account for everybody.
  if (idToken.sub.trim() === '') throw new ProviderError('refused', 'The provider gave an empty subject.');
  if (idToken.sub.length > MAX_SUBJECT_LENGTH)
    throw new ProviderError('refused', `The provider gave a subject of ${idToken.sub.length} characters.`);
  const missing = neededClaims(oidc).filter((name) => isAbsent(claimAt(idToken, name)));
  const { userinfo_endpoint: userInfo } = config.serverMetadata();
  const more: Claims =
    missing.length === 0 || userInfo === undefined
      ? {}
      : await openid.fetchUserInfo(config, tokens.access_token, idToken.sub);
  // A path may lead through an object of which each of the two has a part, so each value is set by its whole path.
  const rest = Object.fromEntries(missing.map((name) => [name, claimAt(more, name)]));
  return { issuer: idToken.iss, subject: idToken.sub, claims: { ...more, ...idToken, ...rest } };
}

const isAbsent = (claim: unknown): boolean => claim === undefined || claim === null;

function neededClaims({ roleMapping, roleClaim }: Oidc): string[] {
  return ['preferred_username', 'name', ...(roleMapping.length > 0 ? [roleClaim] : [])];
}
