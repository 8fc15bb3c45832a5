import type { Schemas } from '../../core/schema.ts';

export type Installer = Schemas['Installer'];

/** How the agent recognizes its manager; a token also approves the host. */
export type EnrollProof = { token: string } | { fingerprint: string };

/**
 * What a person runs as root on the host: the installer, or, where the manager has no packages, the agent from a copy
 * of Fleetmend. The address in it comes from the manager, never from this window: a host need not reach the window's.
 * `again`: the host is enrolled already, with a certificate that is of no use any more. `connection`: the installer's
 * command was read for it.
 */
export function enrollLine(
  { command, packages, manager_url: url }: Pick<Installer, 'command' | 'packages' | 'manager_url'>,
  proof: EnrollProof,
  { again = false, connection = 'listen' as Schemas['HostConnection'] } = {},
): string {
  const isToken = 'token' in proof;
  const words = isToken ? `token=${proof.token}` : `ca_fingerprint=${proof.fingerprint}`;
  if (packages.length > 0) return `${command.replace('PROOF', words)}${again ? ' --again' : ''}`;
  // Every user of a host can read arguments, so the token is not passed as one.
  const run = `node agent/main.ts${again ? ' enroll --again' : ''} --manager-url ${url}${connection === 'dial' ? ' --connection dial' : ''}`;
  return isToken
    ? `echo ${proof.token} | ${run} --token-file /dev/stdin`
    : `${run} --ca-fingerprint ${proof.fingerprint}`;
}
