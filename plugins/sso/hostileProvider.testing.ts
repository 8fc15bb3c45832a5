/** A provider whose answers can each be made wrong. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { CLIENT_ID, listenAsProvider } from './sso.testing.ts';

type Json = Record<string, unknown>;
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** What is wrong with the provider now; by default nothing. */
export interface Lies {
  /** Replaces members of the configuration document. */
  document?: Json;
  /** Replaces claims of the ID token; undefined removes one. */
  claims?: Json;
  /** Header of the ID token. */
  header?: Json;
  isSignedByForeignKey?: boolean;
  isUnsigned?: boolean;
  /** Replaces parameters that come back; undefined removes one. */
  returned?: Readonly<Record<string, string | undefined>>;
  /** Answers a path in place of the provider. */
  answer?: (path: string, res: ServerResponse) => boolean;
}

export interface HostileProvider {
  origin: string;
  lies: Lies;
  userInfo: Json;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Bodies that came to the token endpoint. */
  tokenCalls: { body: URLSearchParams; authorization: string | undefined }[];
  /** The query with which the provider sends a browser back that came with this address. */
  approve(authUrl: URL, claims?: Json): URLSearchParams;
  /** Signs with a new key from now on, with a new id or with the same; the old one is gone. */
  rotate(as?: 'same id'): Promise<void>;
  stop(): Promise<void>;
}

interface Grant {
  nonce: string | null;
  challenge: string | null;
  claims: Json;
}

export async function createHostileProvider(nowSecs: () => number): Promise<HostileProvider> {
  let key = await newKey(1);
  const foreign = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const listener = await listenAsProvider((origin) => (req, res) => void answer(origin, req, res));
  const provider: HostileProvider = {
    origin: listener.origin,
    lies: {},
    userInfo: {},
    asked: [],
    tokenCalls: [],
    approve(authUrl, claims = {}) {
      const code = randomUUID();
      const { searchParams: sent } = authUrl;
      grants.set(code, { nonce: sent.get('nonce'), challenge: sent.get('code_challenge'), claims });
      const back = { state: sent.get('state') ?? '', code, iss: listener.origin, ...provider.lies.returned };
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(back)) if (value !== undefined) query.set(name, value);
      return query;
    },
    async rotate(as) {
      key = await newKey(key.number + (as ? 0 : 1));
    },
    stop: listener.stop,
  };

  async function answer(origin: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', origin).pathname;
    provider.asked.push(path);
    if (provider.lies.answer?.(path, res)) return;
    const json = (status: number, body: object) =>
      void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path.endsWith('/.well-known/openid-configuration')) return json(200, documentOf(origin));
    if (path === '/jwks') return json(200, { keys: [key.jwk] });
    if (path === '/userinfo') return json(200, provider.userInfo);
    if (path === '/token') return token(origin, req, json);
    json(404, {});
  }

  const documentOf = (origin: string): Json => ({
    issuer: origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    userinfo_endpoint: `${origin}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...provider.lies.document,
  });

  async function token(origin: string, req: IncomingMessage, json: (status: number, body: object) => void) {
    let text = '';
    for await (const chunk of req) text += String(chunk);
    const body = new URLSearchParams(text);
    provider.tokenCalls.push({ body, authorization: req.headers.authorization });
    const code = body.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge) return json(400, { error: 'invalid_grant' });
    json(200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await idToken(origin, grant),
    });
  }

  async function idToken(origin: string, { nonce, claims }: Grant): Promise<string> {
    const now = nowSecs();
    const payload = withoutUndefined({
      iss: origin,
      aud: CLIENT_ID,
      sub: 'olga-at-the-provider',
      preferred_username: 'olga',
      name: 'Olga',
      iat: now,
      exp: now + 300,
      nonce: nonce ?? undefined,
      ...claims,
      ...provider.lies.claims,
    });
    const header = { alg: 'RS256', kid: key.jwk.kid, ...provider.lies.header };
    const signer: Key = provider.lies.isSignedByForeignKey ? foreign.privateKey : key.privateKey;
    if (!provider.lies.isUnsigned) return new SignJWT(payload).setProtectedHeader(header).sign(signer);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ ...header, alg: 'none' })}.${part(payload)}.`;
  }
  return provider;
}

async function newKey(number: number) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: `k${number}`, alg: 'RS256', use: 'sig' };
  return { number, privateKey, jwk };
}

const withoutUndefined = (all: Json): Json =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
