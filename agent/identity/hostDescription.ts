import { readFile } from 'node:fs/promises';
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

/** The id of this installation, by `machine-id(5)`. Throws with one clear line when the system has none. */
export async function readMachineId(
  files = ['/etc/machine-id', '/var/lib/dbus/machine-id'],
): Promise<string> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    // "uninitialized" stands there before the first boot of an image, and every clone would share it.
    if (/^[0-9a-f]{32}$/.test(text.trim())) return text.trim();
  }
  throw new Error(
    `this system has no machine id in ${files[0]}; run systemd-machine-id-setup, or set machine_id in the configuration`,
  );
}
