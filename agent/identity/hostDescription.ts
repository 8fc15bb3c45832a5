import type { SystemFacts } from '../host/facts.ts';

/** What an enrollment says of the host. All of it is for people: the certificate names the host id alone. */
export interface HostDescription {
  machineId: string;
  fqdn: string;
  osDetails: Record<string, string>;
}

/** Characters of one value that the manager's contract takes. */
const MAX_VALUE_CHARS = 96;

const cut = (text: string): string => [...text].slice(0, MAX_VALUE_CHARS).join('');

export function describeHost(facts: SystemFacts): HostDescription {
  return {
    machineId: facts.machineId,
    fqdn: facts.fqdn,
    osDetails: {
      os_family: cut(facts.osFamily),
      name: cut(facts.osName),
      os_version: cut(facts.osVersion),
      arch: cut(facts.arch),
      kernel: cut(facts.kernel),
    },
  };
}
