/** A manager with single sign-on, a browser that keeps its cookies, and names that lead to this machine. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import * as assert from 'uvu/assert';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { judgeOutbound } from '../../server/kernel/http/outboundPolicy.ts';
import { cheapIdentity, PASSWORD } from '../../server/core/identity/identity.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { jobRetention } from '../../server/core/patching/retention.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { createFakeClock, type FakeClock } from '../../server/kernel/clock.ts';
import type { auditLog, Context } from '#sdk';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { ssoPlugin } from './plugin.ts';

export const PUBLIC_URL = 'https://fleet.example.test';
export const CALLBACK = `${PUBLIC_URL}/api/v1/auth/sso/callback`;
export const CLIENT_ID = 'fleetmend';
export const SECRET = 'a secret that only the provider and the manager know';
const PROVIDER_NAME = 'id.example.test';

export interface Answer {
  status: number;
  location: URL | null;
  /** From the fragment of the Location header. */
  fragment: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown> & {
    error?: { code: string; message: string; details?: Record<string, unknown> };
  };
}

const certificate = selfSigned(PROVIDER_NAME);

/** A certificate for one name, which is its own root. */
function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const own = forge.pki.privateKeyFromPem(key);
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date(Date.now() - 86_400_000);
  cert.validity.notAfter = new Date(Date.now() + 86_400_000);
  const subject = [{ name: 'commonName', value: name }];
  cert.setSubject(subject);
  cert.setIssuer(subject);
  cert.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
  ]);
  cert.sign(own, forge.md.sha256.create());
  return { key, cert: forge.pki.certificateToPem(cert) };
}

export interface Listener {
  origin: string;
  stop(): Promise<void>;
}

/** An HTTPS server under the provider's name; the handler is made once its origin is known. */
export async function listenAsProvider(handlerFor: (origin: string) => RequestListener): Promise<Listener> {
  let handler: RequestListener = (_req, res) => void res.end();
  const server: Server = createServer(certificate, (req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://${PROVIDER_NAME}:${(server.address() as AddressInfo).port}`;
  handler = handlerFor(origin);
  return {
    origin,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The manager's outbound client, for which test names and one address of this machine stand for the network. */
const outbound = createOutbound({
  resolve: (name) =>
    Promise.resolve(
      name === PROVIDER_NAME
        ? ['127.0.0.1']
        : name === 'metadata.example.test'
          ? ['169.254.169.254']
          : name === 'loop.example.test'
            ? ['127.0.0.2']
            : [],
    ),
  judge: (address, reach) => (address === '127.0.0.1' ? null : judgeOutbound(address, reach, [])),
});

/** The plugin as it ships, except for the addresses that names lead to and the trust in the provider's certificate. */
export const testSso: AnyFeature = {
  ...ssoPlugin,
  setup: (ctx: Context) =>
    ssoPlugin.setup({
      ...ctx,
      outbound: {
        ...outbound,
        fetch: (request) => outbound.fetch({ ...request, ca: certificate.cert }),
      },
    }),
};

/** A call of a browser to the provider; returns where it is redirected to, which it does not follow, or null. */
export async function callProvider(
  url: string,
  cookies: Map<string, string> = new Map(),
): Promise<URL | null> {
  const answer = await outbound.fetch({
    url,
    reach: 'network',
    ca: certificate.cert,
    headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') },
  });
  if (!answer.ok) throw new Error(answer.failure.message);
  for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
    const [pair = ''] = set.split(';');
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const { location } = answer.headers;
  return typeof location === 'string' ? new URL(location, url) : null;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;

  constructor(app: Pick<TestApp, 'url'>) {
    this.#url = app.url;
  }

  get cookie(): string {
    return Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(
    method: string,
    path: string,
    { body, token, accept = 'application/json' }: { body?: unknown; token?: string; accept?: string } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept,
        ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await response.text();
    const to = response.headers.get('location');
    const location = to === null ? null : new URL(to, PUBLIC_URL);
    return {
      status: response.status,
      location,
      fragment: new URLSearchParams(location?.hash.slice(1)),
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'],
    };
  }

  page = (path: string): Promise<Answer> => this.call('GET', path, { accept: 'text/html,*/*' });

  exchange = (code: string | null, more: object = {}): Promise<Answer> =>
    this.call('POST', '/api/v1/auth/sso/exchange', { body: { code, ...more } });
}

/** Loaded so that the answer of the settings is complete, as the contract demands. */
const retention: AnyFeature = { name: 'retention', settings: [jobRetention], setup: () => ({ routes: {} }) };

export interface SsoApp extends TestApp {
  clock: FakeClock;
  browser(): Browser;
  /** A fresh access token of `admin`, by password. */
  admin(): Promise<string>;
  configure(oidc: object): Promise<Answer>;
  audited(action: string): Promise<auditLog.EntryRead['content'][]>;
}

export interface SsoAppOptions {
  databaseUrl?: string;
  features?: readonly AnyFeature[];
  clock?: FakeClock;
  secretKey?: string;
}

export async function createSsoApp({
  features = [],
  secretKey,
  ...rest
}: SsoAppOptions = {}): Promise<SsoApp> {
  const app = await createTestApp({
    features: [cheapIdentity, hostsFeature, retention, settingsFeature, ...features, testSso],
    config: {
      adminPassword: PASSWORD,
      publicUrl: PUBLIC_URL,
      ...(secretKey === undefined ? {} : { secretKey }),
    },
    authenticate: 'identity',
    clock: createFakeClock(new Date()),
    ...rest,
  });
  const own: SsoApp = {
    ...app,
    browser: () => new Browser(app),
    async admin() {
      const { body, status } = await own.browser().call('POST', '/api/v1/auth/login', {
        body: { username: 'admin', password: PASSWORD },
      });
      assert.is(status, 200);
      return String(body['access_token']);
    },
    async configure(oidc) {
      const token = await own.admin();
      return own.browser().call('PUT', '/api/v1/settings', { token, body: { oidc } });
    },
    async audited(action) {
      const { rows } = await app.ctx.audit.list({ action, order: 'oldest' });
      return rows.map(({ content }) => content);
    },
  };
  return own;
}

/** Settings as an administrator would enter them. */
export const oidcFor = (origin: string, more: object = {}) => ({
  enabled: true,
  provider_type: 'custom',
  display_name: 'Company sign-in',
  discovery_url: origin,
  client_id: CLIENT_ID,
  client_secret: SECRET,
  ...more,
});
