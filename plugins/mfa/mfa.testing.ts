/** Managers with real sign-in and second factors, on the database that `TEST_DIALECT` names, and people who use them. */
import { createHmac } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { cheapIdentity, newAccount, PASSWORD } from '../../server/core/identity/identity.testing.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { jobRetention } from '../../server/core/patching/retention.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { AuditText } from '../../server/kernel/security/audit/rows.ts';
import { createFakeClock } from '../../server/kernel/clock.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { Account, NewAccount } from '#sdk/identity.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { dialect, freshDatabase } from '../../test/support/databases.ts';
import { SoftAuthenticator, type Lies } from './authenticator.testing.ts';
import { mfaPlugin } from './plugin.ts';

export { PASSWORD };
export type Schemas = components['schemas'];

export const ORIGIN = 'https://manager.example.org';
const SECRET_KEY = 'ab'.repeat(32);

export interface Answer<T = Record<string, unknown>> {
  status: number;
  /** The code of an error; null without one. */
  code: string | null;
  details: Record<string, unknown>;
  body: T;
}

export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  /** The caller's address. */
  from?: string;
}

/**
 * The operations of the settings return all sections that the API contract demands, so these features are loaded too.
 */
const settings: readonly AnyFeature[] = [
  hostsFeature,
  { name: 'retention', settings: [jobRetention], setup: () => ({ routes: {} }) } as AnyFeature,
  settingsFeature,
];

export interface World {
  managers: TestApp[];
  /** The first manager. */
  app: TestApp;
  stop(): Promise<void>;
}

export interface SetUpOptions {
  managers?: number;
  withSettings?: boolean;
  /** Used instead of an identity whose hashes cost nothing. */
  identity?: AnyFeature;
  /** Further plugins. */
  more?: readonly AnyFeature[];
}

export async function setUp(
  world: World,
  { managers = 1, withSettings = false, identity = cheapIdentity, more = [] }: SetUpOptions = {},
): Promise<void> {
  const features = [identity, ...(withSettings ? settings : []), ...more, mfaPlugin];
  const place = await freshDatabase(dialect);
  const clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const apps: TestApp[] = [];
  for (let count = 0; count < managers; count++)
    apps.push(
      await createTestApp({
        features,
        clock,
        config: {
          adminPassword: PASSWORD,
          trustedProxies: ['loopback'],
          publicUrl: ORIGIN,
          secretKey: SECRET_KEY,
        },
        authenticate: 'identity',
        databaseUrl: place.address.url,
        databaseFile: place.address.file,
      }),
    );
  world.managers = apps;
  world.app = apps[0] as TestApp;
  world.stop = async () => {
    for (const app of apps) await app.stop();
    await place.cleanup();
  };
}

export async function call<T = Record<string, unknown>>(
  app: TestApp,
  operation: string,
  { body, token, from }: CallOptions = {},
): Promise<Answer<T>> {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await app.call(method, `/api/v1${path}`, {
    role: null,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
  });
  const content = answer.body as { error?: { code: string; details?: Record<string, unknown> } } | null;
  return {
    status: answer.status,
    code: content?.error?.code ?? null,
    details: content?.error?.details ?? {},
    body: answer.body as T,
  };
}

/** Status and, for an error, code: `200`, `401 MFA_REQUIRED`. */
export const told = ({ status, code }: Answer<unknown>): string => [status, code].filter(Boolean).join(' ');

export const newPerson = (
  { app }: World,
  username: string,
  more: Partial<NewAccount> = {},
): Promise<Account> => newAccount(app.ctx, username, more);

export interface LoginMore {
  totp_code?: string;
  recovery_code?: string;
}

export const login = (
  app: TestApp,
  username: string,
  more: LoginMore = {},
  from?: string,
): Promise<Answer<Schemas['SessionTokens']>> =>
  call(app, 'POST /auth/login', {
    body: { username, password: PASSWORD, ...more },
    ...(from === undefined ? {} : { from }),
  });

/** The access token of a sign-in that must succeed. */
export async function tokenOf(app: TestApp, username: string, more: LoginMore = {}): Promise<string> {
  const answer = await login(app, username, more);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.access_token;
}

export async function mfaTokenOf(app: TestApp, username: string): Promise<string> {
  const answer = await login(app, username);
  assert.is(told(answer), '401 MFA_REQUIRED');
  return String(answer.details.mfa_token);
}

