import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { release } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { AppError } from '../server/shared/wire/appError.ts';
import { guarded } from '../server/shared/guarded.ts';
import { createAgent } from './http/app.ts';
import { CallLog, serveLocalStatus } from './cli/localStatus.ts';
import type { LocalStatus } from './cli/localStatus.ts';
import { watchConnections } from './http/closing.ts';
import { systemClock } from './clock.ts';
import { ConfigError } from './config/values.ts';
import { connectionOrigin, proxyOf, routeOf, tokenPin } from './config/config.ts';
import type { AgentConfig } from './config/table.ts';
import { lockDataDir, prepareDataDir, StartError, usingDataDir } from './host/dataDir.ts';
import type { Agent } from './deps.ts';
import type { HostFacts } from './host/facts.ts';
import { assertPortFree, listen } from './host/port.ts';
import { addressTowards, ownAddresses } from './host/addresses.ts';
import { createCertificateRoutes } from './http/routes/certificates.ts';
import { AddressWatch } from './identity/addressWatch.ts';
import { enroll } from './identity/enroll.ts';
import { describeHost } from './identity/hostDescription.ts';
import { loadAgentIdentity } from './identity/identity.ts';
import type { AgentIdentity } from './identity/identity.ts';
import { createListener } from './identity/listener.ts';
import type { ListenerOptions, Serving } from './identity/listener.ts';
import { ChannelServer } from './link/channelServer.ts';
import { LinkKeeper } from './link/keeper.ts';
import { writeChosen } from './ways/chosen.ts';
import { Ways } from './ways/ways.ts';
import type { WayParts } from './ways/ways.ts';
import { connectToManager, ManagerCallError } from './identity/managerClient.ts';
import type { ManagerConnection } from './identity/managerClient.ts';
import { managerRoots } from './identity/reportAddress.ts';
import { isRenewalDue, renewCertificate } from './identity/renew.ts';
import { IdentityStore } from './identity/store.ts';
import { TrustError } from './identity/trust.ts';
import { detectBackend } from './packages/detect.ts';
import type { PackageBackend } from './packages/backend.ts';
import { createHostFacts } from './host/facts.ts';
import { agentVersion } from './version.ts';

const renewalCheckMs = 60 * 60_000;
const shutdownMs = 10_000;

export interface RunningAgent {
  hostId: string;
  /** Where the manager's calls come in, for whoever started the agent. */
  reached: { event: 'listening'; address: string; port: number } | { event: 'dialling'; manager_url: string };
  /** Ends open requests within ten seconds; a running package manager goes on by itself. */
  stop(): Promise<void>;
}

interface Start {
  config: AgentConfig;
  log: Logger;
  /** Aborted when the agent should end while it still starts. */
  signal: AbortSignal;
}

/**
 * Enrolls this host if it is not enrolled, or `again`; returns its id. Throws StartError, ConfigError,
 * EnrollmentError.
 */
export function enrollOnly(start: Start, again: boolean): Promise<string> {
  return usingDataDir(start.config.dataDir, () => enrollNow(start, again));
}

async function enrollNow(start: Start, again: boolean): Promise<string> {
  await prepareDataDir(start.config.dataDir);
  const unlock = lockDataDir(start.config.dataDir);
  try {
    const store = await openStore(start.config);
    const identity = (again ? null : await storedIdentity(store)) ?? (await enrollHost(store, start));
    return identity.identity.hostId;
  } finally {
    unlock();
  }
}

/** Starts the agent: data directory, package manager, port, identity, engine, listener or link, in this order. */
export function startAgent(start: Start): Promise<RunningAgent> {
  return usingDataDir(start.config.dataDir, () => startNow(start));
}

async function startNow(start: Start): Promise<RunningAgent> {
  const { config, log } = start;
  await prepareDataDir(config.dataDir);
  const unlock = lockDataDir(config.dataDir);
  const backend = chooseBackend(config);
  const isDialling = config.connection === 'dial';
  // Checked before the enrollment, which may wait for hours and tells the manager this port.
  if (!isDialling) await assertPortFree(config);
  const store = await openStore(config);
  const identity = (await storedIdentity(store)) ?? (await enrollHost(store, start));
  if (config.readOnly)
    log.warn(
      'without root, or with read_only, this agent only lists; it refuses changes with NOT_PRIVILEGED',
    );
  const calls = new CallLog();
  const watch = watchAddress(identity, calls, start);
  const managerUrl = await managerUrlOf(identity, config);
  if (isDialling && managerUrl === null) throw new ConfigError('connection = "dial" needs manager_url');
  const agent: Agent = createEngine({ identity, backend, watch, calls, ways: () => ways }, start);
  const serving = {
    identity,
    handler: (req: IncomingMessage, res: ServerResponse) => {
      calls.watch(req, res);
      agent.handler(req, res);
    },
    handleUpgrade: agent.handleUpgrade,
    onTrustChanged: () => agent.recheckPeers(),
    log,
  };
  const ways = new Ways(
    wayParts({ ...serving, healthMark: () => agent.healthMark() }, { calls, watch, managerUrl, start }),
  );
  await agent.start();
  await ways.start();
  // While a link waits for its next try, nothing else keeps this process.
  const wait = setInterval(() => undefined, 2 ** 30);
  const stopRenewing = renewHourly(identity, watch, start);
  const stopTelling = await tellPeople({ agent, calls, ways }, start);
  const stop = async () => {
    clearInterval(wait);
    stopRenewing();
    stopTelling();
    await Promise.all([ways.stop(shutdownMs - 1_000), agent.stop()]);
    unlock();
  };
  const reached: RunningAgent['reached'] = isDialling
    ? { event: 'dialling', manager_url: managerUrl ?? '' }
    : { event: 'listening', address: config.listen, port: config.port };
  return { hostId: identity.identity.hostId, reached, stop };
}

