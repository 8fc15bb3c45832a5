import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { managerPackage } from './packages.ts';
import { runOrThrow } from './process.ts';
import { waitFor } from './wait.ts';

export const IMAGE = 'localhost/fleetmend:0.1.0';

/** Containers of the manager's image, in a store of their own; their network is this machine's loopback. */
export interface Containers {
  podman(...args: string[]): Promise<string>;
  /** Starts one on the volume of its name, without rights and with a root that cannot be written. */
  start(name: string, environment: Readonly<Record<string, string>>): Promise<void>;
  /** By the image's own health check, which nothing but the program itself answers. */
  isHealthy(name: string): Promise<boolean>;
  untilHealthy(name: string): Promise<unknown>;
  /** Removes all of it. */
  end(): Promise<void>;
}

/** Loads the image of this checkout. */
export async function createContainers(): Promise<Containers> {
  const dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-podman-'));
  // Podman takes no longer path than 50 characters for it.
  const running = mkdtempSync('/run/fleetmend-');
  const store = ['--root', path.join(dir, 'store'), '--runroot', running];
  const how = ['--storage-driver', 'vfs', '--runtime', 'runc', '--cgroup-manager=cgroupfs'];
  const podman = (...args: string[]): Promise<string> => runOrThrow(['podman', ...store, ...how, ...args]);
  const isHealthy = (name: string): Promise<boolean> =>
    podman('healthcheck', 'run', name).then(
      () => true,
      () => false,
    );
  await podman('load', '--quiet', '--input', await managerPackage('image'));
  return {
    podman,
    isHealthy,
    async start(name, environment) {
      const limits = ['--ulimit', 'nofile=2048:2048', '--ulimit', 'nproc=500:500'];
      const rights = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges'];
      const env = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
      const volume = ['--volume', `${name}:/var/lib/fleetmend`];
      const all = ['--name', name, '--init', '--network=host', ...limits, ...rights, ...volume, ...env];
      await podman('run', '--detach', ...all, IMAGE);
    },
    untilHealthy: (name) =>
      waitFor(() => isHealthy(name), { timeoutMs: 120_000, what: `${name} to be healthy` }),
    async end() {
      await podman('rm', '--force', '--all', '--time', '0').catch(() => undefined);
      for (const folder of [dir, running]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
