import { createHash } from 'node:crypto';
import { FAKE_BOOT_ID, fakeHost } from '../testing.ts';
import type { HostFacts } from '../deps.ts';

/** What a simulated host says of itself: alike but for its names, which follow from `name`. */
export function simulatedHost(name: string): HostFacts {
  const machineId = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return {
    ...fakeHost,
    facts: async () => ({
      ...(await fakeHost.facts()),
      machineId,
      hostname: name,
      fqdn: `${name}.simulated.invalid`,
    }),
  };
}

/** All simulated hosts were started at once, and none is ever restarted. */
export const simulatedBootId = (): string => FAKE_BOOT_ID;