interface WaysOf {
  calls: CallLog;
  watch: AddressWatch;
  /** Null: not known, so this agent can only listen. */
  managerUrl: string | null;
  start: Start;
}

/** The port, the link and the address of this host. */
function wayParts(
  serving: ListenerOptions & Serving & Pick<Agent, 'healthMark'>,
  { calls, watch, managerUrl, start: { config, log } }: WaysOf,
): WayParts {
  const { identity } = serving;
  return {
    async openPort() {
      const server = createListener(serving);
      const close = watchConnections(server);
      await listen(server, config);
      return close;
    },
    openLink() {
      const keeper = new LinkKeeper({
        ...serving,
        channels: new ChannelServer({ ...serving, clock: systemClock }),
        managers: [new URL(managerUrl ?? ''), ...config.managerUrls.map((url) => new URL(url))],
        proxy: proxyOf(config),
        agentVersion,
        bootId: () => bootId(config),
        clock: systemClock,
        random: Math.random,
      });
      keeper.start();
      return keeper;
    },
    managerUrl: managerUrl ?? '',
    watch: () => watch.start(),
    report: () => watch.report(),
    // The manager calls no address of a host that dials. Once it listens again, it tells its address anew.
    forgetAddress: () => identity.store.updateState({ announcedAddress: null, toldAddress: null }),
    quietForMs: () => calls.quietForMs,
    configured: config.connectionConfigured,
    chosen: config.connectionChosen,
    choose: (chosen) => writeChosen(config.dataDir, chosen),
    clock: systemClock,
    log,
  };
}

/** Serves `status` and `doctor` on this host; if that fails, the agent works all the same. */
async function tellPeople(
  { agent, calls, ways }: { agent: Agent; calls: CallLog; ways: Ways },
  { config, log }: Start,
): Promise<() => void> {
  const startedAt = new Date().toISOString();
  const answer = async (): Promise<LocalStatus> => ({
    version: agentVersion,
    pid: process.pid,
    started_at: startedAt,
    listen: config.listen,
    port: config.port,
    connection: ways.connection,
    connection_origin: connectionOrigin({ ...config, connectionChosen: ways.chosen }),
    link: ways.link,
    proxy: proxyOf(config)?.name ?? null,
    read_only: config.readOnly,
    last_polls: calls.polls,
    heard_at: calls.heardAt,
    last_calls: calls.calls,
    problems: await agent.problems(),
  });
  return serveLocalStatus(config.dataDir, answer).catch((error: Error) => {
    log.warn({ reason: error.message }, '`fleetmend-agent status` will not work');
    return () => undefined;
  });
}

interface EngineParts {
  identity: AgentIdentity;
  backend: PackageBackend;
  watch: AddressWatch;
  calls: CallLog;
  ways: () => Ways;
}

function createEngine({ identity, backend, watch, calls, ways }: EngineParts, { config, log }: Start): Agent {
  return createAgent({
    backend,
    dataDir: config.dataDir,
    log,
    agentVersion,
    bootId: () => bootId(config),
    authorize: (req) => {
      const isManager = identity.authorize(req);
      if (isManager) calls.heard();
      return isManager;
    },
    admit: identity.admit,
    isOutOfDate: ({ socket }) => identity.isOutOfDate(socket as TLSSocket),
    certificateRoutes: createCertificateRoutes(identity),
    problems: () => [...identity.problems(), ...(ways().connection === 'listen' ? watch.problems() : [])],
    host: hostFacts(config),
    connectToManager: () => connectFor(identity, config),
    ways,
    settings: {
      refreshAfterMs: config.refreshIntervalSecs * 1000,
      ...(config.rebootCommand === null ? {} : { rebootCommand: config.rebootCommand }),
    },
  });
}

const bootId = ({ bootIdFile }: AgentConfig): string => readFileSync(bootIdFile, 'utf8').trim();

async function openStore({ dataDir }: AgentConfig): Promise<IdentityStore> {
  const store = new IdentityStore(dataDir);
  await store.prepare();
  return store;
}

/** null when the host is not enrolled, or when key and certificate are damaged. */
async function storedIdentity(store: IdentityStore): Promise<AgentIdentity | null> {
  try {
    return await loadAgentIdentity(store);
  } catch (cause) {
    if (!(cause instanceof TrustError)) throw cause;
    const what = `${join(store.dir, 'ca.pem')} is damaged (${cause.message})`;
    throw new StartError(`${what}; enroll again: fleetmend-agent enroll --again`, { cause });
  }
}

