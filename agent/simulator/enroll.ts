import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tokenPin } from '../config/config.ts';
import type { HostFacts } from '../host/facts.ts';
import { enroll } from '../identity/enroll.ts';
import { describeHost } from '../identity/hostDescription.ts';
import { IdentityStore } from '../identity/store.ts';
import { dataDirOf } from './agent.ts';
import { simulatedHost } from './host.ts';
import { inParallel } from './parallel.ts';

export interface SimulatedEnrollment {
  dir: string;
  names: readonly string[];
  managerUrl: string;
  /** One that approves by itself, with a use for each name. */
  token: string;
  /** Where the simulator will listen, as the manager reaches it. */
  address: string;
  /** For all, or the port of each name by its place. */
  port: number | ((index: number) => number);
  /** What the host of this name says of itself, where hosts should differ. */
  hostOf?: (name: string) => HostFacts;
  log: Logger;
  signal: AbortSignal;
  /** Told after each host how many are done, those included that were enrolled before. */
  onProgress?: (done: number) => void;
}

/** More at once keep a manager on two cores no busier. */
const enrolledAtOnce = 8;

/**
 * Enrolls each simulated host as a real one would; those that are enrolled already are left alone. Answers how
 * many are new. The manager takes so many a minute from one address: beside a manager on this machine each host
 * calls from a loopback address of its own, as hosts do; anywhere else a thousand take minutes.
 */
export async function enrollSimulated(options: SimulatedEnrollment): Promise<number> {
  let done = 0;
  const added = await inParallel(options.names, enrolledAtOnce, async (name, index) => {
    const isNew = await enrollOne(name, index, options);
    options.onProgress?.((done += 1));
    return isNew;
  });
  return added.filter(Boolean).length;
}

async function enrollOne(name: string, index: number, options: SimulatedEnrollment): Promise<boolean> {
  const { dir, managerUrl, token, address, port, log, signal } = options;
  const store = new IdentityStore(dataDirOf(dir, name));
  await store.prepare();
  if (await store.load()) return false;
  await enroll({
    store,
    managerUrl,
    token,
    rootPin: tokenPin(token),
    advertiseAddress: address,
    ...callerAddress(managerUrl, index),
    port: typeof port === 'number' ? port : port(index),
    host: describeHost(await (options.hostOf ?? simulatedHost)(name).facts()),
    log,
    now: () => new Date(),
    sleep: (ms, abort) => sleep(ms, undefined, { signal: abort }),
    signal,
  });
  return true;
}

/** All of 127.0.0.0/8 is this machine, on Linux. */
function callerAddress(managerUrl: string, index: number): { localAddress?: string } {
  const { hostname } = new URL(managerUrl);
  const onLoopback = hostname.startsWith('127.') && isIP(hostname) === 4;
  if (!onLoopback || process.platform !== 'linux') return {};
  return { localAddress: `127.1.${Math.floor(index / 250) % 256}.${(index % 250) + 1}` };
}
