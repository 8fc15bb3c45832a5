import { createHash } from 'node:crypto';
import { fakeHost } from '../testing/fakeDeps.ts';
import type { HostFacts } from '../host/facts.ts';

/** The machine id that the host of this name really has. */
export const machineIdOf = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 32);

/**
 * What a simulated host says of itself: alike but for its names, which follow from `name`. `claims`: whose
 * machine id it tells, its own by default.
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
