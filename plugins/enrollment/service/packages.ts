import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '#sdk';

/** A package of the agent, as `npm run package:agent` describes it in manifest.json. */
export interface AgentPackage {
  name: string;
  format: 'deb' | 'rpm';
  /** As Node names it: x64, arm64. */
  arch: string;
  version: string;
  sizeBytes: number;
  sha256: string;
}

/** These values go into a script that root runs, so nothing else passes. */
const safe = {
  name: /^fleetmend-agent[A-Za-z0-9._~-]{1,100}$/,
  sha256: /^[0-9a-f]{64}$/,
  arch: /^[a-z0-9]{1,16}$/,
};

/**
 * The packages that are in the directory now; it may be rebuilt while the manager runs. Empty when it was never made.
 */
export function readPackages(dir: string): AgentPackage[] {
  let text: string;
  try {
    text = readFileSync(path.join(dir, 'manifest.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const { files } = JSON.parse(text) as { files: AgentPackage[] };
  return files.filter(
    ({ format, name, sha256, arch }) =>
      (format === 'deb' || format === 'rpm') &&
      safe.name.test(name) &&
      safe.sha256.test(sha256) &&
      safe.arch.test(arch),
  );
}

/** The bytes of one package, by its exact name. Throws AGENT_PACKAGE_NOT_FOUND. */
export function openPackage(dir: string, name: string): Readable {
  if (!readPackages(dir).some((known) => known.name === name)) throw new AppError('AGENT_PACKAGE_NOT_FOUND');
  return createReadStream(path.join(dir, name));
}
