import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { createApp } from './app.ts';
import { createListener } from './listener.ts';
import { drainOf, track } from './draining.ts';
import { otherThanConfigured, takeHandedSocket } from './handedSocket.ts';
import { superviseConnections } from './shared/connections/supervise.ts';
import type { ConnectionLimits } from './shared/connections/supervise.ts';
import type { Config } from './config.ts';
import { ConfigError } from './configValues.ts';
import { serveControl } from './control.ts';
import { readContract, type Contract } from './contract.ts';
import { chooseFeatures, loadPackages, type Chosen } from './installed/choose.ts';
import { withAdvice, withInstalled } from './installed/load.ts';
import { guarded } from './shared/guarded.ts';
import { managerErrors } from './shared/wire/managerErrors.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { stage } from './kernel/boot/bootError.ts';
import { announce } from './kernel/boot/managers.ts';
import { isHeldByAnother, lockDataDir } from './kernel/boot/dataDirLock.ts';
import { foreignFiles, whyUnwritable } from './kernel/boot/dataDirOwner.ts';
import { MAX_SKEW_MS, watchClock } from './kernel/db/clockWatch.ts';
import { clockSkewMs, type Database } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { requestTimes } from './kernel/boot/kernelMetrics.ts';
import { loadFeatures, type Loaded } from './kernel/boot/loader.ts';
import { answerUnparsed } from './kernel/http/unparsed.ts';
import { createScheduler } from './kernel/scheduler/createScheduler.ts';
import { isMissing, writeNewPrivateFile } from './kernel/privateFile.ts';
import { createSecrets, keyFileOf, loadMasterKey } from './kernel/security/secrets.ts';

export interface ManagerOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /**
   * Gets the random first password of `admin` as soon as the account is stored: nobody can ask for it again, and the
   * start may still fail (a port that is taken).
   */
  onFirstPassword?(password: string): void;
  /** A newer version has migrated the database meanwhile: this manager should be stopped. */
  onNewerDatabase?(migrations: readonly string[]): void;
  /** For tests, which do not wait for half a minute. */
  connectionLimits?: Partial<ConnectionLimits>;
}

