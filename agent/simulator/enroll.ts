import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tokenPin } from '../config.ts';
import type { HostFacts } from '../deps.ts';
import { enroll } from '../identity/enroll.ts';
import { describeHost } from '../identity/hostDescription.ts';
import { loadAgentIdentity } from '../identity/identity.ts';
import { IdentityStore } from '../identity/store.ts';
import { simulatedHost } from './host.ts';

export interface SimulatedEnrollment {
  dir: string;
  names: readonly string[];
  managerUrl: string;
  /** One that approves by itself, with a use for each name. */
  token: string;
  /** Where the simulator will listen, as the manager reaches it. */
  address: string;
  port: number;
  /** What the host of this name says of itself, where hosts should differ. */
  hostOf?: (name: string) => HostFacts;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Enrolls each simulated host as a real one would; those that are enrolled already are left alone. The manager
 * takes so many a minute from one address, so that a thousand take minutes.
 */
export async function enrollSimulated(options: SimulatedEnrollment): Promise<void> {
  for (const name of options.names) {
    const store = new IdentityStore(join(options.dir, name));
    await store.prepare();
    if (await loadAgentIdentity(store)) continue;
    await enroll({
      store,
      managerUrl: options.managerUrl,
      token: options.token,
      rootPin: tokenPin(options.token),
      advertiseAddress: options.address,
      port: options.port,
      host: describeHost(await (options.hostOf ?? simulatedHost)(name).facts()),
      log: options.log,
      now: () => new Date(),
      sleep: (ms, abort) => sleep(ms, undefined, { signal: abort }),
      signal: options.signal,
    });
  }
}
