import { api, must } from '../../core/api.ts';

/** How the agent knows its manager: a token also approves by itself. */
export type EnrollProof = { token: string } | { fingerprint: string };

/** The line that installs an agent, with `PROOF` for what proves it; null while no packages lie beside the manager. */
export async function readInstallCommand(signal?: AbortSignal): Promise<string | null> {
  const { command, packages } = await must(api.GET('/api/v1/admin/installer', { signal }));
  return packages.length > 0 ? command : null;
}

/** What a person runs as root on the host: the installer, or without packages the agent in a copy of Fleetmend. */
export function enrollLine(command: string | null, proof: EnrollProof): string {
  const isToken = 'token' in proof;
  const words = isToken ? `token=${proof.token}` : `ca_fingerprint=${proof.fingerprint}`;
  if (command !== null) return command.replace('PROOF', words);
  // Every user of a host can read arguments, so a token is none.
  const run = `node agent/main.ts --manager-url ${location.origin}`;
  return isToken
    ? `echo ${proof.token} | ${run} --token-file /dev/stdin`
    : `${run} --ca-fingerprint ${proof.fingerprint}`;
}