export interface Manager {
  address: string;
  port: number;
  url: string;
  loaded: Loaded;
  /**
   * Has load balancers send their calls elsewhere: `status/ready` answers 503, each answer ends its connection, and all
   * calls are served. Resolves `drain_secs` after it began; from then on idle connections are closed, and live ones end.
   */
  drain(): Promise<void>;
  /** Has features read again the files that the configuration names; what came of it stands in the log. */
  reload(): void;
  /** Graceful, within 10 s: in-flight requests end, schedules are released. */
  stop(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 2_000;
/** Callers that wait while the manager restarts; the kernel's own limit may be lower. */
const BACKLOG = 4_096;
/** How long a connection is kept between two requests: an idle one takes a place. */
const KEEP_MS = 5_000;
/**
 * Longer than a proxy keeps a connection (nginx 60 s): else it may send a request into one that is being closed, a 502.
 */
const KEEP_FOR_PROXIES_MS = 75_000;

/** Boots a manager: database, features in order, listener. Throws with one clear line. */
export async function startManager(options: ManagerOptions): Promise<Manager> {
  const release = holdDataDir(options.config.dataDir);
  try {
    const manager = await boot(options);
    return { ...manager, stop: once1(() => manager.stop().finally(release)) };
  } catch (error) {
    release();
    throw error;
  }
}

async function boot(options: ManagerOptions): Promise<Manager> {
  const { config, log } = options;
  const installed = await loadPackages(config, log);
  const contract = await withInstalled(readContract(), installed, log);
  try {
    return await bootFeatures(options, contract, (db) => chooseFeatures(config, installed, { db, log }));
  } catch (error) {
    throw withAdvice(error, installed);
  }
}

async function bootFeatures(
  options: ManagerOptions,
  contract: Contract,
  choose: (db: Database) => Promise<Chosen>,
): Promise<Manager> {
  const { config, log, clock = systemClock } = options;
  const masterKey = await stage('kernel', 'secret key', () =>
    loadMasterKey(config.dataDir, config.secretKey),
  );
  const secrets = createSecrets(masterKey, config.secretKey === null ? keyFileOf(config.dataDir) : null);
  const instanceId = instanceIdOf(config.dataDir);
  const db = await stage('kernel', 'database', () =>
    openDatabase({
      url: config.databaseUrl ?? undefined,
      file: join(config.dataDir, 'fleetmend.sqlite'),
      log,
    }),
  );
  const clockWatch = watchClock({ db, clock, log });
  const close = async (): Promise<void> => {
    clockWatch.stop();
    await db.close();
  };
  try {
    await assertClock(db, clock);
    const makeScheduler = () =>
      createScheduler({ db, mongoUrl: config.mongodbUrl ?? undefined, log, clock, instanceId });
    const { on, off, web } = await choose(db);
    const loaded = await loadFeatures(on, managerErrors, {
      config,
      log,
      clock,
      db,
      createScheduler: makeScheduler,
      secrets,
      instanceId,
      off,
      web,
      contract,
      ...(options.onNewerDatabase && { onNewerDatabase: options.onNewerDatabase }),
      onSetUp(name, { identity }) {
        if (name === 'identity' && identity.firstPassword !== null)
          options.onFirstPassword?.(identity.firstPassword);
      },
    });
    try {
      return await listen(loaded, { ...options, contract }, close);
    } catch (error) {
      await loaded.stop();
      throw error;
    }
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws where the clocks differ too much: leases go by the database's, and a manager far off would misjudge each. */
async function assertClock(db: Database, clock: Clock): Promise<void> {
  if (db.dialect === 'sqlite') return;
  const skewMs = await clockSkewMs(db, clock);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return;
  const secs = Math.round(Math.abs(skewMs) / 1_000);
  throw new ConfigError(
    `this machine's clock is ${secs} s off the database server's (at most 5); set it right, by NTP say`,
  );
}

/** Step by step: mkdir's own `recursive` never ends below /proc (it makes nothing there and doesn't say so). */
function makePrivateDir(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makePrivateDir(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function holdDataDir(dataDir: string): () => void {
  try {
    makePrivateDir(dataDir);
    accessSync(dataDir, constants.W_OK);
    const foreign = foreignFiles(dataDir);
    if (foreign !== null) throw new ConfigError(foreign);
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (isHeldByAnother(error))
      throw new ConfigError(
        `another manager runs on the data directory ${dataDir}; stop it first, or give this one a directory of its own`,
      );
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`the data directory ${dataDir} cannot be written: ${whyUnwritable(dataDir, code)}`);
  }
}

/** Names this manager in locks and leases; the same over its restarts, so that it takes up its own work at once. */
function instanceIdOf(dataDir: string): string {
  const file = join(dataDir, 'instance.id');
  if (isMissing(file)) writeNewPrivateFile(file, `${uuid()}\n`);
  return readFileSync(file, 'utf8').trim();
}

async function listen(
  loaded: Loaded,
  { config, log, connectionLimits, contract }: ManagerOptions & { contract: Contract },
  close: () => Promise<void>,
): Promise<Manager> {
  const { ctx, setups, errors } = loaded;
  const { identity, agents } = ctx.core;
  const app = createApp({
    contract,
    config,
    log,
    clock: ctx.clock,
    setups,
    errors,
    pluginFiles: new Map(ctx.served().web.flatMap(({ files }) => [...files])),
    hooks: ctx.hooks,
    onAnswered: requestTimes(ctx.metrics, contract.operations),
    queue: ctx.metrics.queue,
    authenticate: (req, permission) => identity.authenticate(req, permission),
  });
  const listener = createListener(
    agents.listener,
    { keepAliveTimeout: config.trustedProxies.length > 0 ? KEEP_FOR_PROXIES_MS : KEEP_MS },
    app,
    { unreadSize: connectionLimits?.roomSize, log },
  );
  const { front, people, agents: ofAgents } = listener;
  const servers = [people, ofAgents];
  // Before the app: it answers what it is asked.
  const open = track(servers, () => ctx.phase() === 'draining');
  for (const server of servers) loaded.attach(server);
  open.live();
  for (const server of servers) {
    answerUnparsed(server, log);
    superviseConnections(server, { limits: connectionLimits });
  }
  const listen = await openListener(front, config, log);
  // An error such as a lack of file descriptors would, without a listener, end the manager.
  front.on(
    'error',
    guarded((error) => log.warn({ error }, 'a connection could not be accepted')),
  );
  const { port } = front.address() as AddressInfo;
  for (const [name, setup] of setups) await stage(name, 'started', () => setup.started?.());
  const address = config.peerAddress ?? peerAddress(listen, port);
  await stage('kernel', 'managers', () => announce(ctx, { address }));
  loaded.enter('serving');
  const host = listen.includes(':') ? `[${listen}]` : listen;
  log.info({ listen, port }, 'the manager listens');
  const drains = drainOf({ loaded, servers, open, drainSecs: config.drainSecs });
  const control = await serveControl(config.dataDir, drains.act, log);
  const stop = once1(async () => {
    drains.end();
    control.stop();
    const closed = listener.close();
    await loaded.stop();
    await Promise.race([closed, ctx.clock.sleep(CLOSE_TIMEOUT_MS)]);
    for (const socket of open.sockets) socket.destroy();
    listener.cut();
    await close();
  });
  const reload = (): void => ctx.events.emitNow('kernel.reloadAsked', { at: ctx.clock.now() });
  const url = config.publicUrl ?? `https://${host}:${port}`;
  return { address: listen, port, url, loaded, drain: drains.drain, reload, stop };
}

/** Where other machines reach this listener, unless the configuration says it. */
function peerAddress(listen: string, port: number): string {
  const host = listen === '0.0.0.0' || listen === '::' ? hostname() : listen;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Answers the address. */
async function openListener(server: Server, { listen, port }: Config, log: Logger): Promise<string> {
  const handed = takeHandedSocket(process.env);
  server.listen(handed ? { ...handed, backlog: BACKLOG } : { port, host: listen });
  try {
    await once(server, 'listening');
    if (!handed) return listen;
    const at = server.address() as AddressInfo;
    const other = otherThanConfigured(at, { listen, port });
    if (other !== null) log.warn(other);
    return at.address;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError(`port ${port} on ${listen} is taken by another program`);
    if (code === 'EADDRNOTAVAIL') throw new ConfigError(`${listen} is not an address of this machine`);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(
        `listen: ${listen} is neither an address nor a name that this machine can look up`,
      );
    if (code === 'EACCES') throw new ConfigError(`port ${port} needs more privileges; choose one above 1023`);
    throw error;
  }
}

function once1(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
