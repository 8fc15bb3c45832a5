import { api, must } from '../../core/api.ts';
import type { Installer } from './enrollLine.ts';

/** Reads the manager's address for hosts, its install command, and what that can install. */
export function readInstaller(signal?: AbortSignal): Promise<Installer> {
  return must(api.GET('/api/v1/admin/installer', { signal: signal ?? null }));
}
