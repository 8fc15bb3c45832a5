import { createHash } from 'node:crypto';
import type { HostFacts } from '../../agent/host/facts.ts';
import { simulatedHost } from '../../agent/simulator/host.ts';
import { DISTRIBUTIONS, type Distribution, type DistributionName } from './distributions.ts';

export interface DemoHost {
  name: string;
  on: DistributionName;
  /** How long it has been up. */
  upDays: number;
  held?: readonly string[];
  rebootBecause?: readonly string[];
}

const DAY_MS = 86_400_000;
const DOMAIN = 'example.org';

/** This host is enrolled and polled once, then its agent stops answering. */
export const LOST_HOST: DemoHost = { name: 'backup1', on: 'bookworm', upDays: 96 };

export const DEMO_HOSTS: readonly DemoHost[] = [
  { name: 'web1', on: 'bookworm', upDays: 41 },
  { name: 'web2', on: 'bookworm', upDays: 41 },
  { name: 'web3', on: 'bookworm', upDays: 40 },
  { name: 'web4', on: 'bookworm', upDays: 12 },
  { name: 'db1', on: 'trixie', upDays: 63, held: ['postgresql-17'] },
  { name: 'db2', on: 'trixie', upDays: 63 },
  { name: 'db3', on: 'trixie', upDays: 19 },
  { name: 'app1', on: 'noble', upDays: 27 },
  { name: 'app2', on: 'noble', upDays: 27 },
  { name: 'app3', on: 'noble', upDays: 3 },
  { name: 'mail', on: 'jammy', upDays: 118, rebootBecause: ['linux-image-5.15.0-117-generic', 'libc6'] },
  { name: 'build1', on: 'rocky', upDays: 8 },
  { name: 'build2', on: 'rocky', upDays: 8 },
  { name: 'files', on: 'leap', upDays: 55 },
];

export function distributionOf({ on }: Pick<DemoHost, 'on'>): Distribution {
  return DISTRIBUTIONS[on];
}

export const fqdnOf = (name: string): string => `${name}.${DOMAIN}`;
export const machineIdOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 32);

export function demoHost(name: string): DemoHost {
  const found = [...DEMO_HOSTS, LOST_HOST].find((host) => host.name === name);
  if (!found) throw new Error(`no demo host is called ${name}`);
  return found;
}

/** What the agent of this host reports of its machine. */
export function demoFacts(name: string): HostFacts {
  const host = demoHost(name);
  const distribution = distributionOf(host);
  const simulated = simulatedHost(name);
  return {
    ...simulated,
    facts: async () => ({
      ...(await simulated.facts()),
      machineId: machineIdOf(name),
      hostname: name,
      fqdn: fqdnOf(name),
      osFamily: distribution.family,
      osName: distribution.name,
      osVersion: distribution.version,
      arch: distribution.arch,
      kernel: distribution.kernel,
      bootedAt: new Date(Date.now() - host.upDays * DAY_MS),
    }),
  };
}
