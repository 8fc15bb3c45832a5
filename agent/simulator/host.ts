import { createHash } from 'node:crypto';
import { fakeHost } from '../testing/fakeDeps.ts';
import type { HostFacts } from '../host/facts.ts';

/** The true machine id of the host with this name. */
export const machineIdOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 32);

/**
 * The facts of a simulated host: all alike except for its names, which are made from `name`. `claims` names the host
 * whose machine id it reports; by default itself.
 */
export function simulatedHost(name: string, claims: () => string = () => name): HostFacts {
  return {
    ...fakeHost,
    facts: async () => ({
      ...(await fakeHost.facts()),
      machineId: machineIdOf(claims()),
      hostname: name,
      fqdn: `${name}.simulated.invalid`,
    }),
  };
}
