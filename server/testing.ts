import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { createApp } from './app.ts';
import { loadConfig, type Config } from './config.ts';
import { readContract, type Contract } from './contract.ts';
import { AppError } from './shared/wire/appError.ts';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { FIXED_ROLES, permissionsIn } from './kernel/security/permissions.ts';
import { anonymousActor, withoutSession, type Actor, type Role } from './kernel/security/actor.ts';
import { createFakeClock } from './kernel/clock.ts';
import { openDatabase } from './kernel/db/open.ts';
import type { Context, FeatureWeb } from './kernel/boot/feature.ts';
import { loadFeatures, type AnyFeature } from './kernel/boot/loader.ts';
import { createFakeScheduler } from './kernel/scheduler/testing/fake.ts';
import { createSecrets, loadMasterKey } from './kernel/security/secrets.ts';
import { copySchema, restoreSchema } from './testingSchema.ts';

/** A call of the API; as an administrator unless `role` says otherwise. */
export interface TestCall {
  body?: unknown;
  /** Raw text instead of JSON, for malformed requests. */
  text?: string;
  /** A file, for operations that take one. */
  file?: Uint8Array;
  role?: Role | null;
  headers?: Record<string, string>;
}

/** The answer of the manager, checked against the contract. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON; text for other content; null without a body. */
  body: unknown;
}

export interface TestApp {
  ctx: Context;
  clock: ReturnType<typeof createFakeClock>;
  url: string;
  server: ReturnType<typeof createServer>;
  /** Calls the app over loopback HTTP, as `role` (default admin; null: nobody). Every answer is checked against the contract. */
  call(method: string, path: string, options?: TestCall): Promise<TestAnswer>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** `identityFeature` itself hashes passwords at a hundredth of its cost; a copy of it, at its own. */
  features: readonly AnyFeature[];
  /**
   * Plugins that are switched off; operations of all others that ship, and are not in `features`, answer as if they
   * were.
   */
  off?: readonly AnyFeature[];
  config?: Partial<Config>;
  /** A database URL (MariaDB); without it a SQLite file in a throw-away directory. */
  databaseUrl?: string;
  /** A SQLite file of the test's own, which outlives the app. */
  databaseFile?: string;
  /** Stands in for a silent log. */
  log?: Logger;
  clock?: ReturnType<typeof createFakeClock>;
  /** 'identity': real tokens instead of `Bearer test-<role>`; the identity feature must be loaded. */
  authenticate?: 'identity';
  /** A contract to use instead of the one that ships. */
  contract?: Contract;
  /** What the web UI shows of installed plugins, by name. */
  web?: ReadonlyMap<string, FeatureWeb>;
  /** Replaces services of core features before anything is served (fakes). */
  core?: object;
}

/** The account of that role by which the test calls; the contract is the one that ships. */
export const testActor = (role: Role, { permissions } = readContract()): Actor => ({
  kind: 'user',
  id: `00000000-0000-7000-8000-00000000000${role.length}`,
  name: `test-${role}`,
  role,
  ...withoutSession,
  permissions: permissionsIn(permissions, role),
});

/** Permissions whose operations read the credential themselves. */
const OPEN_TO_ANYBODY: ReadonlySet<string> = new Set([
  'public',
  'ticket',
  'agent-signature',
  'polling-token',
  'mfa',
]);

