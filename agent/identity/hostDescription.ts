import type { SystemFacts } from '../host/facts.ts';

/** What an enrollment tells about the host. All of it is for people: the certificate contains only the host id. */
export interface HostDescription {
  machineId: string;
  fqdn: string;
  osDetails: Record<string, string>;
}

/** The contract's limit for one value, in characters. */
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
