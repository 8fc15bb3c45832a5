import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createToken } from '../plugins/enrollment/service/tokens.ts';
import { loadConfig } from '../server/config.ts';
import { updateHost } from '../server/core/hosts/service/edits.ts';
import type { Host } from '../server/core/hosts/api.ts';
import { systemActor } from '../server/kernel/security/actor.ts';
import type { Context } from '../server/kernel/boot/feature.ts';
import { createLogger } from '../server/kernel/log.ts';
import { startManager, type Manager } from '../server/manager.ts';
import type { QuickstartOptions } from './quickstartOptions.mjs';
import { ClearError } from './quickstartProgress.ts';

const tokenLifeSecs = 600;
const lookEveryMs = 200;
/** Once in fifteen seconds. */
const looksPerPoll = 75;
const bySystem = { actor: systemActor, address: null };
/** Variables of the environment that are passed on: those that concern a manager on its embedded defaults, and plugins that are tried. */
const passedOn = [
  'FLEETMEND_ADMIN_PASSWORD',
  'FLEETMEND_LOG_LEVEL',
  'FLEETMEND_PLUGINS',
  'FLEETMEND_PUBLIC_URL',
];

/**
 * Starts the manager in this process, on its embedded defaults, its log appended to `logFile`. Throws with one clear
 * line.
 */
export function startEmbeddedManager(
  options: QuickstartOptions,
  { logFile, onFirstPassword }: { logFile: string; onFirstPassword: (password: string) => void },
): Promise<Manager> {
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  // An empty configuration file, so that settings of a manager that is installed on this machine are not read.
  const config = loadConfig(
    {
      ...env,
      FLEETMEND_DATA_DIR: options.dataDir,
      FLEETMEND_LISTEN: options.listen,
      FLEETMEND_PORT: String(options.port),
    },
    '/dev/null',
  );
  const log = createLogger({ level: config.logLevel, name: 'fleetmend', file: logFile });
  return startManager({ config, log, onFirstPassword });
}

/** Writes the root certificate to a file, for `curl --cacert` and browsers; returns its path. */
export function writeRoot(ctx: Context, dataDir: string): string {
  const file = path.join(dataDir, 'root.crt');
  writeFileSync(file, ctx.core.agents.ca.rootPem(), { mode: 0o644 });
  return file;
}

/** Makes a one-time token, by the same service as the API; no person's password is needed. */
export async function makeToken(ctx: Context): Promise<string> {
  const name = `quickstart, ${ctx.clock.now().toISOString()}`;
  const { shown } = await createToken(
    ctx,
    {
      call: { key: null, operationId: 'createEnrollmentToken', actor: bySystem.actor, request: null },
      input: { name, expiresInSecs: tokenLifeSecs, maxUses: 1, allowedNetwork: null },
    },
    bySystem,
  );
  return shown;
}

export async function findByMachineId(ctx: Context, machineId: string): Promise<Host | null> {
  return ctx.tx((tx) => ctx.core.hosts.findByMachineId(tx, machineId), {
    durable: false,
    name: 'quickstart: find this machine',
  });
}

/**
 * Changes the host's address where other options make the manager dial elsewhere. Throws HOST_ADDRESS_REFUSED,
 * HOST_EXISTS.
 */
export async function moveHost(
  ctx: Context,
  host: Host,
  to: { address: string; port: number },
): Promise<void> {
  if (host.ipAddress === to.address && host.port === to.port) return;
  const change = { ipAddress: to.address, port: to.port };
  await updateHost(ctx, { id: host.id, change, ifMatch: null }, { by: bySystem, scope: 'all' });
}

/**
 * Has the host polled now and waits until its patch list has been read. A failed poll is repeated here, because the
 * manager itself would wait longer. Rejects when `signal` aborts.
 */
export async function pollPatches(ctx: Context, hostId: string, signal: AbortSignal): Promise<Host> {
  const { hosts } = ctx.core;
  const before = (await hosts.require(hostId, 'all')).patchesPolledAt?.getTime();
  for (let look = 0; ; look++) {
    if (look % looksPerPoll === 0)
      await ctx.tx((tx) => hosts.pollSoon(tx, [hostId]), { name: 'quickstart: poll this machine' });
    const host = await hosts.require(hostId, 'all');
    if (host.patchesPolledAt !== null && host.patchesPolledAt.getTime() !== before) return host;
    assertCertificateHolds(ctx, host);
    await ctx.clock.sleep(lookEveryMs, signal);
  }
}

/** Throws where a person has revoked the certificate: no waiting brings it back. */
function assertCertificateHolds(ctx: Context, { id, statusReason }: Host): void {
  if (statusReason === 'CERTIFICATE_REVOKED')
    throw new ClearError(`the certificate of this machine's agent was revoked; ${howToDelete(ctx, id)}`);
}

/** Tells a person what to do about a host that this machine can no longer be. */
export function howToDelete({ config }: Context, hostId: string): string {
  const manager = `FLEETMEND_DATA_DIR=${config.dataDir} npm start`;
  return `delete host ${hostId} (the manager alone: ${manager}), or delete ${config.dataDir} to start again`;
}
