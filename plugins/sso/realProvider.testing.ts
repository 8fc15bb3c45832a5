/** A provider that others wrote: node-oidc-provider, as it ships. */
import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import Provider from 'oidc-provider';
import { CLIENT_ID, SECRET } from './sso.testing.ts';

export const PUBLIC_CLIENT = 'fleetmend-public';

/** Who sits at the provider's page. */
export interface PersonThere {
  id: string;
  groups: string[];
  /** Does not consent to sharing any data. */
  refuses?: boolean;
}

/**
 * The provider at this origin, for clients that return to these addresses. Everybody who comes is `person`, who types
 * no name and no password.
 */
export function realProvider(
  origin: string,
  at: { readonly person: PersonThere },
  redirectUris: readonly string[],
): RequestListener {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = {
    redirect_uris: redirectUris,
    response_types: ['code'],
    grant_types: ['authorization_code'],
  };
  const provider = new Provider(origin, {
    clients: [
      { ...client, client_id: CLIENT_ID, client_secret: SECRET },
      { ...client, client_id: PUBLIC_CLIENT, token_endpoint_auth_method: 'none' },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'r1' }] },
    cookies: { keys: ['a key of a test'] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'groups'], email: ['email'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        preferred_username: 'Olga',
        name: 'Olga Real',
        groups: at.person.groups,
      }),
    }),
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  return (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return serve(req, res);
    const { id, refuses = false } = at.person;
    const result = refuses ? { error: 'access_denied' } : { login: { accountId: id } };
    void provider.interactionFinished(req, res, result);
  };
}
