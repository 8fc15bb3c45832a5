import { api, must } from '../../core/api.ts';
import type { Installer } from './enrollLine.ts';

/** Where the manager sends hosts, the line that it gives for that, and what the line can install. */
export function readInstaller(signal?: AbortSignal): Promise<Installer> {
  return must(api.GET('/api/v1/admin/installer', { signal: signal ?? null }));
}
