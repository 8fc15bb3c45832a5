import type { SystemFacts } from '../deps.ts';

/** What an enrollment says of the host. All of it is for people: the certificate names the host id alone. */
export interface HostDescription {
  machineId: string;
  fqdn: string;
  osDetails: Record<string, string>;
}

export function describeHost(facts: SystemFacts): HostDescription {
  return {
    machineId: facts.machineId,
    fqdn: facts.fqdn,
    osDetails: {
      os_family: facts.osFamily,
      name: facts.osName,
      os_version: facts.osVersion,
      arch: facts.arch,
      kernel: facts.kernel,
    },
  };
}
