import { api, must } from './api.ts';

/** How the agent knows its manager: a token also approves by itself. */
export type EnrollProof = { token: string } | { fingerprint: string };

/** The line that installs an agent, without its last words; null while no packages lie beside the manager. */
export async function readInstallCommand(signal?: AbortSignal): Promise<string | null> {
  const { command, packages } = await must(api.GET('/api/v1/admin/installer', { signal }));
  return packages.length > 0 ? command : null;
}

/** What a person runs as root on the host: the installer, or without packages the agent in a copy of Fleetmend. */
export function enrollLine(command: string | null, proof: EnrollProof): string {
  if (command !== null) {
    return 'token' in proof
      ? `${command} --token ${proof.token}`
      : `${command} --ca-fingerprint ${proof.fingerprint}`;
  }
  const words =
    'token' in proof ? `--enrollment-token ${proof.token}` : `--ca-fingerprint ${proof.fingerprint}`;
  return `node agent/main.ts --manager-url ${location.origin} ${words}`;
}
