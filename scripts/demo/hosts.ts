import { createHash } from 'node:crypto';
import type { HostFacts } from '../../agent/host/facts.ts';
import { simulatedHost } from '../../agent/simulator/host.ts';
import { DISTRIBUTIONS, type Distribution, type DistributionName } from './distributions.ts';

export interface DemoHost {
  name: string;
  on: DistributionName;
  /** How long it has been up. */
  upDays: number;
  /** Which of the updates of its distribution it has; absent: none. */
  patched?: Patched;
  held?: readonly string[];
  rebootBecause?: readonly string[];
}

const DAY_MS = 86_400_000;
const DOMAIN = 'example.org';

/** Of some hosts the night that ends a week is over, others wait for theirs. */
export type Patched = 'nothing' | 'security' | 'all';

/** This host is enrolled and polled once, then its agent stops answering. */
export const LOST_HOST: DemoHost = { name: 'backup1', on: 'bookworm', upDays: 96 };

const NAMED: readonly DemoHost[] = [
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

/** Hosts that are like each other: `web5`, `web6`, … */
const ROWS: readonly (readonly [name: string, from: number, to: number, on: DistributionName])[] = [
  ['web', 5, 44, 'bookworm'],
  ['app', 4, 63, 'noble'],
  ['db', 4, 23, 'trixie'],
  ['proxy', 1, 12, 'jammy'],
  ['build', 3, 18, 'rocky'],
  ['files', 1, 9, 'leap'],
  ['cache', 1, 18, 'bookworm'],
  ['queue', 1, 10, 'trixie'],
];

/** How many of its hosts are up to date; the rest lack what has come out since. */
const PATCHED: readonly Patched[] = [
  'all',
  'security',
  'all',
  'security',
  'nothing',
  'all',
  'security',
  'all',
];

const rowOf = ([name, from, to, on]: (typeof ROWS)[number]): DemoHost[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    name: `${name}${from + index}`,
    on,
    upDays: 3 + ((index * 7) % 60),
    patched: PATCHED[index % PATCHED.length] ?? 'nothing',
  }));

/** The hosts of the fleet that answer; the first fourteen are those that pictures show. */
export const DEMO_HOSTS: readonly DemoHost[] = [...NAMED, ...ROWS.flatMap(rowOf)];

export function distributionOf({ on }: Pick<DemoHost, 'on'>): Distribution {
  return DISTRIBUTIONS[on];
}

export const fqdnOf = (name: string): string => `${name}.${DOMAIN}`;
export const machineIdOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 32);

const BY_NAME = new Map([...DEMO_HOSTS, LOST_HOST].map((host) => [host.name, host]));

export function demoHost(name: string): DemoHost {
  const found = BY_NAME.get(name);
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
