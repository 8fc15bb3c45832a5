import * as openid from 'openid-client';
import type { Context } from '#sdk';
import { isIssuerOf } from '../domain.ts';
import { judged } from './providerFaults.ts';
import { ProviderError } from './providerError.ts';

const KEPT_MS = 60 * 60_000;
/**
 * How long a failure is kept: a provider that does not answer is not asked again for every stranger who presses the
 * button.
 */
const FAILURE_KEPT_MS = 10_000;
/** How many providers are kept: administrators may look up any number. */
const MAX_KEPT = 20;

/** A provider's configuration, and its keys as they were read last. */
export interface Discovered {
  metadata: openid.ServerMetadata & Endpoints;
  /** Stored by whoever verifies; openid-client reads them again when a key is missing. */
  keys: ReturnType<typeof openid.getJwksCache>;
}

interface Endpoints {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
}

export interface Discovery {
  /**
   * The provider's configuration, kept for 1 hour by its address, so that another address in the settings gives the
   * other document at once. `anew` reads it again in any case. Throws a ProviderError.
   */
  read(address: URL, options?: { anew?: boolean }): Promise<Discovered>;
}

interface Kept {
  untilMs: number;
  found: Promise<Discovered>;
}

export function createDiscovery(clock: Context['clock'], call: openid.CustomFetch): Discovery {
  const kept = new Map<string, Kept>();
  const nowMs = (): number => clock.now().getTime();

  function start(address: URL): Kept {
    const entry: Kept = { untilMs: nowMs() + KEPT_MS, found: fetchDocument(address, call) };
    entry.found.catch(() => {
      entry.untilMs = nowMs() + FAILURE_KEPT_MS;
    });
    kept.delete(address.href);
    kept.set(address.href, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return entry;
  }

  return {
    read(address, { anew = false } = {}) {
      const entry = kept.get(address.href);
      return (!anew && entry && entry.untilMs > nowMs() ? entry : start(address)).found;
    },
  };
}

async function fetchDocument(address: URL, call: openid.CustomFetch): Promise<Discovered> {
  const config = await judged(() =>
    openid.discovery(address, 'fleetmend', {}, openid.None(), { [openid.customFetch]: call }),
  );
  const { supportsPKCE: _, ...metadata } = config.serverMetadata();
  if (!isIssuerOf(metadata.issuer, address))
    throw new ProviderError(
      'refused',
      'The document names another issuer than the one whose address it has.',
    );
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  const endpoints = {
    authorization_endpoint: endpointOf(authorization_endpoint, 'authorization_endpoint'),
    token_endpoint: endpointOf(token_endpoint, 'token_endpoint'),
    jwks_uri: endpointOf(jwks_uri, 'jwks_uri'),
  };
  if (metadata.userinfo_endpoint !== undefined) endpointOf(metadata.userinfo_endpoint, 'userinfo_endpoint');
  return { metadata: { ...metadata, ...endpoints, ...listsOf(metadata) }, keys: undefined };
}

/** The lists of the document that are read here. */
const LISTS = [
  ...(['response_types_supported', 'code_challenge_methods_supported', 'scopes_supported'] as const),
  'token_endpoint_auth_methods_supported',
] as const;

/** What is no list in the document counts as absent, as some providers mean it who write null. */
function listsOf(metadata: openid.ServerMetadata): Pick<openid.ServerMetadata, (typeof LISTS)[number]> {
  const listed = LISTS.map((name) => [name, Array.isArray(metadata[name]) ? metadata[name] : undefined]);
  return Object.fromEntries(listed) as Pick<openid.ServerMetadata, (typeof LISTS)[number]>;
}

const MAX_ENDPOINT_LENGTH = 2_048;

function endpointOf(value: unknown, name: string): string {
  const fits =
    typeof value === 'string' &&
    value.length <= MAX_ENDPOINT_LENGTH &&
    URL.parse(value)?.protocol === 'https:';
  if (!fits) throw new ProviderError('refused', `The document has no ${name} that starts with https://.`);
  return value;
}