/** A manager's app in this process: real pipeline and database, a fake clock, roles by `Bearer test-<role>`. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fleetmend-test-'));
  const { off = [] } = options;
  const disabledPlugins = [...off.map(({ name }) => name), ...absentOf(options)];
  const given = { dataDir, disabledPlugins, validateResponses: true, ...options.config };
  const config: Config = { ...loadConfig({}, null), ...given };
  const log =
    options.log ??
    pino({ level: process.env.TEST_LOG ?? 'silent', serializers: { error: pino.stdSerializers.err } });
  const clock = options.clock ?? createFakeClock(new Date('2026-01-15T12:00:00Z'));
  const file = options.databaseFile ?? join(dataDir, 'test.sqlite');
  if (!options.databaseUrl) await copySchema(file, options.features, off);
  const db = await openDatabase({
    url: options.databaseUrl,
    file,
    log,
    clock,
  });
  // Several apps over one database are several managers.
  const instanceId = randomUUID();
  const parts = {
    config,
    log,
    clock,
    db,
    createScheduler: () => Promise.resolve(createFakeScheduler(clock)),
    secrets: createSecrets(loadMasterKey(dataDir, config.secretKey)),
    instanceId,
    off,
    contract: options.contract ?? readContract(),
    web: options.web,
  };
  const release = async (): Promise<void> => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const load = async () => {
    if (options.databaseUrl) await restoreSchema(db, options.features, off);
    return loadFeatures(await withLightHashes(options.features), managerErrors, parts);
  };
  const loaded = await load().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  Object.assign(loaded.ctx.core, options.core ?? {});
  loaded.enter('serving');
  const makeApp = (): ReturnType<typeof createApp> =>
    createApp({
      contract: options.contract ?? readContract(),
      config,
      log,
      clock,
      setups: loaded.setups,
      errors: loaded.errors,
      pluginFiles: new Map(loaded.ctx.served().web.flatMap(({ files }) => [...files])),
      hooks: loaded.ctx.hooks,
      authenticate: (req, permission) =>
        options.authenticate === 'identity'
          ? loaded.ctx.core.identity.authenticate(req, permission)
          : Promise.resolve(
              OPEN_TO_ANYBODY.has(permission)
                ? anonymousActor
                : actorOf(req.headers.authorization, clock.now(), options.contract),
            ),
    });
  // Stops everything when the app is refused: what stays open would keep the suite from ending.
  const app = await Promise.resolve()
    .then(makeApp)
    .catch(async (error: unknown) => {
      await loaded.stop();
      await release();
      throw error;
    });
  // Longer than Node's 5 s, at which a busy machine may close a connection just as the test calls again.
  const server = createServer({ keepAliveTimeout: 120_000 }, app);
  loaded.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const setup of loaded.setups.values()) await setup.started?.();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ctx: loaded.ctx,
    clock,
    url,
    server,
    call: (method, path, call = {}) => callApp(url, method, path, call),
    async stop() {
      // In the manager's order: upgraded connections end with their feature, and the server waits for them.
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await loaded.stop();
      await closed;
      await release();
    },
  };
}

/** With `identity`, if it is there, at light costs; apps without it need not load it. */
async function withLightHashes(features: readonly AnyFeature[]): Promise<readonly AnyFeature[]> {
  if (!features.some(({ name }) => name === 'identity')) return features;
  return (await import('./core/identity/lightIdentity.testing.ts')).withLightHashes(features);
}

/** Features that ship and are not here; those that a contract adds must be here, as in a manager. */
function absentOf({ features }: TestAppOptions): string[] {
  const here = new Set(features.map(({ name }) => name));
  return [...new Set(readContract().operations.map(({ feature }) => feature))].filter(
    (name) => !here.has(name),
  );
}

/** The actor that a test calls as, who has just signed in. */
function actorOf(authorization: string | undefined, now: Date, contract?: Contract): Actor {
  if (authorization === undefined) return anonymousActor;
  const role = authorization.replace('Bearer test-', '');
  if (!FIXED_ROLES.includes(role)) throw new AppError('UNAUTHENTICATED');
  return { ...testActor(role, contract), authenticatedAt: now };
}

async function callApp(url: string, method: string, path: string, call: TestCall): Promise<TestAnswer> {
  const role = call.role === undefined ? 'admin' : call.role;
  const content = call.file ?? call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const type = call.file ? 'application/octet-stream' : 'application/json';
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(role === null ? {} : { authorization: `Bearer test-${role}` }),
      ...(content === undefined ? {} : { 'content-type': type }),
      ...call.headers,
    },
    ...(content === undefined ? {} : { body: content as string | Uint8Array<ArrayBuffer> }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : json ? (JSON.parse(text) as unknown) : text,
  };
}
