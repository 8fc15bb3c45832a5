import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tokenPin } from '../config/config.ts';
import type { Connection } from '../config/values.ts';
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
  /** A token whose enrollments need no approval, with at least one use for each name. */
  token: string;
  /** Where the simulator will listen, under the address that the manager uses. */
  address: string;
  /** One port for all hosts, or a function from a host's index to its port. */
  port: number | ((index: number) => number);
  /** How the manager will reach the hosts. Default: `listen`. */
  connection?: Connection;
  /** Where the identity of the host at this place is kept. Default: in its data directory. */
  storeOf?: (name: string, place: number) => IdentityStore;
  /** Called after each new host. */
  onEnrolled?: (place: number) => Promise<void>;
  /** The facts of the host with this name, if hosts should differ. */
  hostOf?: (name: string) => HostFacts;
  log: Logger;
  signal: AbortSignal;
  /** Called after each host with the number of enrolled hosts, including those enrolled before. */
  onProgress?: (done: number) => void;
}

/** A higher number does not keep a manager on two cores any busier. */
const enrolledAtOnce = 8;

/**
 * Enrolls each simulated host as a real one would; hosts that are enrolled already are left alone. Returns how many
 * are new. With a manager on this machine each host calls from a loopback address of its own, as hosts do.
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
  const { dir, managerUrl, token, address, port, connection, log, signal } = options;
  const store = options.storeOf?.(name, index) ?? new IdentityStore(dataDirOf(dir, name));
  await store.prepare();
  if (await store.load()) return false;
  await enroll({
    store,
    managerUrl,
    token,
    rootPin: tokenPin(token),
    advertiseAddress: address,
    ...(connection === undefined ? {} : { connection }),
    ...callerAddress(managerUrl, index),
    port: typeof port === 'number' ? port : port(index),
    host: describeHost(await (options.hostOf ?? simulatedHost)(name).facts()),
    log,
    now: () => new Date(),
    sleep: (ms, abort) => sleep(ms, undefined, { signal: abort }),
    random: Math.random,
    signal,
  });
  await options.onEnrolled?.(index);
  return true;
}

/** On Linux, every address of 127.0.0.0/8 is this machine: the one from which the host at this place calls. */
export function callerAddress(managerUrl: string, index: number): { localAddress?: string } {
  const { hostname } = new URL(managerUrl);
  const onLoopback = hostname.startsWith('127.') && isIP(hostname) === 4;
  if (!onLoopback || process.platform !== 'linux') return {};
  return { localAddress: `127.1.${Math.floor(index / 250) % 256}.${(index % 250) + 1}` };
}
