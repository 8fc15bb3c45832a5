import type { components } from '#generated/manager.ts';
import { AppError } from '#sdk';
import { discoveryAddress } from '../domain.ts';
import type { Oidc } from '../settings.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './providerError.ts';

type Wire = components['schemas'];

const NOTHING = { issuer: '', authorization_endpoint: '', token_endpoint: '', jwks_uri: '' };

/**
 * What an administrator sees of a provider before it is configured, and which of the `scopes` (separated by spaces) it
 * lacks. Throws URL_REFUSED.
 */
export async function discover(
  provider: Provider,
  typed: string,
  scopes: string,
): Promise<Wire['OidcDiscovery']> {
  const address = discoveryAddress(typed);
  if (!address)
    throw new AppError('URL_REFUSED', {
      message: 'The address of a provider starts with https://, without user name, password and #.',
    });
  try {
    const { metadata } = await provider.discovery.read(address);
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = null } = metadata;
    const { missing, left, sentence } = judgeScopes(scopes, metadata);
    return {
      success: true,
      issuer,
      authorization_endpoint,
      token_endpoint,
      jwks_uri,
      userinfo_endpoint,
      missing_scopes: missing,
      scopes_left: left,
      ...(sentence === null ? {} : { message: sentence }),
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.fault === 'address')
      throw new AppError('URL_REFUSED', { message: error.message }, { cause: error });
    return { success: false, ...NOTHING, userinfo_endpoint: null, message: error.message };
  }
}

/** Whether a sign-in could work with the saved settings, as far as that shows without a person. */
export async function testConfiguration(provider: Provider, oidc: Oidc): Promise<Wire['TestResult']> {
  const failed = (message: string) => ({ success: false, message });
  if (!oidc.discovery) return failed('The address of the provider is not set.');
  if (oidc.clientId === '') return failed('The client id is not set.');
  try {
    const found = await provider.discovery.read(oidc.discovery, { anew: true });
    const { metadata } = found;
    const count = await provider.countKeys(found);
    if (count === 0) return failed('The provider has no keys, so nothing that it signs can be verified.');
    const missing = missingFeatures(oidc, metadata);
    if (missing !== null) return failed(missing);
    const kind = oidc.clientSecret === null ? 'a public client' : 'a client with a secret';
    return {
      success: true,
      message: `${metadata.issuer} answers, with ${count} ${count === 1 ? 'key' : 'keys'}. Fleetmend is ${kind} there; register ${oidc.redirectUri} as its return address.`,
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return failed(error.message);
  }
}

type Metadata = Awaited<ReturnType<Provider['discovery']['read']>>['metadata'];

/** A list that the provider does not publish proves nothing. */
const lacks = (list: string[] | undefined, ...any: string[]): boolean =>
  list !== undefined && !any.some((word) => list.includes(word));

/** What the provider says it does not support. */
function missingFeatures({ clientSecret, scopes }: Oidc, metadata: Metadata): string | null {
  if (lacks(metadata.response_types_supported, 'code'))
    return 'The provider does not offer the authorization code flow.';
  if (lacks(metadata.code_challenge_methods_supported, 'S256'))
    return 'The provider does not offer PKCE with S256.';
  const methods = clientSecret === null ? ['none'] : ['client_secret_basic', 'client_secret_post'];
  if (clientSecret !== null && lacks(metadata.token_endpoint_auth_methods_supported, ...methods))
    return `The provider takes no client secret in the usual ways (${methods.join(', ')}).`;
  return judgeScopes(scopes, metadata).sentence;
}

/** The scope without which there is no sign-in by OpenID Connect: it is never left out. */
const NEEDED = 'openid';

interface JudgedScopes {
  missing: string[];
  /** What to ask for instead. */
  left: string;
  /** Null: the provider lists them all. */
  sentence: string | null;
}

function judgeScopes(scopes: string, metadata: Metadata): JudgedScopes {
  const asked = scopes.split(/\s+/).filter((scope) => scope !== '');
  const missing = asked.filter((scope) => lacks(metadata.scopes_supported, scope));
  const left = asked.filter((scope) => scope === NEEDED || !missing.includes(scope)).join(' ');
  if (missing.length === 0) return { missing, left, sentence: null };
  const what = `The provider does not list the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}.`;
  const way = missing.includes(NEEDED)
    ? 'Without openid nobody can sign in: allow it at the provider.'
    : `Allow ${missing.length === 1 ? 'it' : 'them'} at the provider, or leave ${missing.length === 1 ? 'it' : 'them'} out: set the scopes to “${left}”.`;
  return { missing, left, sentence: `${what} ${way}`.slice(0, MAX_MESSAGE) };
}

const MAX_MESSAGE = 1_000;