/** Computes RFC 6238 without the library: the code `steps` after the present one. */
export function codeAt(app: TestApp, secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(app.clock.now().getTime() / 30_000) + steps));
  const digest = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => parseInt(octet, 2)));
}

export interface Totp {
  secret: string;
  codes: string[];
}

/** Turns TOTP on for the owner of this access token, and lets its time step pass, so that codes can be used again. */
export async function withTotp(app: TestApp, token: string): Promise<Totp> {
  const offered = await call<Schemas['TotpSetup']>(app, 'GET /auth/mfa/setup', { token });
  assert.is(offered.status, 200, JSON.stringify(offered.body));
  const secret = offered.body.secret_base32;
  const body = { secret_base32: secret, code: codeAt(app, secret) };
  const enabled = await call<Schemas['RecoveryCodes']>(app, 'POST /auth/mfa/verify', { token, body });
  assert.is(enabled.status, 200, JSON.stringify(enabled.body));
  await app.clock.advance(60_000);
  return { secret, codes: enabled.body.recovery_codes };
}

type Challenge = Schemas['WebauthnChallenge'];

/** Registers a passkey of a new authenticator. */
export async function withPasskey(app: TestApp, token: string, keyName?: string): Promise<SoftAuthenticator> {
  const authenticator = new SoftAuthenticator(ORIGIN);
  const answer = await register(app, { token, authenticator, keyName });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  return authenticator;
}

export interface Registering {
  token: string;
  authenticator: SoftAuthenticator;
  keyName?: string | undefined;
  lies?: Lies;
}

export async function register(
  app: TestApp,
  { token, authenticator, keyName, lies = {} }: Registering,
): Promise<Answer<Schemas['WebauthnCredential']>> {
  const path = 'POST /auth/mfa/webauthn/register';
  const started = await call<Challenge>(app, `${path}/start`, { token, body: {} });
  assert.is(started.status, 200, JSON.stringify(started.body));
  const body = {
    challenge_key: started.body.challenge_key,
    serialized_credential: authenticator.create(started.body.serialized_options, lies),
    ...(keyName === undefined ? {} : { key_name: keyName }),
  };
  return call(app, `${path}/complete`, { token, body });
}

const AUTHENTICATE = 'POST /auth/mfa/webauthn/authenticate';

/** `token`: the `mfa_token`; without one, the passkey replaces the password. */
export async function startPasskey(app: TestApp, token?: string, from?: string): Promise<Challenge> {
  const started = await call<Challenge>(app, `${AUTHENTICATE}/start`, {
    token,
    ...(from === undefined ? {} : { from }),
  });
  assert.is(started.status, 200, JSON.stringify(started.body));
  return started.body;
}

export const completePasskey = (
  app: TestApp,
  body: { challenge_key: string; serialized_assertion: string },
  token?: string,
): Promise<Answer<Schemas['SessionTokens']>> => call(app, `${AUTHENTICATE}/complete`, { token, body });

export interface Asserting {
  authenticator: SoftAuthenticator;
  token?: string | undefined;
  lies?: Lies;
}

/** A whole sign-in by passkey. */
export async function byPasskey(
  app: TestApp,
  { authenticator, token, lies = {} }: Asserting,
): Promise<Answer<Schemas['SessionTokens']>> {
  const started = await startPasskey(app, token);
  const assertion = authenticator.get(started.serialized_options, lies);
  const body = { challenge_key: started.challenge_key, serialized_assertion: assertion };
  return completePasskey(app, body, token);
}

export const statusOf = async (app: TestApp, token: string): Promise<Schemas['MfaStatus']> =>
  (await call<Schemas['MfaStatus']>(app, 'GET /auth/mfa', { token })).body;

/** Rows of the audit log whose action begins with this. */
export async function audited({ ctx }: TestApp, prefix: string): Promise<AuditText[]> {
  const rows = await ctx.db.reader<{ text: string }>('kernel_audit').orderBy('row_id');
  return rows
    .map(({ text }) => JSON.parse(text) as AuditText)
    .filter(({ action }) => action.startsWith(prefix));
}

/** Sets who must have a factor, as an administrator who has just signed in. */
export async function setPolicy(
  app: TestApp,
  policy: { required_roles?: string[]; grace_days?: number },
): Promise<void> {
  const token = await tokenOf(app, 'admin');
  const answer = await call(app, 'PUT /settings', { token, body: { mfa: policy } });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
}
