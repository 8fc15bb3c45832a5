import type { components } from '../../../generated/manager.ts';
import { AppError } from '../../../server/plugin.ts';
import { discoveryAddress } from '../domain.ts';
import type { Oidc } from '../settings.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './providerError.ts';

type Wire = components['schemas'];

const NOTHING = { issuer: '', authorization_endpoint: '', token_endpoint: '', jwks_uri: '' };

/** What an administrator sees of a provider before it is configured. Throws URL_REFUSED. */
export async function discover(provider: Provider, typed: string): Promise<Wire['OidcDiscovery']> {
  const address = discoveryAddress(typed);
  if (!address)
    throw new AppError('URL_REFUSED', {
      message: 'The address of a provider starts with https://, without user name, password and #.',
    });
  try {
    const { metadata } = await provider.discovery.read(address);
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = null } = metadata;
    return { success: true, issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint };
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

/** What the provider says it does not support; a list that it does not publish proves nothing. */
function missingFeatures({ clientSecret, scopes }: Oidc, metadata: Metadata): string | null {
  const lacks = (list: string[] | undefined, ...any: string[]) =>
    list !== undefined && !any.some((word) => list.includes(word));
  if (lacks(metadata.response_types_supported, 'code'))
    return 'The provider does not offer the authorization code flow.';
  if (lacks(metadata.code_challenge_methods_supported, 'S256'))
    return 'The provider does not offer PKCE with S256.';
  const methods = clientSecret === null ? ['none'] : ['client_secret_basic', 'client_secret_post'];
  if (clientSecret !== null && lacks(metadata.token_endpoint_auth_methods_supported, ...methods))
    return `The provider takes no client secret in the usual ways (${methods.join(', ')}).`;
  const unknown = scopes.split(' ').filter((scope) => lacks(metadata.scopes_supported, scope));
  return unknown.length > 0 ? `The provider does not know the scopes ${unknown.join(', ')}.` : null;
}