async function enrollHost(store: IdentityStore, { config, log, signal }: Start): Promise<AgentIdentity> {
  const { managerUrl, enrollmentToken, caFingerprint, tokenProblem } = config;
  if (tokenProblem !== null) throw new ConfigError(tokenProblem);
  const rootPin = caFingerprint ?? (enrollmentToken === null ? null : tokenPin(enrollmentToken));
  if (managerUrl === null || rootPin === null)
    throw new ConfigError(
      'this host is not enrolled: set manager_url, and enrollment_token or ca_fingerprint (see --help)',
    );
  const host = describeHost(await hostFacts(config).facts());
  // Clones of an image that was not prepared share this value; it must not reach the manager.
  if (!/^[A-Za-z0-9_-]{8,128}$/.test(host.machineId) || host.machineId === 'uninitialized')
    throw new StartError('this system has no machine id; run systemd-machine-id-setup, or set machine_id');
  await enroll({
    store,
    managerUrl,
    ...routeOf(config),
    token: enrollmentToken,
    rootPin,
    advertiseAddress: config.advertiseAddress,
    ...(config.connection === 'listen' ? { listen: config.listen } : {}),
    connection: config.connection,
    port: config.port,
    host,
    log,
    now: () => new Date(),
    sleep: (ms, abort) => sleep(ms, undefined, { signal: abort }),
    random: Math.random,
    signal,
  });
  await store.updateState({ managerUrl });
  const identity = await loadAgentIdentity(store);
  if (!identity) throw new StartError('the enrollment was stored but cannot be read back');
  log.info({ event: 'enrolled', hostId: identity.identity.hostId }, 'enrolled');
  return identity;
}

function chooseBackend(config: AgentConfig): PackageBackend {
  try {
    return detectBackend({
      kernelRelease: config.kernelRelease ?? release(),
      stashDir: join(config.dataDir, 'stash'),
      stash: config.stash,
      privileged: !config.readOnly,
      timeLimitMs: config.scriptTimeLimitSecs * 1000,
      fetchLimitMs: config.fetchTimeLimitSecs * 1000,
    });
  } catch (error) {
    // No later start finds another package manager: the service is not started again.
    if (error instanceof AppError && error.code === 'UNSUPPORTED') throw new ConfigError(error.message);
    throw error;
  }
}

/** The facts of the real host, with those that the configuration overrides (containers see their host's kernel). */
function hostFacts({ hostName, machineId, kernelRelease }: AgentConfig): HostFacts {
  const host = createHostFacts();
  return {
    ...host,
    facts: async () => {
      const facts = await host.facts();
      return {
        ...facts,
        fqdn: hostName ?? facts.fqdn,
        machineId: machineId ?? facts.machineId,
        kernel: kernelRelease ?? facts.kernel,
      };
    },
  };
}

/** Checks at the start and every hour whether the manager has failed to renew the certificate. */
function renewHourly(identity: AgentIdentity, watch: AddressWatch, start: Start): () => void {
  const { log } = start;
  const check = (justStarted: boolean) => {
    if (!isRenewalDue(identity.identity.certificate, new Date(), justStarted)) return;
    renewFrom(identity, start).then(
      () => watch.lookAnew(),
      (error: Error) =>
        log.warn({ reason: error.message }, 'the certificate could not be renewed; trying again in an hour'),
    );
  };
  check(true);
  const timer = setInterval(
    guarded(() => check(false)),
    renewalCheckMs,
  );
  timer.unref();
  return () => clearInterval(timer);
}

async function renewFrom(identity: AgentIdentity, { config, log }: Start): Promise<void> {
  const managerUrl = await managerUrlOf(identity, config);
  if (managerUrl !== null) await renewCertificate({ identity, managerUrl, log, ...routeOf(config) });
}

/** Throws ManagerCallError. */
async function connectFor(identity: AgentIdentity, config: AgentConfig): Promise<ManagerConnection> {
  const managerUrl = await managerUrlOf(identity, config);
  if (managerUrl === null) throw new ManagerCallError('refused', 'this agent knows no manager_url');
  return connectToManager(new URL(managerUrl), { rootPems: await managerRoots(identity) }, routeOf(config));
}

const managerUrlOf = async ({ store }: AgentIdentity, { managerUrl }: AgentConfig): Promise<string | null> =>
  managerUrl ?? (await store.readState()).managerUrl;

function watchAddress(identity: AgentIdentity, calls: CallLog, { config, log }: Start): AddressWatch {
  const route = routeOf(config);
  return new AddressWatch({
    identity,
    managerUrl: () => managerUrlOf(identity, config),
    ...route,
    configured: config.advertiseAddress,
    listen: config.listen,
    own: ownAddresses,
    towards: (url) => addressTowards(url, route.proxy),
    quietForMs: () => calls.quietForMs,
    random: Math.random,
    steadyMs: () => performance.now(),
    log,
  });
}
