import { api, must } from '../../core/api.ts';
import type { Schemas } from '../../core/schema.ts';
import type { Installer } from './enrollLine.ts';

/** Reads the manager's address for hosts, its install command (for agents of this kind), and what that can install. */
export function readInstaller(
  signal?: AbortSignal,
  connection: Schemas['HostConnection'] = 'listen',
): Promise<Installer> {
  const query = connection === 'listen' ? {} : { connection };
  return must(api.GET('/api/v1/admin/installer', { params: { query }, signal: signal ?? null }));
}
